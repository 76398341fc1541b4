// A type of one's own that is called Option.

use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
struct Option(u64);

#[derive(YdbTable)]
#[ydb(primary_key(customer, order_id))]
struct Order {
    customer: String,
    order_id: Option,
}

fn main() {}
