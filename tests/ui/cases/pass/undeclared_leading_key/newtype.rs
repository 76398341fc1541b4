// A newtype over a newtype that is declared to be spread leads.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(dispersed)]
struct Id(i64);

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
struct OrderId(Id);

#[derive(YdbTable)]
#[ydb(primary_key(order_id))]
struct Order {
    order_id: OrderId,
}

fn main() {}
