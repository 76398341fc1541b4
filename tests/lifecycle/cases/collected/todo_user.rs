//! The table `todo/user`.

use ydb_keys::YdbTable;

/// A row of the table `todo/user`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "todo/user")]
#[ydb(primary_key(id))]
pub struct User {
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub id: Vec<u8>,
    pub name: Option<String>,
    pub picture_id: Option<Vec<u8>>,
}
