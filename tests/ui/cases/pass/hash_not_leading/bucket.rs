// Buckets of several columns, first in the key and in an index.
#![allow(dead_code)]

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(receipt, shop) % 16, shop, receipt))]
#[ydb(index(by_time, on(time_shard = xxh3(receipt) % 16, at)))]
struct Sale {
    shop: String,
    receipt: u64,
    at: u64,
}

fn main() {}
