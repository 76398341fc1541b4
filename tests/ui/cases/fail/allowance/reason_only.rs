// An allowance with a reason, but no rule.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(allow(reason = "few rows"))]
struct Order {
    order_id: u64,
}

fn main() {}
