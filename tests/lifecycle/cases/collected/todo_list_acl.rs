//! The table `todo/list_acl`.

use ydb_keys::YdbTable;

/// A row of the table `todo/list_acl`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "todo/list_acl")]
#[ydb(primary_key(list_id, person_id))]
#[ydb(index(PersonToListACL, on(person_id)))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct ListAcl {
    pub person_id: Option<Vec<u8>>,
    pub mode: Option<Vec<u8>>,
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub list_id: Vec<u8>,
    pub alias: Option<String>,
    pub accepted: Option<bool>,
    pub inviter: Option<Vec<u8>>,
}
