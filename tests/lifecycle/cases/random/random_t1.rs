//! The table `random/t1`.

use ydb_keys::YdbTable;

/// A row of the table `random/t1`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t1")]
#[ydb(store = column)]
#[ydb(primary_key(by_kind))]
#[ydb(partitioning(min = 64))]
pub struct T1 {
    pub by_kind: i32,
    pub c1: Option<f32>,
    #[ydb(rename = "a-b")]
    pub a_b: u8,
    #[ydb(rename = "by-kind", type = "JsonDocument")]
    pub by_kind_2: String,
}
