use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `ttl_milliseconds`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ttl_milliseconds")]
#[ydb(primary_key(id))]
#[ydb(ttl(column = made, after = "P1D", unit = milliseconds))]
pub struct TtlMilliseconds {
    pub id: Uuid,
    pub made: u64,
}
