// A newtype that is declared to grow leads, named by an alias.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(monotonic)]
struct OrderId(u64);

type Id = OrderId;

#[derive(YdbTable)]
#[ydb(primary_key(order_id, customer_id))]
struct Order {
    order_id: Id,
    customer_id: u64,
}

fn main() {}
