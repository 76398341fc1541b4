//! The table `accounts/sessions`.

use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `accounts/sessions`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "accounts/sessions")]
#[ydb(primary_key(token))]
#[ydb(index(idx_person_id, on(person_id)))]
pub struct Sessions {
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub token: String,
    pub person_id: Option<Uuid>,
    #[ydb(type = "Timestamp64")]
    pub made_at: Option<SystemTime>,
    #[ydb(type = "Timestamp64")]
    pub ends_at: Option<SystemTime>,
}
