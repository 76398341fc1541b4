// A bucket leads, and the topic begins with as many partitions as the table.
#![allow(dead_code)]

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % 16, id))]
#[ydb(changefeed(feed, mode = new_image))]
struct Event {
    id: u64,
}

fn main() {}
