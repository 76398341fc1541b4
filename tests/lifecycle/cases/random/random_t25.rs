//! The table `random/t25`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t25`:
// - Settings of the index `ByKind`: AUTO_PARTITIONING_BY_SIZE = ENABLED,
//   AUTO_PARTITIONING_PARTITION_SIZE_MB = 500.

/// A row of the table `random/t25`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t25")]
#[ydb(primary_key(c0))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `random/t25` WHERE `c0` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(family(hot, compression = "lz4"))]
#[ydb(index(ByKind, on(c0, by_kind), cover(key), async))]
pub struct T25 {
    pub c0: String,
    #[ydb(type = "Timestamp64", family = "hot")]
    pub key: Option<SystemTime>,
    #[ydb(type = "Yson")]
    pub at: Vec<u8>,
    pub limit: Option<i32>,
    #[ydb(rename = "ByKind", type = "DyNumber", family = "hot")]
    pub by_kind: String,
}
