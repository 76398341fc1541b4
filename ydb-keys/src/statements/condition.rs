//! Conditions on key columns that keep YDB's key order, NULL included, which sorts before all values.
//!
//! Whether a value is NULL is said in the text, `column IS NULL`, and never tested of a parameter: so YDB makes key ranges of the
//! whole condition. A comparison of tuples is range by range what the spelled-out form is, `a > $a OR (a = $a AND b > $b)`
//! (`ExpandTupleBinOp` in yql/essentials/core/extract_predicate); NULL forces the latter.

use super::statement::{Member, Params};
use crate::ddl::Name;
use crate::types::Value;

/// Which of some values are NULL, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Nulls(u64);

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

/// A column and the parameter that it is compared with; none where the value is NULL.
struct Side {
    member: Member,
    param: Option<String>,
}

impl Side {
    /// The columns, with a parameter for each value that is not NULL.
    fn all(members: &[Member], nulls: Nulls, params: &mut Params, prefix: &str) -> Vec<Side> {
        let side = |(i, member): (usize, &Member)| Side {
            member: *member,
            param: (!nulls.at(i)).then(|| params.one(&format!("{prefix}{}", member.name), *member)),
        };
        members.iter().enumerate().map(side).collect()
    }

    fn equal(&self) -> String {
        let column = Name(self.member.name);
        match &self.param {
            Some(param) => format!("{column} = {param}"),
            None => format!("{column} IS NULL"),
        }
    }

    /// The ways in which the column is after the value, or before it when descending.
    fn further(&self, descending: bool) -> Vec<String> {
        let column = Name(self.member.name);
        match (&self.param, descending) {
            (Some(param), false) => vec![format!("{column} > {param}")],
            (Some(param), true) if self.member.optional => {
                vec![format!("{column} < {param}"), format!("{column} IS NULL")]
            }
            (Some(param), true) => vec![format!("{column} < {param}")],
            (None, false) => vec![format!("{column} IS NOT NULL")],
            // Nothing sorts before NULL.
            (None, true) => Vec::new(),
        }
    }
}

/// `a = $a AND b IS NULL` over the given columns.
pub(super) fn all_equal(members: &[Member], nulls: Nulls, params: &mut Params) -> String {
    let parts: Vec<String> = Side::all(members, nulls, params, "").iter().map(Side::equal).collect();
    parts.join(" AND ")
}

/// The rows after a key in key order, or before it when descending.
pub(super) fn after(members: &[Member], nulls: Nulls, descending: bool, params: &mut Params) -> String {
    let sides = Side::all(members, nulls, params, "after_");
    let ways = further(&sides, descending);
    match &ways[..] {
        [] => "false".to_owned(),
        [way] => way.clone(),
        ways => format!("({})", ways.join(" OR ")),
    }
}

/// The ways in which columns are after a key, compared one after the other.
fn further(sides: &[Side], descending: bool) -> Vec<String> {
    let Some((first, rest)) = sides.split_first() else { return Vec::new() };
    if !rest.is_empty() && sides.iter().all(|side| !side.member.optional) {
        return vec![tuple(sides, descending)];
    }
    let mut ways = first.further(descending);
    match &further(rest, descending)[..] {
        [] => {}
        [way] => ways.push(format!("({} AND {way})", first.equal())),
        rest => ways.push(format!("({} AND ({}))", first.equal(), rest.join(" OR "))),
    }
    ways
}

/// `(a, b) > ($a, $b)`, of columns that are never NULL.
fn tuple(sides: &[Side], descending: bool) -> String {
    let columns: Vec<String> = sides.iter().map(|side| Name(side.member.name).to_string()).collect();
    let params: Vec<&str> = sides.iter().filter_map(|side| side.param.as_deref()).collect();
    format!("({}) {} ({})", columns.join(", "), if descending { '<' } else { '>' }, params.join(", "))
}
