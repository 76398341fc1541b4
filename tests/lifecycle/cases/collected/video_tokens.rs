//! The table `video/tokens`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `video/tokens`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "video/tokens")]
#[ydb(primary_key(token_id))]
#[ydb(index(person_idx, on(person_id)))]
#[ydb(index(token_hash_idx, on(token_hash)))]
pub struct Tokens {
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub token_id: Vec<u8>,
    pub person_id: Option<Vec<u8>>,
    pub token_hash: Option<Vec<u8>>,
    pub ends_at: Option<SystemTime>,
    #[ydb(default = false)]
    pub is_revoked: Option<bool>,
}
