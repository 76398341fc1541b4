//! The table `todo/list`.

use ydb_keys::YdbTable;

/// A row of the table `todo/list`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "todo/list")]
#[ydb(primary_key(id))]
pub struct List {
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub id: Vec<u8>,
    pub owner_id: Option<Vec<u8>>,
    #[ydb(type = "Json")]
    pub items: Option<String>,
}
