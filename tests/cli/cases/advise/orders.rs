use ydb_keys::YdbTable;

/// A row of the table `shop/orders`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "shop/orders")]
#[ydb(primary_key(order_id_hash = xxh3(order_id), order_id))]
#[ydb(partitioning(by_load, uniform = 16))]
pub struct Orders {
    pub order_id: u64,
    pub customer: u64,
    pub paid: bool,
    pub amount: f64,
}
