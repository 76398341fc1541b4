use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `ttl_datetime`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ttl_datetime")]
#[ydb(primary_key(id))]
#[ydb(ttl(column = made, after = "PT12H"))]
pub struct TtlDatetime {
    pub id: Uuid,
    #[ydb(type = "Datetime")]
    pub made: SystemTime,
}
