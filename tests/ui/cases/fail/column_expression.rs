use std::time::SystemTime;

use ydb_keys::{YdbTable, add};

#[derive(YdbTable)]
#[ydb(primary_key(account_hash = xxh3(account), account))]
struct Account {
    account: String,
    balance: i64,
    limit: Option<i64>,
    note: Option<String>,
    changed_at: SystemTime,
    #[ydb(json)]
    tags: Vec<String>,
}

// Comparisons that a column does not have.
mod conditions {
    use super::*;

    fn run() {
        let c = Account::COLUMNS;
        let _ = c.limit.eq(None::<i64>);
        let _ = c.balance.eq("1");
        let _ = c.balance.gt(c.account);
        let _ = c.balance.is_null();
        let _ = c.tags.eq(Vec::new());
    }
}

// Columns of another table.
mod other_table {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        amount: i64,
    }

    fn run() {
        let update = || Account::update("alice".to_owned());
        let _ = update().balance(Order::COLUMNS.amount);
        let _ = update().balance(add(Order::COLUMNS.amount));
        let _ = Account::COLUMNS.balance.eq(Order::COLUMNS.amount);
    }
}

// Expressions that the type of the column does not have.
mod setters {
    use ydb_keys::{append, coalesce, now, sub};

    use super::*;

    fn run() {
        let update = || Account::update("alice".to_owned());
        let _ = update().note(add("x".to_owned()));
        let _ = update().changed_at(sub(SystemTime::UNIX_EPOCH));
        let _ = update().balance(append(1));
        let _ = update().balance(coalesce(1));
        let _ = update().balance(now());
        let _ = update().balance(add("1"));
        let _ = update().limit(add(Some(1)));
        let _ = update().balance(Account::COLUMNS.limit);
        let _ = update().balance("1");
    }
}

fn main() {}
