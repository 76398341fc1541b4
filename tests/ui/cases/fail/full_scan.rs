#![allow(dead_code)]

use std::time::SystemTime;

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

// No condition, one on a column outside of the key, and one behind a function.
mod table {
    use super::*;

    fn run(customer: u64, id: u64) {
        let _ = yql!("SELECT * FROM {Order}");
        let _ = yql!(
            "
            SELECT *
            FROM {Order} VIEW PRIMARY KEY AS o
            WHERE o.customer_id = $customer
            ",
            customer
        );
        let _ = yql!("SELECT * FROM {super::Order} AS o WHERE o.order_id + 0 = $id", id = id as Uint64);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id > $id", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id OR amount > 1.0", id);
    }
}

// An index whose first column no condition names.
mod index {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT * FROM {Order:by_customer} AS o WHERE o.order_id = $id", id);
    }
}

// A join from both sides: nothing says where to begin, or nothing says how to go on.
mod join {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT note, name FROM {Order} AS o JOIN {Customer} AS c ON c.id = o.customer_id");
        let _ = yql!(
            "SELECT note, name
             FROM {Order} AS o
             JOIN {Customer} AS c ON c.name = o.note
             WHERE o.order_id = $id",
            id
        );
        let _ = yql!(
            "SELECT note, name FROM {Customer} AS c LEFT JOIN {Order} AS o ON o.customer_id = c.id WHERE c.id = $id",
            id
        );
    }
}

// A subquery and a named expression are judged by themselves.
mod subquery {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN (SELECT id FROM {Customer} WHERE name = 'x'u)");
        let _ = yql!("$all = (SELECT order_id FROM {Order}); SELECT * FROM $all AS a WHERE a.order_id = $id", id = id as Uint64);
    }
}

// The hash cannot be computed from what USING and a subquery say.
mod input_of_a_hash {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN (SELECT id FROM {Customer} WHERE id = $id)", id);
        let _ = yql!(
            "SELECT a.note AS note
             FROM {Order} AS a
             JOIN {Order} AS b USING (order_id)
             WHERE a.order_id = $id",
            id
        );
    }
}

// UPDATE, DELETE and UPSERT .. SELECT find their rows as a SELECT does.
mod writes {
    use super::*;

    fn run(customer: u64) {
        let _ = yql!("UPDATE {Order} SET note = 'x'u WHERE customer_id = $customer", customer);
        let _ = yql!("DELETE FROM {Order} WHERE customer_id = $customer", customer);
        let _ = yql!("BATCH UPDATE {Order} SET note = 'x'u WHERE customer_id = $customer", customer);
        let _ = yql!("BATCH DELETE FROM {Order}");
        let _ = yql!("UPSERT INTO {Customer} SELECT order_id AS id, note AS name FROM {Order}");
    }
}

// A permission for another table, and one that is malformed.
mod permission {
    use super::*;

    fn run() {
        let _ = yql!("SELECT * FROM {Order}", full_scan(Customer, reason = "nightly"));
        let _ = yql!("SELECT * FROM {Order}", full_scan(Order));
        let _ = yql!("SELECT * FROM {Order}", full_scan(Order, reason = ""));
        let _ = yql!("SELECT * FROM {Order}", full_scan());
        let _ = yql!("SELECT * FROM {Order}", full_scan(Order, because = "nightly"));
    }
}

// A scan that leaves an input of the hash open.
mod half_a_hash {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "visits")]
    #[ydb(primary_key(visit_hash = xxh3(site, userid), site, userid, at))]
    struct Visit {
        site: String,
        userid: u64,
        at: SystemTime,
    }

    fn run() {
        let _ = Visit::scan().site("a".to_owned()).statement();
        let _ = Visit::prefix_params("a");
    }
}

// A scan of an index that names no column.
mod no_prefix_index {
    use super::*;

    fn run() {
        let _ = Order::index::<OrderByCustomer>().statement();
    }
}

// Counting by an index that names no column.
mod no_prefix_index_count {
    use super::*;

    fn run() {
        let _ = Order::index::<OrderByCustomer>().limit(5).count();
    }
}

// A scan that fixes nothing.
mod no_prefix {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        amount: Option<f64>,
    }

    fn run() {
        let _ = Order::scan().statement();
    }
}

// Counting the rows of a scan that names no key column.
mod no_prefix_count {
    use super::*;

    fn run() {
        let _ = Order::scan().count();
    }
}

// A delete that fixes nothing.
mod no_prefix_delete {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        amount: Option<f64>,
    }

    fn run() {
        let _ = Order::scan().delete().statement();
    }
}

// Looking for a row in a scan that names no key column.
mod no_prefix_exists {
    use super::*;

    fn run() {
        let _ = Order::scan().exists();
    }
}

// A page of a scan that names no key column.
mod no_prefix_page {
    use super::*;

    fn run() {
        let _ = Order::scan().page(10, None);
    }
}

// Reading columns of a scan that names no key column.
mod no_prefix_select {
    use super::*;

    fn run() {
        let _ = Order::scan().select::<Order>();
    }
}

// A scan that fixes nothing, of a table without a hash.
mod no_prefix_without_hash {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "accounts")]
    #[ydb(primary_key(name, number))]
    struct Account {
        name: String,
        number: u64,
    }

    fn run() {
        let _ = Account::scan().statement();
    }
}

// A range of a column that is hashed.
mod range_of_a_hash_input {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        amount: Option<f64>,
    }

    fn run() {
        let _ = Order::scan().order_id(1..5).statement();
    }
}

// A range of the second column that is hashed.
mod range_of_a_second_hash_input {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "visits")]
    #[ydb(primary_key(visit_hash = xxh3(site, userid), site, userid, at))]
    struct Visit {
        site: String,
        userid: u64,
        at: SystemTime,
    }

    fn run() {
        let _ = Visit::scan().site("a".to_owned()).userid(1..5).statement();
    }
}

// A column of a scan before the columns that precede it in the key.
mod out_of_order {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(chat_hash = numeric_hash(chat_id), chat_id, author, number))]
    #[ydb(index(by_author, on(author, number)))]
    struct Message {
        chat_id: u64,
        author: String,
        number: u64,
    }

    fn run() {
        let _ = Message::scan().author("ann");
        let _ = Message::scan().chat_id(5).number(7);
        let _ = Message::index::<MessageByAuthor>().number(7);
    }
}

// A column of a scan twice, after a range, and after `full_scan()`.
mod not_next {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(number, name))]
    struct Account {
        #[ydb(dispersed)]
        number: u64,
        name: String,
    }

    fn run() {
        let _ = Account::scan().number(5).number(6);
        let _ = Account::scan().number(5..7).name("a");
        let _ = Account::scan().full_scan().number(5..);
    }
}

// A list after IN that is computed: the words say IN already.
mod computed_lists {
    use super::*;

    fn run() {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN AsSet(1, 2)");
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN {1, 2}");
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN ListFromRange(1, 5)");
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN ()");
        let _ = yql!("$list = ListUniq(AsList(1, 2)); SELECT * FROM {Order} WHERE order_id IN $list");
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN (SELECT order_id FROM AS_TABLE(AsList(AsStruct(1 AS order_id))))");
    }
}

// Fractions, of which a hash of integers cannot be computed: by the chosen type of a parameter, as literals, by a CAST.
mod fractions {
    use super::*;

    fn run(id: u64, x: f64, y: f32) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $x", x = x as Double);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $x + 1", x = x as Double);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id + $y", id, y = y as Float);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN (1, $x * 2)", x = x as Double);
        let _ = yql!("$v = COALESCE($x, 5); SELECT * FROM {Order} WHERE order_id = $v", x = x as Double);
        let _ = yql!("DELETE FROM {Order} WHERE order_id = -$x", x = x as Double);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = 1.5");
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = CAST('1' AS Double)");
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = Math::Floor($id)", id);
    }
}

// Values of several inputs of a hash, and of a bucket, that do not go together.
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
        let _ = yql!("SELECT * FROM {User} WHERE tenant IN (1, 2) AND user IN (3, 4)");
        let _ = yql!("SELECT * FROM {User} WHERE tenant IN (1, 2) AND user = $id + 1", id);
        let _ = yql!("SELECT * FROM {Event} WHERE event_id = $id + 1", id);
    }
}

fn main() {}
