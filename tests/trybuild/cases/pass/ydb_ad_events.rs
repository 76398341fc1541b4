//! YDB's page on column tables: `PARTITION BY HASH (user_id, event_timestamp)`, and the time may lead the key.

use std::time::SystemTime;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "ad_events", store = column)]
#[ydb(primary_key(event_timestamp, user_id, campaign_id))]
#[ydb(partition_by_hash(user_id, event_timestamp))]
struct AdEvent {
    user_id: String,
    event_timestamp: SystemTime,
    event_id: Option<u64>,
    campaign_id: u64,
    ad_id: Option<u64>,
    event_type: Option<String>,
}

fn main() {
    assert!(AdEvent::TABLE.create_table().to_string().contains("PARTITION BY HASH (`user_id`, `event_timestamp`)"));
}
