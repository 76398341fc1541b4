use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/readings`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/readings")]
#[ydb(primary_key(sensor, at))]
pub struct Readings {
    pub sensor: String,
    pub at: SystemTime,
    pub value: f64,
}
