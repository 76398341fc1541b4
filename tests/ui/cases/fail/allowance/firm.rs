// A rule that cannot be allowed.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(allow(key_type, reason = "we need it"))]
struct Order {
    order_id: u64,
}

fn main() {}
