//! The table `random/t7`.

use ydb_keys::{Decimal, YdbTable};

/// A row of the table `random/t7`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t7")]
#[ydb(primary_key(by_kind_2, by_kind))]
#[ydb(partitioning(by_size = off))]
#[ydb(bloom_filter)]
#[ydb(read_replicas = "ANY_AZ:3")]
#[ydb(allow(
    low_cardinality_leading_key,
    reason = "TODO: all rows with the same `BY_KIND` are stored together"
))]
#[ydb(allow(partitioning_by_load, reason = "TODO: partitions are never split"))]
pub struct T7 {
    #[ydb(rename = "BY_KIND")]
    pub by_kind_2: bool,
    pub by_kind: i64,
    pub c2: f32,
    #[ydb(rename = "self", type = "Yson")]
    pub self_value: Option<Vec<u8>>,
    #[ydb(rename = "by-kind")]
    pub by_kind_3: Decimal<22, 9>,
    #[ydb(default = false)]
    pub key: bool,
}
