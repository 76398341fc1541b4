#![allow(dead_code)]

use std::time::SystemTime;

use ydb_keys::{YdbTable, add, yql};

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    #[ydb(default = 0)]
    customer_id: u64,
    placed_at: Option<SystemTime>,
    paid: Option<bool>,
    amount: Option<f64>,
    note: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Customer {
    #[ydb(dispersed)]
    id: u64,
    name: String,
    amount: Option<f64>,
}

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

// Literals that are compared with columns of another kind.
mod compared {
    use super::*;

    fn run() {
        let _ = yql!("SELECT note FROM {Order} WHERE order_id = '1001'");
        let _ = yql!("SELECT note FROM {Order} WHERE order_id IN (1, 'two')");
        let _ = yql!(
            "
            SELECT note FROM {Order} AS o
            WHERE o.order_id = 1 AND o.paid = 1
            "
        );
        let _ = yql!("SELECT paid FROM {Order} WHERE order_id = 1 AND placed_at > '2026-01-01'");
    }
}

// Literals that are written into such columns, and NULL.
mod written {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("UPDATE {Order} SET note = 5 WHERE order_id = $id", id);
        let _ = yql!("UPDATE {Order} SET note = NULL WHERE order_id = $id", id);
        let _ = yql!("UPSERT INTO {Order} (order_id, placed_at, note) VALUES ($id, CurrentUtcTimestamp(), true)", id);
        let _ = yql!("UPSERT INTO {Order} SELECT $id AS order_id, CurrentUtcTimestamp() AS placed_at, 5 AS note", id);
    }
}

// One name for columns of two types.
mod parameter_of_two_types {
    use super::*;

    fn run(id: u64) {
        let _ = yql!(
            "SELECT * FROM {Order}
             WHERE order_id = $id AND note = $id",
            id
        );
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id AND amount > 1.0 LIMIT $id OFFSET 3; SELECT $id AS id FROM {Customer} WHERE name = $id AND id = 1", id);
    }
}

// The same of integers: a type is advised only where it is right for each use.
mod parameter_of_two_integers {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Stock {
        #[ydb(dispersed)]
        id: u64,
        count: u32,
        most: i64,
    }

    fn run(n: u64) {
        let _ = yql!("SELECT count FROM {Stock} WHERE id = $n AND count > $n", n);
        let _ = yql!("SELECT count FROM {Stock} WHERE id = 7 AND count > $n LIMIT $n", n);
        let _ = yql!("UPDATE {Stock} SET count = $n WHERE id = $n", n);
        let _ = yql!("UPDATE {Stock} SET count = $n, most = $n WHERE id = 7", n);
    }
}

// Values that are not of the type of their column.
mod parameters {
    use super::*;

    fn run(id: i64, note: &str, ids: Vec<u64>, notes: &[&str]) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = note.len());
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = ids.first().map(|id| id.to_string()));
        let _ = yql!(
            "UPSERT INTO {Order} (order_id, customer_id, note)
             VALUES ($order, $customer, $note)",
            order = 1,
            customer = Some(2_u64),
            note = note.as_bytes()
        );
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN $notes", notes);
    }
}

// A list where one value is expected, and one value where a list is.
mod lists {
    use super::*;

    fn run(id: u64, ids: Vec<u64>) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $ids", ids);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $ids", ids = &ids);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN $id", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN $id", id = id + 1);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN ($ids)", ids);
    }
}

// Rows that cannot be sent.
mod rows {
    use super::*;

    fn run(ids: &[u64], order: Order) {
        let _ = yql!("UPSERT INTO {Order} SELECT * FROM AS_TABLE($ids)", ids);
        let _ = yql!("UPSERT INTO {Order} SELECT * FROM AS_TABLE($order)", order);
    }
}

// A type that is not one of a column, or that its value cannot be sent as.
mod chosen_type {
    use super::*;

    struct Id(u64);

    fn run(id: u64) {
        let _ = yql!("SELECT $id AS id", id = Id(id));
        let _ = yql!("SELECT $id AS id", id = Id(id) as Uint64);
    }
}

// A text for a number of an index.
mod column_of_an_index {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id, number)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        number: String,
    }

    fn run() {
        let _ = Order::index::<OrderByCustomer>().customer_id("1");
    }
}

// A range of another type.
mod wrong_range {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "accounts")]
    #[ydb(primary_key(name, number))]
    struct Account {
        name: String,
        number: u64,
    }

    fn run() {
        let _ = Account::scan().name(1..5).statement();
    }
}

// A value of another type.
mod wrong_type {
    use std::time::SystemTime;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "user_events")]
    #[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
    struct UserEvent {
        timestamp: SystemTime,
        userid: u64,
        userevent: Option<String>,
    }

    fn run() {
        let _ = UserEvent::scan().userid("alice").statement();
    }
}

// A key with too few values, and one with a value of another type.
mod key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(chat_hash = numeric_hash(chat_id), chat_id, author, number))]
    struct Message {
        chat_id: u64,
        author: String,
        number: u64,
    }

    fn run() {
        let _ = Message::get((5, 7));
        let _ = Message::delete_many([(5, "ann", "7")]);
        let _ = Message::key_params((5,));
    }
}

// The beginning of a key: of another type, in another order, with a range in front, and longer than the key.
mod prefix {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(chat_hash = numeric_hash(chat_id), chat_id, author, number))]
    struct Message {
        chat_id: u64,
        author: String,
        number: u64,
    }

    fn run() {
        let _ = Message::prefix_params("5");
        let _ = Message::prefix_params(("ann", 5));
        let _ = Message::prefix_params((5, "ann".., 7));
        let _ = Message::prefix_params((5, "ann", 7, 8));
    }
}

// A text for the number that is the only key column.
mod key_of_one {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        amount: Option<i64>,
    }

    fn run() {
        let _ = Order::get("5");
        let _ = Order::update((1, 2)).amount(None);
        let _ = Order::exists(Some(5));
        let _ = Order::scan().full_scan().after("5").statement();
    }
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

// A list, a set or a tuple where one value belongs; `{id}` is a set.
mod several_values {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = {id}");
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = {order_id}");
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = [1, 2]");
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = AsList(1, 2)");
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id AND amount BETWEEN 1 AND (2, 3)", id);
        let _ = yql!("$ids = [1, 2]; SELECT * FROM {Order} WHERE order_id = $ids");
        let _ = yql!("UPDATE {Order} SET note = {note} WHERE order_id = $id", id);
        let _ = yql!("UPSERT INTO {Order} (order_id, customer_id, note) VALUES ($id, [1], 'x'u)", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id LIMIT {n}", id);
    }
}

fn main() {}

// Numbers of rows of other types than u64, in LIMIT and in OFFSET.
mod numbers_of_rows {
    use super::*;

    fn run(id: u64, small: u32, negative: i32, size: usize, text: &str) {
        let _ = yql!("SELECT note FROM {Order} WHERE order_id = $id LIMIT $n", id, n = negative);
        let _ = yql!("SELECT note FROM {Order} WHERE order_id = $id LIMIT 5 OFFSET $n", id, n = small);
        let _ = yql!("SELECT note FROM {Order} WHERE order_id = $id LIMIT $size", id, size);
        let _ = yql!("SELECT note FROM {Order} WHERE order_id = $id LIMIT $n", id, n = text);
        let _ = yql!("SELECT note FROM {Order} WHERE order_id = $id LIMIT $n", id, n = Some(negative));
    }
}

// Columns that may be NULL, written into columns that are NOT NULL: by name, by position, those of a side of a join that may be
// missing, and in the second of two statements that write one table.
mod nullable_sources {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(token))]
    struct Token {
        token: String,
        limit: Option<i64>,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(token), key_not_null = false)]
    struct Adopted {
        token: String,
        amount: i64,
    }

    fn run(account: String) {
        let _ = yql!("UPSERT INTO {Token} SELECT note AS token, `limit` FROM {Account} WHERE account = $account", account);
        let _ = yql!(
            "UPSERT INTO {Token} (limit, token) SELECT a.limit, a.note FROM {Account} AS a
             WHERE a.account = $account AND a.note IS NOT NULL",
            account
        );
        let _ = yql!("UPDATE {Account} ON SELECT account, `limit` AS balance FROM {Account} WHERE account = $account", account);
        let _ = yql!(
            "INSERT INTO {Token} SELECT c.account AS token
             FROM {Account} AS a LEFT JOIN {Account} AS c ON c.account = a.note WHERE a.account = $account",
            account
        );
        let _ = yql!(
            "REPLACE INTO {Token} SELECT account AS token, `limit` FROM {Account} WHERE account = $account;
             REPLACE INTO {Token} (SELECT note AS token, `limit` FROM {Account} WHERE account = $account)",
            account
        );
        let _ = yql!("UPSERT INTO {Adopted} SELECT account AS token, `limit` AS amount FROM {Account} WHERE account = $account", account);
    }
}
