//! The table `random/t12`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t12`:
// - The changefeed `id` WITH (MODE = 'UPDATES', FORMAT = 'DYNAMODB_STREAMS_JSON', AWS_REGION =
//   'us-east-1', RETENTION_PERIOD = INTERVAL('P1D')): a model cannot declare AWS_REGION.
// - Settings of the index `scan`: AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4.
// - Settings of the index `user_id`: AUTO_PARTITIONING_BY_SIZE = ENABLED,
//   AUTO_PARTITIONING_PARTITION_SIZE_MB = 500.

/// A row of the table `random/t12`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t12")]
#[ydb(primary_key(by_kind, c1, at))]
#[ydb(partitioning(by_size = off))]
#[ydb(family(hot, data = "ssd"))]
#[ydb(index(user_id, on(at), unique))]
#[ydb(index(scan, on(at), as = T12ScanIndex))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
#[ydb(allow(partitioning_by_load, reason = "TODO: partitions are never split"))]
pub struct T12 {
    #[ydb(rename = "by-kind", type = "Datetime64")]
    pub by_kind: SystemTime,
    pub c1: Option<SystemTime>,
    pub at: i64,
}
