use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `pascal`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "pascal")]
#[ydb(primary_key(id_of_user))]
pub struct Pascal {
    pub id_of_user: Uuid,
    #[ydb(rename = "HomePage2")]
    pub home_page2: Option<String>,
}
