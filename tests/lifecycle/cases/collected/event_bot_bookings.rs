//! The table `event_bot/bookings`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `event_bot/bookings`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "event_bot/bookings")]
#[ydb(primary_key(id))]
#[ydb(index(idx_bookings_code, on(code)))]
#[ydb(index(idx_bookings_person, on(person_id)))]
#[ydb(index(idx_bookings_event, on(event_id)))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `id` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Bookings {
    pub id: i64,
    pub code: Option<String>,
    pub person_id: Option<i64>,
    pub event_id: Option<i64>,
    pub slot_id: Option<i64>,
    pub state: Option<String>,
    pub made_at: Option<SystemTime>,
    pub left_at: Option<SystemTime>,
}
