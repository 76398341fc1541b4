//! One difference between a live table and its model.

use std::fmt;

use serde::Serialize;

/// One difference between a live table and its model. Columns, indexes and settings are described as in the DDL.
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
    /// The hashes differ: the layouts of both sides. `live` is `None` if the table has no layout attribute, or the model's; then
    /// `rows` rows were sampled, and `differing` of them have a hash that differs from the model's.
    Hash { model: String, live: Option<String>, rows: u64, differing: u64 },
    /// One side is a row table, the other a column table.
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
    /// Rows have no value in the computed column of an index, so that scans of the index miss them.
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
    /// A changefeed of the table is not in the model, which declares others.
    ExtraChangefeed { name: String, changefeed: String },
    /// The settings of a changefeed differ.
    Changefeed { name: String, model: String, live: String },
}

/// A part of the model that could not be compared with the table, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotCompared {
    /// What: `default values`.
    pub what: String,
    /// Why: `SHOW CREATE TABLE is unavailable on this server (YDB 26.1 introduced it)`.
    pub why: String,
}

impl fmt::Display for NotCompared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not compared: {}: {}", self.what, self.why)
    }
}
