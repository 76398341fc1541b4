//! The table `random/t29`.

use ydb_keys::YdbTable;

/// A row of the table `random/t29`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t29")]
#[ydb(primary_key(c0, r#type, c2))]
#[ydb(family(hot, compression = "lz4"))]
pub struct T29 {
    pub c0: String,
    pub r#type: u8,
    pub c2: i64,
    #[ydb(default = 5, family = "hot")]
    pub limit: u64,
    pub c4: Option<Vec<u8>>,
    #[ydb(rename = "BY_KIND", default = 1e+21)]
    pub by_kind: f64,
    pub c6: Vec<u8>,
}
