use ydb_keys::YdbTable;

/// A row of the table `orders`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "orders")]
// `order_hash` was numeric_hash(order_id) in all 3 sampled rows.
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
pub struct Orders {
    pub order_id: u64,
    pub customer_id: Option<u64>,
    pub amount: Option<f64>,
}
