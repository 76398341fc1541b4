//! The table `random/t14`.

use std::time::{Duration, SystemTime};

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t14`:
// - The changefeed `id` WITH (MODE = 'UPDATES', FORMAT = 'DYNAMODB_STREAMS_JSON', AWS_REGION =
//   'us-east-1', RETENTION_PERIOD = INTERVAL('P1D')): a model cannot declare AWS_REGION.

/// A row of the table `random/t14`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t14")]
// TODO: the table has no rows that would show whether `c0` is a hash of the columns after it. If it
// is, write `primary_key(c0 = xxh3(...), ...)` and remove its field.
#[ydb(primary_key(c0, key, c2))]
#[ydb(partitioning(uniform = 4))]
#[ydb(changefeed(at, mode = updates))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `c0` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct T14 {
    pub c0: u64,
    pub key: i64,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(type = "Interval64")]
    pub c2: Option<Duration>,
    #[ydb(type = "Datetime64")]
    pub c3: Option<SystemTime>,
    #[ydb(rename = "ByKind")]
    pub by_kind: u64,
    pub c5: f32,
    #[ydb(rename = "a-b", type = "Yson")]
    pub a_b: Vec<u8>,
    pub c7: Option<u64>,
    #[ydb(type = "DyNumber")]
    pub scan: String,
    pub kind: Option<u64>,
}
