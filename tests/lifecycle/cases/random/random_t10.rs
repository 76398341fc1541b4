//! The table `random/t10`.

use ydb_keys::{Decimal, YdbTable};

/// A row of the table `random/t10`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t10")]
#[ydb(store = column)]
#[ydb(primary_key(user_id, c1, c2))]
#[ydb(partitioning(min = 64))]
pub struct T10 {
    #[ydb(rename = "userId")]
    pub user_id: Decimal<22, 9>,
    pub c1: i8,
    pub c2: i64,
    pub at: i64,
    #[ydb(type = "Json")]
    pub id: Option<String>,
    #[ydb(rename = "self")]
    pub self_value: Option<u16>,
    pub by_kind: Option<u32>,
    pub c7: Vec<u8>,
    #[ydb(rename = "by-kind")]
    pub by_kind_2: u32,
    #[ydb(rename = "a-b")]
    pub a_b: Option<u64>,
}
