#![deny(warnings)]
#![allow(dead_code)]

use ydb_keys::{YdbTable, yql};

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id), index(by_customer, on(customer_id)))]
struct Order {
    order_id: u64,
    customer_id: u64,
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
#[ydb(store = column, primary_key(at, user), partition_by_hash(user))]
struct Event {
    at: std::time::SystemTime,
    user: String,
    kind: String,
}

// Rows that are found by the key, by an index, by USING, and by what a subquery returns.
mod found {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id);
        let _ = yql!("SELECT * FROM {Order:by_customer} AS o WHERE o.customer_id > $id", id);
        let _ = yql!("SELECT * FROM {Order} VIEW by_customer AS o WHERE o.customer_id BETWEEN 1 AND $id", id);
        let _ = yql!("SELECT c.name AS name FROM {Customer} AS c JOIN {Customer} AS d USING (id) WHERE d.id = $id", id);
        let _ = yql!("SELECT o.note AS note FROM {Customer} AS c JOIN {Order} AS o ON o.order_id = c.id WHERE c.id = $id", id);
        let _ = yql!("SELECT * FROM {Customer} WHERE id IN (SELECT customer_id FROM {Order} WHERE order_id = $id)", id);
        let _ = yql!(
            "SELECT note, name FROM {Customer} AS c LEFT JOIN {Order:by_customer} AS o ON o.customer_id = c.id WHERE c.id = $id",
            id
        );
        let _ = yql!("UPDATE {Order} SET note = 'x'u WHERE order_id IN (1, 2)");
        let _ = yql!("UPDATE {Order} ON SELECT order_id, 'x'u AS note FROM {Order:by_customer} WHERE customer_id = $id", id);
        let _ = yql!("DELETE FROM {Order} ON SELECT order_id FROM {Order:by_customer} WHERE customer_id = $id", id);
    }
}

// The server chooses the index, also below a query in parentheses; or the first rows of a key are wanted.
mod chosen {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT * FROM {Order} AS o WHERE o.customer_id = $id", id);
        let _ = yql!("SELECT note FROM (SELECT note, customer_id AS c FROM {Order}) WHERE c = $id", id);
        let _ = yql!("$all = SELECT * FROM {Customer}; SELECT name FROM $all WHERE id = $id", id);
        let _ = yql!("SELECT * FROM {Customer} WHERE 1 > 2 OR id = $id", id);
        let _ = yql!("SELECT * FROM {Customer} ORDER BY id DESC LIMIT 5");
        let _ = yql!("SELECT * FROM {Order} ORDER BY customer_id LIMIT 5");
    }
}

// Column tables are made for scans.
mod column_table {
    use super::*;

    fn run() {
        let _ = yql!("SELECT kind, COUNT(*) AS n FROM {Event} GROUP BY kind");
    }
}

// Scans that are meant.
mod permitted {
    use super::*;

    fn run() {
        let _ = yql!("SELECT COUNT(*) AS n FROM {Order}", full_scan(Order, reason = "a nightly report"));
        let _ = yql!(
            "SELECT note, name FROM {Order} AS o JOIN {Customer} AS c ON c.name = o.note",
            full_scan(super::Order, reason = "a nightly report"),
            full_scan(Customer, reason = "a nightly report"),
        );
        let _ = yql!("BATCH DELETE FROM {Order} WHERE note = 'old'u", full_scan(Order, reason = "a nightly clean-up"));
        let _ = yql!("BATCH UPDATE {Order} SET note = 'x'u WHERE order_id = $id", id = 7);
    }
}

// The whole table, on purpose.
mod full_scan {
    use super::*;

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

    pub fn run() {
        let _ = Order::scan().full_scan().statement();
        let _ = Order::scan().limit(10).full_scan().descending().statement();
        let _ = Order::scan().order_id(1..5).full_scan().statement();
        let _ = Account::scan().full_scan().delete().statement();
    }
}

// Scans of indexes: by a prefix, by a range, of all.
mod index {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id, number)))]
    #[ydb(index("2nd-number", on(number), async))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        number: String,
    }

    pub fn run() {
        let scan = || Order::index::<OrderByCustomer>();
        let _ = scan().customer_id(1).statement();
        let _ = scan().customer_id(1..9).descending().limit(2).statement();
        let _ = scan().customer_id(1).number("a").count();
        let _ = scan().customer_id(1).number("a".to_owned()..).exists();
        let _ = scan().full_scan().select::<Order>().statement();
        let _ = Order::index::<Order2ndNumber>().number("a").statement();
        let _ = Order::in_directory("tenants/acme").index::<OrderByCustomer>().customer_id(1).statement();
    }
}

// Every prefix that fixes the inputs of the hash.
mod prefixes {
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

    #[derive(YdbTable)]
    #[ydb(table = "visits")]
    #[ydb(primary_key(visit_hash = xxh3(site, userid), site, userid, at))]
    struct Visit {
        site: String,
        userid: u64,
        at: SystemTime,
    }

    #[derive(YdbTable)]
    #[ydb(table = "accounts")]
    #[ydb(primary_key(name, number))]
    struct Account {
        name: String,
        number: u64,
    }

    pub fn run() {
        let at = SystemTime::UNIX_EPOCH;
        let _ = UserEvent::scan().userid(1).statement();
        let _ = UserEvent::scan().userid(1).timestamp(at).statement();
        let _ = UserEvent::scan().userid(1).timestamp(at).delete().statement();
        let _ = Visit::scan().site("a".to_owned()).userid(1).statement();
        let _ = Visit::scan().site("a".to_owned()).userid(1).at(at).statement();
        let _ = Account::scan().name("a".to_owned()).statement();
        let _ = Account::scan().name("a".to_owned()).number(1).statement();
        let _ = Account::scan().name("a".to_owned()..).statement();
        let _ = Account::scan().name("a").number(1).statement();
        let _ = Account::scan().name("a".."b").statement();
    }
}

// A range before the columns that it ends, and the columns of an index in order.
mod in_order {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(chat_hash = numeric_hash(chat_id), chat_id, author, number))]
    #[ydb(index(by_author, on(author, number)))]
    struct Message {
        chat_id: u64,
        author: String,
        number: u64,
    }

    pub fn run() {
        let _ = Message::scan().chat_id(5).author("ann".."bob").statement();
        let _ = Message::scan().chat_id(5).author("ann").number(7).statement();
        let _ = Message::index::<MessageByAuthor>().author("ann").number(7..).statement();
        let _ = Message::prefix_params(5);
        let _ = Message::prefix_params((5, "ann".."bob"));
        let _ = Message::prefix_params((&5, "ann", 7));
    }
}

// Lists and numbers from which a hash can be computed.
mod lists_and_numbers {
    use super::*;

    fn run(id: u64, ids: &[u64], x: f64, small: i32) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN AsList(1, 2)");
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN [1, 2]");
        let _ = yql!("$list = AsList(1, 2); SELECT * FROM {Order} WHERE order_id IN $list");
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN $ids", ids);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $small + 1", small = small as Int32);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = CAST($x + 1 AS Uint64)", x = x as Double);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = LENGTH($text)", text = "abc");
        // Another condition gives the hash, or the column is not an integer.
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id AND order_id = $x + 1", id, x = x as Double);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id AND amount = $x + 1", id, x = x as Double);
    }
}

// Values of several inputs of a hash, and of a bucket, that go together.
mod several_inputs {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(user_hash = xxh3(tenant, user), tenant, user))]
    struct User {
        tenant: u64,
        user: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(event_id) % 4, at, event_id))]
    struct Event {
        at: u64,
        event_id: u64,
    }

    fn run(id: u64) {
        let _ = yql!("SELECT * FROM {User} WHERE tenant IN (1, 2) AND user = $id", id);
        let _ = yql!("SELECT * FROM {User} WHERE tenant = 1 AND user = $id + 1", id);
        let _ = yql!("SELECT * FROM {Event} WHERE event_id IN (1, $id)", id);
    }
}

fn main() {
    full_scan::run();
    index::run();
    prefixes::run();
    in_order::run();
}
