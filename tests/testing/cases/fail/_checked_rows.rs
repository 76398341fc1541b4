// Fields whose column the result of a query does not have, cannot hold it, or cannot be NULL.
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
    struct Wrong {
        order_id: i64,
    }

    #[derive(YdbRow)]
    struct Required {
        amount: f64,
    }

    #[derive(YdbRow)]
    struct Name {
        name: String,
    }

    fn run(client: &ydb::Client, id: u64) {
        let _ = yql!("SELECT order_id, amount FROM {Order} WHERE order_id = $id", id).fetch::<Line>(client);
        let _ = yql!("SELECT order_id FROM {Order} WHERE order_id = $id", id).fetch::<Wrong>(client);
        let _ = yql!("SELECT order_id, amount FROM {Order} WHERE order_id = $id", id).first::<Required>(client);
        let _ = yql!(
            "
            SELECT c.name AS name
            FROM {Order} AS o
            LEFT JOIN {Customer} AS c ON c.id = o.customer_id
            WHERE o.order_id = $id
            ",
            id
        )
        .fetch::<Name>(client);
        let _ = yql!("SELECT COUNT(*) AS name FROM {Order} WHERE order_id = $id", id).fetch::<Name>(client);
        let _ = yql!("DELETE FROM {Order} WHERE order_id = $id RETURNING order_id", id).fetch::<Order>(client);
        let _ = yql!("SELECT order_id FROM {Order} WHERE order_id = $id", id).stream::<Wrong>(client);
    }

    fn of_a_piece(client: &ydb::Client, factor: Option<f64>, note: Option<&str>) {
        let _ = yql!(
            "SELECT order_id, note {? , amount * $factor AS amount } FROM {Order} WHERE order_id = 1 {? AND note = $note }",
            factor,
            note
        )
        .fetch::<Required>(client);
    }

    #[test]
    fn is_built() {
        let _: fn(&ydb::Client, u64) = run;
        let _: fn(&ydb::Client, Option<f64>, Option<&str>) = of_a_piece;
    }
}
