use ydb_keys::YdbTable;

/// A row of the table `raw`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "raw")]
// `user_hash` was Digest::Md5Raw(CAST(`user_id` AS String)) in all 40 sampled rows, a hash of other
// programs. To have it computed, write the function in a module, `primary_key(user_hash =
// with(module)(...), ...)`, and remove its field.
#[ydb(primary_key(user_hash, user_id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `raw` WHERE `user_hash` IS NULL OR `user_id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
pub struct Raw {
    pub user_hash: Vec<u8>,
    pub user_id: u64,
    pub name: Option<String>,
}
