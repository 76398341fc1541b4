use ydb_keys::YdbTable;

/// A row of the table `reports/2024-totals`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "reports/2024-totals")]
#[ydb(primary_key(limit_value, self_value))]
#[ydb(index("by-home", on(home_page_3, r#type)))]
#[ydb(index("type", on(exec_value), cover(_2nd), async))]
pub struct Table2024Totals {
    #[ydb(rename = "limit")]
    pub limit_value: String,
    #[ydb(rename = "Self")]
    pub self_value: String,
    pub r#type: Option<String>,
    #[ydb(rename = "homePage")]
    pub home_page_2: Option<String>,
    pub home_page: Option<String>,
    #[ydb(rename = "home-page")]
    pub home_page_3: Option<String>,
    #[ydb(rename = "SELECT")]
    pub select: Option<String>,
    #[ydb(rename = "2nd")]
    pub _2nd: Option<String>,
    #[ydb(rename = "-")]
    pub column: Option<String>,
    #[ydb(rename = "exec")]
    pub exec_value: Option<String>,
    pub count: Option<u64>,
    #[ydb(rename = "a__b")]
    pub a_b: Option<String>,
}
