//! The table `risk/inbox`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `risk/inbox`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "risk/inbox")]
#[ydb(primary_key(reader, message_id))]
#[ydb(partitioning(by_load))]
#[ydb(index(idx_inbox_state, on(state, got_at)))]
pub struct Inbox {
    pub reader: String,
    pub message_id: String,
    pub message_type: String,
    pub got_at: SystemTime,
    pub done_at: Option<SystemTime>,
    pub state: String,
    pub body_hash: Vec<u8>,
    pub fault: Option<String>,
}
