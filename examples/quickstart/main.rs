//! Stores the orders of a shop, from the annotated struct to a transaction. Every key has a hash that no line here
//! computes.

use support::{Database, Result};
use ydb::Client;
use ydb_keys::{ErrorKind, YdbTable, transact};

/// Order of a customer. The hash spreads the customers over the partitions; the orders of one customer lie together, in
/// order of their ids.
#[derive(YdbTable, Debug)]
#[ydb(table = "ydb_keys_examples/quickstart/orders")]
#[ydb(primary_key(customer_hash = numeric_hash(customer_id), customer_id, order_id))]
struct Order {
    customer_id: u64,
    order_id: u64,
    amount: f64,
    status: Option<String>,
}

#[tokio::main]
async fn main() -> Result {
    let database = Database::open(&[Order::TABLE]).await?;
    tour(&database.client).await.and(database.close().await)
}

async fn tour(client: &Client) -> Result {
    println!("1. The table. The hash column is not a field of the struct:\n\n{};\n", Order::TABLE.create_table());
    Order::TABLE.create_table().exec(client).await?;

    println!("2. Writes");
    let mut order = Order { customer_id: 1001, order_id: 1, amount: 999.99, status: None };
    order.insert().exec(client).await?;
    println!("   inserted order 1 of customer 1001");
    match order.insert().exec(client).await {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            println!("   inserted it again: refused, the key {} already exists", error.key().unwrap_or_default())
        }
        other => other?,
    }
    order.amount = 899.99;
    order.upsert().exec(client).await?;
    println!("   upserted it with another amount");
    let more: Vec<Order> = (2..=10)
        .map(|order_id| Order { customer_id: 1001, order_id, amount: 10.0 * order_id as f64, status: None })
        .collect();
    Order::insert_many(&more).exec(client).await?;
    println!("   inserted {} more with one statement\n", more.len());

    println!("3. A read by key. The library computes NumericHash(1001):\n");
    println!("{}\n", Order::get((1001, 1)).statement()?);
    let found = Order::get((1001, 1)).fetch(client).await?;
    println!("   {found:?}");
    let missing = Order::get((1001, 99)).fetch(client).await?;
    println!("   {missing:?}\n");

    println!("4. A read by range: orders 3 to 5 of customer 1001, newest first");
    for order in Order::scan().customer_id(1001).order_id(3..=5).descending().fetch(client).await? {
        println!("   order {:>2}: {:>7.2}", order.order_id, order.amount);
    }

    println!("\n5. Page by page. A token marks where the next page starts:");
    let mut token = None;
    loop {
        let page = Order::scan().customer_id(1001).page(4, token.as_ref()).fetch(client).await?;
        let ids: Vec<u64> = page.rows.iter().map(|order| order.order_id).collect();
        println!("   orders {ids:?}");
        token = page.next;
        if token.is_none() {
            break;
        }
    }

    println!("\n6. An update and a deletion");
    Order::update((1001, 2)).status(Some("paid".to_owned())).exec(client).await?;
    let paid = Order::get((1001, 2)).fetch(client).await?;
    println!("   order 2 is {}", paid.and_then(|order| order.status).unwrap_or_default());
    Order::delete((1001, 10)).exec(client).await?;
    let left = Order::scan().customer_id(1001).count().fetch(client).await?;
    println!("   order 10 is deleted, {left} are left");

    println!("\n7. A transaction merges the orders below 50.00 into one, or changes nothing");
    let total = transact(client, async |tx| {
        let mut small = Order::scan().customer_id(1001).fetch(&tx).await?;
        small.retain(|order| order.amount < 50.0);
        let amount = small.iter().map(|order| order.amount).sum();
        Order::delete_many(small.iter().map(|order| (order.customer_id, order.order_id))).exec(&tx).await?;
        Order { customer_id: 1001, order_id: 11, amount, status: None }.insert().exec(&tx).await?;
        Ok(amount)
    })
    .await?;
    println!("   order 11 has the amount {total:.2}");
    let left = Order::scan().customer_id(1001).count().fetch(client).await?;
    println!("   {left} orders are left");
    Ok(())
}
