use std::time::Duration;

use ydb_keys::YdbTable;

// What this model does not declare of the table `queue`:
// - Settings of the index `by_kind`: AUTO_PARTITIONING_BY_LOAD = ENABLED,
//   AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4.
// - Of the family `memory`: CACHE_MODE = "in_memory".
// - The family `unused`, which sets nothing.
// - The index `by_shard` on (shard), sync: the table is already sorted by these columns; `apply`
//   leaves it alone.

/// A row of the table `queue`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "queue")]
#[ydb(primary_key(shard, id))]
#[ydb(changefeed(updates, mode = updates))]
#[ydb(family(memory, compression = "off"))]
#[ydb(index(key, on(kind), as = QueueKeyIndex))]
#[ydb(index(by_kind, on(kind, note)))]
#[ydb(index("by-kind", on(note), async, as = QueueByKindIndex))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `shard` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Queue {
    pub shard: u32,
    pub id: String,
    pub kind: Option<String>,
    // Its default is '{}', which a model cannot declare.
    #[ydb(type = "Json")]
    pub payload: Option<String>,
    #[ydb(family = "memory")]
    pub note: Option<String>,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    // Its default is INTERVAL('-PT5S'), which a model cannot declare.
    pub pause: Option<Duration>,
}
