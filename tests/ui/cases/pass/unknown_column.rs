use std::time::SystemTime;

use ydb_keys::YdbTable;

// Columns of a query: of its tables, the hash included, of a subquery, and of what is not known.
mod query {
    use ydb_keys::yql;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "shop/orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        amount: Option<f64>,
    }

    pub fn run(id: u64) {
        let _ = yql!("SELECT order_hash, `amount`, o.order_id AS id FROM {Order} AS o WHERE order_id = $id ORDER BY id", id);
        let _ = yql!("SELECT r.twice FROM (SELECT order_id, amount * 2 AS twice FROM {Order} WHERE order_id = $id) AS r", id);
        let _ = yql!("SELECT ListMap([1, 2], ($x) -> ($x + 1)) AS list FROM {Order} WHERE order_id = $id", id);
        let _ = yql!("SELECT anything, s.more FROM `somewhere` AS s");
    }
}

// A field whose name is a keyword.
mod raw_identifier {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(r#type))]
    struct Order {
        r#type: String,
    }
}

// Fields with raw names, in attributes with `r#` and without; and a plain field written raw.
mod raw_with_and_without {
    use ydb_keys::YdbRow;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(type), type))]
    struct Without {
        r#type: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(r#fn = r#xxh3(r#type, r#name), type, name, r#match))]
    #[ydb(index(r#loop, r#on(struct, r#move), cover(r#use)), ttl(r#column = in, after = "P1D"))]
    struct Mixed {
        r#type: String,
        name: String,
        r#match: u64,
        r#struct: String,
        r#move: Option<u64>,
        r#use: bool,
        r#in: SystemTime,
    }

    #[derive(YdbTable)]
    #[ydb(store = column, primary_key(r#type, for), partition_by_hash(for))]
    struct Columns {
        r#type: String,
        r#for: u64,
    }

    #[derive(YdbRow)]
    #[ydb(of = Mixed, covered_by = loop)]
    #[allow(dead_code)]
    struct Part {
        r#use: bool,
        r#move: Option<u64>,
        r#fn: u64,
    }

    pub fn run() {
        let _ = Mixed::index::<MixedLoop>().r#struct("a").r#move(Some(1)).statement();
        let _ = Mixed::update(("a".to_owned(), "b".to_owned(), 1)).r#use(true).statement();
        let _ = MixedKey { r#type: String::new(), name: String::new(), r#match: 1 };
    }
}

// Names before a dot: of a model, of an alias, of a query, and of what the SELECT list or a query makes a struct.
mod sources {
    use ydb_keys::{YdbTable, yql};

    #[derive(YdbTable)]
    #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        amount: Option<f64>,
    }

    pub fn run(id: u64) {
        let _ = yql!("SELECT Order.amount FROM {Order} WHERE order_id = $id", id);
        let _ = yql!("SELECT o.amount FROM {Order} AS o WHERE o.order_id = $id", id);
        let _ = yql!("SELECT r.amount AS amount FROM (SELECT amount FROM {Order} WHERE order_id = $id) AS r", id);
        let _ = yql!("SELECT AsStruct(amount AS a) AS s FROM {Order} WHERE order_id = $id ORDER BY s.a", id);
        let _ = yql!("SELECT s.a AS a FROM (SELECT AsStruct(amount AS a) AS s FROM {Order} WHERE order_id = $id)", id);
    }
}

// The names of the fields, in every place that takes one.
mod right {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id), cover(amount)))]
    #[ydb(ttl(column = created_at, after = "P30D"))]
    struct Order {
        #[ydb(rename = "id")]
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
        created_at: SystemTime,
    }
}

fn main() {
    query::run(1);
    sources::run(1);
    raw_with_and_without::run();
}
