//! The table `random/t21`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `random/t21`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t21")]
#[ydb(primary_key(a_b, c1))]
#[ydb(read_replicas = "PER_AZ:1")]
#[ydb(changefeed(id, mode = updates))]
#[ydb(changefeed(at, mode = updates))]
#[ydb(allow(
    low_cardinality_leading_key,
    reason = "TODO: all rows with the same `a-b` are stored together"
))]
pub struct T21 {
    #[ydb(rename = "a-b")]
    pub a_b: i8,
    #[ydb(type = "Date")]
    pub c1: SystemTime,
    pub c2: u16,
    #[ydb(default = -0.5)]
    pub c3: Option<f64>,
    #[ydb(rename = "2nd", type = "Datetime")]
    pub _2nd: Option<SystemTime>,
    pub scan: f64,
}
