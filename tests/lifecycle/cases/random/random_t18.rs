//! The table `random/t18`.

use ydb_keys::YdbTable;

/// A row of the table `random/t18`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t18")]
#[ydb(store = column)]
#[ydb(primary_key(r#type, scan))]
#[ydb(partitioning(min = 64))]
#[ydb(family(hot, compression = "lz4"))]
pub struct T18 {
    pub r#type: String,
    pub scan: i8,
}
