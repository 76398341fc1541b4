use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/sales`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/sales")]
// No hash that a model can declare gives the values of `account` in all 13 sampled rows, so it is
// an ordinary column.
#[ydb(primary_key(account, region, id))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `account` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct Sales {
    pub account: u64,
    pub region: Option<String>,
    pub id: i32,
    pub amount: Option<f64>,
}
