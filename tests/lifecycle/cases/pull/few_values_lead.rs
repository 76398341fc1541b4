use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `readings`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "readings")]
#[ydb(primary_key(kind, day))]
#[ydb(partitioning(by_size = off))]
#[ydb(index(by_level, on(level)))]
#[ydb(allow(
    low_cardinality_leading_key,
    reason = "TODO: all rows with the same `kind` are stored together"
))]
#[ydb(allow(partitioning_by_load, reason = "TODO: partitions are never split"))]
#[ydb(allow(
    hot_index,
    reason = "TODO: a few partitions of `by_level` take all its writes"
))]
pub struct Readings {
    pub kind: u8,
    #[ydb(type = "Date")]
    pub day: SystemTime,
    pub level: Option<i8>,
}
