//! Models of the tables of YDB's documentation.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// Order of a shop. Order ids grow, so a hash of the id leads the key and spreads new orders over all partitions.
#[derive(YdbTable)]
#[ydb(table = "orders")]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
pub(crate) struct Order {
    pub(crate) order_id: u64,
    pub(crate) customer_id: Option<u64>,
    pub(crate) amount: Option<f64>,
}

/// Event of a user. The events of one user lie together, in time order. Two events in one microsecond would be one row.
#[derive(YdbTable)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
pub(crate) struct UserEvent {
    pub(crate) userid: u64,
    pub(crate) timestamp: SystemTime,
    pub(crate) userevent: Option<String>,
}

/// Ad impression or click for analytics, in a column table.
#[derive(YdbTable)]
#[ydb(table = "ad_events", store = column)]
#[ydb(primary_key(event_timestamp, user_id, campaign_id))]
#[ydb(partition_by_hash(user_id, event_timestamp))]
pub(crate) struct AdEvent {
    pub(crate) user_id: String,
    pub(crate) event_timestamp: SystemTime,
    pub(crate) event_id: Option<u64>,
    pub(crate) campaign_id: u64,
    pub(crate) ad_id: Option<u64>,
    pub(crate) event_type: Option<String>,
}
