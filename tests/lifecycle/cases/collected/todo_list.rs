//! The table `todo/list`.

use ydb_keys::YdbTable;

/// A row of the table `todo/list`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "todo/list")]
#[ydb(primary_key(id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `todo/list` WHERE `id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
pub struct List {
    pub id: Vec<u8>,
    pub owner_id: Option<Vec<u8>>,
    #[ydb(type = "Json")]
    pub items: Option<String>,
}
