//! The table `random/t16`.

use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t16`:
// - Settings of the index `scan`: AUTO_PARTITIONING_BY_SIZE = ENABLED,
//   AUTO_PARTITIONING_PARTITION_SIZE_MB = 500.
// - Of the family `hot`: CACHE_MODE = "in_memory".

/// A row of the table `random/t16`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t16")]
#[ydb(primary_key(c0))]
#[ydb(partitioning(by_size = 500))]
#[ydb(ttl(column = c0, after = "P1DT2H3M4S"))]
#[ydb(family(hot, compression = "off"))]
#[ydb(index(scan, on(c2, key, at), async, as = T16ScanIndex))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
#[ydb(allow(
    hot_index,
    reason = "TODO: every insert writes to the last partition of `scan`"
))]
pub struct T16 {
    pub c0: SystemTime,
    #[ydb(type = "Date", default = "2024-02-29", family = "hot")]
    pub c1: SystemTime,
    #[ydb(type = "Datetime64", family = "hot")]
    pub c2: SystemTime,
    #[ydb(type = "Datetime")]
    pub key: SystemTime,
    pub at: i8,
    #[ydb(type = "DyNumber", family = "hot")]
    pub kind: String,
    pub c6: Option<Uuid>,
    #[ydb(type = "Json", family = "hot")]
    pub scan: String,
}
