// The documentation: partitioned by user_id.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "ad_events")]
#[ydb(store = column)]
#[ydb(primary_key(event_timestamp, user_id, campaign_id))]
#[ydb(partition_by_hash(user_id))]
struct AdEvent {
    user_id: String,
    event_timestamp: SystemTime,
    event_id: Option<u64>,
    campaign_id: u64,
    ad_id: Option<u64>,
    event_type: Option<String>,
}

fn main() {}
