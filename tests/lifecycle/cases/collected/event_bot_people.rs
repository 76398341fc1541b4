//! The table `event_bot/people`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `event_bot/people`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "event_bot/people")]
#[ydb(primary_key(person_id))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `person_id` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct People {
    pub person_id: i64,
    pub title: Option<String>,
    pub is_bot: Option<bool>,
    pub made_at: Option<SystemTime>,
}
