//! Tests settings that people set on an index: they are set again after the index was rebuilt, wherever a run stops.

use e2e_tests::Database;
use ydb_keys::YdbTable;
use ydb_keys_migrate::__internal::describe;
use ydb_keys_migrate::{Action, plan};

use super::{ALL, run};

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_customer, on(customer)), index(by_city, on(city)))]
struct Order {
    order_id: u64,
    customer: Option<String>,
    city: Option<String>,
}

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_customer, on(customer), cover(city)))]
struct Covered {
    order_id: u64,
    customer: Option<String>,
    city: Option<String>,
}

async fn orders() -> Database {
    let database = Database::own().await;
    run(database.client(), &[Order::TABLE], &ALL).await.unwrap();
    for index in ["by_customer", "by_city"] {
        let set = "SET (AUTO_PARTITIONING_BY_LOAD = ENABLED, AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 7)";
        database.run(&format!("ALTER TABLE orders ALTER INDEX {index} {set}")).await;
    }
    database
}

/// Returns the settings that people set on the indexes, in the words of `SHOW CREATE TABLE`.
async fn settings(database: &Database) -> Vec<(String, String)> {
    describe(database.client(), "orders").await.unwrap().unwrap().settings.unwrap().index_settings
}

#[tokio::test]
async fn they_are_set_again_in_a_step_of_their_own() {
    let database = orders().await;
    let before = settings(&database).await;
    let steps = plan(database.client(), &[Covered::TABLE], None).await.unwrap();
    let text = steps.to_string();
    let expected = "
    -- 3 of 5
    -- as people set it on `by_customer`
    ALTER TABLE `orders` ALTER INDEX `by_customer__ydb_keys_new` SET (AUTO_PARTITIONING_BY_LOAD = ENABLED, \
                    AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 7);
    -- 4 of 5
    -- destructive: queries that read through `by_customer` fail until the next step is done";
    assert!(text.contains(expected), "{text}");
    let lost = "queries that read through `by_city` will fail, and its settings are lost: AUTO_PARTITIONING_BY_LOAD = \
                ENABLED, AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 7";
    assert!(text.contains(lost), "{text}");
    assert!(!text.contains("left alone"), "{text}");
    let count = steps.steps().count();
    for done in 0..=count {
        let database = orders().await;
        for (_, step) in steps.steps().take(done) {
            if let Action::Statement { statement, .. } = &step.action {
                database.run(statement).await;
            }
        }
        run(database.client(), &[Covered::TABLE], &ALL).await.unwrap();
        let kept = before.iter().filter(|(index, _)| index == "by_customer");
        assert!(settings(&database).await.iter().eq(kept), "after {done} of {count} steps");
    }
    let is_set =
        |action: &Action| matches!(action, Action::Statement { statement, .. } if statement.contains(" SET ("));
    assert_eq!(steps.steps().filter(|(_, step)| is_set(&step.action)).count(), 1);
}
