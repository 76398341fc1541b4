//! Conditions that cut a table into ranges of its key, NULL included, which sorts before all values.

use std::fmt::Write as _;

use ydb_keys::schema::ColumnDef;
use ydb_keys::{Table, YdbType};
use ydb_keys_core::keys::order::{self, Rows, Side};

/// Which key columns of a bound are NULL. NULL is written into the text, because no comparison with it is true.
pub(crate) type Nulls = Vec<bool>;

/// The ends of a range: after one key, up to and including another one. `None` is the end of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ends {
    pub(crate) after: Option<Nulls>,
    pub(crate) upto: Option<Nulls>,
}

/// A column of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeyColumn<'a> {
    pub(crate) name: &'a str,
    /// The type with which a parameter is declared; `None` for a type that the client does not support.
    pub(crate) ty: Option<YdbType>,
    pub(crate) nullable: bool,
}

impl KeyColumn<'static> {
    /// The key column of a model.
    pub(super) const fn of(column: &ColumnDef) -> Self {
        KeyColumn { name: column.name, ty: Some(column.ty), nullable: column.is_nullable() }
    }
}

/// The key of a model's table, starting with the hash.
pub(super) fn key_of(table: &Table) -> impl Iterator<Item = KeyColumn<'static>> + Clone + use<> {
    let hash = table.hash.map(|hash| KeyColumn { name: hash.name, ty: Some(hash.ty()), nullable: false });
    hash.into_iter().chain(table.key_columns().map(KeyColumn::of))
}

/// A `DECLARE` for each parameter of a range, which are the bounds' values that are not NULL. A server can be
/// configured not to infer types (`EnableImplicitQueryParameterTypes`).
pub(super) fn declare<'a>(key: impl Iterator<Item = KeyColumn<'a>> + Clone, ends: &Ends) -> String {
    let mut out = String::new();
    for (bound, nulls) in [("after", &ends.after), ("upto", &ends.upto)] {
        for (position, (column, null)) in key.clone().zip(nulls.iter().flatten()).enumerate() {
            if let (Some(ty), false) = (column.ty, null) {
                // Writing to a String cannot fail.
                let _ = writeln!(out, "DECLARE {} AS {ty};", param(bound, position));
            }
        }
    }
    out
}

/// The name of a bound's parameter, such as `$after_0`. It has a number instead of the column's name, because not every
/// column name is valid for a parameter.
pub(crate) fn param(bound: &str, position: usize) -> String {
    format!("${bound}_{position}")
}

/// `WHERE ...`, with the line break before it; empty for the whole table.
pub(crate) fn condition<'a>(key: impl Iterator<Item = KeyColumn<'a>> + Clone, ends: &Ends) -> String {
    let bounds = [("after", &ends.after, Rows::After), ("upto", &ends.upto, Rows::UpTo)];
    let conditions: Vec<String> = bounds
        .into_iter()
        .filter_map(|(bound, nulls, rows)| {
            let nulls = nulls.as_ref()?;
            let side = |(position, (column, null)): (usize, (KeyColumn<'a>, &bool))| Side {
                name: column.name,
                nullable: column.nullable,
                param: (!null).then(|| param(bound, position)),
            };
            Some(order::condition(&key.clone().zip(nulls).enumerate().map(side).collect::<Vec<_>>(), rows))
        })
        .collect();
    match &conditions[..] {
        [] => String::new(),
        conditions => format!("\nWHERE {}", conditions.join(" AND ")),
    }
}
