//! The table `random/t30`.

use ydb_keys::YdbTable;

/// A row of the table `random/t30`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t30")]
#[ydb(store = column)]
#[ydb(primary_key(a_b))]
#[ydb(partitioning(min = 64))]
pub struct T30 {
    #[ydb(rename = "a-b")]
    pub a_b: i16,
    pub c1: String,
    pub c2: Option<bool>,
    pub c3: Option<u8>,
    pub c4: Option<String>,
}
