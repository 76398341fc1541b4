//! Creates a table, writes a row and reads it, on the bare SDK.
#![recursion_limit = "256"]

use ydb::{ClientBuilder, FromYdbRow, Row, YdbResult, ydb_params};

struct Order {
    order_id: u64,
    customer: String,
    amount: Option<f64>,
}

impl FromYdbRow for Order {
    fn from_row(mut row: Row) -> YdbResult<Self> {
        Ok(Order {
            order_id: row.remove_field_by_name("order_id")?.try_into()?,
            customer: row.remove_field_by_name("customer")?.try_into()?,
            amount: row.remove_field_by_name("amount")?.try_into()?,
        })
    }
}

const CREATE: &str = "
    CREATE TABLE IF NOT EXISTS orders (
        order_hash Uint64 NOT NULL,
        order_id Uint64 NOT NULL,
        customer Utf8 NOT NULL,
        amount Double,
        PRIMARY KEY (order_hash, order_id)
    )";

const UPSERT: &str = "
    UPSERT INTO orders (order_hash, order_id, customer, amount)
    VALUES (Digest::NumericHash($order_id), $order_id, $customer, $amount)";

const GET: &str = "
    SELECT order_id, customer, amount FROM orders
    WHERE order_hash = Digest::NumericHash($order_id) AND order_id = $order_id";

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let client = ClientBuilder::new_from_connection_string("grpc://localhost:2136/local")?.build().await?;
    let mut queries = client.query_client();
    queries.exec(CREATE).await?;
    let order = Order { order_id: 1001, customer: "Ada".to_owned(), amount: Some(9.5) };
    let params = ydb_params!("$order_id" => order.order_id, "$customer" => order.customer, "$amount" => order.amount);
    queries.exec(UPSERT).params(params).await?;
    let found: Option<Order> =
        queries.query_row(GET).param("$order_id", 1001_u64).typed().optional().idempotent(true).await?;
    if let Some(Order { order_id, customer, amount }) = found {
        println!("{order_id} {customer} {amount:?}");
    }
    Ok(())
}
