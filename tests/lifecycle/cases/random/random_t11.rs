//! The table `random/t11`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `random/t11`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t11")]
#[ydb(primary_key(at))]
#[ydb(ttl(column = at, after = "P1D"))]
#[ydb(changefeed(id, mode = new_image, retention = "P1DT12H"))]
#[ydb(changefeed(at, mode = new_image, retention = "P1DT12H"))]
#[ydb(family(hot, data = "ssd"))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
pub struct T11 {
    pub at: SystemTime,
}
