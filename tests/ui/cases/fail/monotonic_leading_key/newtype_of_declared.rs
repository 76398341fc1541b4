// A newtype inherits that the one inside is declared to grow.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(monotonic)]
struct Sequence(u64);

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
struct OrderId(Sequence);

#[derive(YdbTable)]
#[ydb(primary_key(order_id))]
struct Order {
    order_id: OrderId,
}

fn main() {}
