//! The tables of YDB's documentation as a program: their DDL, migrations for goose and Flyway, the hashes in YQL.

use std::process::ExitCode;
use std::time::SystemTime;

use ydb_keys::YdbTable;

/// Orders with a growing id, spread by its hash.
#[derive(YdbTable)]
#[ydb(table = "orders")]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    customer_id: Option<u64>,
    amount: Option<f64>,
}

/// The events of each user lie together, in time order.
#[derive(YdbTable)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
struct UserEvent {
    userid: u64,
    timestamp: SystemTime,
    userevent: Option<String>,
}

/// Ad impressions and clicks for analytics, in a column table.
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

fn main() -> ExitCode {
    ydb_keys::cli::main(ydb_keys::schema![Order, UserEvent, AdEvent])
}
