//! The table `risk/request_keys`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `risk/request_keys`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "risk/request_keys")]
#[ydb(primary_key(scope, request_key))]
#[ydb(index(idx_request_keys_end, on(ends_at)))]
#[ydb(allow(
    hot_index,
    reason = "TODO: every insert writes to the last partition of `idx_request_keys_end`"
))]
pub struct RequestKeys {
    pub scope: String,
    pub request_key: String,
    pub request_hash: Vec<u8>,
    pub name: Option<String>,
    #[ydb(type = "JsonDocument")]
    pub answer: Option<String>,
    pub state: String,
    pub made_at: SystemTime,
    pub ends_at: SystemTime,
}
