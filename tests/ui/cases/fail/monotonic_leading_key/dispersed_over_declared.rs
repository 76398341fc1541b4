// A field calls spread what its type calls growing.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(monotonic)]
struct OrderId(u64);

#[derive(YdbTable)]
#[ydb(primary_key(order_id))]
struct Order {
    #[ydb(dispersed)]
    order_id: OrderId,
}

fn main() {}
