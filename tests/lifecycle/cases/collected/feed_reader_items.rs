//! The table `feed/reader_items`.

use ydb_keys::YdbTable;

/// A row of the table `feed/reader_items`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "feed/reader_items")]
#[ydb(primary_key(hash, reader_id, item_id))]
#[ydb(partitioning(by_size = 128, uniform = 64))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `hash` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct ReaderItems {
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub hash: u64,
    pub reader_id: Option<String>,
    pub item_id: Option<String>,
}
