use ydb_keys::YdbTable;

/// A row of the table `at_numbers`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "at_numbers")]
#[ydb(primary_key(id))]
#[ydb(partitioning(by_load, max = 40, at_keys((10), (1000), (4294967295))))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `id` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct AtNumbers {
    pub id: u32,
}
