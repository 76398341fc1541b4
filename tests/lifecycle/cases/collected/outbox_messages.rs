//! The table `outbox/messages`.

use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `outbox/messages`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "outbox/messages")]
#[ydb(primary_key(bucket, made_at, id))]
#[ydb(allow(
    low_cardinality_leading_key,
    reason = "TODO: all rows with the same `bucket` are stored together"
))]
pub struct Messages {
    pub bucket: u8,
    pub made_at: SystemTime,
    pub id: Uuid,
    pub order_key: String,
    pub topic: Option<String>,
    #[ydb(type = "Json")]
    pub body: String,
    pub tries: i32,
    pub fault: Option<String>,
}
