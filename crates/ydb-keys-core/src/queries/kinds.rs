//! Kinds of values that YDB never compares with each other.

pub(super) use ydb_yql::facts::LiteralKind as Kind;

use crate::types::YdbType;

/// The kind of the values of a type; `None` for types of which nothing is said.
pub(super) const fn kind(ty: YdbType) -> Option<Kind> {
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
