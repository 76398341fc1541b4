// A plain integer leads, allowed.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_id))]
#[ydb(allow(undeclared_leading_key, reason = "a hundred rows"))]
struct Order {
    order_id: u64,
}

fn main() {}
