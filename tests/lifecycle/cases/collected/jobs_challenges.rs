//! The table `jobs/challenges`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `jobs/challenges`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "jobs/challenges")]
#[ydb(primary_key(account_id, person_id, runner_id, challenge_id))]
#[ydb(partitioning(by_load))]
#[ydb(ttl(column = kept_until, after = "PT0S"))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct Challenges {
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub account_id: String,
    pub person_id: Option<String>,
    pub runner_id: Option<String>,
    pub challenge_id: Option<String>,
    pub purpose: Option<String>,
    pub runner_revision: Option<u64>,
    pub generation: Option<u64>,
    pub protocol: Option<u32>,
    pub nonce: Option<String>,
    pub made_at: Option<SystemTime>,
    pub valid_until: Option<SystemTime>,
    pub kept_until: Option<SystemTime>,
    pub used_at: Option<SystemTime>,
    #[ydb(type = "JsonDocument")]
    pub document: Option<String>,
}
