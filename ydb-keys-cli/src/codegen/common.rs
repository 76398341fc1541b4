//! What all languages share: conditions and lists of columns in YQL, units of types, string literals.

use ydb_keys::__internal::ddl::Name;
pub(super) use ydb_keys::__internal::types::limits;
use ydb_keys::YdbType;

use super::name::unique;
use super::table::{Computed, KeyTable, Range};

/// What the first line of each file says, so that nothing else is ever replaced.
pub(crate) const MARK: &str = "by `ydb-keys keys --lang";

/// Microseconds in the unit of a time type.
pub(super) fn unit(ty: YdbType) -> Option<u64> {
    match ty {
        YdbType::Date | YdbType::Date32 => Some(86_400_000_000),
        YdbType::Datetime | YdbType::Datetime64 => Some(1_000_000),
        YdbType::Timestamp | YdbType::Timestamp64 => Some(1),
        _ => None,
    }
}

pub(super) fn is_interval(ty: YdbType) -> bool {
    matches!(ty, YdbType::Interval | YdbType::Interval64)
}

pub(super) fn is_bytes(ty: YdbType) -> bool {
    matches!(ty, YdbType::Utf8 | YdbType::String)
}

/// Whether a computed column has an input of a type.
pub(super) fn has_input(table: &KeyTable, hash: &Computed, is_it: fn(YdbType) -> bool) -> bool {
    hash.inputs.iter().any(|&input| is_it(table.key[input].ty))
}

/// The names of a key's fields.
pub(super) struct Names {
    /// Those of its columns.
    pub(super) key: Vec<String>,
    /// Those of the computed columns, that of the key first.
    pub(super) computed: Vec<String>,
}

impl Names {
    /// In a language's case, none of them one of the reserved words.
    pub(super) fn of(table: &KeyTable, reserved: &str, case: fn(&str) -> String) -> Self {
        let mut taken: Vec<String> = reserved.split_whitespace().map(str::to_owned).collect();
        Names {
            key: table.key.iter().map(|column| unique(case(&column.name), &mut taken)).collect(),
            computed: table.computed().map(|hash| unique(case(&hash.name), &mut taken)).collect(),
        }
    }
}

/// A string literal, which all four languages read alike.
pub(super) fn literal(text: &str) -> String {
    // A string is always written.
    serde_json::to_string(text).unwrap_or_default()
}

/// Name and parameter of all columns that a key gives a row: the computed ones, then the key's own.
pub(super) fn stored(table: &KeyTable) -> impl Iterator<Item = (&str, &str)> {
    let computed = table.computed().map(|hash| (hash.name.as_str(), hash.parameter.as_str()));
    computed.chain(table.key.iter().map(|column| (column.name.as_str(), column.parameter.as_str())))
}

/// The columns that a key gives a row, for `UPSERT INTO .. (..)`.
pub(super) fn columns(table: &KeyTable) -> String {
    join(stored(table).map(|(name, _)| Name(name).to_string()), ", ")
}

/// Their parameters, for `VALUES (..)`.
pub(super) fn values(table: &KeyTable) -> String {
    join(stored(table).map(|(_, parameter)| format!("${parameter}")), ", ")
}

/// The condition of one row.
pub(super) fn point(table: &KeyTable) -> String {
    condition(table, table.key.len(), false)
}

/// The condition of a range, without its bounds; empty if nothing is fixed.
pub(super) fn range(table: &KeyTable, range: Range) -> String {
    condition(table, range.fixed, range.every_bucket)
}

fn condition(table: &KeyTable, fixed: usize, every_bucket: bool) -> String {
    let sign = if every_bucket { "IN" } else { "=" };
    let hash = table.hash.iter().map(|hash| format!("{} {sign} ${}", Name(&hash.name), hash.parameter));
    let key = table.key.iter().take(fixed).map(|column| format!("{} = ${}", Name(&column.name), column.parameter));
    join(hash.chain(key), " AND ")
}

/// The rows of a range, in words: ``Rows of `userid`, in every bucket``.
pub(super) fn rows_of(range: Range, fields: &[String]) -> String {
    let names = join(fields.iter().take(range.fixed).map(|field| format!("`{field}`")), ", ");
    match (range.fixed, range.every_bucket) {
        (0, true) => "Rows of every bucket".to_owned(),
        (0, false) => "Rows".to_owned(),
        (_, true) => format!("Rows of {names}, in every bucket"),
        (_, false) => format!("Rows of {names}"),
    }
}

/// What a key computes, in words after its table: `; computed: userhash = xxh3(userid)`; empty if it computes nothing.
pub(super) fn computes(table: &KeyTable) -> String {
    let all = join(table.computed().map(|hash| described(table, hash)), ", ");
    if all.is_empty() { all } else { format!("; computed: {all}") }
}

fn described(table: &KeyTable, hash: &Computed) -> String {
    let inputs = join(hash.inputs.iter().map(|&input| table.key[input].name.clone()), ", ");
    let modulo = hash.buckets.map(|buckets| format!(" % {buckets}")).unwrap_or_default();
    format!("{} = {}({inputs}){modulo}", hash.name, hash.function)
}

pub(super) fn join(parts: impl Iterator<Item = String>, by: &str) -> String {
    parts.collect::<Vec<_>>().join(by)
}
