#![deny(warnings)]
#![allow(dead_code)]

use ydb_keys::{TableAt, YdbTable, yql};

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

// Texts in all forms of a string literal, with what only looks like a model, and models in each of their places.
mod texts {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT 1 AS one");
        let _ = yql!("SELECT 1;");
        let _ = yql!(r#"SELECT '{Order}' AS text, "{}" AS other -- FROM {Order}"#);
        let _ = yql!(r##"SELECT "#" AS hash /* FROM {Nothing} */ FROM {Order} WHERE order_id = $id"##, id);
        let _ = yql!("SELECT\n\t*\nFROM\n\t{Order}\nWHERE\n\torder_id = $id\n", id,);
        let _ = yql!("SELECT <|name: 1|>.name AS one, {1, 2} AS set, {'a': 1} AS dict");
        let _ = yql!("SELECT * FROM { Order } WHERE order_id = $id; DELETE FROM {Order} WHERE order_id = $id", id);
        let _ = yql!("UPDATE {Order} SET note = 'x'u WHERE order_id = $id", id);
        let _ = yql!("UPSERT INTO {Order} (order_id, customer_id, note) VALUES ($id, 1, 'x'u)", id);
        let _ = yql!("SELECT * FROM {super::Order:by_customer} AS o WHERE o.customer_id = $id", id);
    }

    fn at(orders: TableAt<Order>, all: &[TableAt<Order>], id: u64) {
        let _ = yql!("SELECT * FROM {Order at orders} AS o WHERE o.order_id = $id", id);
        let _ = yql!("SELECT * FROM {Order:by_customer at all[0]} AS o WHERE o.customer_id = $id", id);
    }
}

// A literal that a macro passes on.
mod passed_on {
    use super::*;

    macro_rules! of_order {
        ($text:literal, $($value:tt)*) => {
            yql!($text, $($value)*)
        };
    }

    fn run(id: u64) {
        let _ = of_order!("SELECT * FROM {Order} WHERE order_id = $id", id);
    }
}

// What the grammar here does not know is left to YDB.
mod unknown_to_the_library {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("PRAGMA AnsiInForEmptyOrNullableItemsCollections; SELECT * FROM {Order} WHERE order_id = $id", id);
    }
}

// Quotes, comments and signs that look like mistakes, where they belong.
mod near_mistakes {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT ':id ? @id %s $1 {id} # ‘’ größe' AS text, `größe` FROM (SELECT 1 AS `größe`)");
        let _ = yql!("SELECT 'it\\'s' AS a, \"it's\" AS b, 'say \"it\"' AS c, @@it's@@ AS d");
        let _ = yql!("SELECT 1 /* 'open ` \" */ AS one -- it's open");
        let _ = yql!("SELECT 5 % 2 AS rest, NULL ?? 1 AS first, 1 ?? 2 AS second");
        let _ = yql!("SELECT <|id: 1|>.id AS one, {'id': 1} AS dict, {1} AS only, {} AS none");
        let _ = yql!("SELECT ListMap([1], ($x) -> ($x + 1)) AS list");
        let _ = yql!("SELECT CAST($id AS Int64) AS id, $id AS other", id);
        let _ = yql!("SELECT String::AsciiToUpper('a') AS upper");
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id AND order_id IN {order_id}", id);
    }
}

fn main() {}

// Rows with a value for each column that is named, and rows whose columns only the table knows.
mod counts {
    use super::*;

    fn run(id: u64, note: &str) {
        let _ = yql!("INSERT INTO {Order} (order_id, customer_id, note) VALUES ($id, 2, $note), (3, 4, '')", id, note);
        let _ = yql!("UPDATE {Order} ON (order_id, note) VALUES ($id, $note)", id, note);
        let _ = yql!("INSERT INTO {Order} (order_id, customer_id, note) SELECT id, 1, name FROM {Customer} WHERE id = $id", id);
        let _ = yql!("UPSERT INTO {Order} (order_id, customer_id, amount, note) SELECT c.*, 'x' FROM {Customer} AS c WHERE id = $id", id);
    }
}

// Equalities of two sources, also of expressions, and other conditions after WHERE or in a subquery.
mod joins {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT o.note FROM {Order} AS o JOIN {Customer} AS c ON c.id = o.customer_id WHERE o.order_id = $id", id);
        let _ = yql!("SELECT o.note FROM {Order} AS o JOIN {Customer} AS c ON c.id = o.customer_id WHERE o.order_id = $id AND c.id >= 1", id);
        let _ = yql!(
            "
            SELECT o.note FROM {Order} AS o LEFT JOIN (SELECT id FROM {Customer} WHERE id = $id) AS c
            ON (c.id = o.customer_id) AND c.id + 1 = o.order_id + 1 WHERE o.order_id = $id
            ",
            id
        );
    }
}

// A directory for tables that no model has.
mod prefix {
    use super::*;

    fn run() {
        let _ = yql!("PRAGMA TablePathPrefix = '/local/.sys'; SELECT COUNT(*) AS n FROM partition_stats");
    }
}
