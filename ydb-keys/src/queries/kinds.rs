//! Kinds of values that YDB never compares with each other.

use ydb_yql::facts::LiteralKind;

use crate::types::YdbType;

/// Types that YDB converts into each other, or compares, at least sometimes. It never does so between two kinds but
/// those of numbers and times, of which nothing is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Text,
    Bool,
    Time,
    Uuid,
}

impl Kind {
    /// `None` for types of which nothing is said.
    pub(super) const fn of(ty: YdbType) -> Option<Self> {
        Some(match ty {
            YdbType::Bool => Kind::Bool,
            YdbType::Utf8 | YdbType::String => Kind::Text,
            YdbType::Uuid => Kind::Uuid,
            YdbType::Float | YdbType::Double | YdbType::Decimal { .. } => Kind::Number,
            _ if ty.is_integer() => Kind::Number,
            _ if ty.is_time() => Kind::Time,
            _ => return None,
        })
    }

    /// That of a value of the text, as the numbers have it.
    pub(super) const fn written(number: u32) -> Option<Self> {
        const NUMBER: u32 = LiteralKind::Number as u32;
        const TEXT: u32 = LiteralKind::Text as u32;
        const BOOL: u32 = LiteralKind::Bool as u32;
        const TIME: u32 = LiteralKind::Time as u32;
        match number.checked_sub(1) {
            None => None,
            Some(NUMBER) => Some(Kind::Number),
            Some(TEXT) => Some(Kind::Text),
            Some(BOOL) => Some(Kind::Bool),
            Some(TIME) => Some(Kind::Time),
            Some(_) => Some(Kind::Uuid),
        }
    }

    /// Whether YDB certainly refuses a value of the other kind.
    pub(super) const fn refuses(self, other: Self) -> bool {
        !matches!((self, other), (Kind::Number, Kind::Time) | (Kind::Time, Kind::Number)) && self as u8 != other as u8
    }

    /// With its article.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Kind::Number => "a number",
            Kind::Text => "a string",
            Kind::Bool => "a bool",
            Kind::Time => "a time",
            Kind::Uuid => "a UUID",
        }
    }
}
