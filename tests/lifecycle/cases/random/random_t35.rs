//! The table `random/t35`.

use std::time::{Duration, SystemTime};

use ydb_keys::{Decimal, YdbTable};

// What this model does not declare of the table `random/t35`:
// - Settings of the index `type`: AUTO_PARTITIONING_BY_SIZE = ENABLED,
//   AUTO_PARTITIONING_PARTITION_SIZE_MB = 500.

/// A row of the table `random/t35`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t35")]
#[ydb(primary_key(c0, c1))]
#[ydb(partitioning(by_size = off, by_load, min = 4))]
#[ydb(ttl(column = c1, after = "P1D", unit = seconds))]
#[ydb(index("by-kind", on(c0, at, self_value), cover(c5), async))]
#[ydb(index("type", on(c1, at), unique))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `c0` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct T35 {
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    pub c0: Duration,
    pub c1: Option<u32>,
    #[ydb(type = "DyNumber")]
    pub at: String,
    pub c3: f64,
    #[ydb(rename = "self", default = "2024-01-31T12:00:00.123456Z")]
    pub self_value: SystemTime,
    pub c5: Option<u16>,
    pub c6: Option<Decimal<22, 9>>,
}
