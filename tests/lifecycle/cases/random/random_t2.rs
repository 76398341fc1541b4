//! The table `random/t2`.

use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::{Decimal, YdbTable};

/// A row of the table `random/t2`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t2")]
#[ydb(store = column)]
#[ydb(primary_key(c0, at, c2))]
#[ydb(partitioning(min = 64))]
#[ydb(family(hot, compression = "off"))]
pub struct T2 {
    pub c0: i64,
    pub at: u64,
    pub c2: SystemTime,
    #[ydb(family = "hot")]
    pub c3: Option<i8>,
    pub c4: Option<Decimal<22, 9>>,
    #[ydb(rename = "userId", type = "Datetime", family = "hot")]
    pub user_id: SystemTime,
    pub limit: Uuid,
}
