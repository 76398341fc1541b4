use ydb_keys::{Decimal, YdbTable};

/// A row of the table `ydb_keys_e2e/prices`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/prices")]
#[ydb(primary_key(shop, price))]
pub struct Prices {
    pub shop: String,
    pub price: Decimal<22, 9>,
    pub exact: Option<Decimal<35, 0>>,
    pub fraction: Decimal<5, 5>,
}
