//! Conditions on key columns with the parameters of a statement. NULL stands in the text, as `order` explains, and
//! sorts before every value.

use std::ops::Bound;

use super::statement::{Member, Params};
use ydb_keys_core::ddl::Name;
use ydb_keys_core::keys::order::{Rows, Side, condition};
use ydb_keys_core::types::Value;

/// Set of the values that are NULL, with a bit for each value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Nulls(u64);

impl Nulls {
    /// Finds the NULLs among values. A key or an index has at most 61 columns, with the hash.
    pub(super) fn of(values: &[Value<'_>]) -> Self {
        let bit = |(i, value): (usize, &Value<'_>)| u64::from(*value == Value::Null) << i;
        Nulls(values.iter().enumerate().map(bit).sum())
    }

    pub(super) fn any(self) -> bool {
        self.0 != 0
    }
}

/// Returns the values that become parameters. NULL stands in the text.
pub(super) fn without_nulls<'v>(values: Vec<Value<'v>>) -> impl Iterator<Item = Value<'v>> {
    values.into_iter().filter(|value| *value != Value::Null)
}

/// Returns the columns, each with a parameter unless its value is NULL. `wanted` names the parameter.
fn sides(members: &[Member], nulls: Nulls, params: &mut Params, wanted: impl Fn(&str) -> String) -> Vec<Side<'static>> {
    let side = |(i, member): (usize, &Member)| Side {
        name: member.name,
        nullable: member.may_be_null,
        param: (nulls.0 >> i & 1 == 0).then(|| params.one(&wanted(member.name), *member)),
    };
    members.iter().enumerate().map(side).collect()
}

/// Writes the condition that the columns have the given values: `a = $a AND b IS NULL`.
pub(super) fn all_equal(members: &[Member], nulls: Nulls, params: &mut Params) -> String {
    let parts: Vec<String> = sides(members, nulls, params, str::to_owned).iter().map(Side::equal).collect();
    parts.join(" AND ")
}

/// Writes the condition for rows after a key in key order, or before it if descending.
pub(super) fn after(members: &[Member], nulls: Nulls, descending: bool, params: &mut Params) -> String {
    let rows = if descending { Rows::Before } else { Rows::After };
    condition(&sides(members, nulls, params, |name| format!("after_{name}")), rows)
}

/// Writes the condition for rows whose first columns are at least the given ones in key order (`From`), or less
/// (`Before`).
pub(super) fn prefix_end(members: &[Member], nulls: Nulls, rows: Rows, params: &mut Params) -> String {
    let end = if matches!(rows, Rows::From) { "from" } else { "to" };
    condition(&sides(members, nulls, params, |name| format!("{name}_{end}")), rows)
}

/// End of a range, without its value.
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

/// Writes the condition of the lower end. A comparison leaves out NULL, which sorts first.
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

/// Writes the condition of the upper end. It includes NULL if the lower end does.
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
