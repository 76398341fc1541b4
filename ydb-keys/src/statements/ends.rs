//! The ends of a range on one column, as conditions. `NULL` is a possible end: it sorts before every value.

use std::ops::Bound;

use super::statement::{Member, Params};
use ydb_keys_core::ddl::Name;
use ydb_keys_core::types::Value;

/// One end of a range, without its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    Open,
    Inclusive,
    Exclusive,
    /// `NULL`, which sorts before every value.
    InclusiveNull,
    ExclusiveNull,
}

impl End {
    pub(super) fn of(bound: &Bound<Value<'_>>) -> Self {
        match bound {
            Bound::Unbounded => End::Open,
            Bound::Included(Value::Null) => End::InclusiveNull,
            Bound::Excluded(Value::Null) => End::ExclusiveNull,
            Bound::Included(_) => End::Inclusive,
            Bound::Excluded(_) => End::Exclusive,
        }
    }
}

/// The condition of the lower end. A comparison leaves out NULL, which sorts first.
pub(super) fn from_end(member: Member, from: End, params: &mut Params) -> Option<String> {
    let column = Name(member.name);
    let mut param = || params.one(&format!("{}_from", member.name), member);
    match from {
        End::Open | End::InclusiveNull => None,
        End::ExclusiveNull => Some(format!("{column} IS NOT NULL")),
        End::Inclusive => Some(format!("{column} >= {}", param())),
        End::Exclusive => Some(format!("{column} > {}", param())),
    }
}

/// The condition of the upper end, which includes the NULLs where the lower end does.
pub(super) fn to_end(member: Member, from: End, to: End, params: &mut Params) -> Option<String> {
    let column = Name(member.name);
    let mut param = || params.one(&format!("{}_to", member.name), member);
    let condition = match to {
        End::Open => return None,
        End::InclusiveNull => return Some(format!("{column} IS NULL")),
        // Nothing sorts before NULL.
        End::ExclusiveNull => return Some("false".into()),
        End::Inclusive => format!("{column} <= {}", param()),
        End::Exclusive => format!("{column} < {}", param()),
    };
    Some(match member.optional && matches!(from, End::Open | End::InclusiveNull) {
        true => format!("({condition} OR {column} IS NULL)"),
        false => condition,
    })
}
