//! The kinds of values that a text shows.

use crate::ast::{TypeExpr, TypeExprKind};

/// The kinds of literals: types that YDB converts into each other, or compares, at least sometimes; and several values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum LiteralKind {
    Number,
    Text,
    Bool,
    Time,
    Uuid,
    List,
    Tuple,
    Set,
}

impl LiteralKind {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 8] =
        [Self::Number, Self::Text, Self::Bool, Self::Time, Self::Uuid, Self::List, Self::Tuple, Self::Set];

    /// Whether it is several values, which no column holds.
    pub const fn is_several(self) -> bool {
        matches!(self, Self::List | Self::Tuple | Self::Set)
    }

    /// Whether YDB certainly refuses a value of the other kind. Of numbers and times nothing is said.
    pub const fn refuses(self, other: Self) -> bool {
        !matches!((self, other), (Self::Number, Self::Time) | (Self::Time, Self::Number)) && self as u8 != other as u8
    }

    /// With its article.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Text => "a string",
            Self::Bool => "a bool",
            Self::Time => "a time",
            Self::Uuid => "a UUID",
            Self::List => "a list",
            Self::Tuple => "a tuple",
            Self::Set => "a set in braces",
        }
    }

    /// `None` for types of which nothing is said.
    pub(super) fn of_type(ty: &TypeExpr) -> Option<Self> {
        let name = match &ty.kind {
            TypeExprKind::Name(name) => name.name.to_ascii_lowercase(),
            TypeExprKind::Optional(inner) => return Self::of_type(inner),
            TypeExprKind::Decimal { .. } => return Some(Self::Number),
            _ => return None,
        };
        Some(match name.as_str() {
            "bool" => Self::Bool,
            "utf8" | "text" | "string" | "bytes" => Self::Text,
            "uuid" => Self::Uuid,
            "float" | "double" => Self::Number,
            name if name.starts_with("int") && !name.starts_with("interval") || name.starts_with("uint") => {
                Self::Number
            }
            name if ["date", "timestamp", "interval"].iter().any(|time| name.starts_with(time)) => Self::Time,
            _ => return None,
        })
    }
}
