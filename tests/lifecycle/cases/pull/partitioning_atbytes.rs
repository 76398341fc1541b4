use ydb_keys::YdbTable;

/// A row of the table `at_bytes`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "at_bytes")]
#[ydb(primary_key(name))]
#[ydb(partitioning(at_keys(("g"), ("t"))))]
pub struct AtBytes {
    pub name: Vec<u8>,
}
