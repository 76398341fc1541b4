use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `ttl_timestamp`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ttl_timestamp")]
#[ydb(primary_key(id))]
#[ydb(ttl(column = made, after = "P30D"))]
pub struct TtlTimestamp {
    pub id: Uuid,
    pub made: SystemTime,
}
