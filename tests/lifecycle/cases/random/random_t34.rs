//! The table `random/t34`.

use std::time::SystemTime;

use ydb_keys::{Decimal, YdbTable};

// What this model does not declare of the table `random/t34`:
// - Settings of the index `BY_KIND`: AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 50.

/// A row of the table `random/t34`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t34")]
#[ydb(primary_key(c0, c1, self_value))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `random/t34` WHERE `c0` IS NULL OR `c1` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(partitioning(by_size = off))]
#[ydb(ttl(column = by_kind, after = "PT0S"))]
#[ydb(index(BY_KIND, on(self_value), async))]
#[ydb(index(ByKind, on(self_value, c5), async, as = T34ByKindIndex))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `c0` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(partitioning_by_load, reason = "TODO: partitions are never split"))]
pub struct T34 {
    pub c0: i16,
    pub c1: i8,
    #[ydb(rename = "self")]
    pub self_value: String,
    #[ydb(type = "Datetime")]
    pub by_kind: Option<SystemTime>,
    pub kind: Decimal<22, 9>,
    pub c5: u8,
}
