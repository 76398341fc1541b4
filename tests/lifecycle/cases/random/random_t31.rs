//! The table `random/t31`.

use ydb_keys::{Decimal, YdbTable};

/// A row of the table `random/t31`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t31")]
#[ydb(store = column)]
#[ydb(primary_key(by_kind))]
#[ydb(partitioning(min = 64))]
pub struct T31 {
    #[ydb(rename = "BY_KIND")]
    pub by_kind: Decimal<22, 9>,
    pub limit: Decimal<22, 9>,
    pub user_id: Option<i32>,
    pub c3: Option<i64>,
}
