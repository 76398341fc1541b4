// The documentation: a random identifier (such as UUID).

use uuid::Uuid;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders")]
#[ydb(primary_key(order_id))]
struct Order {
    order_id: Uuid,
    customer_id: u64,
    amount: Option<f64>,
}

fn main() {}
