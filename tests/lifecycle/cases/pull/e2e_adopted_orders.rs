use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/adopted/orders`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/adopted/orders")]
// `order_hash` was numeric_hash(order_id) in all 20 sampled rows.
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `ydb_keys_e2e/adopted/orders` WHERE `order_hash` IS NULL OR `order_id` IS NULL`
// lists such rows.
#[ydb(key_not_null = false)]
#[ydb(partitioning(uniform = 16))]
pub struct Orders {
    pub order_id: u64,
    pub customer: Option<String>,
    pub amount: f64,
}
