//! The table `random/t12`.

use std::time::SystemTime;

use ydb_keys::{Decimal, YdbTable};

/// A row of the table `random/t12`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t12")]
#[ydb(primary_key(c0, by_kind, self_value))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `random/t12` WHERE `c0` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(ttl(column = c0, after = "P1DT2H3M4S", unit = seconds))]
#[ydb(changefeed(id, mode = keys_only, virtual_timestamps))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `c0` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct T12 {
    pub c0: u32,
    #[ydb(rename = "BY_KIND")]
    pub by_kind: Vec<u8>,
    #[ydb(rename = "self")]
    pub self_value: u8,
    pub r#type: Option<Decimal<22, 9>>,
    #[ydb(default = "2024-01-31T12:00:00.123456Z")]
    pub c4: SystemTime,
    #[ydb(type = "Datetime")]
    pub scan: Option<SystemTime>,
}
