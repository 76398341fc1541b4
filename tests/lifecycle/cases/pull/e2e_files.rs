use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/files`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/files")]
#[ydb(primary_key(id))]
pub struct Files {
    pub id: Uuid,
    pub owner: Option<Uuid>,
    pub bytes: Vec<u8>,
}
