//! The table `jobs/challenges`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `jobs/challenges`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "jobs/challenges")]
#[ydb(primary_key(account_id, person_id, runner_id, challenge_id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `jobs/challenges` WHERE `account_id` IS NULL OR `person_id` IS NULL OR `runner_id`
// IS NULL OR `challenge_id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(partitioning(by_load))]
#[ydb(ttl(column = kept_until, after = "PT0S"))]
pub struct Challenges {
    pub account_id: String,
    pub person_id: String,
    pub runner_id: String,
    pub challenge_id: String,
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
