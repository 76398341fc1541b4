// Buckets of columns outside of the key, and of one that a function of numbers does not take.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(customer_id) % 16, order_id))]
struct Outside {
    order_id: u64,
    customer_id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard = numeric_hash(name) % 16, name))]
struct NumberOfText {
    name: String,
}

fn main() {}
