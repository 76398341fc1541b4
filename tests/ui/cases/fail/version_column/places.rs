// Columns that cannot be the version of a row.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Key {
    #[ydb(version)]
    order_id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Two {
    order_id: u64,
    #[ydb(version)]
    version: u64,
    #[ydb(version)]
    revision: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Filled {
    order_id: u64,
    #[ydb(version, default = 1)]
    version: u64,
}

#[derive(YdbTable)]
#[ydb(store = column, primary_key(order_id))]
struct Columns {
    order_id: u64,
    #[ydb(version)]
    version: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Document {
    order_id: u64,
    #[ydb(version, json)]
    version: u64,
}

fn main() {}
