//! A hash, a Uint32, and a text with a single partition.

#![allow(dead_code)]

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = xxh3(customer), customer))]
#[ydb(changefeed(feed, mode = updates, min_partitions = 4))]
struct Hashed {
    customer: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(id), changefeed(feed, mode = updates, min_partitions = 4))]
struct Number {
    #[ydb(dispersed)]
    id: u32,
}

#[derive(YdbTable)]
#[ydb(primary_key(customer), changefeed(feed, mode = updates, min_partitions = 1))]
struct Text {
    customer: String,
}

fn main() {}
