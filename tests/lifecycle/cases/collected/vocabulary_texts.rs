//! The table `vocabulary/texts`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `vocabulary/texts`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "vocabulary/texts")]
#[ydb(primary_key(id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `vocabulary/texts` WHERE `id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(index(idx_learner_id, on(learner_id)))]
#[ydb(index(idx_read_at, on(read_at)))]
#[ydb(index(idx_session_id, on(session_id)))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `id` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(
    hot_index,
    reason = "TODO: every insert writes to the last partition of `idx_read_at`"
))]
pub struct Texts {
    pub id: u64,
    pub learner_id: Option<u64>,
    pub body: Option<String>,
    pub read_at: Option<SystemTime>,
    pub marks: Option<u32>,
    pub session_id: Option<String>,
}
