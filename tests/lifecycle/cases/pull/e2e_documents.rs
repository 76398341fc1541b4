use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/documents`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/documents")]
// No hash that a model can declare gives the values of `document` in all 20 sampled rows, so it is
// an ordinary column.
#[ydb(primary_key(document, version))]
#[ydb(partitioning(uniform = 16))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `document` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Documents {
    pub document: u64,
    pub version: i32,
    pub text: String,
}
