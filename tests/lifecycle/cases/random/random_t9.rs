//! The table `random/t9`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `random/t9`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t9")]
#[ydb(store = column)]
#[ydb(primary_key(self_value, by_kind))]
#[ydb(partitioning(min = 64))]
pub struct T9 {
    #[ydb(rename = "self", type = "Timestamp64")]
    pub self_value: SystemTime,
    #[ydb(rename = "ByKind")]
    pub by_kind: i16,
    #[ydb(rename = "userId", type = "Date")]
    pub user_id: Option<SystemTime>,
    pub c3: Option<u32>,
    pub c4: Option<bool>,
    pub c5: Option<String>,
    #[ydb(rename = "BY_KIND", type = "Json")]
    pub by_kind_2: String,
    pub c7: bool,
}
