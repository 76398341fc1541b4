use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `ttl_nanoseconds`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ttl_nanoseconds")]
#[ydb(primary_key(id))]
#[ydb(ttl(column = made, after = "P1D", unit = nanoseconds))]
pub struct TtlNanoseconds {
    pub id: Uuid,
    #[ydb(type = "DyNumber")]
    pub made: String,
}
