#![allow(dead_code)]

use ydb_keys::{YdbTable, yql, yql_file};

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

// Texts that YDB's grammar does not have: a word too many, one that is missing, and one that is misspelled.
mod text {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT * FROM {Order} WHERE WHERE order_id = $id", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id =", id);
        let _ = yql!(
            r#"
            SELECT order_id,
            FROM {Order}
            WHERE order_id = $id AND
            ORDER BY order_id
            "#,
            id
        );
        let _ = yql!("SELEKT * FROM {Order} WHERE order_id = $id", id);
    }
}

// A brace that nothing closes, braces around nothing, and around what is not a model.
mod braces {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT * FROM {Order WHERE order_id = $id", id);
        let _ = yql!("SELECT * FROM {} WHERE order_id = $id", id);
        let _ = yql!("SELECT * FROM {Order at} WHERE order_id = $id", id);
        let _ = yql!("SELECT * FROM {Order as o} WHERE order_id = $id", id);
        let _ = yql!("SELECT * FROM {Order:} AS o WHERE order_id = $id", id);
        let _ = yql!("SELECT * FROM {\"orders\"} AS o WHERE order_id = $id", id);
    }
}

// What is not a string literal: a variable, a macro, nothing.
mod not_a_literal {
    use super::*;

    fn run(id: u64) {
        let text = "SELECT 1";
        let _ = yql!(text);
        let _ = yql!(concat!("SELECT * FROM {Order}", " WHERE order_id = $id"), id);
        let _ = yql!(format!("SELECT {id}"));
        let _ = yql!();
        let _ = yql!(b"SELECT 1");
    }
}

// `Self`, which means nothing outside of the `impl`.
mod own_type {
    use super::*;

    impl Order {
        fn by_id(id: u64) {
            let _ = yql!("SELECT * FROM {Self} WHERE order_id = $id", id);
        }
    }
}

// A file that does not exist.
mod file {
    use super::*;

    fn run(id: u64) {
        let _ = yql_file!("queries/no such file.yql", id);
    }
}

// Long lines are cut around the place, and tabs and characters of several bytes keep the caret where it belongs.
mod wide_lines {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT order_id, customer_id, amount, note, order_id + 1 AS one, order_id + 2 AS two FROM {Order} WHERE WHERE order_id = $id AND customer_id = 7 ORDER BY order_id, customer_id, amount", id);
        let _ = yql!(
            "
			SELECT 'Grüße, Jürgen'u AS greeting,	, order_id FROM {Order} WHERE order_id = $id",
            id
        );
    }
}

// An index where rows are written, or looked for to change them.
mod written_index {
    use super::*;

    fn run(customer: u64) {
        let _ = yql!("UPDATE {Order:by_customer} SET note = 'x'u WHERE customer_id = $customer", customer);
        let _ = yql!("UPSERT INTO {Order:by_customer} (order_id, customer_id, note) VALUES (1, $customer, 'x'u)", customer);
        let _ = yql!("DELETE FROM {Order:by_customer} ON SELECT order_id FROM {Order:by_customer}");
    }
}

// Places for values as other SQLs and `format!` write them.
mod placeholders {
    use super::*;

    fn named(id: u64, ids: &[u64]) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = :id", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = @id", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = %(id)s", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = ${id}", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = #{id}", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = {id:?}", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = {id as u64}", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN (:ids)", ids);
        let _ = yql!("INSERT INTO {Order} (order_id, customer_id, note) VALUES (:id, 1, 'x'u)", id);
    }

    fn without_names(id: u64, note: &str, limit: u64) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = ?", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $1", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = %s", id);
        let _ = yql!("UPDATE {Order} SET note = ? WHERE order_id = ?", note, id);
        let _ = yql!("UPDATE {Order} SET note = $2 WHERE order_id = $1", id, note);
        let _ = yql!(
            "
            SELECT * FROM {Order} WHERE order_id = $id
            LIMIT ?
            ",
            id,
            limit
        );
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = ?");
    }
}

// Strings, names and comments that nothing closes, and a quote within a string.
mod open {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id AND note = 'abc", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id AND note = \"abc", id);
        let _ = yql!("SELECT `note FROM {Order} WHERE order_id = $id", id);
        let _ = yql!(
            "
            SELECT * FROM {Order} -- all of it
            WHERE order_id = $id /* AND amount > 5
            ",
            id
        );
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = @@id", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id AND note = 'it's'", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id AND note = 'it''s'", id);
    }
}

// Characters that YQL has in strings only.
mod characters {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id # the order", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id AND note = ‘abc’", id);
        let _ = yql!("SELECT * FROM {Order}\u{a0}WHERE order_id = $id", id);
        let _ = yql!("SELECT note AS größe FROM {Order} WHERE order_id = $id", id);
        let _ = yql!("SELECT * FROM {Order} WHERE !(order_id = $id)", id);
        let _ = yql!(r"SELECT * FROM {Order} WHERE order_id = \$id", id);
    }
}

// What other SQLs have.
mod habits {
    use super::*;

    fn run(id: u64, ids: &[u64]) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id::bigint", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = ANY($ids)", ids);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id && amount > 5", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id // the order", id);
        let _ = yql!("SELECT * FROM \"order\" WHERE order_id = $id", id);
        let _ = yql!("SELECT * FROM ? WHERE order_id = $id", id);
        let _ = yql!("SELECT E'abc' AS text FROM {Order} WHERE order_id = $id", id);
        let _ = yql!("SELECT 'a' 'b' FROM {Order} WHERE order_id = $id", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id FOR UPDATE", id);
        let _ = yql!(
            "
            INSERT INTO {Order} (order_id, customer_id, note) VALUES ($id, 1, 'x'u)
            ON CONFLICT (order_id) DO NOTHING
            ",
            id
        );
    }
}

fn main() {}

// Rows with another number of values than the columns that are named for them, and without names.
mod counts {
    use super::*;

    fn run(id: u64, note: &str) {
        let _ = yql!("INSERT INTO {Order} (order_id, customer_id, note) VALUES ($id, 2)", id);
        let _ = yql!("UPSERT INTO {Order} (order_id, customer_id) VALUES ($id, 2), (3, 4, $note)", id, note);
        let _ = yql!("UPDATE {Order} ON (order_id, note) VALUES ($id)", id);
        let _ = yql!("INSERT INTO {Order} (order_id, customer_id, note) SELECT id, 1 FROM {Customer} WHERE id = $id", id);
        let _ = yql!("UPSERT INTO {Order} VALUES ($id, 2, 3.0, $note)", id, note);
    }
}

// Conditions after ON that YDB refuses.
mod joins {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT o.note FROM {Order} AS o JOIN {Customer} AS c ON c.id = o.customer_id AND o.order_id = $id", id);
        let _ = yql!("SELECT o.note FROM {Order} AS o JOIN {Customer} AS c ON c.id = o.customer_id AND c.id = 1 WHERE o.order_id = $id", id);
        let _ = yql!("SELECT o.note FROM {Order} AS o LEFT JOIN {Customer} AS c ON c.id >= o.customer_id WHERE o.order_id = $id", id);
        let _ = yql!("SELECT o.note FROM {Order} AS o JOIN {Customer} AS c ON c.id = o.customer_id - c.id WHERE o.order_id = $id", id);
    }
}

// A directory for the tables of the models.
mod prefix {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("PRAGMA TablePathPrefix = '/local/dir'; SELECT * FROM {Order} WHERE order_id = $id", id);
    }
}
