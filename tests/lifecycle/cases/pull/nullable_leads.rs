use ydb_keys::YdbTable;

/// A row of the table `legacy`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "legacy")]
#[ydb(primary_key(id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `legacy` WHERE `id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `id` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Legacy {
    pub id: u64,
    pub note: Option<String>,
}
