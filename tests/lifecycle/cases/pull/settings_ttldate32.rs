use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `ttl_date32`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ttl_date32")]
#[ydb(primary_key(id))]
#[ydb(ttl(column = made, after = "P1D"))]
pub struct TtlDate32 {
    pub id: Uuid,
    #[ydb(type = "Date32")]
    pub made: SystemTime,
}
