//! Conditions on key columns with the parameters of a statement; NULL is said in the text, as `order` explains.

use super::statement::{Member, Params};
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

    /// Whether any value is NULL.
    pub(super) fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the value at a position is NULL.
    fn at(self, position: usize) -> bool {
        self.0 >> position & 1 == 1
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
        param: (!nulls.at(i)).then(|| params.one(&wanted(member.name), *member)),
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

/// The rows whose first columns are at least these, in key order.
pub(super) fn from_prefix(members: &[Member], nulls: Nulls, params: &mut Params) -> String {
    condition(&sides(members, nulls, params, |name| format!("{name}_from")), Rows::From)
}

/// The rows whose first columns are less than these, in key order.
pub(super) fn before_prefix(members: &[Member], nulls: Nulls, params: &mut Params) -> String {
    condition(&sides(members, nulls, params, |name| format!("{name}_to")), Rows::Before)
}
