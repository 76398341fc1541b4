// Rows that say of no table, or of another one, that they are a part of it.

use ydb_keys::{RowOf, YdbRow, YdbTable};

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_customer, on(customer_id), cover(amount)))]
struct Order {
    order_id: u64,
    customer_id: u64,
    amount: Option<f64>,
    comment: Option<String>,
}

#[derive(YdbTable)]
#[ydb(primary_key(name))]
struct Country {
    name: String,
}

#[derive(YdbRow)]
struct Total {
    amount: Option<f64>,
}

#[derive(YdbRow)]
#[ydb(of = Country)]
struct Name {
    name: String,
}

fn read<R: RowOf<Order>>() {}

fn main() {
    read::<Total>();
    read::<Name>();
}
