// A key column whose newtype derives YdbColumn only.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn)]
struct OrderId(u64);

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: OrderId,
}

fn main() {}
