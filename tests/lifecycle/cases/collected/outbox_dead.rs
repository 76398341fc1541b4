//! The table `outbox/dead`.

use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `outbox/dead`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "outbox/dead")]
#[ydb(primary_key(bucket, made_at, id))]
#[ydb(ttl(column = failed_at, after = "P30D"))]
#[ydb(allow(
    low_cardinality_leading_key,
    reason = "TODO: all rows with the same `bucket` are stored together"
))]
pub struct Dead {
    pub bucket: u8,
    pub made_at: SystemTime,
    pub id: Uuid,
    pub order_key: String,
    #[ydb(type = "Json")]
    pub body: String,
    pub failed_at: SystemTime,
}
