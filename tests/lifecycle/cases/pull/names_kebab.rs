use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `kebab`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "kebab")]
#[ydb(primary_key(id_of_user))]
pub struct Kebab {
    pub id_of_user: Uuid,
    #[ydb(rename = "home-page2")]
    pub home_page2: Option<String>,
}
