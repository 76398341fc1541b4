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

// A text that declares what the library declares: with a value, and without one, which it could never have.
mod declared {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("DECLARE $id AS Uint64; SELECT * FROM {Order} WHERE order_id = $id", id);
        let _ = yql!("DECLARE $id AS Uint64; SELECT * FROM {Order} WHERE order_id = $id");
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

// A value whose place is written as `format!` has it, or within a string or a comment.
mod lookalikes {
    use super::*;

    fn run(id: u64, ids: &[u64], note: &str) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = {id}", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN {ids}", ids);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = {}", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = {0}", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id AND note = '{note}'", id, note);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id AND note LIKE '%$note%'", id, note);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id -- AND note = $note", id, note);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = {{ id }}", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = `$id`", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = id", id);
    }

    fn member(order: Order) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = {order.order_id}", order);
    }
}

// A name that is nearly that of a value.
mod nearly {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $Id", id);
    }
}

// Values without names, as `sqlx::query!` and `format!` take them, and other ways to name them.
mod unnamed {
    use super::*;

    fn run(order: Order, ids: &[u64], id: u64) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $order_id", order.order_id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", ids[0]);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id.clone());
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id: id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id: order.order_id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", $id = id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", "id" = id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = id id);
    }
}

fn main() {}
