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

// A name of the text without a value: alone, among others, in an expression, and at the end of a line.
mod missing {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id");
        let _ = yql!(
            "
            SELECT * FROM {Order}
            WHERE order_id = $id AND amount * 2 > $id_limit + $i
            ",
            id,
            id_limit = 1.0 as Double
        );
    }
}

// A value that the text does not name, with the nearest name and without one.
mod unused {
    use super::*;

    fn run(id: u64, limit: u64) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id, limit);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id OR order_id = $id2", id, id2 = 1, id_2 = 2);
    }
}

// Two values of one name, and what is not a name.
mod malformed {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id, id = 1);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", 1);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", &id);
    }
}

// One name for columns of two types.
mod two_types {
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

// Values that are not of the type of their column.
mod wrong_type {
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
mod chosen {
    use super::*;

    struct Id(u64);

    fn run(id: u64) {
        let _ = yql!("SELECT $id AS id", id = Id(id));
        let _ = yql!("SELECT $id AS id", id = Id(id) as Uint64);
    }
}

fn main() {}
