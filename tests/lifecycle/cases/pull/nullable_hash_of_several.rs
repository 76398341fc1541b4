use ydb_keys::YdbTable;

/// A row of the table `lines`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "lines")]
// `line_hash` was xxh3(order, line) in the only sampled row.
#[ydb(primary_key(line_hash = xxh3(order, line), order, line))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `lines` WHERE `line_hash` IS NULL OR `line` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
pub struct Lines {
    pub order: String,
    pub line: i32,
}
