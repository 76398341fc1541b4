use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `ttl_date`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ttl_date")]
#[ydb(primary_key(id))]
#[ydb(ttl(column = made, after = "P7D"))]
pub struct TtlDate {
    pub id: Uuid,
    #[ydb(type = "Date")]
    pub made: SystemTime,
}
