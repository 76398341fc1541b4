// The whole table, on purpose.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders")]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    amount: Option<f64>,
}

#[derive(YdbTable)]
#[ydb(table = "accounts")]
#[ydb(primary_key(name, number))]
struct Account {
    name: String,
    number: u64,
}

fn main() {
    let _ = Order::scan().full_scan().statement();
    let _ = Order::scan().limit(10).full_scan().descending().statement();
    let _ = Order::scan().order_id(1..5).full_scan().statement();
    let _ = Account::scan().full_scan().delete().statement();
}
