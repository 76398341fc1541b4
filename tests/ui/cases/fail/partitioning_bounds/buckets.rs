// Fewer partitions at most than buckets, at whose borders the table is split.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % 16, id))]
#[ydb(partitioning(max = 15))]
struct Event {
    id: u64,
}

fn main() {}
