use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `ttl_seconds`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ttl_seconds")]
#[ydb(primary_key(id))]
#[ydb(ttl(column = made, after = "P1D", unit = seconds))]
pub struct TtlSeconds {
    pub id: Uuid,
    pub made: u32,
}
