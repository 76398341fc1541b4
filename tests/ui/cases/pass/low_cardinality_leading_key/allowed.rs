// A bool leads, allowed.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(paid, order_id))]
#[ydb(allow(low_cardinality_leading_key, reason = "a hundred rows"))]
struct Order {
    paid: bool,
    order_id: u64,
}

fn main() {}
