use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `documents`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "documents")]
#[ydb(primary_key(id))]
pub struct Documents {
    pub id: Uuid,
    #[ydb(type = "Json")]
    pub value: String,
    #[ydb(type = "JsonDocument")]
    pub document: Option<String>,
    pub text: String,
    #[ydb(type = "Json")]
    pub address: String,
    #[ydb(type = "JsonDocument")]
    pub tags: String,
    pub optional: Option<String>,
    #[ydb(type = "Json")]
    pub aliased: Option<String>,
}
