// Columns of another table.

use ydb_keys::{YdbTable, add};

#[derive(YdbTable)]
#[ydb(primary_key(account_hash = xxh3(account), account))]
struct Account {
    account: String,
    balance: i64,
}

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    amount: i64,
}

fn main() {
    let update = || Account::update("alice".to_owned());
    let _ = update().balance(Order::COLUMNS.amount);
    let _ = update().balance(add(Order::COLUMNS.amount));
    let _ = Account::COLUMNS.balance.eq(Order::COLUMNS.amount);
}
