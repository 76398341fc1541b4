// A newtype that is declared to grow, after its hash.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(monotonic)]
struct OrderId(u64);

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id, customer_id))]
struct Order {
    order_id: OrderId,
    customer_id: u64,
}

fn main() {}
