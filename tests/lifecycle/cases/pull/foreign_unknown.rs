use ydb_keys::YdbTable;

/// A row of the table `unknown`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "unknown")]
// `user_hash` looks like a hash, but neither a hash of this library nor one of YDB's Digest
// functions over the text, the bytes or the decimal digits of a column after it gives its values in
// all 40 sampled rows. If you have the function, write it in a module, `primary_key(user_hash =
// with(module)(...), ...)`, and remove its field.
#[ydb(primary_key(user_hash, user_id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `unknown` WHERE `user_hash` IS NULL OR `user_id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `user_hash` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Unknown {
    pub user_hash: u64,
    pub user_id: u64,
    pub name: Option<String>,
}
