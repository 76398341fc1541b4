//! Tests a change that is given up: writers go back to the old table, and the new one is dropped.

use e2e_tests::Database;
use ydb_keys::__internal::Phase;
use ydb_keys::{DualWriter, YdbTable};
use ydb_keys_migrate::{Event, MigrateError, MigrateErrorKind, RekeyOptions, drop_new};

use super::support::{exists, run, small};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "orders", primary_key(order_hash = xxh3(order_id), order_id))]
struct ById {
    order_id: u64,
    customer_id: u64,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "orders", primary_key(customer_hash = xxh3(customer_id), customer_id, order_id))]
struct ByCustomer {
    order_id: u64,
    customer_id: u64,
}

const NEW: &str = "orders__ydb_keys_new";

/// Opens a database whose runner died in this phase, with an unfinished copy.
async fn died_in(phase: Phase) -> Database {
    let database = Database::own().await;
    database.create::<ById>().await;
    ById { order_id: 1, customer_id: 7 }.upsert().exec(database.client()).await.unwrap();
    database.run(&ByCustomer::TABLE.create_table().at_path(NEW).to_string()).await;
    database.enter::<ById, ByCustomer>("orders", phase).await;
    database
}

async fn give_up(database: &Database, options: &RekeyOptions) -> Result<bool, MigrateError> {
    drop_new(database.client(), ByCustomer::TABLE, "orders", options, &mut |_: Event<'_>| {}).await
}

#[tokio::test]
async fn writers_go_back_to_the_old_table() {
    let database = died_in(Phase::Both).await;
    let orders = DualWriter::<ById, ByCustomer>::open(database.client()).await.unwrap();
    orders.upsert(&ByCustomer { order_id: 2, customer_id: 7 }).exec(database.client()).await.unwrap();
    assert_eq!(database.rows(&format!("SELECT * FROM `{NEW}`")).await.len(), 1);
    assert!(give_up(&database, &small()).await.unwrap());
    assert!(!exists(&database, NEW).await);
    orders.upsert(&ByCustomer { order_id: 3, customer_id: 7 }).exec(database.client()).await.unwrap();
    assert_eq!(database.count(ById::TABLE).await, 3);
    assert!(!give_up(&database, &small()).await.unwrap(), "there is nothing left");
    // The change can be made later.
    run(&database, ByCustomer::TABLE).await.unwrap();
    assert_eq!(ByCustomer::get((7, 3)).fetch(database.client()).await.unwrap().map(|row| row.order_id), Some(3));
}

/// Tests a copy that was dropped by hand: without its row in the control table, writers would still write it.
#[tokio::test]
async fn a_copy_that_was_dropped_by_hand() {
    let database = died_in(Phase::Both).await;
    database.run(&format!("DROP TABLE `{NEW}`")).await;
    let orders = DualWriter::<ById, ByCustomer>::open(database.client()).await.unwrap();
    let order = ByCustomer { order_id: 2, customer_id: 7 };
    orders.upsert(&order).exec(database.client()).await.unwrap_err();
    assert!(!give_up(&database, &small()).await.unwrap());
    orders.upsert(&order).exec(database.client()).await.unwrap();
}

#[tokio::test]
async fn not_once_the_name_is_taken_away() {
    let database = died_in(Phase::Fenced).await;
    database.run("ALTER TABLE orders RENAME TO orders__ydb_keys_old").await;
    let error = give_up(&database, &small()).await.unwrap_err();
    assert_eq!(error.kind(), MigrateErrorKind::Obstacle);
    assert_eq!(
        error.to_string(),
        "table `orders`: the change of its key cannot be given up, because the names may be swapped\n\
         help: finish it: run `apply --rekey` again"
    );
    assert!(exists(&database, NEW).await);
}
