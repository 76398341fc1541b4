use ydb_keys::YdbTable;

// What this model does not declare of the table `sales`:
// - Settings of the index `by_time`: AUTO_PARTITIONING_BY_LOAD = DISABLED. `apply` leaves them
//   alone; an index with buckets that it builds is split by load.

/// A row of the table `sales`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "sales")]
// `sale_hash` was numeric_hash(sale_id) in all 50 sampled rows.
#[ydb(primary_key(sale_hash = numeric_hash(sale_id), sale_id))]
#[ydb(index(by_time, on(time_shard = xxh3(sale_id) % 16, sold_at)))]
pub struct Sales {
    pub sale_id: u64,
    pub sold_at: u64,
}
