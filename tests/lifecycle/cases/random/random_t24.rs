//! The table `random/t24`.

use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `random/t24`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t24")]
#[ydb(store = column)]
#[ydb(primary_key(user_id))]
#[ydb(partitioning(min = 64))]
pub struct T24 {
    #[ydb(rename = "userId")]
    pub user_id: u64,
    pub c1: String,
    #[ydb(type = "Datetime")]
    pub c2: Option<SystemTime>,
    pub c3: f64,
    #[ydb(type = "Timestamp64")]
    pub c4: Option<SystemTime>,
    #[ydb(rename = "a-b")]
    pub a_b: Option<Uuid>,
}
