use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `screaming_kebab`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "screaming_kebab")]
#[ydb(primary_key(id_of_user))]
pub struct ScreamingKebab {
    pub id_of_user: Uuid,
    #[ydb(rename = "HOME-PAGE2")]
    pub home_page2: Option<String>,
}
