use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/ad_events`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/ad_events")]
#[ydb(store = column)]
#[ydb(primary_key(event_timestamp, user_id, campaign_id))]
#[ydb(partition_by_hash(user_id, event_timestamp))]
#[ydb(partitioning(min = 4))]
pub struct AdEvents {
    pub user_id: String,
    pub event_timestamp: SystemTime,
    pub event_id: Option<u64>,
    pub campaign_id: u64,
    pub event_type: Option<String>,
}
