//! Tests runs without interruptions.

use e2e_tests::Database;
use ydb_keys::{Layout, YdbTable};
use ydb_keys_migrate::__internal::describe;
use ydb_keys_migrate::{Action, ApplyOptions, Event, MigrateErrorKind, apply, plan};

use super::{ALL, run, state};
use crate::shop::{first, make_first, second, second_orders};

#[tokio::test]
async fn from_nothing_and_once_more() {
    let database = Database::own().await;
    let applied = run(database.client(), second::TABLES, &ApplyOptions::default()).await.unwrap();
    // CREATE TABLE and the layout, for each table.
    assert_eq!((applied.done, applied.found_done), (6, 0));
    assert!(applied.is_complete());
    let made = state(&database, second::TABLES).await;
    assert_eq!(
        made[0].attributes.get(Layout::ATTRIBUTE).map(String::as_str),
        Some(Layout::of(second::Order::TABLE).to_string().as_str())
    );

    let again = plan(database.client(), second::TABLES, None).await.unwrap();
    assert!(again.is_in_step(), "{again}");
    assert_eq!(again.steps().count(), 0, "{again}");
    let applied = apply(database.client(), &again, &ALL, &mut |_| ()).await.unwrap();
    assert_eq!((applied.done, applied.found_done), (0, 0));
    assert_eq!(state(&database, second::TABLES).await, made);
}

#[tokio::test]
async fn below_a_directory() {
    let database = Database::own().await;
    let below = plan(database.client(), first::TABLES, Some("tests/blue")).await.unwrap();
    assert_eq!(below.tables[0].path, "tests/blue/shop/orders");
    apply(database.client(), &below, &ALL, &mut |_| ()).await.unwrap();
    let order = first::Order { order_id: 1, customer: None, created: std::time::UNIX_EPOCH, amount: None, note: None };
    let there = first::Order::in_directory("tests/blue");
    there.upsert(&order).exec(&mut database.q()).await.unwrap();
    assert!(describe(database.client(), "shop/orders").await.unwrap().is_none());
    assert!(plan(database.client(), first::TABLES, Some("tests/blue")).await.unwrap().is_in_step());
}

#[tokio::test]
async fn from_an_older_schema() {
    let database = Database::own().await;
    make_first(&database).await;
    run(database.client(), second::TABLES, &ALL).await.unwrap();

    let left = plan(database.client(), second::TABLES, None).await.unwrap();
    assert!(left.is_in_step() && left.steps().count() == 0, "{left}");
    let mut rows = second::Order::scan().full_scan().fetch(&mut database.q()).await.unwrap();
    rows.sort_by_key(|row| row.order_id);
    assert_eq!(rows, second_orders());
    // 1 and 3 are odd.
    let by_index =
        "SELECT order_id FROM `shop/orders` VIEW by_customer WHERE customer = 'customer 1' ORDER BY order_id";
    assert_eq!(database.column::<u64>(by_index).await, [1, 3]);
}

/// Tests that steps that are done are not repeated when the same plan is applied twice.
#[tokio::test]
async fn the_same_plan_twice() {
    let database = Database::own().await;
    make_first(&database).await;
    let plan = plan(database.client(), second::TABLES, None).await.unwrap();
    let steps = plan.steps().count();
    let applied = apply(database.client(), &plan, &ALL, &mut |_| ()).await.unwrap();
    assert_eq!((applied.done, applied.found_done), (steps, 0));
    let applied = apply(database.client(), &plan, &ALL, &mut |_| ()).await.unwrap();
    assert_eq!((applied.done, applied.found_done), (0, steps));
}

/// Tests two deployments that start at the same time.
#[tokio::test]
async fn two_runs_at_once() {
    let database = Database::own().await;
    make_first(&database).await;
    let (one, other) =
        tokio::join!(run(database.client(), second::TABLES, &ALL), run(database.client(), second::TABLES, &ALL));
    // Each one finds the other's steps done, or finds a table that does not match its plan and stops.
    for result in [one, other] {
        use MigrateErrorKind::{Changed, Database};
        assert!(result.as_ref().err().is_none_or(|error| matches!(error.kind(), Changed | Database)), "{result:?}");
    }
    run(database.client(), second::TABLES, &ALL).await.unwrap();
    assert!(plan(database.client(), second::TABLES, None).await.unwrap().is_in_step());
}

#[tokio::test]
async fn destructive_steps_are_refused_before_any_step() {
    let database = Database::own().await;
    make_first(&database).await;
    let before = state(&database, first::TABLES).await;
    let whole = plan(database.client(), second::TABLES, None).await.unwrap();
    let error = apply(database.client(), &whole, &ApplyOptions::default(), &mut |_| ()).await.unwrap_err();
    insta::assert_snapshot!("destructive_refused", error);
    assert_eq!(state(&database, first::TABLES).await, before);

    // Without them, the rest can run, and nothing is lost.
    let additive = whole.additive();
    apply(database.client(), &additive, &ApplyOptions::default(), &mut |_| ()).await.unwrap();
    let left = plan(database.client(), second::TABLES, None).await.unwrap();
    insta::assert_snapshot!("additive_only", format!("{additive}\nThen:\n\n{left}"));
    assert_eq!(left.additive().steps().count(), 0);
    run(database.client(), second::TABLES, &ALL).await.unwrap();
    assert!(plan(database.client(), second::TABLES, None).await.unwrap().is_in_step());
}

#[tokio::test]
async fn a_table_that_changed_meanwhile_is_left_alone() {
    let database = Database::own().await;
    make_first(&database).await;
    let plan = plan(database.client(), second::TABLES, None).await.unwrap();
    database.run("ALTER TABLE `shop/orders` ADD COLUMN theirs Utf8").await;
    let before = state(&database, first::TABLES).await;
    let error = apply(database.client(), &plan, &ALL, &mut |_| ()).await.unwrap_err();
    insta::assert_snapshot!("changed_meanwhile", error);
    assert_eq!(state(&database, first::TABLES).await, before);
}

/// Tests another table that was created at the path: its layout is not overwritten.
#[tokio::test]
async fn another_table_took_the_path() {
    let database = Database::own().await;
    let plan = plan(database.client(), second::TABLES, None).await.unwrap();
    database.run("CREATE TABLE `shop/orders` (order_id Uint64 NOT NULL, PRIMARY KEY (order_id))").await;
    let error = apply(database.client(), &plan, &ALL, &mut |_| ()).await.unwrap_err();
    assert_eq!((error.kind(), error.table()), (MigrateErrorKind::Changed, Some("shop/orders")), "{error}");
    assert!(describe(database.client(), "shop/orders").await.unwrap().unwrap().attributes.is_empty());
}

#[tokio::test]
async fn every_step_is_reported_and_each_index_is_ready_before_the_next() {
    let database = Database::own().await;
    make_first(&database).await;
    let plan = plan(database.client(), second::TABLES, None).await.unwrap();
    let (mut begun, mut done) = (Vec::new(), 0);
    let mut on = |event: Event<'_>| match event {
        Event::StepBegins { table, step, number, of } => begun.push((table.to_owned(), step.clone(), number, of)),
        Event::StepDone { number, .. } => {
            done += 1;
            assert_eq!(done, number);
        }
        other => assert!(matches!(other, Event::IndexBuilds { .. }), "{other:?}"),
    };
    apply(database.client(), &plan, &ALL, &mut on).await.unwrap();
    let of = plan.steps().count();
    let planned = plan.steps().enumerate().map(|(i, (table, step))| (table.path.clone(), step.clone(), i + 1, of));
    assert_eq!(begun, planned.collect::<Vec<_>>());
    assert_eq!(done, of);
    let layouts = plan.steps().filter(|(_, step)| matches!(step.action, Action::WriteLayout { .. })).count();
    assert_eq!(layouts, 3);
}
