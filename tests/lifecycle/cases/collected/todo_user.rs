//! The table `todo/user`.

use ydb_keys::YdbTable;

/// A row of the table `todo/user`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "todo/user")]
#[ydb(primary_key(id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `todo/user` WHERE `id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
pub struct User {
    pub id: Vec<u8>,
    pub name: Option<String>,
    pub picture_id: Option<Vec<u8>>,
}
