use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `cache`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "cache")]
#[ydb(primary_key(id))]
#[ydb(read_replicas = "ANY_AZ:3")]
pub struct Cache {
    pub id: Uuid,
}
