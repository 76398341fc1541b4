// Versions that are not 32 or 64-bit integers, or may be NULL.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    #[ydb(version)]
    version: Option<i64>,
}

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Small {
    order_id: u64,
    #[ydb(version)]
    version: u8,
}

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Text {
    order_id: u64,
    #[ydb(version)]
    version: String,
}

fn main() {}
