use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `screaming`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "screaming")]
#[ydb(primary_key(id_of_user))]
pub struct Screaming {
    pub id_of_user: Uuid,
    #[ydb(rename = "HOME_PAGE2")]
    pub home_page2: Option<String>,
}
