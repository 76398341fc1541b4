//! The table `random/t30`.

use ydb_keys::YdbTable;

/// A row of the table `random/t30`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t30")]
#[ydb(store = column)]
#[ydb(primary_key(c0))]
#[ydb(partitioning(min = 64))]
pub struct T30 {
    pub c0: i16,
}
