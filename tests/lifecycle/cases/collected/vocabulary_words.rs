//! The table `vocabulary/words`.

use ydb_keys::YdbTable;

/// A row of the table `vocabulary/words`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "vocabulary/words")]
#[ydb(primary_key(id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `vocabulary/words` WHERE `id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(index(idx_learner_lemma, on(learner_id, lemma)))]
#[ydb(index(idx_lemma, on(lemma)))]
#[ydb(index(idx_state, on(state)))]
#[ydb(index(idx_grade, on(grade)))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `id` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Words {
    pub id: u64,
    pub learner_id: Option<u64>,
    pub lemma: Option<String>,
    pub r#type: Option<String>,
    pub state: Option<String>,
    pub added_at: Option<String>,
    pub reviews: Option<u32>,
    pub streak: Option<u32>,
    pub grade: Option<u32>,
}
