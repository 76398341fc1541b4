use ydb_keys::YdbTable;

/// A row of the table `stock`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "stock")]
#[ydb(primary_key(shop, shelf, sku))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct Stock {
    pub shop: String,
    pub shelf: Option<i32>,
    pub sku: Option<String>,
    pub count: Option<i64>,
}
