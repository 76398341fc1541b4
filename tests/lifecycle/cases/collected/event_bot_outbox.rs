//! The table `event_bot/outbox`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `event_bot/outbox`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "event_bot/outbox")]
#[ydb(primary_key(id))]
#[ydb(index(idx_outbox_state_send, on(state, send_after)))]
#[ydb(index(idx_outbox_booking, on(booking_id)))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `id` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Outbox {
    pub id: i64,
    pub event_id: Option<i64>,
    pub booking_id: Option<i64>,
    pub kind: Option<String>,
    pub body: Option<String>,
    pub send_after: Option<SystemTime>,
    pub state: Option<String>,
    pub tries: Option<i64>,
}
