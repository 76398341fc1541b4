use std::time::{Duration, SystemTime};

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `events`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "events")]
#[ydb(primary_key(at, id))]
#[ydb(partitioning(by_size = off, by_load, min = 3, max = 30))]
#[ydb(ttl(column = until, after = "P1DT12H", unit = seconds))]
#[ydb(bloom_filter)]
#[ydb(read_replicas = "ANY_AZ:2")]
#[ydb(family(cold, compression = "lz4"))]
#[ydb(index(by_done, on(done), cover(took), async))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
#[ydb(allow(
    hot_index,
    reason = "TODO: a few partitions of `by_done` take all its writes"
))]
pub struct Events {
    pub at: SystemTime,
    pub id: Uuid,
    pub done: Option<bool>,
    pub until: Option<u32>,
    #[ydb(family = "cold")]
    pub body: Option<Vec<u8>>,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    pub took: Option<Duration>,
}
