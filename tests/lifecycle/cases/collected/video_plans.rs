//! The table `video/plans`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `video/plans`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "video/plans")]
#[ydb(primary_key(plan_id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `video/plans` WHERE `plan_id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
pub struct Plans {
    pub plan_id: Vec<u8>,
    pub title: Option<Vec<u8>>,
    pub storage_gb: Option<i64>,
    pub most_videos: Option<i64>,
    pub price: Option<f64>,
    pub cycle: Option<Vec<u8>>,
    #[ydb(type = "Json")]
    pub features: Option<String>,
    pub made_at: Option<SystemTime>,
}
