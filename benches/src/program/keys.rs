//! Creates a table, writes a row and reads it, with ydb-keys.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    customer: String,
    amount: Option<f64>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let client = ydb_keys::connect("grpc://localhost:2136/local").await?;
    Order::TABLE.create_table().if_not_exists().exec(&client).await?;
    Order { order_id: 1001, customer: "Ada".to_owned(), amount: Some(9.5) }.upsert().exec(&client).await?;
    if let Some(Order { order_id, customer, amount }) = Order::get(1001).fetch(&client).await? {
        println!("{order_id} {customer} {amount:?}");
    }
    Ok(())
}
