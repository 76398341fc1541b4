//! Tests properties of a table beyond its model, and alterations while it is copied: nothing is lost silently.

use e2e_tests::Database;
use tokio::runtime::Handle;
use tokio::task::block_in_place;
use ydb_keys::YdbTable;
use ydb_keys_migrate::__internal::describe;
use ydb_keys_migrate::{Event, MigrateError, MigrateErrorKind, RekeyOptions, RekeyPhase, RekeyReport, plan, rekey};

use super::support::{contents, exists, key_of, run, small};

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    amount: Option<i64>,
}

/// Creates orders with columns that the model does not have.
async fn orders() -> Database {
    let database = Database::own().await;
    database
        .run(
            "CREATE TABLE orders (region Utf8 NOT NULL, order_id Uint64 NOT NULL, amount Int64, note Utf8, \
             state Utf8 NOT NULL DEFAULT 'new'u, INDEX by_note GLOBAL ON (note), PRIMARY KEY (region, order_id)) WITH \
             (AUTO_PARTITIONING_BY_LOAD = ENABLED, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 3, \
             AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 9, READ_REPLICAS_SETTINGS = 'PER_AZ:1')",
        )
        .await;
    let rows: Vec<String> = (0..10).map(|id| format!("('eu'u, {id}ul, {id}l, 'note {id}'u, 'state {id}'u)")).collect();
    let rows = rows.join(", ");
    database.run(&format!("UPSERT INTO orders (region, order_id, amount, note, state) VALUES {rows}")).await;
    database
}

const COLUMNS: [&str; 5] = ["region", "order_id", "amount", "note", "state"];

/// Copies the table, and runs statements when the rows are copied.
async fn with(database: &Database, statements: &[&str]) -> Result<RekeyReport, MigrateError> {
    let mut on_event = |event: Event<'_>| {
        if let Event::Phase { phase: RekeyPhase::Swap, .. } = event {
            block_in_place(|| {
                Handle::current().block_on(async {
                    for statement in statements {
                        database.run(statement).await;
                    }
                });
            });
        }
    };
    rekey(database.client(), &super::support::plan(Order::TABLE), &small(), &mut on_event).await
}

/// Tests that a key change drops a column that the model does not declare only with `--allow-destructive`. It used to
/// drop it without.
#[tokio::test]
async fn columns_that_the_model_lacks_stay_unless_they_may_be_dropped() {
    let database = orders().await;
    let before = contents(&database, "orders", &COLUMNS).await;
    let copy = plan(database.client(), ydb_keys::schema![Order], None).await.unwrap().tables.remove(0).rekey.unwrap();
    let columns: Vec<&String> = copy.carried.iter().filter(|text| text.starts_with("column")).collect();
    assert_eq!(
        columns,
        [
            "column `region`, where it can be NULL, unless `--allow-destructive` drops it",
            "column `note`, unless `--allow-destructive` drops it",
            "column `state`, unless `--allow-destructive` drops it",
        ]
    );
    run(&database, Order::TABLE).await.unwrap();
    assert_eq!(contents(&database, "orders", &COLUMNS).await, before);
    // The model's program writes none of them.
    let order = Order { order_id: 77, amount: None };
    order.insert().exec(database.client()).await.unwrap();
    assert_eq!(
        contents(&database, "orders", &["order_id", "region", "state"]).await.last().unwrap(),
        r#"Uint64(9) | Text("eu") | Text("state 9")"#
    );
    let state = "SELECT state FROM orders WHERE order_id = 77ul";
    assert_eq!(database.one::<String>(state).await, "new");

    let database = orders().await;
    let options = small().destructive(true);
    rekey(database.client(), &super::support::plan(Order::TABLE), &options, &mut |_: Event<'_>| {}).await.unwrap();
    let live = describe(database.client(), "orders").await.unwrap().unwrap();
    let names: Vec<&str> = live.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["order_hash", "order_id", "amount"]);
}

/// Tests the program's option, which is that of the library.
#[tokio::test]
async fn the_program_drops_columns_only_if_it_may() {
    let program = |database: &Database, args: &[&str]| {
        let (mut input, mut out, mut err) = (std::io::empty(), Vec::new(), Vec::new());
        let args = [
            &["migrate", "apply", "--rekey", "--writers-stopped", "--yes"],
            args,
            &["--connection", database.connection_string()],
        ];
        let streams = ydb_keys_cli::Streams::new(&mut input, &mut out, &mut err).clock(|| std::time::Duration::ZERO);
        ydb_keys_cli::run(args.concat(), ydb_keys::schema![Order], streams);
        String::from_utf8(out).unwrap()
    };
    let database = orders().await;
    let shown = program(&database, &[]);
    assert!(shown.contains("`--allow-destructive` runs them"), "{shown}");
    assert_eq!(contents(&database, "orders", &COLUMNS).await.len(), 10);
    let database = orders().await;
    let shown = program(&database, &["--allow-destructive"]);
    assert!(shown.contains("The database matches the models."), "{shown}");
}

/// Tests a column that is added while the copy runs. It used to be gone after the swap. Now the change stops, and the
/// next run has the column, with its values.
#[tokio::test(flavor = "multi_thread")]
async fn a_column_that_is_added_while_the_table_is_copied() {
    let database = orders().await;
    let added = ["ALTER TABLE orders ADD COLUMN added Int32", "UPDATE orders SET added = 5 WHERE order_id = 5ul"];
    let error = with(&database, &added).await.unwrap_err();
    assert_eq!(error.kind(), MigrateErrorKind::Changed);
    assert_eq!(
        error.to_string(),
        "table `orders` was altered while it was copied\n\
         - column `added` was added\n\
         help: run this again: the copy goes on with the table as it is now; an index that the model does not declare is \
         not on the new table"
    );
    assert_eq!(key_of(&database, "orders").await, ["region", "order_id"]);
    let before = contents(&database, "orders", &["order_id", "added"]).await;
    run(&database, Order::TABLE).await.unwrap();
    assert_eq!(key_of(&database, "orders").await, ["order_hash", "order_id"]);
    assert_eq!(contents(&database, "orders", &["order_id", "added"]).await, before);
}

/// Tests that all other alterations during the copy are named.
#[tokio::test(flavor = "multi_thread")]
async fn what_else_is_altered_while_the_table_is_copied() {
    for (statement, alteration) in [
        ("ALTER TABLE orders ADD INDEX by_amount GLOBAL ON (amount)", "index `by_amount` was added"),
        ("ALTER TABLE orders DROP INDEX by_note", "index `by_note` was dropped"),
        ("ALTER TABLE orders DROP COLUMN state", "column `state` was dropped"),
        (
            "ALTER TABLE orders ADD CHANGEFEED feed WITH (MODE = 'UPDATES', FORMAT = 'JSON')",
            "changefeed `feed` was added",
        ),
        ("ALTER TABLE orders SET (READ_REPLICAS_SETTINGS = 'PER_AZ:2')", "READ_REPLICAS_SETTINGS was altered"),
    ] {
        let database = orders().await;
        let error = with(&database, &[statement]).await.unwrap_err().to_string();
        let first = format!("table `orders` was altered while it was copied\n- {alteration}\nhelp: ");
        assert!(error.starts_with(&first), "{error}");
        assert_eq!(key_of(&database, "orders").await, ["region", "order_id"]);
    }
}

/// Tests that settings that the model leaves to the server stay as they were: followers, and partitioning.
#[tokio::test]
async fn settings_that_the_model_leaves_out_arrive() {
    let database = orders().await;
    run(&database, Order::TABLE).await.unwrap();
    let live = describe(database.client(), "orders").await.unwrap().unwrap();
    let settings = live.settings.unwrap();
    assert_eq!(settings.by_load, Some(true));
    assert_eq!((settings.min, settings.max), (Some(3), Some(9)));
    assert_eq!(settings.simple["READ_REPLICAS_SETTINGS"], "PER_AZ:1");
}

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_note, on(note)))]
struct Noted {
    order_id: u64,
    amount: Option<i64>,
    note: Option<String>,
}

/// Tests that settings of an index that the model declares stay as they were.
#[tokio::test]
async fn settings_of_an_index_arrive() {
    let database = orders().await;
    let set = "AUTO_PARTITIONING_BY_LOAD = ENABLED, AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 7";
    database.run(&format!("ALTER TABLE orders ALTER INDEX by_note SET ({set})")).await;
    let before = describe(database.client(), "orders").await.unwrap().unwrap().settings.unwrap().index_settings;
    let copy = plan(database.client(), &[Noted::TABLE], None).await.unwrap().tables.remove(0).rekey.unwrap();
    assert!(copy.carried.contains(&format!("settings of index `by_note`: {set}")), "{copy:?}");
    run(&database, Noted::TABLE).await.unwrap();
    let after = describe(database.client(), "orders").await.unwrap().unwrap().settings.unwrap().index_settings;
    assert_eq!(after, before);
}

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(family(cold, compression = "lz4"))]
struct Cold {
    order_id: u64,
    #[ydb(family = "cold")]
    amount: Option<i64>,
}

/// Tests that a column that only the table has stays in its family.
#[tokio::test]
async fn families_of_kept_columns_arrive() {
    let database = Database::own().await;
    database
        .run(
            "CREATE TABLE orders (region Utf8 NOT NULL, order_id Uint64 NOT NULL, amount Int64 FAMILY cold, note Utf8 \
             FAMILY cold, FAMILY cold (COMPRESSION = 'lz4'), PRIMARY KEY (region, order_id))",
        )
        .await;
    run(&database, Cold::TABLE).await.unwrap();
    let live = describe(database.client(), "orders").await.unwrap().unwrap();
    assert_eq!(live.column("note").unwrap().family.as_deref(), Some("cold"));
    assert_eq!(live.column("region").unwrap().family, None);
}

/// Tests that two rows with one new key are found before anything is created.
#[tokio::test]
async fn two_rows_with_one_new_key_stop_it_before_the_copy() {
    let database = orders().await;
    database.run("UPSERT INTO orders (region, order_id, amount, state) VALUES ('us'u, 3ul, 9l, 'x'u)").await;
    let mut events = 0;
    let plan = super::support::plan(Order::TABLE);
    let error =
        rekey(database.client(), &plan, &RekeyOptions::writers_stopped(), &mut |_: Event<'_>| events += 1).await;
    let error = error.unwrap_err();
    assert_eq!(error.kind(), MigrateErrorKind::InvalidRows);
    assert_eq!(
        error.to_string(),
        "table `orders`: several rows have the same (order_id), which is the key of the model\n\
         such as (3)\n\
         help: add a column to the key, or delete all but one of them, because only one can stay"
    );
    assert_eq!(events, 0);
    assert!(!exists(&database, "orders__ydb_keys_new").await);
}

/// Tests that a row that gets the key of another one while the table is copied stops the change before the swap.
#[tokio::test(flavor = "multi_thread")]
async fn a_row_with_the_new_key_of_another_one_stops_it_before_the_swap() {
    let database = orders().await;
    let second = "UPSERT INTO orders (region, order_id, amount, state) VALUES ('us'u, 3ul, 9l, 'x'u)";
    let error = with(&database, &[second]).await.unwrap_err();
    assert_eq!(error.kind(), MigrateErrorKind::InvalidRows, "{error}");
    assert_eq!(key_of(&database, "orders").await, ["region", "order_id"]);
    assert_eq!(contents(&database, "orders", &["order_id"]).await.len(), 11);
}
