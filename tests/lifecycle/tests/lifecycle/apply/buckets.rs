//! Tests buckets in front of indexes: the column is added and filled, the index built and partitioned, an old one
//! dropped.

use std::time::Duration;

use e2e_tests::{Database, interrupt};
use insta::assert_snapshot;
use ydb_embedded::{Behavior, Call, Clock, Fault, GrpcCode, Release, Server, Status};
use ydb_keys::{Layout, Table, YdbTable};
use ydb_keys_migrate::__internal::describe;
use ydb_keys_migrate::{Event, MigrateErrorKind, RekeyOptions, apply, plan, rekey};

use super::{ALL, ApplyOptions, run};

/// Model without an index.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Bare {
    order_id: u64,
    placed_at: u64,
}

/// Model with an index on the time alone.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_time, on(placed_at)))]
struct Timed {
    order_id: u64,
    placed_at: u64,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_time, on(time_shard = xxh3(order_id) % 4, placed_at)))]
struct Order {
    order_id: u64,
    placed_at: u64,
}

/// Model with twice as many buckets, in another column.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_time, on(time_shard_8 = xxh3(order_id) % 8, placed_at)))]
struct Finer {
    order_id: u64,
    placed_at: u64,
}

/// Model with twice as many buckets, in another index and column.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_time_8, on(time_shard_8 = xxh3(order_id) % 8, placed_at)))]
struct Second {
    order_id: u64,
    placed_at: u64,
}

/// Model with twice as many buckets in the same column.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_time, on(time_shard = xxh3(order_id) % 8, placed_at)))]
struct SameColumn {
    order_id: u64,
    placed_at: u64,
}

/// Number of rows, more than a page.
const ROWS: u64 = 1050;

/// Creates the table of a model by `apply`, with rows.
async fn database(table: &'static Table) -> Database {
    let database = Database::own().await;
    run(database.client(), &[table], &ALL).await.unwrap();
    database
}

async fn bare(database: Database) -> Database {
    fill(&database).await;
    database
}

async fn fill(database: &Database) {
    run(database.client(), &[Bare::TABLE], &ALL).await.unwrap();
    Bare::upsert_many(&(0..ROWS).map(bare_row).collect::<Vec<_>>()).exec(database.client()).await.unwrap();
}

fn bare_row(order_id: u64) -> Bare {
    Bare { order_id, placed_at: order_id }
}

async fn layout(database: &Database) -> Option<String> {
    let live = describe(database.client(), "orders").await.unwrap().unwrap();
    live.attributes.get(Layout::ATTRIBUTE).cloned()
}

async fn in_step(database: &Database, table: &'static Table, place: &str) {
    let left = plan(database.client(), &[table], None).await.unwrap();
    assert!(left.is_in_step() && left.steps().count() == 0, "{place}: {left}");
    ydb_keys::check(database.client(), &[table]).await.unwrap();
}

/// Returns all rows by their time, read through the index of a model.
macro_rules! by_time {
    ($database:expr, $model:ident, $index:ident) => {{
        let found = $model::index::<$index>().full_scan().fetch($database.client()).await.unwrap();
        found.into_iter().map(|row| (row.placed_at, row.order_id)).collect::<Vec<_>>()
    }};
}

fn expected(rows: u64) -> Vec<(u64, u64)> {
    (0..rows).map(|id| (id, id)).collect()
}

#[tokio::test]
async fn a_new_index() {
    let database = bare(Database::own().await).await;
    let plan = plan(database.client(), &[Order::TABLE], None).await.unwrap();
    assert_snapshot!(plan, @r"
    orders: 2 differences
      - column `time_shard` Uint32 NOT NULL: only in the model
      - index `by_time` GLOBAL SYNC ON (`time_shard`, `placed_at`): only in the model
      Steps, one statement per request:
        -- 1 of 5
        -- without NOT NULL, which YDB adds only with a default, and that would be a wrong value
        ALTER TABLE `orders` ADD COLUMN `time_shard` Uint32;
        -- 2 of 5
        -- in pages of the key
        UPDATE `orders` SET `time_shard` = BITCAST(Unwrap(Digest::XXH3(ToBytes(`order_id`)) % 4ul) AS Uint32)
        WHERE `time_shard` IS NULL;
        -- 3 of 5
        ALTER TABLE `orders` ADD INDEX `by_time` GLOBAL SYNC ON (`time_shard`, `placed_at`);
        -- wait until index `by_time` is built
        -- 4 of 5
        ALTER TABLE `orders` ALTER INDEX `by_time` SET (AUTO_PARTITIONING_BY_SIZE = ENABLED, AUTO_PARTITIONING_PARTITION_SIZE_MB = 2048, AUTO_PARTITIONING_BY_LOAD = ENABLED, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4);
        -- 5 of 5
        -- set the table's attribute ydb_keys.layout, for which YQL has no statement:
        -- v2: order_hash = numeric_hash(order_id Uint64), order_id Uint64; time_shard = xxh3(order_id Uint64) % 4

    1 of 1 table differs; 5 steps.
    ");
    let mut filled = Vec::new();
    let mut on = |event: Event<'_>| {
        if let Event::Fills { table, column, rows } = event {
            filled.push((table.to_owned(), column.to_owned(), rows));
        }
    };
    apply(database.client(), &plan, &ApplyOptions::default(), &mut on).await.unwrap();
    assert_eq!(filled, [("orders".to_owned(), "time_shard".to_owned(), 1000)]);
    in_step(&database, Order::TABLE, "").await;
    assert_eq!(layout(&database).await, Some(Layout::of(Order::TABLE).to_string()));
    assert!(by_time!(database, Order, OrderByTime) == expected(ROWS));
    // A program with the new model writes as into a table that was created with it.
    Order { order_id: ROWS, placed_at: ROWS }.insert().exec(database.client()).await.unwrap();
    assert!(by_time!(database, Order, OrderByTime) == expected(ROWS + 1));
}

#[tokio::test]
async fn instead_of_an_index_on_the_time_alone() {
    let database = database(Timed::TABLE).await;
    Timed::upsert_many(&(0..9).map(|id| Timed { order_id: id, placed_at: id }).collect::<Vec<_>>())
        .exec(database.client())
        .await
        .unwrap();
    let plan = plan(database.client(), &[Order::TABLE], None).await.unwrap();
    assert_snapshot!(plan, @r"
    orders: 2 differences
      - column `time_shard` Uint32 NOT NULL: only in the model
      - index `by_time`:
          model: INDEX `by_time` GLOBAL SYNC ON (`time_shard`, `placed_at`)
          table: INDEX `by_time` GLOBAL SYNC ON (`placed_at`)
      Steps, one statement per request:
        -- 1 of 7
        -- without NOT NULL, which YDB adds only with a default, and that would be a wrong value
        ALTER TABLE `orders` ADD COLUMN `time_shard` Uint32;
        -- 2 of 7
        -- in pages of the key
        UPDATE `orders` SET `time_shard` = BITCAST(Unwrap(Digest::XXH3(ToBytes(`order_id`)) % 4ul) AS Uint32)
        WHERE `time_shard` IS NULL;
        -- 3 of 7
        ALTER TABLE `orders` ADD INDEX `by_time__ydb_keys_new` GLOBAL SYNC ON (`time_shard`, `placed_at`);
        -- wait until index `by_time__ydb_keys_new` is built
        -- 4 of 7
        -- destructive: queries that read through `by_time` fail until the next step is done
        ALTER TABLE `orders` DROP INDEX `by_time`;
        -- 5 of 7
        ALTER TABLE `orders` RENAME INDEX `by_time__ydb_keys_new` TO `by_time`;
        -- 6 of 7
        ALTER TABLE `orders` ALTER INDEX `by_time` SET (AUTO_PARTITIONING_BY_SIZE = ENABLED, AUTO_PARTITIONING_PARTITION_SIZE_MB = 2048, AUTO_PARTITIONING_BY_LOAD = ENABLED, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4);
        -- 7 of 7
        -- set the table's attribute ydb_keys.layout, for which YQL has no statement:
        -- v2: order_hash = numeric_hash(order_id Uint64), order_id Uint64; time_shard = xxh3(order_id Uint64) % 4

    1 of 1 table differs; 7 steps, 1 of them destructive.
    ");
    // All of it belongs to one change, which loses the old index.
    assert_eq!(plan.additive().steps().count(), 0);
    apply(database.client(), &plan, &ALL, &mut |_| ()).await.unwrap();
    in_step(&database, Order::TABLE, "").await;
    assert!(by_time!(database, Order, OrderByTime) == expected(9));
}

#[tokio::test]
async fn other_buckets_in_a_new_column() {
    let database = bare(Database::own().await).await;
    run(database.client(), &[Order::TABLE], &ALL).await.unwrap();
    let plan = plan(database.client(), &[Finer::TABLE], None).await.unwrap();
    assert_snapshot!(plan, @r"
    orders: 3 differences
      - column `time_shard` Uint32: only in the table
      - column `time_shard_8` Uint32 NOT NULL: only in the model
      - index `by_time`:
          model: INDEX `by_time` GLOBAL SYNC ON (`time_shard_8`, `placed_at`)
          table: INDEX `by_time` GLOBAL SYNC ON (`time_shard`, `placed_at`)
      Steps, one statement per request:
        -- 1 of 8
        -- without NOT NULL, which YDB adds only with a default, and that would be a wrong value
        ALTER TABLE `orders` ADD COLUMN `time_shard_8` Uint32;
        -- 2 of 8
        -- in pages of the key
        UPDATE `orders` SET `time_shard_8` = BITCAST(Unwrap(Digest::XXH3(ToBytes(`order_id`)) % 8ul) AS Uint32)
        WHERE `time_shard_8` IS NULL;
        -- 3 of 8
        ALTER TABLE `orders` ADD INDEX `by_time__ydb_keys_new` GLOBAL SYNC ON (`time_shard_8`, `placed_at`);
        -- wait until index `by_time__ydb_keys_new` is built
        -- 4 of 8
        -- destructive: queries that read through `by_time` fail until the next step is done
        ALTER TABLE `orders` DROP INDEX `by_time`;
        -- 5 of 8
        ALTER TABLE `orders` RENAME INDEX `by_time__ydb_keys_new` TO `by_time`;
        -- 6 of 8
        ALTER TABLE `orders` ALTER INDEX `by_time` SET (AUTO_PARTITIONING_BY_SIZE = ENABLED, AUTO_PARTITIONING_PARTITION_SIZE_MB = 2048, AUTO_PARTITIONING_BY_LOAD = ENABLED, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 8);
        -- 7 of 8
        -- destructive: all values of `time_shard` are lost
        ALTER TABLE `orders` DROP COLUMN `time_shard`;
        -- 8 of 8
        -- set the table's attribute ydb_keys.layout, for which YQL has no statement:
        -- v2: order_hash = numeric_hash(order_id Uint64), order_id Uint64; time_shard_8 = xxh3(order_id Uint64) % 8

    1 of 1 table differs; 8 steps, 2 of them destructive.
    ");
    assert_eq!(plan.additive().steps().count(), 0);
    apply(database.client(), &plan, &ALL, &mut |_| ()).await.unwrap();
    in_step(&database, Finer::TABLE, "").await;
    assert!(by_time!(database, Finer, FinerByTime) == expected(ROWS));
}

#[tokio::test]
async fn other_buckets_in_the_same_column() {
    let database = database(Order::TABLE).await;
    let rows: Vec<Order> = (0..30).map(|id| Order { order_id: id, placed_at: id }).collect();
    Order::upsert_many(&rows).exec(database.client()).await.unwrap();
    let plan = plan(database.client(), &[SameColumn::TABLE], None).await.unwrap();
    assert_snapshot!(plan, @r"
    orders: 2 differences
      - index `by_time`: AUTO_PARTITIONING_MIN_PARTITIONS_COUNT: 8 in the model, 4 in the table
      - layout of the key:
          model: v2: order_hash = numeric_hash(order_id Uint64), order_id Uint64; time_shard = xxh3(order_id Uint64) % 8
          table: v2: order_hash = numeric_hash(order_id Uint64), order_id Uint64; time_shard = xxh3(order_id Uint64) % 4
      ALTER TABLE cannot make these changes, but a copy into a new table can:
        - column `time_shard` is computed as `time_shard = xxh3(order_id Uint64) % 4`, and in one column the values of both cannot be told apart. Without a copy: give the column another name in the model, then `apply` adds and fills it, and builds the index anew
      Besides the rows, the new table gets:
        - owner `root@builtin`, if this user runs the copy; otherwise the copy stops before the first row, because an owner can only be changed by hand
      The copy cannot start until this is done:
        - the table has the column `time_shard = xxh3(order_id Uint64) % 4`, the model has `time_shard = xxh3(order_id Uint64) % 8`, and programs from before the swap would go on writing the former: give the column of the new model another name, `index(by_time, on(time_shard_2 = xxh3(order_id) % 8, placed_at), ..)`

    1 of 1 table differs; 1 table to copy.
    ");
    let refused =
        rekey(database.client(), &plan.tables[0], &RekeyOptions::dual_writers(), &mut |_| ()).await.unwrap_err();
    assert_eq!(refused.kind(), MigrateErrorKind::Obstacle);
    in_step(&database, Order::TABLE, "").await;
}

/// Tests a program that does not know the column, and leaves it out.
#[tokio::test]
async fn rows_of_old_programs_are_filled_later() {
    let database = bare(Database::own().await).await;
    run(database.client(), &[Order::TABLE], &ALL).await.unwrap();
    bare_row(ROWS).insert().exec(database.client()).await.unwrap();
    assert!(by_time!(database, Order, OrderByTime) == expected(ROWS));
    let plan = plan(database.client(), &[Order::TABLE], None).await.unwrap();
    assert_snapshot!(plan, @r"
    orders: 1 difference
      - column `time_shard`: rows have no value, so scans of the index `by_time` miss them
      Steps, one statement per request:
        -- 1 of 1
        -- in pages of the key
        UPDATE `orders` SET `time_shard` = BITCAST(Unwrap(Digest::XXH3(ToBytes(`order_id`)) % 4ul) AS Uint32)
        WHERE `time_shard` IS NULL;

    1 of 1 table differs; 1 step.
    ");
    apply(database.client(), &plan, &ApplyOptions::default(), &mut |_| ()).await.unwrap();
    in_step(&database, Order::TABLE, "").await;
    assert!(by_time!(database, Order, OrderByTime) == expected(ROWS + 1));
}

/// Tests servers before 26.1, which do not report the partitioning of an index, and add no column with a default.
#[tokio::test]
async fn on_an_older_server() {
    let mut behavior = Behavior::strict();
    behavior.release = Release::V25_1;
    let database = Database::on(Server::builder().behavior(behavior).start().await.unwrap()).await;
    run(database.client(), &[Bare::TABLE], &ALL).await.unwrap();
    bare_row(7).upsert().exec(database.client()).await.unwrap();
    run(database.client(), &[Order::TABLE], &ALL).await.unwrap();
    in_step(&database, Order::TABLE, "").await;
    assert!(by_time!(database, Order, OrderByTime) == [(7, 7)]);
}

/// Tests another index beside the old one, which is dropped later: programs of both models can write meanwhile.
#[tokio::test]
async fn a_second_index_before_the_first_is_dropped() {
    let database = database(Order::TABLE).await;
    Order { order_id: 0, placed_at: 0 }.insert().exec(database.client()).await.unwrap();
    run(database.client(), &[Second::TABLE], &ApplyOptions::default()).await.unwrap_err();
    let plan = plan(database.client(), &[Second::TABLE], None).await.unwrap().additive();
    apply(database.client(), &plan, &ApplyOptions::default(), &mut |_| ()).await.unwrap();
    ydb_keys::check(database.client(), &[Second::TABLE]).await.unwrap();
    Second { order_id: 1, placed_at: 1 }.insert().exec(database.client()).await.unwrap();
    Order { order_id: 2, placed_at: 2 }.insert().exec(database.client()).await.unwrap();
    assert!(by_time!(database, Order, OrderByTime) == [(0, 0), (2, 2)]);
    run(database.client(), &[Second::TABLE], &ALL).await.unwrap();
    in_step(&database, Second::TABLE, "").await;
    assert!(by_time!(database, Second, SecondByTime8) == expected(3));
}

/// Tests that values of another definition are not mistaken for missing ones.
#[tokio::test]
async fn other_values_without_a_layout() {
    let database = Database::own().await;
    database.run(&Order::TABLE.create_table().to_string()).await;
    let order = Order { order_id: 7, placed_at: 1 };
    order.upsert().exec(database.client()).await.unwrap();
    database.run("UPDATE orders SET time_shard = 3u - time_shard").await;
    let plan = plan(database.client(), &[Order::TABLE], None).await.unwrap();
    assert_snapshot!(plan, @r"
    orders: 2 differences
      - hash: 1 of 1 sampled row has a hash that differs from the model's
          model: v2: order_hash = numeric_hash(order_id Uint64), order_id Uint64; time_shard = xxh3(order_id Uint64) % 4
      - index `by_time`: AUTO_PARTITIONING_BY_LOAD: ENABLED in the model, DISABLED in the table
      ALTER TABLE cannot make these changes, but a copy into a new table can:
        - column `time_shard` has other values than the model computes, and in one column the values of both cannot be told apart. Without a copy: give the column another name in the model, then `apply` adds and fills it, and builds the index anew
      Besides the rows, the new table gets:
        - owner `root@builtin`, if this user runs the copy; otherwise the copy stops before the first row, because an owner can only be changed by hand
      What `apply --rekey` does:
        - create `orders__ydb_keys_new` as the model declares it
        - copy the rows in pages of the old key, each page in one transaction; the server computes `order_hash` = Digest::NumericHash(`order_id`), `time_shard` = BITCAST(Unwrap(Digest::XXH3(ToBytes(`order_id`)) % 4ul) AS Uint32)
        - compare the row counts and a digest of each page, and repeat the copy of pages that differ
        - swap the names in one transaction, and keep the old table as `orders__ydb_keys_old` until `apply --drop-old`

    1 of 1 table differs; 1 table to copy.
    ");
}

#[tokio::test]
async fn how_the_index_is_partitioned() {
    let database = database(Order::TABLE).await;
    in_step(&database, Order::TABLE, "").await;
    let shown = describe(database.client(), "orders").await.unwrap().unwrap().settings.unwrap().index_settings;
    let settings = "AUTO_PARTITIONING_BY_LOAD = ENABLED, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4";
    assert_eq!(shown, [("by_time".to_owned(), settings.to_owned())]);
    database
        .run(
            "ALTER TABLE orders ALTER INDEX by_time SET (AUTO_PARTITIONING_BY_LOAD = DISABLED, \
             AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 2)",
        )
        .await;
    let of_people = plan(database.client(), &[Order::TABLE], None).await.unwrap();
    assert_snapshot!(of_people, @r"
    orders: no difference
      Left alone, because a model cannot declare it:
        - settings of index `by_time`: AUTO_PARTITIONING_BY_LOAD = DISABLED, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 2

    No table differs from its model.
    ");

    // A run that created the table, and stopped.
    let database = Database::own().await;
    database.run(&Order::TABLE.create_table().to_string()).await;
    let plan = plan(database.client(), &[Order::TABLE], None).await.unwrap();
    let of_load = "index `by_time`: AUTO_PARTITIONING_BY_LOAD: ENABLED in the model, DISABLED in the table";
    assert!(plan.tables[0].differences.len() == 1 && plan.to_string().contains(of_load), "{plan}");
    apply(database.client(), &plan, &ApplyOptions::default(), &mut |_| ()).await.unwrap();
    in_step(&database, Order::TABLE, "").await;
    let shown = describe(database.client(), "orders").await.unwrap().unwrap().settings.unwrap().index_settings;
    assert_eq!(shown, [("by_time".to_owned(), settings.to_owned())]);
}

/// Writes rows of growing times, 20,000 a second, until the index has several partitions. Returns their number, and the
/// number of chunks that were written.
async fn partitions_after(table: &Server, client: &ydb::Client, chunks: u64) -> (usize, u64) {
    const CHUNK: u64 = 400;
    let count = || table.partition_stats("orders/by_time/indexImplTable").unwrap().len();
    for chunk in 0..chunks {
        let rows: Vec<Order> =
            (chunk * CHUNK..(chunk + 1) * CHUNK).map(|id| Order { order_id: id, placed_at: id }).collect();
        Order::upsert_many(&rows).exec(client).await.unwrap();
        table.advance(Duration::from_millis(20)).unwrap();
        if count() > 1 {
            return (count(), chunk + 1);
        }
    }
    (count(), chunks)
}

/// Tests that an index splits by load only with the setting.
#[tokio::test]
async fn the_index_splits_by_load() {
    let start = || Server::builder().clock(Clock::manual()).start();
    let server = start().await.unwrap();
    let client = ydb_keys::connect(server.connection_string()).await.unwrap();
    run(&client, &[Order::TABLE], &ALL).await.unwrap();
    let (partitions, chunks) = partitions_after(&server, &client, 1000).await;
    assert!(partitions > 1, "{chunks} chunks");

    let server = start().await.unwrap();
    let client = ydb_keys::connect(server.connection_string()).await.unwrap();
    Order::TABLE.create_table().exec(&client).await.unwrap();
    assert_eq!(partitions_after(&server, &client, chunks + 5).await.0, 1);
}

/// Stops a run at each of its requests: nothing after it arrives, or only its answer is lost. Checks that the next run
/// ends in the same state.
fn dies(first: usize, fault: Fault, count: usize) {
    let requests = interrupt(first, fill, async |database, passed| {
        let place = format!("{fault:?} after {passed} requests");
        let mut reached = false;
        for (table, index) in [(Order::TABLE, "time_shard"), (Finer::TABLE, "time_shard_8")] {
            database.faults().fail_next(passed, Call::Any, Fault::Delay(Duration::ZERO));
            database.faults().fail_next(count, Call::Any, fault.clone());
            let died = run(database.client(), &[table], &ALL).await;
            reached = database.faults().pending() < count;
            database.faults().clear();
            assert!(reached || died.is_ok(), "{place}: {died:?}");
            let again = run(database.client(), &[table], &ALL).await;
            assert!(again.is_ok(), "{place}: {again:?}");
            in_step(database, table, &place).await;
            assert_eq!(layout(database).await, Some(Layout::of(table).to_string()), "{place}");
            let empty = format!("SELECT order_id FROM orders WHERE {index} IS NULL");
            assert_eq!(database.column::<u64>(&empty).await, [0; 0], "{place}");
        }
        assert!(by_time!(database, Finer, FinerByTime) == expected(ROWS), "{place}");
        reached
    });
    assert!(requests > 12, "{requests}");
}

#[test]
fn the_program_is_killed() {
    dies(0, Fault::Grpc(GrpcCode::PermissionDenied), 1000);
}

#[test]
fn an_answer_is_lost() {
    dies(1, Fault::StatusAfterExecution(Status::Undetermined), 1);
}

#[test]
fn a_request_is_refused_after_it_took_effect() {
    dies(2, Fault::StatusAfterExecution(Status::PreconditionFailed), 1);
}
