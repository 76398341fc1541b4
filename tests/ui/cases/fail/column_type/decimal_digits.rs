// A decimal of more digits than YDB has.

use ydb_keys::{Decimal, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    amount: Decimal<36, 2>,
}

fn main() {}
