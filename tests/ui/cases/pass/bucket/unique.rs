// A unique index whose bucket is computed from an indexed column.
#![allow(dead_code)]

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(shop, receipt))]
#[ydb(index(by_number, on(shard = xxh3(shop) % 16, number, shop), unique))]
struct Sale {
    shop: String,
    receipt: u64,
    number: u64,
}

fn main() {}
