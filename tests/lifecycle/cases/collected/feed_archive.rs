//! The table `feed/archive`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `feed/archive`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "feed/archive")]
#[ydb(primary_key(hashed_id, outer_id, changed_at))]
#[ydb(ttl(column = changed_at, after = "P30D"))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct Archive {
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub hashed_id: Vec<u8>,
    pub outer_id: Option<String>,
    pub changed_at: Option<SystemTime>,
    pub document: Option<Vec<u8>>,
}
