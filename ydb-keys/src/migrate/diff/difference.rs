//! One thing in which a live table differs from its model.

use std::fmt;

use serde::Serialize;

/// One thing in which a live table differs from its model. Texts of columns, indexes and settings are those of the DDL.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "difference", rename_all = "snake_case")]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are the two sides, or the names of what is meant")]
pub enum Difference {
    /// There is no table at the path.
    MissingTable,
    /// A column of the model is not in the table; `column` is its definition.
    MissingColumn { name: String, column: String },
    /// A column of the table is not in the model.
    ExtraColumn { name: String, column: String },
    /// Another type.
    ColumnType { name: String, model: String, live: String },
    /// NOT NULL on one side only.
    NotNull { name: String, model: bool, live: bool },
    /// Another default, `None` for none.
    Default { name: String, model: Option<String>, live: Option<String> },
    /// Filled by a sequence on one side only.
    Serial { name: String, model: bool, live: bool },
    /// Another column family.
    ColumnFamily { name: String, model: String, live: String },
    /// Other key columns, or another order of them.
    PrimaryKey { model: Vec<String>, live: Vec<String> },
    /// The hash is computed otherwise: the layouts of both sides. `live` is `None` where the table does not tell its layout
    /// and rows were looked at.
    Hash { model: String, live: Option<String>, rows: u64, differing: u64 },
    /// Row table on one side, column table on the other.
    Store { model: String, live: String },
    /// Other columns choose the partition of a column table.
    PartitionBy { model: Vec<String>, live: Vec<String> },
    /// An index of the model is not in the table.
    MissingIndex { name: String, index: String },
    /// An index of the table is not in the model.
    ExtraIndex { name: String, index: String },
    /// Other columns, another order, another cover or another kind.
    Index { name: String, model: String, live: String },
    /// The index is not built yet.
    IndexNotReady { name: String },
    /// Another time to live, `None` for none.
    Ttl { model: Option<String>, live: Option<String> },
    /// Another setting of the table: one of automatic partitioning, or a setting of one value.
    Setting { name: String, model: String, live: String },
    /// Another setting of a column family; `live` is `None` where the table has no such family.
    Family { name: String, model: String, live: Option<String> },
}

/// Something of the model that could not be held against the table, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotCompared {
    /// What: `default values`.
    pub what: String,
    /// Why: `this server does not know SHOW CREATE TABLE (YDB 26.1)`.
    pub why: String,
}

impl fmt::Display for NotCompared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not compared: {}: {}", self.what, self.why)
    }
}
