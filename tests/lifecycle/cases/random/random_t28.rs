//! The table `random/t28`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `random/t28`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t28")]
#[ydb(primary_key(user_id, c1))]
#[ydb(family(hot, compression = "off"))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
pub struct T28 {
    #[ydb(rename = "userId")]
    pub user_id: Vec<u8>,
    pub c1: Option<u32>,
    #[ydb(
        rename = "self",
        type = "Date32",
        default = "2024-02-29",
        family = "hot"
    )]
    pub self_value: SystemTime,
    #[ydb(default = -9223372036854775808, family = "hot")]
    pub c3: i64,
    #[ydb(family = "hot")]
    pub scan: Option<Vec<u8>>,
    #[ydb(type = "Json", family = "hot")]
    pub c5: Option<String>,
    #[ydb(type = "DyNumber", family = "hot")]
    pub c6: String,
    #[ydb(rename = "ByKind", family = "hot")]
    pub by_kind: u64,
    #[ydb(type = "Yson", family = "hot")]
    pub id: Option<Vec<u8>>,
}
