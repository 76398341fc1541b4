//! The table `feed/items`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `feed/items`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "feed/items")]
#[ydb(primary_key(hash, reader_id, item_id, field, key))]
#[ydb(partitioning(uniform = 2))]
#[ydb(ttl(column = ends_at, after = "PT0S"))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `hash` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct Items {
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub hash: u64,
    pub reader_id: Option<String>,
    pub item_id: Option<String>,
    pub field: Option<String>,
    pub key: Option<String>,
    pub value: Option<Vec<u8>>,
    pub ends_at: Option<SystemTime>,
}
