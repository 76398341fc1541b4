use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `ttl_microseconds`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ttl_microseconds")]
#[ydb(primary_key(id))]
#[ydb(ttl(column = made, after = "P1D", unit = microseconds))]
pub struct TtlMicroseconds {
    pub id: Uuid,
    pub made: Option<u64>,
}
