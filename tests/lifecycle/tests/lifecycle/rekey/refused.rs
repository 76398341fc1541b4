//! Tests rows that the new table cannot store, and obstacles to a copy: the error names them, and nothing is lost.

use e2e_tests::Database;
use ydb_embedded::{Behavior, Release};
use ydb_keys::{Layout, YdbTable};
use ydb_keys_migrate::MigrateErrorKind;

use super::support::{contents, exists, key_of, run, set_attribute, with_behavior};

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id), index(by_code, on(code), unique))]
struct Order {
    order_id: u64,
    code: Option<String>,
    note: String,
}

async fn orders(database: &Database, rows: &str) {
    database
        .run(
            "CREATE TABLE orders (order_id Uint64 NOT NULL, line Int32 NOT NULL, code Utf8, note Utf8, \
             PRIMARY KEY (order_id, line))",
        )
        .await;
    database.run(&format!("UPSERT INTO orders (order_id, line, code, note) VALUES {rows}")).await;
}

/// Runs a copy that must fail and leave the old table unchanged; returns the error.
async fn refused(database: &Database) -> String {
    let columns = ["order_id", "line", "code", "note"];
    let before = contents(database, "orders", &columns).await;
    let error = run(database, Order::TABLE).await.unwrap_err();
    assert_eq!(contents(database, "orders", &columns).await, before);
    assert!(!exists(database, "orders__ydb_keys_old").await);
    error.to_string()
}

#[tokio::test]
async fn null_in_a_column_that_becomes_not_null() {
    let database = Database::own().await;
    orders(&database, "(1, 0, NULL, 'a'u), (2, 0, NULL, NULL), (3, 7, NULL, NULL)").await;
    assert_eq!(
        refused(&database).await,
        "table `orders`: rows have NULL in `note`, which is NOT NULL in the model\n\
         such as (order_id, line) = (2, 0), (3, 7)\n\
         help: give them a value, or make the field an `Option`: UPDATE `orders` SET `note` = ... WHERE `note` IS NULL"
    );
}

/// Tests a key that becomes NOT NULL. Rows with NULL in the key, which the library could not read, do not fit.
#[tokio::test]
async fn null_in_a_key_that_becomes_not_null() {
    #[derive(YdbTable)]
    #[ydb(table = "sales", primary_key(sale_hash = numeric_hash(sale_id), sale_id))]
    struct Sale {
        sale_id: u64,
        note: Option<String>,
    }

    let database = Database::own().await;
    database
        .run("CREATE TABLE sales (sale_hash Uint64, sale_id Uint64, note Utf8, PRIMARY KEY (sale_hash, sale_id))")
        .await;
    database
        .run(
            "UPSERT INTO sales (sale_hash, sale_id, note) VALUES (Digest::NumericHash(7ul), 7ul, 'a'u), (5ul, NULL, 'b'u), \
             (NULL, 3ul, 'c'u)",
        )
        .await;
    assert_eq!(
        run(&database, Sale::TABLE).await.unwrap_err().to_string(),
        "table `sales`: rows have NULL in `sale_id`, which no key of the model has\n\
         such as (sale_hash, sale_id) = (5, NULL)\n\
         help: write them with a whole key, and delete these: DELETE FROM `sales` WHERE `sale_id` IS NULL"
    );
    database.run("DELETE FROM sales WHERE sale_id IS NULL").await;
    run(&database, Sale::TABLE).await.unwrap();
    // A row without its hash gets it.
    for id in [3, 7] {
        assert!(Sale::get(id).fetch(&mut database.q()).await.unwrap().is_some(), "{id}");
    }
}

/// Tests a hash that only the program could compute, while the server copies the rows.
#[tokio::test]
async fn a_hash_that_only_the_program_computes() {
    mod legacy {
        use ydb_keys::ForeignHash;

        pub(super) const HASH: ForeignHash = ForeignHash::new("parity", 1);

        pub(super) fn hash(sale_id: &u64) -> u32 {
            sale_id.count_ones()
        }
    }

    #[derive(YdbTable)]
    #[ydb(table = "sales", primary_key(parity = with(legacy)(sale_id), sale_id))]
    struct Sale {
        sale_id: u64,
    }

    let database = Database::own().await;
    database.run("CREATE TABLE sales (sale_id Uint64 NOT NULL, PRIMARY KEY (sale_id))").await;
    let error = run(&database, Sale::TABLE).await.unwrap_err();
    assert_eq!(error.kind(), MigrateErrorKind::Obstacle);
    let text = error.to_string();
    assert!(
        text.contains("the server computes `parity` of the rows that it copies, and `parity@1` has no expression"),
        "{text}"
    );
}

/// Tests an expression that differs from the hash function: after the swap no read by key would find a row.
#[tokio::test]
async fn an_expression_that_is_not_the_function() {
    mod legacy {
        use ydb_keys::ForeignHash;

        pub(super) const HASH: ForeignHash = ForeignHash::new("shift", 1).yql("{sale_id} << 2");

        pub(super) fn hash(sale_id: &u64) -> u64 {
            sale_id << 3
        }
    }

    #[derive(YdbTable)]
    #[ydb(table = "sales", primary_key(shifted = with(legacy)(sale_id), sale_id))]
    struct Sale {
        sale_id: u64,
    }

    let database = Database::own().await;
    database.run("CREATE TABLE sales (sale_id Uint64 NOT NULL, PRIMARY KEY (sale_id))").await;
    database.run("UPSERT INTO sales (sale_id) VALUES (0ul), (5ul), (6ul)").await;
    assert_eq!(
        run(&database, Sale::TABLE).await.unwrap_err().to_string(),
        "table `sales`: the expression of `shift@1` and its function differ, so nothing is swapped\n\
         such as sale_id = 5: stored 20, computed 40; sale_id = 6: stored 24, computed 48\n\
         help: correct `ForeignHash::yql`, run `apply --drop-new`, then this again"
    );
    assert_eq!(key_of(&database, "sales").await, ["sale_id"]);
}

/// Tests that a hash of other programs becomes one of this library.
#[tokio::test]
async fn a_foreign_hash_becomes_ours() {
    #[derive(YdbTable)]
    #[ydb(table = "sales", primary_key(sale_hash = xxh3(sale_id), sale_id))]
    struct Sale {
        sale_id: u64,
        note: Option<String>,
    }

    let database = Database::own().await;
    database
        .run("CREATE TABLE sales (old_hash Int64, sale_id Uint64, note Utf8, PRIMARY KEY (old_hash, sale_id))")
        .await;
    database
        .run("UPSERT INTO sales (old_hash, sale_id, note) VALUES (-1, 7ul, 'a'u), (0, 8ul, NULL), (5, 9ul, 'c'u)")
        .await;
    set_attribute(
        &database,
        "sales",
        Layout::ATTRIBUTE,
        "v3: old_hash Int64 = parity@1(sale_id Uint64), sale_id Uint64",
    )
    .await;
    run(&database, Sale::TABLE).await.unwrap();
    assert_eq!(contents(&database, "sales", &["sale_id", "note"]).await.len(), 3);
    assert!(Sale::get(8).fetch(&mut database.q()).await.unwrap().is_some());
    assert_eq!(key_of(&database, "sales").await, ["sale_hash", "sale_id"]);
}

/// Tests two lines of an order that have the same new key when the line is removed from the key.
#[tokio::test]
async fn rows_with_the_same_new_key() {
    let database = Database::own().await;
    orders(&database, "(1, 0, NULL, 'a'u), (2, 0, NULL, 'b'u), (2, 1, NULL, 'c'u), (4, 0, NULL, 'd'u)").await;
    assert_eq!(
        refused(&database).await,
        "table `orders`: several rows have the same (order_id), which is the key of the model\n\
         such as (2)\n\
         help: add a column to the key, or delete all but one of them, because only one can stay"
    );
}

/// Tests rows with the same new key that do not differ in anything else.
#[tokio::test]
async fn rows_that_become_the_same() {
    let database = Database::own().await;
    orders(&database, "(1, 0, NULL, 'a'u), (2, 0, NULL, 'b'u), (2, 1, NULL, 'b'u)").await;
    assert!(
        refused(&database)
            .await
            .contains("several rows have the same (order_id), which is the key of the model\nsuch as (2)\n")
    );
}

#[tokio::test]
async fn values_that_are_not_unique() {
    let database = Database::own().await;
    orders(
        &database,
        "(1, 0, 'x'u, 'a'u), (2, 0, 'y'u, 'b'u), (3, 0, 'x'u, 'c'u), (4, 0, NULL, 'd'u), (5, 0, NULL, 'e'u)",
    )
    .await;
    assert_eq!(
        refused(&database).await,
        "table `orders`: several rows have the same (code), but the model's index `by_code` is unique\n\
         such as (\"x\")\n\
         help: change or delete all but one of them, or make the index `sync`"
    );
}

#[tokio::test]
async fn a_table_that_is_not_there() {
    let database = Database::own().await;
    let error = run(&database, Order::TABLE).await.unwrap_err();
    assert_eq!(error.kind(), MigrateErrorKind::NotFound, "{error}");
}

#[tokio::test]
async fn the_new_table_of_another_model() {
    let database = Database::own().await;
    orders(&database, "(1, 0, NULL, 'a'u)").await;
    database.run("CREATE TABLE orders__ydb_keys_new (order_id Uint64 NOT NULL, PRIMARY KEY (order_id))").await;
    let error = refused(&database).await;
    assert!(
        error.starts_with("table `orders__ydb_keys_new`, an unfinished copy of `orders`, differs from the model\n- "),
        "{error}"
    );
    assert!(error.ends_with("run `apply --drop-new`, then this again"), "{error}");
}

#[tokio::test]
async fn an_old_table_that_was_kept() {
    let database = Database::own().await;
    orders(&database, "(1, 0, NULL, 'a'u)").await;
    database.run("CREATE TABLE orders__ydb_keys_old (order_id Uint64 NOT NULL, PRIMARY KEY (order_id))").await;
    assert_eq!(
        run(&database, Order::TABLE).await.unwrap_err().to_string(),
        "table `orders__ydb_keys_old` still exists from an earlier copy of `orders`\n\
         help: run `apply --drop-old`; if it refuses, and you no longer need the table: DROP TABLE `orders__ydb_keys_old`"
    );
}

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(region, order_id))]
struct Regional {
    region: String,
    order_id: u64,
    weight: f64,
}

#[tokio::test]
async fn columns_that_the_table_does_not_have() {
    let database = Database::own().await;
    orders(&database, "(1, 0, NULL, 'a'u)").await;
    let error = run(&database, Regional::TABLE).await.unwrap_err();
    assert_eq!(error.kind(), MigrateErrorKind::Obstacle);
    assert_eq!(
        error.to_string(),
        "table `orders` cannot be copied into a new table\n\
         - the table has no column `region`, which is a key column of the model: add it to the table and fill it first\n\
         - the table has no column `weight`, which is NOT NULL without a default: give it a default or make it an `Option`\n\
         help: remove what prevents it, then run it again"
    );
    assert!(!exists(&database, "orders__ydb_keys_new").await);
}

#[derive(YdbTable)]
#[ydb(table = "facts", primary_key(city, day), store = column, partition_by_hash(city))]
struct Fact {
    city: String,
    day: i32,
}

/// Tests a server that cannot rename a column table, like most servers (ydb #14976) and the strict engine. The copy
/// finds this out before it copies a row, with empty tables that it drops again.
#[tokio::test]
async fn a_column_table_that_cannot_be_renamed() {
    let database = Database::embedded().await;
    database
        .run(
            "CREATE TABLE facts (city Utf8 NOT NULL, day Int32 NOT NULL, PRIMARY KEY (day, city)) \
             PARTITION BY HASH (day) WITH (STORE = COLUMN)",
        )
        .await;
    for _ in 0..2 {
        let error = run(&database, Fact::TABLE).await.unwrap_err().to_string();
        assert!(
            error.starts_with(
                "table `facts` cannot be copied into a new table\n- this server cannot rename column tables, so the new table could \
                 not take the name of the old one (SCHEME_ERROR"
            ),
            "{error}"
        );
        assert!(
            error.ends_with(
                "): create a table with the model's key at another path, fill it with INSERT INTO ... SELECT, and give the model that path\n\
                 help: remove what prevents it, then run it again"
            ),
            "{error}"
        );
        for path in ["facts__ydb_keys_new", "facts__ydb_keys_try", "facts__ydb_keys_ok"] {
            assert!(!exists(&database, path).await, "{path}");
        }
    }
}

#[derive(YdbTable)]
#[ydb(table = "tickets", primary_key(area, id))]
struct Ticket {
    area: String,
    #[ydb(serial)]
    id: i64,
}

/// Tests that the plan names the obstacle, and the copy checks again: its plan may be that of another server.
#[tokio::test]
async fn a_server_whose_commits_may_not_be_serializable() {
    let obstacle = "this server is YDB 25.2, on which a commit can succeed although another transaction has changed what it \
                    had read, so that a write would be lost while the key changes: update it to 25.3.1 or later";
    for (release, is_refused) in [(Release::V25_2, true), (Release::V25_4, false)] {
        let mut behavior = Behavior::strict();
        behavior.release = release;
        let database = with_behavior(behavior).await;
        orders(&database, "(1, 0, NULL, 'a'u)").await;
        let plan = ydb_keys_migrate::plan(database.client(), ydb_keys::schema![Order], None).await.unwrap().to_string();
        assert_eq!(plan.contains(obstacle), is_refused, "{plan}");
        assert!(!plan.contains("make sure that the server is"), "{plan}");
        match is_refused {
            true => assert_eq!(
                refused(&database).await,
                format!(
                    "table `orders` cannot be copied into a new table\n- {obstacle}\n\
                     help: remove what prevents it, then run it again"
                )
            ),
            false => drop(run(&database, Order::TABLE).await.unwrap()),
        }
        assert!(!exists(&database, "orders__ydb_keys_new").await);
    }
}

/// Tests a server that builds plain indexes: the copy stops before its first row.
#[tokio::test]
async fn a_server_that_does_not_see_unique() {
    let mut behavior = Behavior::strict();
    behavior.unique_indexes = false;
    let database = with_behavior(behavior).await;
    orders(&database, "(1, 0, 'a'u, 'a'u)").await;
    let text = refused(&database).await;
    assert!(text.starts_with("table `orders__ydb_keys_new`, an unfinished copy of `orders`, differs from the model"));
    assert!(text.contains("by_code") && text.contains("UNIQUE"), "{text}");
}

/// Tests servers before 25.1, which cannot rename a table with a sequence; some crash when they try.
#[tokio::test]
async fn serial_columns_on_a_server_that_is_too_old() {
    let mut behavior = Behavior::strict();
    behavior.release = Release::V25_1;
    behavior.rename_serial_tables = false;
    let database = with_behavior(behavior).await;
    database.run("CREATE TABLE tickets (area Utf8 NOT NULL, id BigSerial, PRIMARY KEY (id))").await;
    assert_eq!(
        run(&database, Ticket::TABLE).await.unwrap_err().to_string(),
        "table `tickets` cannot be copied into a new table\n\
         - this server is YDB 25.1, on which a commit can succeed although another transaction has changed what it had read, \
         so that a write would be lost while the key changes: update it to 25.3.1 or later\n\
         - this server does not support ALTER SEQUENCE, so it is older than YDB 25.1; such a server cannot rename a table with \
         serial columns and does not report which columns are serial: update the server first\n\
         help: remove what prevents it, then run it again"
    );
    assert!(!exists(&database, "tickets__ydb_keys_new").await);
}
