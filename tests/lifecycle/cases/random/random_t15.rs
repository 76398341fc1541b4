//! The table `random/t15`.

use std::time::SystemTime;

use ydb_keys::{Decimal, YdbTable};

/// A row of the table `random/t15`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t15")]
#[ydb(primary_key(by_kind))]
#[ydb(ttl(column = c3, after = "P1DT2H3M4S"))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `by-kind` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct T15 {
    #[ydb(rename = "by-kind")]
    pub by_kind: i64,
    pub c1: Option<Decimal<22, 9>>,
    pub c2: f32,
    #[ydb(type = "Datetime")]
    pub c3: Option<SystemTime>,
    #[ydb(type = "Date")]
    pub c4: SystemTime,
}
