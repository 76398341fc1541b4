// As many at least as at most, and at first.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(partitioning(min = 4, uniform = 5, max = 5))]
struct A {
    order_id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(partitioning(at_keys(10, 20, 30), max = 4))]
struct B {
    order_id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(partitioning(uniform = 35000))]
struct C {
    order_id: u64,
}

fn main() {}
