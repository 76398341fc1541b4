//! The table `todo/list_acl`.

use ydb_keys::YdbTable;

/// A row of the table `todo/list_acl`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "todo/list_acl")]
#[ydb(primary_key(list_id, person_id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `todo/list_acl` WHERE `list_id` IS NULL OR `person_id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(index(PersonToListACL, on(person_id)))]
pub struct ListAcl {
    pub person_id: Vec<u8>,
    pub mode: Option<Vec<u8>>,
    pub list_id: Vec<u8>,
    pub alias: Option<String>,
    pub accepted: Option<bool>,
    pub inviter: Option<Vec<u8>>,
}
