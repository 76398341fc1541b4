//! Tests that the old table is dropped on request, and only while the new table has its name.

use e2e_tests::Database;
use ydb_keys::YdbTable;
use ydb_keys_migrate::{Event, RekeyOptions, drop_old, rekey};

use super::support::{exists, plan};

#[derive(YdbTable)]
#[ydb(table = "shop/orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
}

async fn copied() -> Database {
    let database = Database::own().await;
    database.run("CREATE TABLE `shop/orders` (order_id Uint64 NOT NULL, PRIMARY KEY (order_id))").await;
    database.run("UPSERT INTO `shop/orders` (order_id) VALUES (1), (2), (3)").await;
    let options = RekeyOptions::writers_stopped().batch_rows(3);
    rekey(database.client(), &plan(Order::TABLE), &options, &mut |_: Event<'_>| {}).await.unwrap();
    database
}

#[tokio::test]
async fn it_is_dropped_once() {
    let database = copied().await;
    let mut quiet = |_: Event<'_>| {};
    assert!(drop_old(database.client(), Order::TABLE, "shop/orders", false, &mut quiet).await.unwrap());
    assert!(!exists(&database, "shop/orders__ydb_keys_old").await);
    assert!(!drop_old(database.client(), Order::TABLE, "shop/orders", false, &mut quiet).await.unwrap());
    assert_eq!(database.count(Order::TABLE).await, 3);
}

#[tokio::test]
async fn it_stays_where_the_new_one_is_gone() {
    let database = copied().await;
    database.run("DROP TABLE `shop/orders`").await;
    database.run("CREATE TABLE `shop/orders` (order_id Uint64 NOT NULL, PRIMARY KEY (order_id))").await;
    let error =
        drop_old(database.client(), Order::TABLE, "shop/orders", false, &mut |_: Event<'_>| {}).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "table `shop/orders__ydb_keys_old` was not dropped: `shop/orders` does not have the layout of the model\n\
         model: v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64\n\
         table: no layout\n\
         help: check which of the two tables you need"
    );
    assert!(exists(&database, "shop/orders__ydb_keys_old").await);
}
