//! The table `video/subscriptions`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `video/subscriptions`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "video/subscriptions")]
#[ydb(primary_key(subscription_id))]
#[ydb(index(person_idx, on(person_id)))]
pub struct Subscriptions {
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub subscription_id: Vec<u8>,
    pub person_id: Option<Vec<u8>>,
    pub plan_id: Option<Vec<u8>>,
    #[ydb(default = true)]
    pub is_active: Option<bool>,
    pub trial_until: Option<SystemTime>,
    pub begun_at: Option<SystemTime>,
    pub ends_at: Option<SystemTime>,
}
