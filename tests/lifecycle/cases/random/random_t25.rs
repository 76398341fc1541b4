//! The table `random/t25`.

use std::time::SystemTime;

use ydb_keys::{Decimal, YdbTable};

// What this model does not declare of the table `random/t25`:
// - The index `by_kind` on (c0), async: the table is already sorted by these columns; `apply`
//   leaves it alone.

/// A row of the table `random/t25`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t25")]
#[ydb(primary_key(c0, c1, by_kind))]
#[ydb(partitioning(by_size = 500))]
#[ydb(changefeed(at, mode = new_image, retention = "P1DT12H"))]
#[ydb(index("2nd", on(by_kind)))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
pub struct T25 {
    #[ydb(type = "Timestamp64")]
    pub c0: SystemTime,
    pub c1: String,
    pub by_kind: i64,
    #[ydb(type = "Datetime64")]
    pub key: Option<SystemTime>,
    #[ydb(default = "1.5")]
    pub c4: Decimal<22, 9>,
}
