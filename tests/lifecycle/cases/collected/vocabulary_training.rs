//! The table `vocabulary/training`.

use ydb_keys::YdbTable;

/// A row of the table `vocabulary/training`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "vocabulary/training")]
#[ydb(primary_key(learner_id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `vocabulary/training` WHERE `learner_id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `learner_id` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Training {
    pub learner_id: u64,
    pub position: Option<u32>,
    pub last_at: Option<String>,
}
