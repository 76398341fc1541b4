//! JSON paths for JSON_VALUE, JSON_EXISTS and JSON_QUERY, for example `strict $.friends[*] ? (@.age > 18) .name`.
//!
//! The grammar is that of YDB (`yql/essentials/minikql/jsonpath`, `JsonPath.g`). Each part does the same as in YDB with
//! the sequence of values in front of it (`executor.cpp`). The value of a path is always a sequence: of one value for a
//! literal, of many values for `$[*]`, and of no value for a key that does not exist. The default is `lax` mode. It
//! unpacks an array where an object is expected, packs any other value into an array where an array is expected, and
//! ignores missing values. In `strict` mode each of these cases is an error.

mod parser;
mod run;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::CompareOp;
use super::patterns::RegexpPattern;
use crate::error::{Error, Result};

pub use crate::types::json::{Json, Number};

/// Syntax error in the text of a path, with its message and its place. As in YDB, lines count from 1 and columns from
/// 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    line: u32,
    column: u32,
    message: String,
}

/// YDB's code for texts that are not paths (`issue_id.proto`).
const PARSE_ERROR: u32 = 4700;

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "jsonpath:{}:{}: Error: {}, code: {PARSE_ERROR}", self.line, self.column, self.message)
    }
}

impl Path {
    /// Parses the text of a path.
    ///
    /// # Errors
    /// [`Mistake`] if the text is not a path.
    pub fn parse(text: &str) -> std::result::Result<Self, Mistake> {
        parser::parse(text)
    }

    /// Finds the sequence of values that the path describes in a JSON value. `spend` is called with the number of
    /// values that are made on the way.
    ///
    /// # Errors
    /// [`PathFailure`] if the path has an error that its mode does not ignore, or if the work was stopped.
    pub fn find(
        &self,
        input: &Json,
        variables: &[(Arc<str>, Json)],
        spend: &mut dyn FnMut(usize) -> Result<()>,
    ) -> std::result::Result<Vec<Json>, PathFailure> {
        run::run(self, input, variables, spend)
    }
}

// Syntax tree of a path. Parts that follow one another in the text are in a list, so that a long path is not a deep
// tree. Only parentheses, brackets and filters make the tree deeper.

/// Place of a token. As in YDB, lines count from 1 and columns from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct At {
    pub line: u32,
    /// Column in characters, from 0.
    pub column: u32,
}

#[derive(Clone, Debug)]
pub struct Path {
    /// `true` in `strict` mode, `false` in `lax` mode.
    pub is_strict: bool,
    /// Expression that finds the values.
    pub expr: PathExpr,
}

#[derive(Clone, Debug)]
pub enum PathExpr {
    /// `a || b || c`.
    Or(Box<PathExpr>, Vec<(At, PathExpr)>),
    /// `a && b && c`.
    And(Box<PathExpr>, Vec<(At, PathExpr)>),
    /// `a == b` and the like.
    Compare(CompareOp, At, Box<[PathExpr; 2]>),
    /// `a + b - c`, or `a * b / c`.
    Arithmetic(Box<PathExpr>, Vec<(BinaryOperator, At, PathExpr)>),
    /// `+a`, `-a`, `!a`.
    Unary(Unary, At, Box<PathExpr>),
    /// `a starts with b`.
    StartsWith(At, Box<[PathExpr; 2]>),
    /// `a like_regex "b"`.
    LikeRegex(At, Box<PathExpr>, Arc<RegexpPattern>),
    /// `exists (a)`.
    Exists(At, Box<PathExpr>),
    /// A value, and the steps from there: `$.a[0]`.
    Steps(Primary, At, Vec<(PathStep, At)>),
}

/// Beginning of a path, before its steps.
#[derive(Clone, Debug)]
pub enum Primary {
    Number(f64),
    Text(Arc<str>),
    Bool(bool),
    Null,
    /// `$`, the whole JSON value.
    Whole,
    /// `@`, the value that the innermost filter looks at.
    Filtered,
    /// `last`, the position of the last item of an array.
    Last,
    /// `$name`.
    Variable(Arc<str>),
    /// `(a)`.
    Parentheses(Box<PathExpr>),
    /// `(a) is unknown`.
    IsUnknown(Box<PathExpr>),
}

/// Step of a path from values to other values.
#[derive(Clone, Debug)]
pub enum PathStep {
    /// `.key`, a member of an object.
    Member(Arc<str>),
    /// `.*`, all members of an object.
    Members,
    /// `[1, 2 to last]`, some items of an array.
    Items(Vec<(PathExpr, Option<PathExpr>)>),
    /// `[*]`, all items of an array.
    AllItems,
    /// `? (a)`, a filter.
    Filter(Box<PathExpr>),
    /// `.size()`, a method.
    Method(Method),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the paths")]
pub enum Method {
    Abs,
    Floor,
    Ceiling,
    Double,
    Type,
    Size,
    KeyValue,
}

/// Operators of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum BinaryOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Unary {
    Plus,
    Minus,
    Not,
}

impl PathExpr {
    /// Returns the place of the outermost part: an operator, or the last step.
    pub fn at(&self) -> At {
        match self {
            Self::Or(first, rest) | Self::And(first, rest) => rest.last().map_or_else(|| first.at(), |(at, _)| *at),
            Self::Arithmetic(first, rest) => rest.last().map_or_else(|| first.at(), |(_, at, _)| *at),
            Self::Compare(_, at, _)
            | Self::Unary(_, at, _)
            | Self::StartsWith(at, _)
            | Self::LikeRegex(at, ..)
            | Self::Exists(at, _) => *at,
            Self::Steps(primary, at, steps) => match (steps.last(), primary) {
                (Some((_, at)), _) => *at,
                (None, Primary::Parentheses(inner)) => inner.at(),
                (None, _) => *at,
            },
        }
    }

    /// Returns `true` if the expression's value is always true, false or null. Only such expressions can be negated,
    /// joined by `&&` and `||`, and used as filters.
    pub fn is_condition(&self) -> bool {
        match self {
            Self::Or(..)
            | Self::And(..)
            | Self::Compare(..)
            | Self::Unary(Unary::Not, ..)
            | Self::StartsWith(..)
            | Self::LikeRegex(..)
            | Self::Exists(..) => true,
            Self::Steps(Primary::IsUnknown(_), _, steps) => steps.is_empty(),
            Self::Steps(Primary::Parentheses(inner), _, steps) => steps.is_empty() && inner.is_condition(),
            Self::Unary(..) | Self::Arithmetic(..) | Self::Steps(..) => false,
        }
    }
}

/// Reason why a path has no result.
#[derive(Debug)]
pub enum PathFailure {
    /// Error that the mode of the path does not ignore.
    Path(PathError),
    /// Error that stopped the work, for example because there was too much of it.
    Stopped(Error),
}

/// Error of a path, with YDB's code for it (`issue_id.proto`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathError {
    at: At,
    pub code: u32,
    message: String,
}

impl std::fmt::Display for PathError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { at, code, message } = self;
        write!(f, "jsonpath:{}:{}: Error: {message}, code: {code}", at.line, at.column)
    }
}

type PathResult<T> = std::result::Result<T, PathFailure>;

fn failed<T>(at: At, code: u32, message: impl Into<String>) -> PathResult<T> {
    Err(PathFailure::Path(PathError { at, code, message: message.into() }))
}
