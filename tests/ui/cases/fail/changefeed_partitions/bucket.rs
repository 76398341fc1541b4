// A bucket leads: equal parts of its type's range have no bucket but the first.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % 16, id))]
#[ydb(changefeed(feed, mode = new_image, min_partitions = 4))]
struct Event {
    id: u64,
}

fn main() {}
