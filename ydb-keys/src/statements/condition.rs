//! Conditions on key columns with the parameters of a statement. NULL is said in the text, as `order` explains; it sorts
//! before every value.

use std::ops::Bound;

use super::statement::{Member, Params};
use ydb_keys_core::ddl::Name;
use ydb_keys_core::keys::order::{Rows, Side, condition};
use ydb_keys_core::types::Value;

/// Which of some values are NULL, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Nulls(u64);

impl Nulls {
    /// Those of these values. The columns of a key and of an index are at most 61, the hash counted.
    pub(super) fn of(values: &[Value<'_>]) -> Self {
        let bit = |(i, value): (usize, &Value<'_>)| u64::from(*value == Value::Null) << i;
        Nulls(values.iter().enumerate().map(bit).sum())
    }

    pub(super) fn any(self) -> bool {
        self.0 != 0
    }
}

/// The values that become parameters: NULL is in the text.
pub(super) fn without_nulls<'v>(values: Vec<Value<'v>>) -> impl Iterator<Item = Value<'v>> {
    values.into_iter().filter(|value| *value != Value::Null)
}

/// The columns, with a parameter for each value that is not NULL, which `wanted` names.
fn sides(members: &[Member], nulls: Nulls, params: &mut Params, wanted: impl Fn(&str) -> String) -> Vec<Side<'static>> {
    let side = |(i, member): (usize, &Member)| Side {
        name: member.name,
        nullable: member.may_be_null,
        param: (nulls.0 >> i & 1 == 0).then(|| params.one(&wanted(member.name), *member)),
    };
    members.iter().enumerate().map(side).collect()
}

/// `a = $a AND b IS NULL` over the given columns.
pub(super) fn all_equal(members: &[Member], nulls: Nulls, params: &mut Params) -> String {
    let parts: Vec<String> = sides(members, nulls, params, str::to_owned).iter().map(Side::equal).collect();
    parts.join(" AND ")
}

/// The rows after a key in key order, or before it when descending.
pub(super) fn after(members: &[Member], nulls: Nulls, descending: bool, params: &mut Params) -> String {
    let rows = if descending { Rows::Before } else { Rows::After };
    condition(&sides(members, nulls, params, |name| format!("after_{name}")), rows)
}

/// The rows whose first columns are at least these in key order (`From`), or less than these (`Before`).
pub(super) fn prefix_end(members: &[Member], nulls: Nulls, rows: Rows, params: &mut Params) -> String {
    let end = if matches!(rows, Rows::From) { "from" } else { "to" };
    condition(&sides(members, nulls, params, |name| format!("{name}_{end}")), rows)
}

/// One end of a range, without its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum End {
    Open,
    Inclusive,
    Exclusive,
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
    let with_null = member.optional && matches!(from, End::Open | End::InclusiveNull);
    Some(if with_null { format!("({condition} OR {column} IS NULL)") } else { condition })
}
