//! The table `random/t10`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `random/t10`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t10")]
#[ydb(store = column)]
#[ydb(primary_key(c0, c1, c2))]
#[ydb(partitioning(min = 64))]
pub struct T10 {
    pub c0: u64,
    pub c1: Vec<u8>,
    pub c2: SystemTime,
    #[ydb(type = "Datetime64")]
    pub c3: Option<SystemTime>,
    #[ydb(type = "Date")]
    pub c4: SystemTime,
    #[ydb(type = "Datetime")]
    pub c5: SystemTime,
    pub limit: String,
    #[ydb(rename = "ByKind", type = "Datetime")]
    pub by_kind: SystemTime,
    #[ydb(rename = "BY_KIND")]
    pub by_kind_2: String,
}
