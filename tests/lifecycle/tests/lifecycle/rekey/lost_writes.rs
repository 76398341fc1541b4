//! Tests the cases in which a review lost acknowledged writes, or stored them under a wrong hash.

use std::sync::Arc;
use std::time::Duration;

use e2e_tests::{Database, explore, until};
use futures_util::future::{join, join_all};
use tokio::sync::Barrier;
use ydb_embedded::{Call, Fault};
use ydb_keys::__internal::{KeyChange, Phase};
use ydb_keys::{DualWriter, ErrorKind, YdbTable, transact};
use ydb_keys_migrate::{Event, MigrateErrorKind};

use super::phases::{ByCustomer, ById, ROWS, There, change, fill, options};
use super::support::{contents, end, exists, run};

const COLUMNS: [&str; 3] = ["order_id", "customer_id", "version"];

/// Model of the same table, with another hash under the name of the old one.
#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(customer_id), customer_id, order_id))]
#[allow(dead_code, reason = "read as a schema")]
struct SameName {
    order_id: u64,
    customer_id: u64,
    version: u64,
}

/// Model with a third key.
#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(version_hash = numeric_hash(version), version, order_id))]
struct ByVersion {
    order_id: u64,
    customer_id: u64,
    version: u64,
}

fn order(order_id: u64) -> ByCustomer {
    ByCustomer { order_id, customer_id: 2, version: 9 }
}

/// Tests a write that was decided before the copy began. It used to go to the old table alone, although its page was
/// copied already. Now it is not committed, and decided again, wherever it waits.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_that_was_decided_before_the_copy() {
    let mut waited = 0;
    for position in 0..=2 {
        let database = Arc::new(Database::timed().await);
        fill(&database).await;
        let writer = There::open(database.client()).await.unwrap();
        let hour = Duration::from_secs(3600);
        database.faults().fail_next(position, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
        database.faults().fail_next(1, Call::ExecuteQuery, Fault::Delay(hour));
        let server = database.clone();
        let write = tokio::spawn(async move { writer.upsert(&order(100)).exec(server.client()).await.unwrap() });
        until(|| database.faults().pending() == 0 || write.is_finished()).await;
        waited += u32::from(database.faults().pending() == 0);
        database.faults().clear();
        // All pages are copied while it waits.
        let copy = ByCustomer::at_path("orders__ydb_keys_new");
        copy.create_table().exec(database.client()).await.unwrap();
        database.enter::<ById, ByCustomer>("orders", Phase::Both).await;
        database.advance(hour);
        write.await.unwrap();
        let old = contents(&database, "orders", &COLUMNS).await;
        let new = contents(&database, "orders__ydb_keys_new", &COLUMNS).await;
        let written = "Uint64(100) | Uint64(2) | Uint64(9)".to_owned();
        assert!(old.contains(&written), "held at request {position}: {old:?}");
        // Held after its commit, it is a row that the copy still has to read.
        assert!(new.contains(&written) || position == 2, "held at request {position}: {new:?}");
    }
    assert_eq!(waited, 2, "the read of the phase and the write");
}

/// Tests one name for both hashes: a statement of the old model fits the new table, and would store a row that no
/// reader finds. The copy does not begin, with a dual writer of an older release and without one.
#[tokio::test]
async fn hashes_of_one_name() {
    let database = Database::own().await;
    fill(&database).await;
    let before = contents(&database, "orders", &COLUMNS).await;
    // The table has its layout after the first `apply`.
    let applied = ydb_keys_migrate::plan(database.client(), &[ById::TABLE], None).await.unwrap();
    ydb_keys_migrate::apply(database.client(), &applied, &Default::default(), &mut |_: Event<'_>| {}).await.unwrap();
    let error = run(&database, SameName::TABLE).await.unwrap_err();
    assert_eq!(error.kind(), MigrateErrorKind::Obstacle);
    assert_eq!(
        error.to_string(),
        "table `orders` cannot be copied into a new table\n- the table has the column `order_hash = xxh3(order_id Uint64)`, the \
         model has `order_hash = numeric_hash(customer_id Uint64)`, and programs from before the swap would go on writing the \
         former: give the column of the new model another name, `primary_key(order_hash_2 = numeric_hash(customer_id), \
         customer_id, order_id)`\nhelp: remove what prevents it, then run it again"
    );
    let plan = ydb_keys_migrate::plan(database.client(), &[SameName::TABLE], None).await.unwrap();
    assert!(plan.to_string().contains("`primary_key(order_hash_2 = numeric_hash(customer_id)"), "{plan}");
    assert!(!exists(&database, "orders__ydb_keys_new").await);
    let known = KeyChange::get("orders").fetch(database.client()).await.unwrap().unwrap();
    assert_eq!((known.epoch, known.phase), (0, Phase::Before));
    assert_eq!(contents(&database, "orders", &COLUMNS).await, before);
}

/// Tests programs without a dual writer, which fail at the swap. None of their rows lies under a wrong hash. (Their
/// writes between the last comparison and the swap stay in the kept table.)
#[test]
fn programs_from_before_the_change_fail_at_the_swap() {
    explore(20, 0, fill, async |database| {
        let client = database.client();
        let old = async {
            for step in 0..8 {
                let row = ById { order_id: 50 + step, customer_id: step, version: step };
                let written = match step % 2 {
                    0 => row.upsert().exec(client).await,
                    _ => transact(client, async |tx| row.upsert().exec(&tx).await).await,
                };
                if let Err(error) = written {
                    assert_eq!(error.kind(), ErrorKind::Schema, "{error}");
                    return;
                }
            }
        };
        join(old, change::<ByCustomer>(database, options())).await;
        let late = ById { order_id: 99, customer_id: 1, version: 1 };
        let error = late.upsert().exec(client).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Schema, "{error}");
        let rows = ByCustomer::scan().full_scan().fetch(client).await.unwrap();
        let keys = rows.iter().map(|row| (row.customer_id, row.order_id));
        let found = ByCustomer::get_many(keys).fetch(client).await.unwrap();
        assert_eq!(found.len(), rows.len(), "a row lies under a wrong hash");
        assert!(rows.len() as u64 >= 2 * ROWS);
    });
}

/// Tests an older kept table, which used to be taken for a sign of the swap, so writes went to the wrong table.
#[tokio::test]
async fn an_older_kept_table() {
    let database = Database::own().await;
    fill(&database).await;
    ByCustomer::at_path("orders__ydb_keys_old").create_table().exec(database.client()).await.unwrap();
    let orders = There::open(database.client()).await.unwrap();
    orders.upsert(&order(100)).exec(database.client()).await.unwrap();
    assert!(ById::exists(100).fetch(database.client()).await.unwrap());
    assert!(contents(&database, "orders__ydb_keys_old", &COLUMNS).await.is_empty());
    // A copy that nobody makes is not written either.
    ByCustomer::at_path("orders__ydb_keys_new").create_table().exec(database.client()).await.unwrap();
    orders.upsert(&order(101)).exec(database.client()).await.unwrap();
    assert!(contents(&database, "orders__ydb_keys_new", &COLUMNS).await.is_empty());
}

/// Tests a dropped kept table, after which nothing used to show that there had been a swap.
#[tokio::test]
async fn a_dropped_kept_table() {
    let database = Database::own().await;
    fill(&database).await;
    let orders = There::open(database.client()).await.unwrap();
    run(&database, ByCustomer::TABLE).await.unwrap();
    assert!(end(&database, ByCustomer::TABLE).await);
    for (orders, id) in [(orders, 100), (There::open(database.client()).await.unwrap(), 101)] {
        orders.upsert(&order(id)).exec(database.client()).await.unwrap();
        assert!(ByCustomer::exists((2, id)).fetch(database.client()).await.unwrap());
    }
}

/// Tests the models of another change: the error names the layouts, and nothing is written. They used to stop half-way.
#[tokio::test]
async fn models_of_another_change() {
    let database = Database::own().await;
    fill(&database).await;
    let other = DualWriter::<ById, ByVersion>::open(database.client()).await.unwrap();
    ByCustomer::at_path("orders__ydb_keys_new").create_table().exec(database.client()).await.unwrap();
    database.enter::<ById, ByCustomer>("orders", Phase::Both).await;
    let before = contents(&database, "orders", &COLUMNS).await;
    let row = ByVersion { order_id: 100, customer_id: 2, version: 9 };
    let names_layouts = |error: ydb_keys::Error, found: &str| {
        assert_eq!(error.kind(), ErrorKind::Schema, "{error}");
        let of_models = "the dual writer changes v1: order_hash = xxh3(order_id Uint64), order_id Uint64 to v1: version_hash = \
                         numeric_hash(version Uint64), version Uint64, order_id Uint64";
        assert!(error.to_string().contains(of_models) && error.to_string().contains(found), "{error}");
    };
    let becomes = "which becomes v1: customer_hash = numeric_hash(customer_id Uint64)";
    names_layouts(other.upsert(&row).exec(database.client()).await.unwrap_err(), becomes);
    names_layouts(other.insert(&row).exec(database.client()).await.unwrap_err(), becomes);
    names_layouts(other.delete_many(&[row]).exec(database.client()).await.unwrap_err(), becomes);
    assert_eq!(contents(&database, "orders", &COLUMNS).await, before);
    assert!(contents(&database, "orders__ydb_keys_new", &COLUMNS).await.is_empty());
}

/// Tests a table that was dropped and created with a third key, by hand: the layout of the table counts, not the row
/// about it.
#[tokio::test]
async fn a_table_that_was_created_anew() {
    let database = Database::own().await;
    fill(&database).await;
    run(&database, ByCustomer::TABLE).await.unwrap();
    database.run("DROP TABLE orders").await;
    database.create::<ByVersion>().await;
    let applied = ydb_keys_migrate::plan(database.client(), &[ByVersion::TABLE], None).await.unwrap();
    ydb_keys_migrate::apply(database.client(), &applied, &Default::default(), &mut |_: Event<'_>| {}).await.unwrap();
    let error = There::open(database.client()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Schema);
    assert!(error.to_string().contains("the table has v1: version_hash = numeric_hash(version Uint64)"), "{error}");
}

/// Tests 50 open transactions, which used to wait for a second session each that the pool did not have.
#[tokio::test]
async fn fifty_open_transactions() {
    const OPEN: usize = 50;
    let database = Database::own().await;
    fill(&database).await;
    let orders = There::open(database.client()).await.unwrap();
    let all_are_open = Barrier::new(OPEN);
    let rows: Vec<ByCustomer> = (0..OPEN as u64).map(|number| order(100 + number)).collect();
    let writes = rows.iter().map(|row| {
        let (orders, all_are_open) = (&orders, &all_are_open);
        transact(database.client(), async move |tx| {
            ById::get(0).fetch(&tx).await?;
            if tx.attempt() == 1 {
                all_are_open.wait().await;
            }
            orders.upsert(row).exec(&tx).await
        })
    });
    for written in join_all(writes).await {
        written.unwrap();
    }
    assert_eq!(contents(&database, "orders", &COLUMNS).await.len(), 2 * ROWS as usize + OPEN);
}
