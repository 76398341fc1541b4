use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/sales`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/sales")]
// No hash that a model can have gives the values of `account` in all 20 rows that were looked at,
// so it is a column like others.
#[ydb(primary_key(account, region, id))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `account` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: rows with NULL in the key fall out of every `=` and `<`"
))]
pub struct Sales {
    pub account: u64,
    pub region: Option<String>,
    pub id: i32,
    pub amount: Option<f64>,
}
