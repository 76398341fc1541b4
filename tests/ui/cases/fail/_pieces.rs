#![allow(dead_code)]

use std::time::SystemTime;

use ydb_keys::{YdbTable, yql};

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id), index(by_customer, on(customer_id, placed_at)))]
struct Order {
    order_id: u64,
    customer_id: u64,
    placed_at: SystemTime,
    amount: Option<f64>,
    note: String,
}

enum Sort {
    Newest,
    Amount,
    Note,
}

// A combination that reads all rows, by its name.
mod scans {
    use super::*;

    fn run(customer: Option<u64>, note: Option<&str>) {
        let _ = yql!(
            "SELECT order_id FROM {Order}
             WHERE amount > 1.0 {? AND note = $note } {? AND customer_id = $customer }",
            customer,
            note
        );
    }
}

// A permission for other combinations, one that nothing needs, and one for what decides about nothing.
mod permitted {
    use super::*;

    fn run(customer: Option<u64>, note: Option<String>, id: u64) {
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE amount > 1.0 {? AND note = $note } {? AND customer_id = $customer }",
            customer,
            note,
            full_scan(Order, reason = "a report", without(customer, note))
        );
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE order_id = $id {? AND note = $note }",
            id,
            note,
            full_scan(Order, reason = "a report", without(note))
        );
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE amount > 1.0 {? AND note = $note }",
            note,
            full_scan(Order, reason = "a report", without(amount))
        );
        let _ = yql!("SELECT order_id FROM {Order}", full_scan(Order, reason = "a report", with(note)));
    }
}

// A permission that another one contains, before it or after it, or the same one twice; and two of which one is enough.
mod needless {
    use super::*;

    fn run(customer: Option<u64>, note: Option<String>) {
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE amount > 1.0 {? AND customer_id = $customer }",
            customer,
            full_scan(Order, reason = "a report", without(customer)),
            full_scan(Order, reason = "all of them")
        );
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE order_id = 1 {? OR note = $note } {? AND customer_id = $customer }",
            customer,
            note,
            full_scan(Order, reason = "a report"),
            full_scan(Order, reason = "the same report")
        );
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE amount > 1.0 {? AND customer_id = $customer } {? AND order_id = $note }",
            customer,
            note = customer,
            full_scan(Order, reason = "a report", without(customer)),
            full_scan(Order, reason = "another report", without(note))
        );
    }
}

// A permission that is too narrow; names that are wrong, or twice; other forms.
mod without {
    use super::*;

    fn run(customer: Option<u64>, note: Option<String>) {
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE amount > 1.0 {? AND note = $note } {? AND customer_id = $customer }",
            customer,
            note,
            full_scan(Order, reason = "a report", without(custmer))
        );
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE amount > 1.0 {? AND customer_id = $customer }",
            customer,
            full_scan(Order, reason = "a report", without(customer, customer))
        );
        let _ = yql!("SELECT order_id FROM {Order}", full_scan(Order, reason = "a report", without = customer));
        let _ = yql!("SELECT order_id FROM {Order}", full_scan(Order, reason = "a report", without("customer")));
    }
}

// A scan that a piece makes.
mod with {
    use super::*;

    fn run(note: Option<String>, amount: Option<f64>, id: u64) {
        let _ = yql!("SELECT order_id FROM {Order} WHERE order_id = $id {? AND note = $note } {? OR amount = $amount }", id, note, amount);
        let _ = yql!("SELECT order_id FROM {Order} WHERE amount > 1.0 {? AND note = $note }", note);
    }
}

// A statement within a piece; a brace in a comment; a brace with a space; a name that the text defines; a name that is taken.
mod forms {
    use super::*;

    fn run(note: Option<String>, sort: Sort) {
        let _ = yql!("{? SELECT order_id FROM {Order} WHERE order_id = 1 AND note = $note }", note);
        let _ = yql!("SELECT order_id FROM {Order} WHERE order_id = 1 {? AND note = $note -- }", note);
        let _ = yql!("SELECT order_id FROM {Order} WHERE order_id = 1 { ? AND note = $note }", note);
        let _ = yql!("$least = 1.0; SELECT order_id FROM {Order} WHERE order_id = 1 {? AND amount = $least }");
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE order_id = 1 {? AND note = $note } ORDER BY {note: amount | placed_at}",
            note,
            note = match sort { Sort::Newest, _ }
        );
        let _ = yql!(
            "SELECT order_id, $note AS note FROM {Order} WHERE order_id = 1 ORDER BY {note: amount | placed_at}",
            note = match sort { Sort::Newest, _ }
        );
    }
}

// A permission for one of the parameters of a piece: the piece is also left out if only the other one has no value.
mod shared {
    use super::*;

    fn run(from: Option<u64>, to: Option<u64>) {
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE amount > 1.0 {? AND customer_id BETWEEN $from AND $to }",
            from,
            to,
            full_scan(Order, reason = "a report", without(from))
        );
        let _ = yql!("SELECT order_id FROM {Order}", full_scan(Order, reason = "a report", without()));
    }
}

// A text that is no query without a piece.
mod left_over {
    use super::*;

    fn run(customer: Option<u64>, note: Option<String>) {
        let _ = yql!("SELECT order_id FROM {Order} WHERE {? customer_id = $customer }", customer);
        let _ = yql!("SELECT order_id FROM {Order} WHERE order_id = 1 {? LIMIT $limit } OFFSET 5", limit = Some(5_u64));
        let _ = yql!("SELECT order_id FROM {Order} WHERE order_id = 1 {? AND note = $note", note);
    }
}

// A value that is no `Option`, and one that must not be one.
mod values {
    use super::*;

    fn run(customer: u64, note: &str) {
        let _ = yql!("SELECT order_id FROM {Order} WHERE order_id = 1 {? AND customer_id = $customer }", customer);
        let _ = yql!("SELECT order_id FROM {Order} WHERE order_id = 1 {? AND note = $note }", note = &note);
        let _ = yql!("SELECT order_id FROM {Order} WHERE order_id = 1 {? AND note = $note }", note = Some(5));
    }
}

// Pieces that nothing decides about, a parameter that is needed in any case, and pieces within others.
mod decided {
    use super::*;

    fn run(id: u64, note: Option<String>, customer: Option<u64>) {
        let _ = yql!("SELECT order_id FROM {Order} WHERE order_id = $id {? AND amount > 1.0 }", id);
        let _ = yql!("SELECT order_id FROM {Order} WHERE order_id = $id {? AND note = $nte }", id);
        let _ = yql!("SELECT order_id, $note AS note FROM {Order} WHERE order_id = $id {? AND note = $note }", id, note);
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE order_id = $id {? AND note = $note {? AND customer_id = $customer } }",
            id,
            note,
            customer
        );
        let _ = yql!("SELECT order_id FROM {Order} WHERE order_id = $id AND note LIKE '{? $note }'", id, note);
    }
}

// More conditions than six.
mod seven {
    use super::*;

    fn run(p: Option<f64>) {
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE order_id = 1 {? AND amount > $a } {? AND amount > $b } {? AND amount > $c }
             {? AND amount > $d } {? AND amount > $e } {? AND amount > $f } {? AND amount > $g }",
            a = p, b = p, c = p, d = p, e = p, f = p, g = p
        );
    }
}

// A column that is not there, and a type that does not fit, where all pieces are sent.
mod columns {
    use super::*;

    fn run(note: Option<u64>) {
        let _ = yql!("SELECT order_id FROM {Order} WHERE order_id = 1 {? AND nte = $note }", note);
        let _ = yql!("SELECT order_id FROM {Order} WHERE order_id = 1 {? AND note = $note }", note);
    }
}

// Choices: without a value, with too few patterns, of one part, with a part that reads all rows of the table or names no column,
// and a value without a choice.
mod choices {
    use super::*;

    fn run(sort: Sort, customer: u64) {
        let _ = yql!("SELECT order_id FROM {Order} WHERE customer_id = 1 ORDER BY {order: placed_at | amount}");
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE customer_id = $customer ORDER BY {order: placed_at DESC | amount | note}",
            customer,
            order = match sort { Sort::Newest, Sort::Amount }
        );
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE customer_id = $customer ORDER BY {order: placed_at DESC}",
            customer,
            order = match sort { Sort::Newest }
        );
        let _ = yql!(
            "SELECT order_id FROM {Order} ORDER BY {order: customer_id, placed_at | amount} LIMIT 10",
            order = match sort { Sort::Newest, _ }
        );
        let _ = yql!("SELECT order_id FROM {Order} WHERE order_id = 1", order = match sort { Sort::Newest, _ });
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE order_id = 1 ORDER BY note, {order: placed_at | amount}",
            order = match sort { Sort::Newest, _ }
        );
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE order_id = $id {? ORDER BY {order: placed_at | amount} LIMIT $limit }",
            id = 1_u64,
            limit = Some(1_u64),
            order = match sort { Sort::Newest, _ }
        );
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE customer_id = $customer ORDER BY {order: placed_at DESC | amunt}",
            customer,
            order = match sort { Sort::Newest, _ }
        );
    }
}

// A pattern too few for the enum.
mod exhaustive {
    use super::*;

    fn run(sort: Sort, customer: u64) {
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE customer_id = $customer ORDER BY {order: placed_at DESC | amount}",
            customer,
            order = match sort { Sort::Newest, Sort::Amount }
        );
    }
}

fn main() {}
