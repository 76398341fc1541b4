// An option behind an associated type.

use ydb_keys::YdbTable;

trait Model {
    type Id;
}

struct Orders;

impl Model for Orders {
    type Id = Option<u64>;
}

#[derive(YdbTable)]
#[ydb(primary_key(customer, order_id))]
struct Order {
    customer: String,
    order_id: <Orders as Model>::Id,
}

fn main() {}
