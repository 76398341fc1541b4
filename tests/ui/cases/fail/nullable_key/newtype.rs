// An optional newtype.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
struct OrderId(u64);

#[derive(YdbTable)]
#[ydb(primary_key(customer_id, order_id))]
struct Order {
    customer_id: String,
    order_id: Option<OrderId>,
}

fn main() {}
