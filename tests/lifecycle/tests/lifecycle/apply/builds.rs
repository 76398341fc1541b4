//! Indexes that take a while to build.

use std::time::Duration;

use e2e_tests::Database;
use ydb_embedded::{Behavior, Call, Fault, Server, Status};
use ydb_keys::migrate::{Event, MigrateError, apply, describe, plan};

use super::{ALL, run};
use crate::shop::{make_first, second};

/// Longer than the time between three progress reports.
const BUILD: Duration = Duration::from_millis(2500);

async fn slow() -> Database {
    let database =
        Database::on(Server::builder().behavior(Behavior::strict()).index_build_time(BUILD).start().await.unwrap())
            .await;
    make_first(&database).await;
    database
}

#[tokio::test]
async fn each_is_waited_for_and_reported_every_second() {
    let database = slow().await;
    let plan = plan(database.client(), second::TABLES, None).await.unwrap();
    let mut reports = Vec::new();
    let mut on = |event: Event<'_>| {
        if let Event::IndexBuilds { table, index, since } = event {
            assert_eq!(table, "shop/orders");
            reports.push((index.to_owned(), since.as_secs()));
        }
    };
    apply(database.client(), &plan, &ALL, &mut on).await.unwrap();
    let seconds = |name: &str| reports.iter().filter(|(index, _)| index == name).map(|(_, s)| *s).collect::<Vec<_>>();
    assert_eq!(seconds("by_customer__ydb_keys_new"), [1, 2]);
    assert_eq!(seconds("by_city"), [1, 2]);
    // If it had been renamed before it was ready, it would not be ready.
    let live = describe(database.client(), "shop/orders").await.unwrap().unwrap();
    assert_eq!(live.indexes.iter().map(|index| (&*index.name, index.ready)).collect::<Vec<_>>().len(), 2);
    assert!(live.indexes.iter().all(|index| index.ready));
}

/// The answer is lost while the index is being built.
#[tokio::test]
async fn one_that_was_begun_unknown_to_the_run() {
    let database = slow().await;
    let mut plan = plan(database.client(), second::TABLES, None).await.unwrap();
    plan.tables.truncate(1);
    let faults = database.faults().clone();
    let mut on = |event: Event<'_>| {
        if let Event::StepBegins { step, .. } = event
            && step.to_string().contains("ADD INDEX `by_city`")
        {
            faults.fail_next(1, Call::ExecuteQuery, Fault::StatusAfterExecution(Status::Undetermined));
        }
    };
    apply(database.client(), &plan, &ALL, &mut on).await.unwrap();
    let live = describe(database.client(), "shop/orders").await.unwrap().unwrap();
    assert!(live.index("by_city").unwrap().ready);
}

/// A run is killed while it waits; the next one continues to wait.
#[tokio::test]
async fn another_run_waits_on() {
    let database = slow().await;
    let killed = tokio::time::timeout(BUILD / 2, run(database.client(), second::TABLES, &ALL)).await;
    assert!(killed.is_err());
    let rest = plan(database.client(), second::TABLES, None).await.unwrap();
    assert!(rest.to_string().contains("-- wait until index `by_customer__ydb_keys_new` is built"), "{rest}");
    apply(database.client(), &rest, &ALL, &mut |_| ()).await.unwrap();
    assert!(plan(database.client(), second::TABLES, None).await.unwrap().is_in_step());
}

#[tokio::test]
async fn one_that_vanishes_is_reported() {
    let database = slow().await;
    let plan = plan(database.client(), second::TABLES, None).await.unwrap();
    let dropper = async {
        tokio::time::sleep(BUILD / 2).await;
        database.run("ALTER TABLE `shop/orders` DROP INDEX `by_customer__ydb_keys_new`").await;
    };
    let mut on = |_: Event<'_>| ();
    let (result, ()) = tokio::join!(apply(database.client(), &plan, &ALL, &mut on), dropper);
    let error = result.unwrap_err();
    assert!(matches!(error, MigrateError::IndexGone { .. }), "{error}");
    insta::assert_snapshot!("index_gone", error);
}
