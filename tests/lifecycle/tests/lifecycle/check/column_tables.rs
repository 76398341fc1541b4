//! Tests column tables: their layouts are stored in the control table, and their key changes by a new table.

use e2e_tests::Database;
use ydb_keys::{Layout, YdbTable, check, schema};
use ydb_keys_migrate::__internal::describe;
use ydb_keys_migrate::{ApplyOptions, MigrateErrorKind, apply, plan, pull};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "facts", primary_key(day, city), store = column, partition_by_hash(city))]
struct Fact {
    day: i32,
    city: String,
    amount: Option<i64>,
}

/// Model with another key, at another path.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "facts_by_city", primary_key(city, day), store = column, partition_by_hash(city))]
struct FactByCity {
    day: i32,
    city: String,
    amount: Option<i64>,
}

/// Model with another key at the same path.
#[derive(YdbTable)]
#[ydb(table = "facts", primary_key(city, day), store = column, partition_by_hash(city))]
struct Swapped {
    day: i32,
    city: String,
    amount: Option<i64>,
}

async fn apply_all(database: &Database, tables: &[&'static ydb_keys::Table]) {
    let plan = plan(database.client(), tables, None).await.unwrap();
    apply(database.client(), &plan, &ApplyOptions::default(), &mut |_| ()).await.unwrap();
}

/// Tests the control table: YDB does not report attributes of a column table. `apply` stores its layout, and then plans
/// no step for it.
#[tokio::test]
async fn the_layout_is_in_the_control_table() {
    let database = Database::embedded().await;
    let first = plan(database.client(), schema![Fact], None).await.unwrap();
    assert!(first.to_string().contains("so `apply` stores its layout in `ydb_keys/changes`"), "{first}");
    apply_all(&database, schema![Fact]).await;
    let path = format!("{}/facts", database.client().database());
    assert!(database.client().table_client().describe_table(path).await.unwrap().attributes.is_empty());
    let live = describe(database.client(), "facts").await.unwrap().unwrap();
    assert_eq!(live.attributes[Layout::ATTRIBUTE], Layout::of(Fact::TABLE).to_string());
    let again = plan(database.client(), schema![Fact], None).await.unwrap();
    assert!(again.is_in_step() && again.steps().count() == 0, "{again}");
    check(database.client(), schema![Fact]).await.unwrap();
    // The control table is not one of the user's, and the model is pulled as it was.
    assert!(pull(database.client(), "facts").await.unwrap().contains("primary_key(day, city)"));
}

/// Tests that the stored layout is used, unless its key is that of an earlier table at the path.
#[tokio::test]
async fn a_stored_layout_counts_while_it_has_the_key_of_the_table() {
    let database = Database::embedded().await;
    apply_all(&database, schema![Fact]).await;
    database.run("UPDATE `ydb_keys/changes` SET old_layout = 'v1: day Int64, city Utf8'u WHERE path = 'facts'u").await;
    let error = check(database.client(), schema![Fact]).await.unwrap_err().to_string();
    assert!(error.contains("table  v1: day Int64, city Utf8\n"), "{error}");
    database.run("DROP TABLE facts").await;
    database.run(&Swapped::TABLE.create_table().to_string()).await;
    check(database.client(), schema![Swapped]).await.unwrap();
    apply_all(&database, schema![Swapped]).await;
    check(database.client(), schema![Swapped]).await.unwrap();
}

/// Tests two column tables, one of them from before layouts could be stored.
#[tokio::test]
async fn a_table_without_a_stored_layout_is_compared_by_its_key() {
    let database = Database::embedded().await;
    database.run(&Fact::TABLE.create_table().to_string()).await;
    check(database.client(), schema![Fact]).await.unwrap();
    let error = check(database.client(), schema![Swapped]).await.unwrap_err().to_string();
    assert!(error.contains("table `facts` has another primary key than its model"), "{error}");
    apply_all(&database, schema![Fact, FactByCity]).await;
    check(database.client(), schema![Fact, FactByCity]).await.unwrap();
}

/// Tests the recipe of the guide (`cookbook-change-key.md`, "The key of a column table"): a model with a new path and
/// the new key, a copy of the rows, and a program that reads and writes the new path.
#[tokio::test]
async fn the_key_changes_by_a_new_table_and_a_copy() {
    let database = Database::embedded().await;
    apply_all(&database, schema![Fact]).await;
    let facts: Vec<Fact> =
        (0..20).map(|day| Fact { day, city: format!("city {}", day % 3), amount: Some(i64::from(day)) }).collect();
    Fact::upsert_many(&facts).exec(database.client()).await.unwrap();

    // A key change at the same path is refused, and the cure is this recipe.
    let error = ydb_keys_migrate::rekey(
        database.client(),
        &plan(database.client(), schema![Swapped], None).await.unwrap().tables[0],
        &ydb_keys_migrate::RekeyOptions::writers_stopped(),
        &mut |_| (),
    )
    .await
    .unwrap_err();
    assert_eq!(error.kind(), MigrateErrorKind::Obstacle);
    assert!(error.to_string().contains("create a table with the model's key at another path"), "{error}");

    // 1. The new table.
    apply_all(&database, schema![FactByCity]).await;
    // 2. The rows; then the writers move to the new model, and the rows that were written meanwhile follow.
    let copy = "UPSERT INTO facts_by_city (city, day, amount) SELECT city, day, amount FROM facts";
    database.run(copy).await;
    Fact { day: 77, city: "late".into(), amount: None }.upsert().exec(database.client()).await.unwrap();
    database.run(&format!("{copy} WHERE day >= 20")).await;
    // 3. The program with the new path.
    check(database.client(), schema![FactByCity]).await.unwrap();
    let rows = FactByCity::scan().full_scan().fetch(database.client()).await.unwrap();
    assert_eq!(rows.len(), 21);
    assert!(rows.contains(&FactByCity { day: 7, city: "city 1".into(), amount: Some(7) }));
    // 4. The old table goes, and its stored layout does no harm.
    database.run("DROP TABLE facts").await;
    apply_all(&database, schema![FactByCity]).await;
    check(database.client(), schema![FactByCity]).await.unwrap();
}
