//! The table `random/t19`.

use ydb_keys::YdbTable;

/// A row of the table `random/t19`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t19")]
#[ydb(primary_key(c0))]
#[ydb(ttl(column = c3, after = "P1D", unit = seconds))]
#[ydb(changefeed(id, mode = new_and_old_images, format = debezium_json))]
#[ydb(index(key, on(c0, by_kind, by_kind_2), cover(c2), unique, as = T19KeyIndex))]
#[ydb(index("self", on(c3, by_kind_2), unique))]
#[ydb(index(by_kind, on(c0, c2), cover(by_kind_2)))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `c0` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct T19 {
    pub c0: i64,
    #[ydb(rename = "ByKind")]
    pub by_kind: i16,
    pub c2: u64,
    pub c3: Option<u32>,
    pub c4: Option<f32>,
    pub c5: f32,
    #[ydb(rename = "BY_KIND")]
    pub by_kind_2: i8,
}
