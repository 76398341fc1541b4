//! The table `vocabulary/texts`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `vocabulary/texts`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "vocabulary/texts")]
#[ydb(primary_key(id))]
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
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub id: u64,
    pub learner_id: Option<u64>,
    pub body: Option<String>,
    pub read_at: Option<SystemTime>,
    pub marks: Option<u32>,
    pub session_id: Option<String>,
}
