// The TTL of a signed integer.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(ttl(column = at, after = "P1D", unit = seconds))]
struct Order {
    order_id: u64,
    at: i64,
}

fn main() {}
