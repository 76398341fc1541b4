//! The table `random/t19`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `random/t19`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t19")]
#[ydb(primary_key(c0, kind, c2))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `random/t19` WHERE `c0` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(index("by-kind", on(c2)))]
#[ydb(allow(
    low_cardinality_leading_key,
    reason = "TODO: all rows with the same `c0` are stored together"
))]
#[ydb(allow(
    hot_index,
    reason = "TODO: every insert writes to the last partition of `by-kind`"
))]
pub struct T19 {
    pub c0: u8,
    pub kind: String,
    pub c2: SystemTime,
    #[ydb(rename = "a-b")]
    pub a_b: i8,
}
