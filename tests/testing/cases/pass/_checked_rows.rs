#![deny(warnings)]

// Rows that fit: with fewer fields, `Option`s for what may be NULL, and what the text does not decide.
#[allow(dead_code)]
mod query {
    use ydb_keys::{YdbRow, YdbTable, ydb, yql};

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
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
    }

    #[derive(YdbRow)]
    struct Line {
        order_id: u64,
        amount: Option<f64>,
        customer: Option<String>,
    }

    #[derive(YdbRow)]
    struct Number {
        n: u64,
    }

    fn run(client: &ydb::Client, id: u64) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id).fetch::<Order>(client);
        let _ = yql!(
            "SELECT o.order_id AS order_id, o.amount AS amount, o.note AS note, c.name AS customer
             FROM {Order} AS o LEFT JOIN {Customer} AS c ON c.id = o.customer_id WHERE o.order_id = $id",
            id
        )
        .fetch::<Line>(client);
        let _ = yql!("SELECT COUNT(*) AS n FROM {Order} WHERE order_id = $id", id).first::<Number>(client);
        let _ = yql!("SELECT order_id + 1 AS n FROM {Order} WHERE order_id = $id", id).fetch::<Number>(client);
        let _ = yql!("SELECT COALESCE(amount, 1.0) AS n FROM {Order} WHERE order_id = $id", id).fetch::<Number>(client);
        let _ = yql!("SELECT * FROM AS_TABLE($rows)", rows = Vec::<Number>::new()).fetch::<Number>(client);
    }

    #[test]
    fn is_built() {
        let _: fn(&ydb::Client, u64) = run;
    }
}
