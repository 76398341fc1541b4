//! Tests every kind of difference that a copy removes.

use e2e_tests::Database;
use ydb_embedded::Behavior;
use ydb_keys::YdbTable;

use super::support::{contents, exists, key_of, layout_of, run, with_behavior};

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    amount: Option<f64>,
    note: Option<String>,
}

/// Creates orders 1 to `n` in a table whose key is the order id, every third one without a note.
async fn plain_orders(database: &Database, n: u64) {
    database
        .run("CREATE TABLE orders (order_id Uint64 NOT NULL, amount Double, note Utf8, PRIMARY KEY (order_id))")
        .await;
    let rows: Vec<String> = (1..=n)
        .map(|id| match id % 3 {
            0 => format!("({id}, {id}.5, NULL)"),
            _ => format!("({id}, {id}.25, 'note {id}'u)"),
        })
        .collect();
    for chunk in rows.chunks(100) {
        database.run(&format!("UPSERT INTO orders (order_id, amount, note) VALUES {}", chunk.join(", "))).await;
    }
}

#[tokio::test]
async fn a_hash_in_front_of_a_growing_key() {
    let database = Database::own().await;
    plain_orders(&database, 20).await;
    let columns = ["order_id", "amount", "note"];
    let before = contents(&database, "orders", &columns).await;
    let report = run(&database, Order::TABLE).await.unwrap();

    assert_eq!(contents(&database, "orders", &columns).await, before);
    assert_eq!(before.len(), 20);
    assert_eq!(key_of(&database, "orders").await, ["order_hash", "order_id"]);
    assert_eq!(
        layout_of(&database, "orders").await.as_deref(),
        Some("v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64")
    );
    // Digest::NumericHash(1) and (2), from YDB's canonical test results.
    let hashes: Vec<u64> = database.column("SELECT order_hash FROM orders WHERE order_id <= 2 ORDER BY order_id").await;
    assert_eq!(hashes, [2_320_827_452_992_767_577, 6_174_653_592_142_994_962]);
    assert_eq!(contents(&database, "orders__ydb_keys_old", &columns).await, before);
    assert!(!exists(&database, "orders__ydb_keys_new").await);
    assert_eq!((report.rows, report.repaired, report.already_done), (20, 0, false));
    assert_eq!(report.old_path, "orders__ydb_keys_old");
    let order = Order::get(7).fetch(&mut database.q()).await.unwrap().unwrap();
    assert_eq!((order.order_id, order.amount, order.note.as_deref()), (7, Some(7.25), Some("note 7")));
}

#[tokio::test]
async fn an_empty_table() {
    let database = Database::own().await;
    plain_orders(&database, 0).await;
    let report = run(&database, Order::TABLE).await.unwrap();
    assert_eq!(report.rows, 0);
    assert_eq!(key_of(&database, "orders").await, ["order_hash", "order_id"]);
    assert_eq!(database.count(Order::TABLE).await, 0);
}

#[tokio::test]
async fn a_second_run_has_nothing_to_do() {
    let database = Database::own().await;
    plain_orders(&database, 5).await;
    run(&database, Order::TABLE).await.unwrap();
    let report = run(&database, Order::TABLE).await.unwrap();
    assert!(report.already_done);
    assert_eq!(database.count(Order::TABLE).await, 5);
}

#[derive(YdbTable)]
#[ydb(table = "accounts", primary_key(id), index(by_email, on(email), unique))]
struct Account {
    #[ydb(dispersed)]
    id: u64,
    email: Option<String>,
    name: String,
    #[ydb(default = 5)]
    level: i32,
}

/// Tests a new NOT NULL on `name`, a new unique index, and a new column `level` with its default; `gone` is not copied.
#[tokio::test]
async fn not_null_a_unique_index_and_other_columns() {
    let database = Database::own().await;
    database
        .run("CREATE TABLE accounts (id Uint64 NOT NULL, email Utf8, name Utf8, gone Int32, PRIMARY KEY (id))")
        .await;
    let rows: Vec<String> = (0..10)
        .map(|id| match id % 2 {
            0 => format!("({id}ul, NULL, 'n{id}'u, {id})"),
            _ => format!("({id}ul, 'e{id}'u, 'n{id}'u, NULL)"),
        })
        .collect();
    for row in rows {
        database.run(&format!("UPSERT INTO accounts (id, email, name, gone) VALUES {row}")).await;
    }
    let before = contents(&database, "accounts", &["id", "email", "name"]).await;
    run(&database, Account::TABLE).await.unwrap();
    assert_eq!(contents(&database, "accounts", &["id", "email", "name"]).await, before);
    let levels: Vec<i32> = database.column("SELECT level FROM accounts").await;
    assert_eq!(levels, [5; 10]);
    let by_index: Vec<u64> = database.column("SELECT id FROM accounts VIEW by_email WHERE email = 'e7'u").await;
    assert_eq!(by_index, [7]);
    assert_eq!(contents(&database, "accounts__ydb_keys_old", &["id", "gone"]).await.len(), 10);
}

#[derive(YdbTable)]
#[ydb(table = "facts", primary_key(city, day), store = column, partition_by_hash(city))]
struct Fact {
    city: String,
    day: i32,
    amount: Option<f64>,
}

/// Tests another key of a column table, on a server that can rename column tables.
#[tokio::test]
async fn a_column_table() {
    let mut behavior = Behavior::strict();
    behavior.rename_column_tables = true;
    let database = with_behavior(behavior).await;
    database
        .run(
            "CREATE TABLE facts (city Utf8 NOT NULL, day Int32 NOT NULL, amount Double, PRIMARY KEY (day, city)) \
             PARTITION BY HASH (day) WITH (STORE = COLUMN)",
        )
        .await;
    let rows: Vec<String> = (0..20).map(|n| format!("('c{}'u, {n}, {n}.5)", n % 3)).collect();
    database.run(&format!("UPSERT INTO facts (city, day, amount) VALUES {}", rows.join(", "))).await;
    let columns = ["city", "day", "amount"];
    let before = contents(&database, "facts", &columns).await;
    assert_eq!(before.len(), 20);
    run(&database, Fact::TABLE).await.unwrap();
    assert_eq!(contents(&database, "facts", &columns).await, before);
    assert_eq!(key_of(&database, "facts").await, ["city", "day"]);
}
