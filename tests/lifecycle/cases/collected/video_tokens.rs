//! The table `video/tokens`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `video/tokens`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "video/tokens")]
#[ydb(primary_key(token_id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `video/tokens` WHERE `token_id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(index(person_idx, on(person_id)))]
#[ydb(index(token_hash_idx, on(token_hash)))]
pub struct Tokens {
    pub token_id: Vec<u8>,
    pub person_id: Option<Vec<u8>>,
    pub token_hash: Option<Vec<u8>>,
    pub ends_at: Option<SystemTime>,
    #[ydb(default = false)]
    pub is_revoked: Option<bool>,
}
