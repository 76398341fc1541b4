//! YDB's page on column tables, unsatisfactory: partitioned by the hash of `event_timestamp` alone.

use std::time::SystemTime;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "ad_events", store = column)]
#[ydb(primary_key(event_timestamp, user_id, campaign_id))]
#[ydb(partition_by_hash(event_timestamp))]
struct AdEvent {
    user_id: String,
    event_timestamp: SystemTime,
    event_id: Option<u64>,
    campaign_id: u64,
    ad_id: Option<u64>,
    event_type: Option<String>,
}

fn main() {}
