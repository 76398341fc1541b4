// Numbers of buckets that are none: not a literal, none at all, one, and more than a Uint32 or 64 bits can number.

use ydb_keys::YdbTable;

const SHARDS: u32 = 16;

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % SHARDS, id))]
struct Constant {
    id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % 8 * 2, id))]
struct Product {
    id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % (2 * 8), id))]
struct InParentheses {
    id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % "16", id))]
struct Text {
    id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % -16, id))]
struct Negative {
    id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % 1.6, id))]
struct Fraction {
    id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % 0, id))]
struct Zero {
    id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % 1, id))]
struct One {
    id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % 4294967296, id))]
struct Uint33 {
    id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % 18446744073709551616, id))]
struct Uint65 {
    id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(id_hash = xxh3(id), id))]
#[ydb(index(by_name, on(shard = xxh3(id) % 1, name)))]
struct Indexed {
    id: u64,
    name: String,
}

fn main() {}
