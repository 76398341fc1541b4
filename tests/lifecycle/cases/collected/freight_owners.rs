//! The table `freight/owners`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `freight/owners`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "freight/owners")]
#[ydb(primary_key(uid))]
pub struct Owners {
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub uid: String,
    pub mail: Option<String>,
    pub secret_hash: Option<String>,
    pub kind: Option<String>,
    pub title: Option<String>,
    #[ydb(type = "Json")]
    pub driver_ids: Option<String>,
    pub active: Option<bool>,
    pub made_at: Option<SystemTime>,
}
