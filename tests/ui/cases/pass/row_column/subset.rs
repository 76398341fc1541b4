// Some of the columns, in another order, the hash column among them; a query's own columns have any name.

use ydb_keys::{YdbRow, YdbTable};

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_customer, on(customer_id), cover(amount)))]
struct Order {
    order_id: u64,
    customer_id: u64,
    amount: Option<f64>,
    comment: Option<String>,
}

#[derive(YdbRow)]
#[ydb(of = Order)]
struct OrderTotal {
    amount: Option<f64>,
    #[ydb(rename = "order_id")]
    id: u64,
    order_hash: u64,
    #[ydb(skip)]
    _seen: bool,
}

#[derive(YdbRow)]
struct Count {
    #[ydb(rename = "number of orders, per customer")]
    orders: u64,
}

fn main() {
    let row = OrderTotal { amount: None, id: 1, order_hash: 2, _seen: true };
    let _ = (row.amount, row.id, row.order_hash, Count { orders: 1 }.orders);
}
