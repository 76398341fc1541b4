//! The table `random/t8`.

use std::time::SystemTime;

use ydb_keys::{Decimal, YdbTable};

/// A row of the table `random/t8`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t8")]
#[ydb(primary_key(by_kind_2))]
#[ydb(partitioning(by_size = off, min = 4, max = 50))]
#[ydb(ttl(column = by_kind_2, after = "P1D"))]
#[ydb(index("by-kind", on(id, kind), cover(c3)))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
#[ydb(allow(partitioning_by_load, reason = "TODO: partitions are never split"))]
pub struct T8 {
    #[ydb(rename = "by-kind")]
    pub by_kind_2: SystemTime,
    pub key: f32,
    pub id: Decimal<22, 9>,
    #[ydb(type = "Date32")]
    pub c3: SystemTime,
    #[ydb(type = "Date32")]
    pub kind: Option<SystemTime>,
    pub by_kind: Decimal<22, 9>,
    pub c6: Option<u64>,
}
