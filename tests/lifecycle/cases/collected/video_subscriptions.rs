//! The table `video/subscriptions`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `video/subscriptions`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "video/subscriptions")]
#[ydb(primary_key(subscription_id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `video/subscriptions` WHERE `subscription_id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(index(person_idx, on(person_id)))]
pub struct Subscriptions {
    pub subscription_id: Vec<u8>,
    pub person_id: Option<Vec<u8>>,
    pub plan_id: Option<Vec<u8>>,
    #[ydb(default = true)]
    pub is_active: Option<bool>,
    pub trial_until: Option<SystemTime>,
    pub begun_at: Option<SystemTime>,
    pub ends_at: Option<SystemTime>,
}
