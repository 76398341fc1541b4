// Expressions that the type of the column does not have.

use std::time::SystemTime;

use ydb_keys::{YdbTable, add, append, coalesce, now, sub};

#[derive(YdbTable)]
#[ydb(primary_key(account_hash = xxh3(account), account))]
struct Account {
    account: String,
    balance: i64,
    limit: Option<i64>,
    note: Option<String>,
    changed_at: SystemTime,
}

fn main() {
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
