//! The table `freight/trips`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `freight/trips`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "freight/trips")]
#[ydb(primary_key(id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `freight/trips` WHERE `id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(index(driver_idx, on(driver_id)))]
#[ydb(index(state_idx, on(state)))]
pub struct Trips {
    pub id: String,
    pub driver_id: Option<String>,
    pub car_id: Option<String>,
    pub state: Option<String>,
    pub begun_at: Option<SystemTime>,
    pub begun_lat: Option<f64>,
    pub begun_lon: Option<f64>,
    #[ydb(type = "Json")]
    pub track: Option<String>,
    pub done_at: Option<SystemTime>,
    pub distance: Option<f64>,
    pub cargo: Option<String>,
    pub income: Option<f64>,
    pub sheet_uuid: Option<String>,
    pub made_at: Option<SystemTime>,
}
