// A newtype with a mistake is a key column.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(disperse)]
struct OrderId(u64);

#[derive(YdbTable)]
#[ydb(primary_key(order_id))]
struct Order {
    order_id: OrderId,
}

fn main() {}
