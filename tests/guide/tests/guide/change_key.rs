//! Tests the programs of the page `cookbook-change-key`: they write and read while the key changes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ydb_keys::{CheckError, DualWriter, Result, YdbTable, schema};
use ydb_keys_migrate::{self as migrate, RekeyOptions};

#[derive(YdbTable, Debug)]
#[ydb(table = "orders", primary_key(order_hash = xxh3(order_id), order_id))]
struct OldOrder {
    order_id: u64,
    customer_id: u64,
    amount: f64,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "orders", primary_key(customer_hash = xxh3(customer_id), customer_id, order_id))]
struct Order {
    order_id: u64,
    customer_id: u64,
    amount: f64,
}

impl From<OldOrder> for Order {
    fn from(OldOrder { order_id, customer_id, amount }: OldOrder) -> Self {
        Order { order_id, customer_id, amount }
    }
}

type Orders = DualWriter<OldOrder, Order>;

/// At the start of the program: the table has one of both keys.
async fn check(client: &ydb::Client) -> Result<(), CheckError> {
    match ydb_keys::check(client, schema![OldOrder]).await {
        Err(CheckError::Differs(_)) => ydb_keys::check(client, schema![Order]).await,
        checked => checked,
    }
}

async fn write(client: &ydb::Client, orders: &Orders, order: &Order) -> Result<()> {
    orders.upsert(order).exec(client).await?;
    Ok(())
}

async fn find(client: &ydb::Client, orders: &Orders, customer_id: u64, order_id: u64) -> Result<Option<Order>> {
    let old = async || Ok(OldOrder::get(order_id).fetch(client).await?.map(Order::from));
    let new = async || Order::get((customer_id, order_id)).fetch(client).await;
    orders.read(client, old, new).await
}

/// Writes orders, and reads each of them and an older one, until it is stopped. Returns how many it wrote.
async fn work(client: Arc<ydb::Client>, orders: Arc<Orders>, stop: Arc<AtomicBool>, done: Arc<AtomicU64>) -> u64 {
    let mut written = 0;
    while !stop.load(Ordering::Acquire) {
        let order = Order { order_id: 1_000 + written, customer_id: written % 7, amount: 2.0 };
        write(&client, &orders, &order).await.unwrap();
        assert_eq!(find(&client, &orders, order.customer_id, order.order_id).await.unwrap(), Some(order));
        let old = written % 1_000;
        assert_eq!(find(&client, &orders, old % 7, old).await.unwrap().map(|order| order.amount), Some(1.0));
        written += 1;
        done.store(written, Ordering::Release);
    }
    written
}

#[ydb_keys::test(OldOrder)]
async fn no_write_is_lost_and_no_read_fails(client: ydb::Client) -> Result<(), Box<dyn std::error::Error>> {
    let old = |order_id| OldOrder { order_id, customer_id: order_id % 7, amount: 1.0 };
    OldOrder::upsert_many(&(0..1_000).map(old).collect::<Vec<_>>()).exec(&client).await?;
    let orders = Orders::open(&client).await?;
    let (client, orders) = (Arc::new(client), Arc::new(orders));
    let (stop, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    check(&client).await?;
    let worker = tokio::spawn(work(client.clone(), orders.clone(), stop.clone(), done.clone()));
    let more = async || {
        let enough = done.load(Ordering::Acquire) + 20;
        while done.load(Ordering::Acquire) < enough && !worker.is_finished() {
            tokio::task::yield_now().await;
        }
    };
    more().await;

    // What `apply --rekey` does, with small pages so that it takes a while.
    let before = done.load(Ordering::Acquire);
    let plan = migrate::plan(&client, schema![Order], None).await?;
    let options = RekeyOptions::dual_writers().batch_rows(100).passes(50);
    migrate::rekey(&client, &plan.tables[0], &options, &mut |_| {}).await?;
    assert!(done.load(Ordering::Acquire) > before + 5, "nobody wrote during the copy");

    // The names are swapped back and forth again, and the change is finished.
    more().await;
    assert!(options.back(&client, Order::TABLE, "orders", &mut |_| {}).await?);
    more().await;
    migrate::rekey(&client, &plan.tables[0], &options, &mut |_| {}).await?;
    more().await;
    options.finish(&client, Order::TABLE, "orders", &mut |_| {}).await?;
    more().await;
    stop.store(true, Ordering::Release);
    let written = worker.await?;
    check(&client).await?;
    ydb_keys::check(&client, schema![Order]).await?;
    assert_eq!(Order::scan().full_scan().count().fetch(&client).await?, 1_000 + written);
    let keys = (0..written).map(|number| (number % 7, 1_000 + number));
    assert_eq!(Order::get_many(keys).fetch(&client).await?.len() as u64, written);
    Ok(())
}
