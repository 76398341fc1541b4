use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/odd/na-mes`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/odd/na-mes")]
#[ydb(primary_key(my_col_2, limit_value, r#type))]
pub struct NaMes {
    #[ydb(rename = "my-col")]
    pub my_col_2: String,
    #[ydb(rename = "limit")]
    pub limit_value: u32,
    pub r#type: String,
    pub my_col: Option<u64>,
    pub order: Option<u64>,
    pub rows: Option<u64>,
    pub keys: Option<u64>,
    #[ydb(rename = "2nd")]
    pub _2nd: Option<u64>,
    #[ydb(rename = "SELECT")]
    pub select: Option<u64>,
    pub null: Option<u64>,
    pub r#true: Option<u64>,
}
