//! Tests changes of the key one after another and at the same time, and their messages.

use std::cell::RefCell;
use std::time::Duration;

use e2e_tests::{Database, explore};
use futures_util::future::join;
use ydb_keys::YdbTable;
use ydb_keys_migrate::{Event, MigrateErrorKind, drop_new, rekey};

use super::support::{end, exists, key_of, plan, run, small};

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = xxh3(order_id), order_id))]
struct ById {
    order_id: u64,
    customer_id: u64,
}

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(customer_hash = xxh3(customer_id), customer_id, order_id))]
struct ByCustomer {
    order_id: u64,
    customer_id: u64,
}

async fn orders(database: &Database) {
    database
        .run("CREATE TABLE orders (order_id Uint64 NOT NULL, customer_id Uint64 NOT NULL, PRIMARY KEY (order_id))")
        .await;
    database.run("UPSERT INTO orders (order_id, customer_id) VALUES (1, 1), (2, 1), (3, 2), (4, 2), (5, 3)").await;
}

async fn obstacles(database: &Database) -> Vec<String> {
    let plan = ydb_keys_migrate::plan(database.client(), ydb_keys::schema![ByCustomer], None).await.unwrap();
    plan.tables[0].rekey.as_ref().unwrap().obstacles.clone()
}

/// Tests that `diff` names the copy of another change. It used to be silent, and `apply` failed.
#[tokio::test]
async fn the_plan_names_the_copy_of_another_change() {
    let database = Database::own().await;
    orders(&database).await;
    assert!(obstacles(&database).await.is_empty());
    database.run(&ById::TABLE.create_table().at_path("orders__ydb_keys_new").to_string()).await;
    assert_eq!(
        obstacles(&database).await,
        [
            "`orders__ydb_keys_new` is the unfinished copy of another change of the key. If nobody makes that change any \
          more, run `apply --drop-new`. It differs from the model:\n\
          primary key: (`customer_hash`, `customer_id`, `order_id`) in the model, (`order_hash`, `order_id`) in the \
          table"
        ]
    );
    // That is the cure.
    let mut quiet = |_: Event<'_>| {};
    assert!(drop_new(database.client(), ByCustomer::TABLE, "orders", &small(), &mut quiet).await.unwrap());
    assert!(obstacles(&database).await.is_empty());
    run(&database, ByCustomer::TABLE).await.unwrap();
}

/// Tests that the unfinished copy of the same change is no obstacle.
#[tokio::test]
async fn the_copy_of_this_change_goes_on() {
    let database = Database::own().await;
    orders(&database).await;
    database.run(&ByCustomer::TABLE.create_table().at_path("orders__ydb_keys_new").to_string()).await;
    assert!(obstacles(&database).await.is_empty());
    run(&database, ByCustomer::TABLE).await.unwrap();
}

/// Tests a second change of the key while the table of the first change is kept. Neither `--rekey` nor `--drop-old`
/// used to continue. Now the commands that the plan names work.
#[tokio::test]
async fn a_second_change_while_the_table_of_the_first_is_kept() {
    let database = Database::own().await;
    orders(&database).await;
    run(&database, ById::TABLE).await.unwrap();
    assert_eq!(
        obstacles(&database).await,
        ["`orders__ydb_keys_old` is kept from an earlier change of the key: run `apply --drop-old` first"]
    );
    let error = run(&database, ByCustomer::TABLE).await.unwrap_err();
    assert_eq!(error.kind(), MigrateErrorKind::Obstacle, "{error}");
    assert!(end(&database, ByCustomer::TABLE).await);
    assert!(!exists(&database, "orders__ydb_keys_old").await);
    assert!(obstacles(&database).await.is_empty());
    run(&database, ByCustomer::TABLE).await.unwrap();
    assert_eq!(key_of(&database, "orders").await, ["customer_hash", "customer_id", "order_id"]);
}

/// Tests two runners at once: the loser gets one clear sentence that names the winner. It used to end with "Cannot find
/// table ..__ydb_keys_new".
#[test]
fn the_loser_of_two_runners_hears_who_won() {
    let heard = RefCell::new(Vec::new());
    for (lease, seeds) in [(Duration::ZERO, 100), (Duration::from_secs(60), 20)] {
        explore(seeds, 0, orders, async |database| {
            let run = async |name: &str| {
                let options = small().runner(name).lease(lease);
                rekey(database.client(), &plan(ByCustomer::TABLE), &options, &mut |_: Event<'_>| {}).await
            };
            let (one, two) = join(run("one"), run("two")).await;
            assert!(one.is_ok() || two.is_ok() || lease.is_zero(), "{one:?} {two:?}");
            for (error, other) in [(one.err(), "two"), (two.err(), "one")] {
                let Some(error) = error else { continue };
                let text = error.to_string();
                let known = [
                    format!("table `orders`: {other} is changing its key; its lease ends at "),
                    format!("table `orders`: {other} has taken this change of its key over, and has ended it\n"),
                    "table `orders` has changed since the plan was made, so no further step was run\n".to_owned(),
                    "table `orders`: after the swap it is not the table of this change\n".to_owned(),
                ];
                let said = known.iter().position(|known| text.starts_with(known));
                heard.borrow_mut().push(said.unwrap_or_else(|| panic!("{text}")));
            }
            if lease.is_zero() {
                run("three").await.unwrap();
            }
            assert_eq!(key_of(database, "orders").await, ["customer_hash", "customer_id", "order_id"]);
            assert_eq!(database.count(ByCustomer::TABLE).await, 5);
        });
    }
    let heard = heard.into_inner();
    assert!(heard.iter().filter(|said| **said == 0).count() > 10, "{heard:?}");
    assert!(heard.contains(&1), "{heard:?}");
}
