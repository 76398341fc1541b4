//! Conditions that cut a table into ranges of its key, NULL included, which sorts before all values.

use std::fmt::Write as _;

use crate::ddl::Name;
use crate::schema::ColumnDef;
use crate::types::YdbType;

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
pub(super) fn condition<'a>(key: impl Iterator<Item = KeyColumn<'a>>, ends: &Ends) -> String {
    let columns: Vec<KeyColumn<'_>> = key.collect();
    let after = ends.after.as_deref().map(|nulls| further(&columns, nulls, "after", '>'));
    let upto = ends.upto.as_deref().map(|nulls| further(&columns, nulls, "upto", '<'));
    let conditions: Vec<String> = after.into_iter().chain(upto).collect();
    match &conditions[..] {
        [] => String::new(),
        conditions => format!("\nWHERE {}", conditions.join(" AND ")),
    }
}

/// After the bound for `>`; before it or at it for `<`. YDB makes a range read of a comparison of tuples in key order;
/// columns that may hold NULL need it spelled out.
fn further(columns: &[KeyColumn<'_>], nulls: &[bool], bound: &str, sign: char) -> String {
    let or_equal = if sign == '<' { "=" } else { "" };
    if let [KeyColumn { name, nullable: false, .. }] = columns {
        return format!("{} {sign}{or_equal} {}", Name(name), param(bound, 0));
    }
    if columns.iter().all(|column| !column.nullable) {
        let names: Vec<String> = columns.iter().map(|column| Name(column.name).to_string()).collect();
        let params: Vec<String> = (0..columns.len()).map(|position| param(bound, position)).collect();
        return format!("({}) {sign}{or_equal} ({})", names.join(", "), params.join(", "));
    }
    let mut ways = Vec::new();
    let mut equal: Vec<String> = Vec::new();
    for (position, (KeyColumn { name, nullable, .. }, null)) in columns.iter().zip(nulls).enumerate() {
        let (name, param) = (Name(name), param(bound, position));
        let further = match (sign, null, nullable) {
            ('>', true, _) => Some(format!("{name} IS NOT NULL")),
            ('>', false, _) => Some(format!("{name} > {param}")),
            // Nothing sorts before NULL.
            (_, true, _) => None,
            (_, false, true) => Some(format!("({name} < {param} OR {name} IS NULL)")),
            (_, false, false) => Some(format!("{name} < {param}")),
        };
        ways.extend(further.map(|further| all(&equal, &further)));
        equal.push(match null {
            true => format!("{name} IS NULL"),
            false => format!("{name} = {param}"),
        });
    }
    if sign == '<' {
        ways.push(format!("({})", equal.join(" AND ")));
    }
    format!("({})", ways.join(" OR "))
}

fn all(equal: &[String], further: &str) -> String {
    let parts: Vec<&str> = equal.iter().map(String::as_str).chain([further]).collect();
    format!("({})", parts.join(" AND "))
}
