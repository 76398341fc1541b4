use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/adopted/feed`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/adopted/feed")]
// `shard` was xxh3(id) % 4 in all 20 sampled rows.
#[ydb(primary_key(shard = xxh3(id) % 4, at, id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `ydb_keys_e2e/adopted/feed` WHERE `shard` IS NULL OR `at` IS NULL OR `id` IS NULL`
// lists such rows.
#[ydb(key_not_null = false)]
pub struct Feed {
    pub at: u64,
    pub id: u64,
    pub note: Option<String>,
}
