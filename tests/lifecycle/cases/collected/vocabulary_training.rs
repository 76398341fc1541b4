//! The table `vocabulary/training`.

use ydb_keys::YdbTable;

/// A row of the table `vocabulary/training`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "vocabulary/training")]
#[ydb(primary_key(learner_id))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `learner_id` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Training {
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub learner_id: u64,
    pub position: Option<u32>,
    pub last_at: Option<String>,
}
