//! The table `event_bot/links`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `event_bot/links`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "event_bot/links")]
#[ydb(primary_key(slug))]
#[ydb(index(idx_links_event, on(event_id)))]
pub struct Links {
    pub slug: String,
    pub event_id: Option<i64>,
    pub made_at: Option<SystemTime>,
}
