//! The table `random/t32`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t32`:
// - The changefeed `at` WITH (MODE = 'UPDATES', FORMAT = 'DYNAMODB_STREAMS_JSON', AWS_REGION =
//   'us-east-1', RETENTION_PERIOD = INTERVAL('P1D')): a model cannot declare AWS_REGION.
// - Settings of the index `by-kind`: AUTO_PARTITIONING_BY_LOAD = ENABLED.

/// A row of the table `random/t32`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t32")]
// TODO: the table has no rows that would show whether `type` is a hash of the columns after it. If
// it is, write `primary_key(type = xxh3(...), ...)` and remove its field.
#[ydb(primary_key(r#type, at))]
#[ydb(partitioning(by_size = off, at_keys((10), (100), (1000))))]
#[ydb(ttl(column = at, after = "P1DT2H3M4S", unit = seconds))]
#[ydb(bloom_filter)]
#[ydb(changefeed(id, mode = old_image, min_partitions = 3))]
#[ydb(index("by-kind", on(scan, a_b), async))]
#[ydb(index("a-b", on(r#type, at, scan), async))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `type` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
#[ydb(allow(partitioning_by_load, reason = "TODO: partitions are never split"))]
#[ydb(allow(
    hot_index,
    reason = "TODO: every insert writes to the last partition of `by-kind`"
))]
pub struct T32 {
    pub r#type: u64,
    pub at: Option<u32>,
    #[ydb(type = "Yson")]
    pub key: Option<Vec<u8>>,
    #[ydb(type = "Date", default = "2024-02-29")]
    pub scan: Option<SystemTime>,
    #[ydb(rename = "a-b", type = "Timestamp64")]
    pub a_b: Option<SystemTime>,
}
