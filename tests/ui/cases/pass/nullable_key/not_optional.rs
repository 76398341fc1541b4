// A column that is never NULL, behind an alias and a newtype.

use ydb_keys::{YdbColumn, YdbTable};

type Number = u64;

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
struct OrderId(Number);

#[derive(YdbTable)]
#[ydb(primary_key(customer_id, order_id, line))]
struct Order {
    customer_id: String,
    order_id: OrderId,
    line: Number,
    amount: Option<f64>,
}

fn main() {}
