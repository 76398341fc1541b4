//! The table `type`.

use ydb_keys::YdbTable;

/// A row of the table `type`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "type")]
#[ydb(primary_key(word))]
pub struct Type {
    pub word: String,
}
