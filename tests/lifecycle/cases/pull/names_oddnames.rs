use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `very/deep/it`s-a\path/t`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "very/deep/it`s-a\\path/t")]
#[ydb(primary_key(my_col_2, limit_value))]
pub struct T {
    #[ydb(rename = "my-col")]
    pub my_col_2: Uuid,
    #[ydb(rename = "limit")]
    pub limit_value: String,
    pub r#type: String,
    pub order: Option<u64>,
    #[ydb(rename = "2nd")]
    pub _2nd: Option<u64>,
    #[ydb(rename = "SELECT")]
    pub select: Option<u64>,
    pub my_col: Option<u64>,
    #[ydb(rename = "-")]
    pub column: Option<u64>,
}
