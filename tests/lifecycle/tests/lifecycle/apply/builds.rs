//! Tests indexes that take a while to build.

use std::time::Duration;

use e2e_tests::{Database, soon};
use tokio::sync::Notify;
use ydb_embedded::{Behavior, Call, Clock, Fault, Server, Status};
use ydb_keys_migrate::__internal::describe;
use ydb_keys_migrate::{Event, MigrateErrorKind, apply, plan};

use super::ALL;
use crate::shop::{make_first, second};

/// Time that an index takes to build, on the server's clock, which a test moves.
const BUILD: Duration = Duration::from_secs(3600);

async fn slow() -> Database {
    let server = Server::builder().behavior(Behavior::strict()).clock(Clock::manual()).index_build_time(BUILD);
    let database = Database::on(server.start().await.unwrap()).await;
    make_first(&database).await;
    database
}

/// Moves the clock until the index that a run waits for is built.
fn build(database: &Database, event: &Event<'_>) {
    if let Event::IndexBuilds { .. } = event {
        database.advance(BUILD);
    }
}

#[tokio::test]
async fn each_is_waited_for_and_reported_every_second() {
    let database = slow().await;
    let plan = plan(database.client(), second::TABLES, None).await.unwrap();
    let mut reports: Vec<(String, u64)> = Vec::new();
    let mut on = |event: Event<'_>| {
        if let Event::IndexBuilds { table, index, since } = event {
            assert_eq!(table, "shop/orders");
            let is_second = reports.last().is_some_and(|(last, _)| last == index);
            reports.push((index.to_owned(), since.as_secs()));
            if is_second {
                database.advance(BUILD);
            }
        }
    };
    apply(database.client(), &plan, &ALL, &mut on).await.unwrap();
    for (reports, name) in reports.chunks(2).zip(["by_customer__ydb_keys_new", "by_city"]) {
        assert!(reports.iter().all(|(index, _)| index == name), "{reports:?}");
        // Two different seconds; a busy machine may skip one.
        assert!(1 <= reports[0].1 && reports[0].1 < reports[1].1, "{reports:?}");
    }
    assert_eq!(reports.len(), 4, "{reports:?}");
    // If it had been renamed before it was ready, it would not be ready.
    let live = describe(database.client(), "shop/orders").await.unwrap().unwrap();
    assert_eq!(live.indexes.iter().map(|index| (&*index.name, index.ready)).collect::<Vec<_>>().len(), 2);
    assert!(live.indexes.iter().all(|index| index.ready));
}

/// Tests an answer that is lost while the index is being built.
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
        build(&database, &event);
    };
    apply(database.client(), &plan, &ALL, &mut on).await.unwrap();
    let live = describe(database.client(), "shop/orders").await.unwrap().unwrap();
    assert!(live.index("by_city").unwrap().ready);
}

/// Tests a run that is killed while it waits; the next one continues to wait.
#[tokio::test]
async fn another_run_waits_on() {
    let database = slow().await;
    let all = plan(database.client(), second::TABLES, None).await.unwrap();
    let builds = Notify::new();
    let mut on = |event: Event<'_>| {
        if let Event::IndexBuilds { .. } = event {
            builds.notify_one();
        }
    };
    tokio::select! {
        _ = apply(database.client(), &all, &ALL, &mut on) => panic!("the index is built"),
        () = soon(builds.notified()) => {}
    }
    let rest = plan(database.client(), second::TABLES, None).await.unwrap();
    assert!(rest.to_string().contains("-- wait until index `by_customer__ydb_keys_new` is built"), "{rest}");
    apply(database.client(), &rest, &ALL, &mut |event| build(&database, &event)).await.unwrap();
    assert!(plan(database.client(), second::TABLES, None).await.unwrap().is_in_step());
}

#[tokio::test]
async fn one_that_vanishes_is_reported() {
    let database = slow().await;
    let plan = plan(database.client(), second::TABLES, None).await.unwrap();
    let builds = Notify::new();
    let dropper = async {
        soon(builds.notified()).await;
        database.run("ALTER TABLE `shop/orders` DROP INDEX `by_customer__ydb_keys_new`").await;
    };
    let mut on = |event: Event<'_>| {
        if let Event::IndexBuilds { .. } = event {
            builds.notify_one();
        }
    };
    let (result, ()) = tokio::join!(apply(database.client(), &plan, &ALL, &mut on), dropper);
    let error = result.unwrap_err();
    assert_eq!(error.kind(), MigrateErrorKind::Changed, "{error}");
    insta::assert_snapshot!("index_gone", error);
}
