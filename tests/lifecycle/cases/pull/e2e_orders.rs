use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/orders`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/orders")]
// `order_hash` was numeric_hash(order_id) in all 20 sampled rows.
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(partitioning(uniform = 16))]
pub struct Orders {
    pub order_id: u64,
    pub customer_id: Option<u64>,
    pub amount: Option<f64>,
    pub note: Option<String>,
}
