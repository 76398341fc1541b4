use ydb_keys::YdbTable;

/// A row of the table `key_value`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "key_value")]
// `hash` was numeric_hash(id) in all 2 sampled rows.
#[ydb(primary_key(hash = numeric_hash(id), id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `key_value` WHERE `hash` IS NULL OR `id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
pub struct KeyValue {
    pub id: u64,
    pub payload_str: Option<String>,
    pub payload_double: Option<f64>,
}
