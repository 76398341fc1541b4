use ydb_keys::YdbTable;

/// A row of the table `at_signed`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "at_signed")]
#[ydb(primary_key(id))]
#[ydb(partitioning(at_keys((0), (9223372036854775807))))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `id` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct AtSigned {
    pub id: i64,
}
