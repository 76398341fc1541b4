//! The syntax tree of a path. What follows one another in the text does so in a list, so that a long path is not a deep
//! tree; only parentheses, brackets and filters go deeper.

use std::sync::Arc;

use crate::expr::regexp::Pattern;

/// Where a token stands, as YDB counts it: lines from 1, columns from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct At {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

/// A path.
#[derive(Clone, Debug)]
pub struct Path {
    /// `strict`.
    pub is_strict: bool,
    /// What is found.
    pub expr: Expr,
}

/// An expression of a path.
#[derive(Clone, Debug)]
pub enum Expr {
    /// `a || b || c`.
    Or(Box<Expr>, Vec<(At, Expr)>),
    /// `a && b && c`.
    And(Box<Expr>, Vec<(At, Expr)>),
    /// `a == b` and the like.
    Compare(Compare, At, Box<[Expr; 2]>),
    /// `a + b - c`, or `a * b / c`.
    Arithmetic(Box<Expr>, Vec<(BinaryOperator, At, Expr)>),
    /// `+a`, `-a`, `!a`.
    Unary(Unary, At, Box<Expr>),
    /// `a starts with b`.
    StartsWith(At, Box<[Expr; 2]>),
    /// `a like_regex "b"`.
    LikeRegex(At, Box<Expr>, Arc<Pattern>),
    /// `exists (a)`.
    Exists(At, Box<Expr>),
    /// A value, and the steps from there: `$.a[0]`.
    Steps(Primary, At, Vec<(Step, At)>),
}

/// What steps begin with.
#[derive(Clone, Debug)]
pub enum Primary {
    /// A literal.
    Number(f64),
    /// A literal.
    Text(Arc<str>),
    /// A literal.
    Bool(bool),
    /// `null`.
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
    Parentheses(Box<Expr>),
    /// `(a) is unknown`.
    IsUnknown(Box<Expr>),
}

/// A step from values to other values.
#[derive(Clone, Debug)]
pub enum Step {
    /// `.key`.
    Member(Arc<str>),
    /// `.*`.
    Members,
    /// `[1, 2 to last]`.
    Items(Vec<(Expr, Option<Expr>)>),
    /// `[*]`.
    AllItems,
    /// `? (a)`.
    Filter(Box<Expr>),
    /// `.size()`.
    Method(Method),
}

/// The methods.
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

/// The comparisons.
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

impl Expr {
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

    /// Whether its value is always true, false or null: only such a value can be negated, joined and filtered by.
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
