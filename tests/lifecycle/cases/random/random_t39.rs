//! The table `random/t39`.

use ydb_keys::YdbTable;

/// A row of the table `random/t39`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t39")]
#[ydb(primary_key(key, c1))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `random/t39` WHERE `key` IS NULL OR `c1` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(partitioning(by_size = off))]
#[ydb(ttl(column = c1, after = "P1DT2H3M4S", unit = seconds))]
#[ydb(allow(
    low_cardinality_leading_key,
    reason = "TODO: all rows with the same `key` are stored together"
))]
#[ydb(allow(partitioning_by_load, reason = "TODO: partitions are never split"))]
pub struct T39 {
    pub key: u8,
    pub c1: u32,
}
