// A newtype that is called spread over one that is declared to grow leads.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(monotonic)]
struct Sequence(u64);

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(dispersed)]
struct OrderId(Sequence);

#[derive(YdbTable)]
#[ydb(primary_key(order_id))]
struct Order {
    order_id: OrderId,
}

fn main() {}
