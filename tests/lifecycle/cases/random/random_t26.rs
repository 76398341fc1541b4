//! The table `random/t26`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `random/t26`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t26")]
#[ydb(store = column)]
#[ydb(primary_key(c0, c1))]
#[ydb(partitioning(min = 64))]
pub struct T26 {
    pub c0: u16,
    pub c1: String,
    #[ydb(rename = "2nd", type = "Yson")]
    pub _2nd: Option<Vec<u8>>,
    #[ydb(type = "Json")]
    pub at: Option<String>,
    pub c4: Option<i8>,
    #[ydb(type = "Datetime64")]
    pub limit: SystemTime,
}
