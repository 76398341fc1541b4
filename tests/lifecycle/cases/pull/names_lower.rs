use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `lower`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "lower")]
#[ydb(primary_key(id_of_user))]
pub struct Lower {
    pub id_of_user: Uuid,
    pub homepage2: Option<String>,
}
