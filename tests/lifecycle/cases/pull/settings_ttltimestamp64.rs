use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `ttl_timestamp64`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ttl_timestamp64")]
#[ydb(primary_key(id))]
#[ydb(ttl(column = made, after = "PT1M"))]
pub struct TtlTimestamp64 {
    pub id: Uuid,
    #[ydb(type = "Timestamp64")]
    pub made: SystemTime,
}
