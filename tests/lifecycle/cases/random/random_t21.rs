//! The table `random/t21`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `random/t21`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t21")]
#[ydb(primary_key(c0, c1))]
#[ydb(bloom_filter)]
#[ydb(read_replicas = "PER_AZ:1")]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `c0` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct T21 {
    pub c0: u32,
    pub c1: String,
    pub c2: SystemTime,
}
