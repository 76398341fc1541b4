//! The table `random/t33`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `random/t33`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t33")]
#[ydb(primary_key(c0, c1, at))]
#[ydb(ttl(column = c0, after = "PT0S"))]
#[ydb(index("2nd", on(c1)))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
#[ydb(allow(
    hot_index,
    reason = "TODO: every insert writes to the last partition of `2nd`"
))]
pub struct T33 {
    pub c0: SystemTime,
    pub c1: SystemTime,
    pub at: u32,
    pub by_kind: f32,
    pub c4: Option<f64>,
}
