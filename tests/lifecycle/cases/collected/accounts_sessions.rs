//! The table `accounts/sessions`.

use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `accounts/sessions`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "accounts/sessions")]
#[ydb(primary_key(token))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `accounts/sessions` WHERE `token` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(index(idx_person_id, on(person_id)))]
pub struct Sessions {
    pub token: String,
    pub person_id: Option<Uuid>,
    #[ydb(type = "Timestamp64")]
    pub made_at: Option<SystemTime>,
    #[ydb(type = "Timestamp64")]
    pub ends_at: Option<SystemTime>,
}
