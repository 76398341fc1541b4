use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/customers`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/customers")]
#[ydb(primary_key(email))]
#[ydb(partitioning(at_keys(("F"), ("M"), ("T"))))]
pub struct Customers {
    pub email: String,
    pub name: Option<String>,
    pub photo: Option<Vec<u8>>,
}
