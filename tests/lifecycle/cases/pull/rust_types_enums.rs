use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `enums`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "enums")]
#[ydb(primary_key(id, kind))]
pub struct Enums {
    pub id: Uuid,
    pub status: String,
    pub last_status: Option<String>,
    pub small: u8,
    pub signed: Option<i64>,
    pub kind: i16,
}
