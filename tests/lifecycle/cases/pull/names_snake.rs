use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `snake`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "snake")]
#[ydb(primary_key(id_of_user))]
pub struct Snake {
    pub id_of_user: Uuid,
    pub home_page2: Option<String>,
}
