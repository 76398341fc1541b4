// Buckets after another column, in a key and in an index, and a second bucket.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(shop, shard = xxh3(receipt) % 16, receipt))]
struct InTheKey {
    shop: String,
    receipt: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(shop, receipt))]
#[ydb(index(by_time, on(at, shard = xxh3(receipt) % 16)))]
struct InTheIndex {
    shop: String,
    receipt: u64,
    at: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(receipt) % 16, part = xxh3(shop) % 4, shop, receipt))]
struct Two {
    shop: String,
    receipt: u64,
}

fn main() {}
