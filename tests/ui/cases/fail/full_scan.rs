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

// No condition, one on a column outside of the key, and one behind a function.
mod table {
    use super::*;

    fn run(customer: u64, id: u64) {
        let _ = yql!("SELECT * FROM {Order}");
        let _ = yql!(
            "
            SELECT *
            FROM {Order} AS o
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

fn main() {}
