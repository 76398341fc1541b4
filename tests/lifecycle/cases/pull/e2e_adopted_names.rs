use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/adopted/names`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/adopted/names")]
#[ydb(primary_key(name, version))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `ydb_keys_e2e/adopted/names` WHERE `name` IS NULL OR `version` IS NULL` lists such
// rows.
#[ydb(key_not_null = false)]
pub struct Names {
    pub name: String,
    pub version: i64,
    pub owner: Option<u64>,
}
