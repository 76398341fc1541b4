use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `camel`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "camel")]
#[ydb(primary_key(id_of_user))]
pub struct Camel {
    pub id_of_user: Uuid,
    #[ydb(rename = "homePage2")]
    pub home_page2: Option<String>,
}
