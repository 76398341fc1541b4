//! The table `video/plans`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `video/plans`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "video/plans")]
#[ydb(primary_key(plan_id))]
pub struct Plans {
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
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
