//! The table `random/t0`.

use std::time::SystemTime;

use ydb_keys::{Decimal, YdbTable};

// What this model does not declare of the table `random/t0`:
// - Settings of the index `ByKind`: AUTO_PARTITIONING_BY_LOAD = ENABLED.

/// A row of the table `random/t0`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t0")]
#[ydb(primary_key(c0, c1, self_value))]
#[ydb(read_replicas = "PER_AZ:1")]
#[ydb(index(ByKind, on(self_value)))]
#[ydb(allow(
    hot_index,
    reason = "TODO: every insert writes to the last partition of `ByKind`"
))]
pub struct T0 {
    pub c0: Vec<u8>,
    #[ydb(type = "Timestamp64")]
    pub c1: SystemTime,
    #[ydb(rename = "self", type = "Datetime64")]
    pub self_value: SystemTime,
    #[ydb(rename = "a-b")]
    pub a_b: Decimal<22, 9>,
}
