//! Paths into JSON, as JSON_VALUE, JSON_EXISTS and JSON_QUERY take them: `strict $.friends[*] ? (@.age > 18) .name`.
//!
//! The grammar is that of YDB (`yql/essentials/minikql/jsonpath`, `JsonPath.g`), and so is what each part does with the
//! sequence of values in front of it (`executor.cpp`). A value of a path is always a sequence: of one value for a literal,
//! of many for `$[*]`, of none for a key that is not there. In `lax` mode, the default, an array is unpacked where an
//! object is expected and any other value is packed into an array where an array is, and what is missing is no error. In
//! `strict` mode each of these is one.

mod json;
mod parser;
mod run;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use super::patterns::RegexpPattern;
use crate::error::{Error, Result};

pub use json::{Json, Number};

/// A text that is no path: what is wrong, and where in it, both from YDB's counting: lines from 1, columns from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    line: u32,
    column: u32,
    message: String,
}

/// The codes of YDB for texts that are no paths (`issue_id.proto`).
const PARSE_ERROR: u32 = 4700;

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "jsonpath:{}:{}: Error: {}, code: {PARSE_ERROR}", self.line, self.column, self.message)
    }
}

impl Path {
    /// The path of a text.
    ///
    /// # Errors
    /// Why it is none.
    pub fn parse(text: &str) -> std::result::Result<Self, Mistake> {
        parser::parse(text)
    }

    /// The sequence that the path finds in a value. `spend` is told how many values are made on the way.
    ///
    /// # Errors
    /// What the mode of the path does not forgive, or that the work was stopped.
    pub fn find(
        &self,
        input: &Json,
        variables: &[(Arc<str>, Json)],
        spend: &mut dyn FnMut(usize) -> Result<()>,
    ) -> std::result::Result<Vec<Json>, PathFailure> {
        run::run(self, input, variables, spend)
    }
}

// The syntax tree of a path. What follows one another in the text does so in a list, so that a long path is not a deep
// tree; only parentheses, brackets and filters go deeper.

/// Where a token stands, as YDB counts it: lines from 1, columns from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct At {
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

#[derive(Clone, Debug)]
pub struct Path {
    /// `strict`.
    pub is_strict: bool,
    /// What is found.
    pub expr: PathExpr,
}

#[derive(Clone, Debug)]
pub enum PathExpr {
    /// `a || b || c`.
    Or(Box<PathExpr>, Vec<(At, PathExpr)>),
    /// `a && b && c`.
    And(Box<PathExpr>, Vec<(At, PathExpr)>),
    /// `a == b` and the like.
    Compare(Compare, At, Box<[PathExpr; 2]>),
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

/// What steps begin with.
#[derive(Clone, Debug)]
pub enum Primary {
    Number(f64),
    Text(Arc<str>),
    Bool(bool),
    Null,
    /// `$`.
    Whole,
    /// `@`.
    Filtered,
    /// `last`.
    Last,
    /// `$name`.
    Variable(Arc<str>),
    /// `(a)`.
    Parentheses(Box<PathExpr>),
    /// `(a) is unknown`.
    IsUnknown(Box<PathExpr>),
}

/// A step from values to other values.
#[derive(Clone, Debug)]
pub enum PathStep {
    /// `.key`.
    Member(Arc<str>),
    /// `.*`.
    Members,
    /// `[1, 2 to last]`.
    Items(Vec<(PathExpr, Option<PathExpr>)>),
    /// `[*]`.
    AllItems,
    /// `? (a)`.
    Filter(Box<PathExpr>),
    /// `.size()`.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Compare {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// The operators of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum BinaryOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

/// The prefixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Unary {
    Plus,
    Minus,
    Not,
}

impl PathExpr {
    /// Where its outermost part stands: an operator, or the last step.
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

    /// Returns `true` if its value is always true, false or null: only such a value can be negated, joined and filtered
    /// by.
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

/// Why a path finds nothing.
#[derive(Debug)]
pub enum PathFailure {
    /// What the mode does not forgive.
    Path(PathError),
    /// The work was stopped, or is too much.
    Stopped(Error),
}

/// An error of a path, with YDB's number of it (`issue_id.proto`).
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
