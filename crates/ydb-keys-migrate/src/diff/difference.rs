//! Difference between a live table and its model, as data and as a sentence.

use std::fmt;

use serde::Serialize;
use ydb_keys_core::ddl::{Name, Names};
use ydb_keys_core::error::Printable;

use super::counted;

/// Difference between a live table and its model. Columns, indexes and settings are described in the form of the DDL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "difference", rename_all = "snake_case")]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are the two sides, or the names of what is meant")]
pub enum Difference {
    /// The table does not exist.
    MissingTable,
    /// A column of the model is not in the table; `column` is its definition.
    MissingColumn { name: String, column: String },
    /// A column of the table is not in the model; `renamed_to` is a field that may be this column under another name.
    ExtraColumn {
        name: String,
        column: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        renamed_to: Option<String>,
    },
    /// The types differ.
    ColumnType { name: String, model: String, live: String },
    /// Only one side is NOT NULL.
    NotNull { name: String, model: bool, live: bool },
    /// The defaults differ; `None` means no default.
    Default { name: String, model: Option<String>, live: Option<String> },
    /// Only one side is filled by a sequence.
    Serial { name: String, model: bool, live: bool },
    /// The column families differ.
    ColumnFamily { name: String, model: String, live: String },
    /// The key columns or their order differ.
    PrimaryKey { model: Vec<String>, live: Vec<String> },
    /// The hashes differ; both sides are layouts. `live` is `None` if the table has no layout attribute, or if it has
    /// the model's. Then `rows` rows were sampled, and `differing` of them have a hash that differs from the model's.
    Hash { model: String, live: Option<String>, rows: u64, differing: u64 },
    /// A row table is on one side, and a column table on the other.
    Store { model: String, live: String },
    /// The columns that choose the partition of a column table differ.
    PartitionBy { model: Vec<String>, live: Vec<String> },
    /// An index of the model is not in the table.
    MissingIndex { name: String, index: String },
    /// An index of the table is not in the model.
    ExtraIndex { name: String, index: String },
    /// The columns of an index, their order, its covered columns or its kind differ.
    Index { name: String, model: String, live: String },
    /// A setting of an index's partitioning differs.
    IndexSetting { index: String, name: String, model: String, live: String },
    /// Some rows have no value in the computed column of an index, and scans of the index miss them.
    NotFilled { column: String, index: String },
    /// The index is not built yet.
    IndexNotReady { name: String },
    /// The time to live differs; `None` means none.
    Ttl { model: Option<String>, live: Option<String> },
    /// A setting of the table differs: one of automatic partitioning, or a setting of one value.
    Setting { name: String, model: String, live: String },
    /// The settings of a column family differ; `live` is `None` if the table does not have the family.
    Family { name: String, model: String, live: Option<String> },
    /// A changefeed of the model is not in the table.
    MissingChangefeed { name: String, changefeed: String },
    /// A changefeed of the table is not in the model, although the model declares changefeeds.
    ExtraChangefeed { name: String, changefeed: String },
    /// The settings of a changefeed differ.
    Changefeed { name: String, model: String, live: String },
}

/// Part of the model that could not be compared with the table, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotCompared {
    /// Description of the part: `default values`.
    pub what: String,
    /// Reason: `SHOW CREATE TABLE is unavailable on this server (YDB 26.1 introduced it)`.
    pub why: String,
}

impl fmt::Display for NotCompared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not compared: {}: {}", self.what, self.why)
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::MissingTable => f.write_str("the table does not exist"),
            Difference::MissingColumn { column, .. } => write!(f, "column {column}: only in the model"),
            Difference::ExtraColumn { column, renamed_to: None, .. } => write!(f, "column {column}: only in the table"),
            Difference::ExtraColumn { name, column, renamed_to: Some(field) } => write!(
                f,
                "column {column}: only in the table; if this is a rename, write `#[ydb(rename = {name:?})]` on the field \
                 `{field}`"
            ),
            Difference::ColumnType { name, model, live } => {
                write!(f, "column {}: {}", Name(name), sides(model, live))
            }
            Difference::NotNull { name, model, live } => {
                let text = |not_null: bool| if not_null { "NOT NULL" } else { "may be NULL" };
                write!(f, "column {}: {}", Name(name), sides(text(*model), text(*live)))
            }
            Difference::Default { name, model, live } => {
                let text = |side: &Option<String>| match side {
                    Some(value) => format!("default {value}"),
                    None => "no default".to_owned(),
                };
                write!(f, "column {}: {}", Name(name), sides(text(model), text(live)))
            }
            Difference::Serial { name, model, live } => {
                let text = |serial: bool| if serial { "serial" } else { "not serial" };
                write!(f, "column {}: {}", Name(name), sides(text(*model), text(*live)))
            }
            Difference::ColumnFamily { name, model, live } => {
                let (model, live) = (format!("family {}", Name(model)), format!("family {}", Name(live)));
                write!(f, "column {}: {}", Name(name), sides(model, live))
            }
            Difference::PrimaryKey { model, live } => {
                write!(f, "primary key: {}", sides(columns(model), columns(live)))
            }
            Difference::Hash { model, live: Some(live), .. } => {
                write!(f, "layout of the key:{}", below(model, Printable(live)))
            }
            Difference::Hash { model, live: None, rows, differing } => {
                let (rows, have) = (counted(*rows, "sampled row"), if *differing == 1 { "has" } else { "have" });
                write!(f, "hash: {differing} of {rows} {have} a hash that differs from the model's")?;
                write!(f, "\n  model: {model}")
            }
            Difference::Store { model, live } => {
                write!(f, "store: {}", sides(format!("{model} table"), format!("{live} table")))
            }
            Difference::PartitionBy { model, live } => {
                write!(f, "PARTITION BY HASH: {}", sides(columns(model), columns(live)))
            }
            Difference::MissingIndex { index, .. } => write!(f, "{}: only in the model", lower(index)),
            Difference::ExtraIndex { index, .. } => write!(f, "{}: only in the table", lower(index)),
            Difference::Index { name, model, live } => {
                write!(f, "index {}:{}", Name(name), below(model, live))
            }
            Difference::IndexSetting { index, name, model, live } => {
                write!(f, "index {}: {name}: {}", Name(index), sides(model, live))
            }
            Difference::NotFilled { column, index } => {
                let (column, index) = (Name(column), Name(index));
                write!(f, "column {column}: rows have no value, so scans of the index {index} miss them")
            }
            Difference::IndexNotReady { name } => write!(f, "index {}: not built yet", Name(name)),
            Difference::Ttl { model, live } => {
                let text = |side: &Option<String>| side.clone().unwrap_or_else(|| "none".to_owned());
                write!(f, "TTL: {}", sides(text(model), text(live)))
            }
            Difference::Setting { name, model, live } => write!(f, "{name}: {}", sides(model, live)),
            Difference::Family { model, live: Some(live), name } => {
                write!(f, "family {}:{}", Name(name), below(model, live))
            }
            Difference::Family { model, live: None, .. } => write!(f, "{}: only in the model", lower(model)),
            Difference::MissingChangefeed { changefeed, .. } => write!(f, "{}: only in the model", lower(changefeed)),
            Difference::ExtraChangefeed { changefeed, .. } => write!(f, "{}: only in the table", lower(changefeed)),
            Difference::Changefeed { name, model, live } => {
                write!(f, "changefeed {}:{}", Name(name), below(model, live))
            }
        }
    }
}

/// Writes both sides on one line.
fn sides(model: impl fmt::Display, live: impl fmt::Display) -> String {
    format!("{model} in the model, {live} in the table")
}

/// Writes both sides on lines of their own, to compare them by eye.
fn below(model: impl fmt::Display, live: impl fmt::Display) -> String {
    format!("\n  model: {model}\n  table: {live}")
}

/// Writes a definition with its first word in lower case, as other sentences begin.
fn lower(text: &str) -> String {
    let (word, rest) = text.split_at(text.find(' ').unwrap_or(0));
    word.to_ascii_lowercase() + rest
}

fn columns(names: &[String]) -> String {
    format!("({})", Names(names.iter().map(String::as_str)))
}
