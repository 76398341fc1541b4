use ydb_keys::YdbTable;

/// A row of the table `of_digits`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "of_digits")]
// `user_hash` was Digest::Fnv64(CAST(`user_id` AS String)) in all 40 sampled rows, a hash of other
// programs. To have it computed, write the function in a module, `primary_key(user_hash =
// with(module)(...), ...)`, and remove its field.
#[ydb(primary_key(user_hash, user_id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `of_digits` WHERE `user_hash` IS NULL OR `user_id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `user_hash` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct OfDigits {
    pub user_hash: u64,
    pub user_id: u64,
    pub name: Option<String>,
}
