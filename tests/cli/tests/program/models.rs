//! Models that the program runs with.
#![allow(dead_code, reason = "the models are read as schemas, no rows are made")]

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
pub(crate) struct Order {
    order_id: u64,
    customer_id: Option<u64>,
    amount: Option<f64>,
}

#[derive(YdbTable)]
#[ydb(table = "log/user_events", primary_key(userhash = xxh3(userid, site), userid, site, timestamp))]
pub(crate) struct UserEvent {
    userid: u64,
    site: String,
    timestamp: SystemTime,
    userevent: Option<String>,
}

#[derive(YdbTable)]
#[ydb(table = "ad_events", store = column, primary_key(event_timestamp, user_id))]
#[ydb(partition_by_hash(user_id))]
pub(crate) struct AdEvent {
    user_id: String,
    event_timestamp: SystemTime,
}

/// Table with a default value that contains everything a tool could mistake for its own syntax.
#[derive(YdbTable)]
#[ydb(table = "quotes", primary_key(id))]
pub(crate) struct Quote {
    id: String,
    #[ydb(default = "it's \"${x}\"; -- \\")]
    text: String,
}

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(id))]
pub(crate) struct SecondOrder {
    id: String,
}
