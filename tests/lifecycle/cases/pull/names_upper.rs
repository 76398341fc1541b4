use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `upper`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "upper")]
#[ydb(primary_key(id_of_user))]
pub struct Upper {
    pub id_of_user: Uuid,
    #[ydb(rename = "HOMEPAGE2")]
    pub homepage2: Option<String>,
}
