// A newtype over a bool leads.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
struct Paid(bool);

#[derive(YdbTable)]
#[ydb(primary_key(paid, order_id))]
struct Order {
    paid: Paid,
    order_id: u64,
}

fn main() {}
