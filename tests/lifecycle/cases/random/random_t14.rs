//! The table `random/t14`.

use std::time::SystemTime;

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `random/t14`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t14")]
#[ydb(primary_key(key))]
#[ydb(index("2nd", on(self_value, c2), cover(c3, c4), async))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `key` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(
    hot_index,
    reason = "TODO: every insert writes to the last partition of `2nd`"
))]
pub struct T14 {
    pub key: i64,
    #[ydb(rename = "self", type = "Timestamp64")]
    pub self_value: Option<SystemTime>,
    #[ydb(type = "Date32")]
    pub c2: SystemTime,
    pub c3: i16,
    #[ydb(default = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6")]
    pub c4: Option<Uuid>,
}
