//! The table `event_bot/events`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `event_bot/events`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "event_bot/events")]
#[ydb(primary_key(id))]
#[ydb(index(idx_events_begins_at, on(begins_at)))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `id` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(
    hot_index,
    reason = "TODO: every insert writes to the last partition of `idx_events_begins_at`"
))]
pub struct Events {
    pub id: i64,
    pub title: Option<String>,
    pub begins_at: Option<SystemTime>,
    pub minutes: Option<i64>,
    pub format: Option<String>,
    pub place: Option<String>,
    pub places: Option<i64>,
    pub closed: Option<bool>,
}
