//! The table `random/t35`.

use ydb_keys::YdbTable;

/// A row of the table `random/t35`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t35")]
#[ydb(store = column)]
#[ydb(primary_key(user_id, id))]
#[ydb(partitioning(min = 64))]
#[ydb(family(hot, compression = "lz4"))]
pub struct T35 {
    pub user_id: Vec<u8>,
    pub id: u32,
    #[ydb(type = "Json", family = "hot")]
    pub c2: Option<String>,
}
