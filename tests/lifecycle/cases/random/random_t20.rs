//! The table `random/t20`.

use ydb_keys::YdbTable;

/// A row of the table `random/t20`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t20")]
#[ydb(primary_key(by_kind, limit_value))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `random/t20` WHERE `by_kind` IS NULL OR `limit` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(partitioning(by_load, min = 4, max = 50))]
#[ydb(read_replicas = "PER_AZ:1")]
#[ydb(allow(
    low_cardinality_leading_key,
    reason = "TODO: all rows with the same `by_kind` are stored together"
))]
pub struct T20 {
    pub by_kind: i8,
    #[ydb(rename = "limit")]
    pub limit_value: u8,
}
