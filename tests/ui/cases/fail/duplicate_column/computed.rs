// Computed columns of one name: in a key and an index, in two indexes, and like a field.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % 16, at, id))]
#[ydb(index(by_name, on(shard = xxh3(id) % 16, name)))]
struct KeyAndIndex {
    id: u64,
    at: u64,
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(id_hash = xxh3(id), id))]
#[ydb(index(by_name, on(shard = xxh3(id) % 16, name)))]
#[ydb(index(by_time, on(shard = xxh3(id) % 16, at)))]
struct TwoIndexes {
    id: u64,
    at: u64,
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % 16, id))]
#[ydb(index(by_name, on(name_shard = xxh3(id) % 16, name)))]
struct Fields {
    id: u64,
    shard: u64,
    #[ydb(rename = "name_shard")]
    part: u64,
    name: String,
}

fn main() {}
