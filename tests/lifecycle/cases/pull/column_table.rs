use std::time::SystemTime;

use ydb_keys::{Decimal, YdbTable};

/// A row of the table `olap/daily`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "olap/daily")]
#[ydb(store = column)]
#[ydb(primary_key(day, hour))]
#[ydb(partition_by_hash(hour))]
#[ydb(partitioning(min = 8))]
#[ydb(ttl(column = day, after = "P365D"))]
#[ydb(allow(
    column_partition_key,
    reason = "TODO: rows of the same time gather in a few partitions"
))]
pub struct Daily {
    #[ydb(type = "Date")]
    pub day: SystemTime,
    #[ydb(type = "Datetime")]
    pub hour: SystemTime,
    pub clicks: Option<u64>,
    pub price: Option<Decimal<35, 10>>,
}
