//! The table `feed/reader_items`.

use ydb_keys::YdbTable;

/// A row of the table `feed/reader_items`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "feed/reader_items")]
// TODO: the table has no rows that would show whether `hash` is a hash of the columns after it. If
// it is, write `primary_key(hash = xxh3(...), ...)` and remove its field.
#[ydb(primary_key(hash, reader_id, item_id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `feed/reader_items` WHERE `hash` IS NULL OR `reader_id` IS NULL OR `item_id` IS
// NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(partitioning(by_size = 128, uniform = 64))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `hash` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct ReaderItems {
    pub hash: u64,
    pub reader_id: String,
    pub item_id: String,
}
