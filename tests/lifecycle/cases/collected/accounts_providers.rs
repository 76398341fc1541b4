//! The table `accounts/providers`.

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `accounts/providers`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "accounts/providers")]
#[ydb(primary_key(person_id, provider))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `accounts/providers` WHERE `person_id` IS NULL OR `provider` IS NULL` lists such
// rows.
#[ydb(key_not_null = false)]
#[ydb(index(idx_provider_lookup, on(provider, provider_id), unique))]
pub struct Providers {
    pub person_id: Uuid,
    pub provider: String,
    pub provider_id: Option<String>,
    pub token: Option<String>,
}
