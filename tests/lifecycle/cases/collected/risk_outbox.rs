//! The table `risk/outbox`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `risk/outbox`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "risk/outbox")]
#[ydb(primary_key(message_id))]
#[ydb(partitioning(by_load))]
#[ydb(index(idx_outbox_next, on(state, next_try_at, made_at)))]
pub struct Outbox {
    pub message_id: String,
    pub root_type: String,
    pub root_id: String,
    pub root_revision: u64,
    pub message_type: String,
    pub topic: String,
    pub order_key: String,
    #[ydb(type = "JsonDocument")]
    pub body: String,
    #[ydb(type = "JsonDocument")]
    pub headers: Option<String>,
    pub state: String,
    pub tries: u32,
    pub next_try_at: Option<SystemTime>,
    pub made_at: SystemTime,
    pub sent_at: Option<SystemTime>,
}
