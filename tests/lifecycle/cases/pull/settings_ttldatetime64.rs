use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `ttl_datetime64`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ttl_datetime64")]
#[ydb(primary_key(id))]
#[ydb(ttl(column = made, after = "P1DT2H3M4S"))]
pub struct TtlDatetime64 {
    pub id: Uuid,
    #[ydb(type = "Datetime64")]
    pub made: SystemTime,
}
