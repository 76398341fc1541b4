use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `ttl_nullable`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ttl_nullable")]
#[ydb(primary_key(id))]
#[ydb(ttl(column = made, after = "PT0S"))]
pub struct TtlNullable {
    pub id: Uuid,
    pub made: Option<SystemTime>,
}
