//! Tests other programs that write and read while a table is copied: no row is lost or duplicated.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;

use e2e_tests::{Database, explore, explore_or_run};
use futures_util::future::{join_all, join3};
use tokio::runtime::Handle;
use tokio::sync::Notify;
use tokio::task::block_in_place;
use ydb::QueryClient;
use ydb_keys::YdbTable;
use ydb_keys_migrate::{Event, MigrateErrorKind, RekeyPhase, rekey};

use super::support::{contents, plan, small};

#[derive(YdbTable, Debug)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    version: Option<u64>,
}

/// Creates orders 0 to `n`, all of version 0.
async fn orders(n: u64) -> Database {
    let database = Database::own().await;
    fill(&database, n).await;
    database
}

async fn fill(database: &Database, n: u64) {
    database.run("CREATE TABLE orders (order_id Uint64 NOT NULL, version Uint64, PRIMARY KEY (order_id))").await;
    let rows: Vec<String> = (0..n).map(|id| format!("({id}ul, 0ul)")).collect();
    database.run(&format!("UPSERT INTO orders (order_id, version) VALUES {}", rows.join(", "))).await;
}

const ROWS: u64 = 6;
const WRITERS: u64 = 2;

/// Inserts, changes and deletes its own orders in both tables in one transaction, until the tables are swapped or it
/// has written enough. Returns the confirmed writes, and the last write if its outcome is unknown.
async fn write_both(mut q: QueryClient, writer: u64) -> (BTreeMap<u64, u64>, Option<(u64, Option<u64>)>) {
    let mut own: BTreeMap<u64, u64> = (0..ROWS).filter(|id| id % WRITERS == writer).map(|id| (id, 0)).collect();
    for step in 1..=6 {
        // Spread over the old rows and as many new ones.
        let id = step * 7 % (2 * ROWS) / WRITERS * WRITERS + writer;
        let (text, version) = match step % 3 {
            0 => (
                "DECLARE $id AS Uint64;
                 DELETE FROM orders WHERE order_id = $id;
                 DELETE FROM orders__ydb_keys_new WHERE order_hash = Digest::NumericHash($id) AND order_id = $id",
                None,
            ),
            _ => (
                "DECLARE $id AS Uint64;
                 DECLARE $version AS Uint64;
                 UPSERT INTO orders (order_id, version) VALUES ($id, $version);
                 UPSERT INTO orders__ydb_keys_new (order_hash, order_id, version) VALUES (Digest::NumericHash($id), $id, $version)",
                Some(step),
            ),
        };
        let mut call = q.exec(text).param("$id", id).idempotent(true);
        if let Some(version) = version {
            call = call.param("$version", version);
        }
        match (call.await, version) {
            (Ok(()), Some(version)) => drop(own.insert(id, version)),
            (Ok(()), None) => drop(own.remove(&id)),
            // The tables were swapped, so the table or the key does not exist. Nothing was written, unless the answer to
            // an earlier attempt was lost.
            (Err(_), _) => return (own, Some((id, version))),
        }
    }
    (own, None)
}

/// Tests any order of pages, writes and the swap, with any lost answers.
#[test]
fn writers_of_both_tables_lose_nothing() {
    let changed = Cell::new(0);
    let test = async |database: &Database, faults: u32| {
        let begin = Arc::new(Notify::new());
        let writers = async {
            begin.notified().await;
            join_all((0..WRITERS).map(|writer| write_both(database.q(), writer))).await
        };
        let reader = async {
            for _ in 0..4 {
                // Whichever table has the name, both have the column.
                let count = "SELECT COUNT(*) AS n FROM orders WHERE order_id < 100ul";
                database.q().query_result_set(count).idempotent(true).await.unwrap();
            }
        };
        let copy = async {
            let mut on_event = |event: Event<'_>| {
                if matches!(event, Event::Phase { phase: RekeyPhase::Copy, .. }) {
                    begin.notify_one();
                }
            };
            let options = small().passes(20);
            // What goes wrong may end it; it goes on where it was.
            for _ in 0..faults {
                if rekey(database.client(), &plan(Order::TABLE), &options, &mut on_event).await.is_ok() {
                    return;
                }
            }
            rekey(database.client(), &plan(Order::TABLE), &options, &mut on_event).await.unwrap();
        };
        let (written, (), ()) = join3(writers, reader, copy).await;
        let rows = Order::scan().full_scan().fetch(database.client()).await.unwrap();
        let mut found: BTreeMap<u64, u64> = rows.iter().map(|row| (row.order_id, row.version.unwrap())).collect();
        assert_eq!(rows.len(), found.len(), "an order is there twice");
        let mut expected = BTreeMap::new();
        for (own, doubtful) in written {
            expected.extend(own);
            if let Some((id, version)) = doubtful.filter(|_| faults > 0)
                && found.get(&id).copied() == version
            {
                // It may be done, and then it is done whole.
                found.remove(&id);
                expected.remove(&id);
            }
        }
        assert_eq!(found, expected);
        changed.set(changed.get() + expected.values().filter(|version| **version > 0).count());
    };
    let prepare = async |database: &Database| fill(database, ROWS).await;
    explore_or_run(10, 0, prepare, async |database| test(database, 0).await);
    explore(10, 2, prepare, async |database| test(database, 2).await);
    assert!(changed.get() > 10, "the writers wrote {} rows", changed.get());
}

/// Runs statements in the callback, so that they run at a known time.
fn now(database: &Database, statements: &[&str]) {
    block_in_place(|| {
        Handle::current().block_on(async {
            for statement in statements {
                database.run(statement).await;
            }
        });
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changed_behind_the_copy_is_repaired() {
    let database = orders(20).await;
    let mut first = true;
    let mut repaired = 0;
    let mut on_event = |event: Event<'_>| match event {
        Event::Phase { phase: RekeyPhase::Verify, .. } if first => {
            first = false;
            now(
                &database,
                &[
                    "UPDATE orders SET version = 1ul WHERE order_id = 4ul",
                    "UPDATE orders SET version = NULL WHERE order_id = 5ul",
                    "DELETE FROM orders WHERE order_id = 10ul OR order_id = 11ul",
                    "UPSERT INTO orders (order_id, version) VALUES (100ul, 7ul)",
                ],
            );
        }
        Event::Repaired { rows, .. } => repaired += rows,
        _ => {}
    };
    let report = rekey(database.client(), &plan(Order::TABLE), &small(), &mut on_event).await.unwrap();
    let columns = ["order_id", "version"];
    let old = contents(&database, "orders__ydb_keys_old", &columns).await;
    assert_eq!(old.len(), 19);
    assert_eq!(contents(&database, "orders", &columns).await, old);
    assert_eq!(report.rows, 19);
    // A page of orders 3, 4 and 5, the last one with 100, and two deleted orders.
    assert!(report.repaired >= 3 + 1 + 2, "{report:?}");
    assert_eq!(report.repaired, repaired);
}

#[derive(YdbTable)]
#[ydb(table = "visits", primary_key(site, visitor))]
#[ydb(allow(nullable_key, reason = "not every visit has a visitor"))]
struct Visit {
    site: String,
    visitor: Option<i32>,
}

/// Tests deleted rows with NULL in their keys, beside rows with NULL that must stay.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_deleted_behind_the_copy_goes_with_null_in_its_key() {
    let database = Database::own().await;
    database.run("CREATE TABLE visits (site Utf8 NOT NULL, visitor Int32, PRIMARY KEY (visitor, site))").await;
    database
        .run("UPSERT INTO visits (site, visitor) VALUES ('a'u, NULL), ('b'u, NULL), ('a'u, 0), ('b'u, 0), ('c'u, NULL), ('c'u, -1)")
        .await;
    let mut first = true;
    let mut on_event = |event: Event<'_>| {
        if let (Event::Phase { phase: RekeyPhase::Verify, .. }, true) = (event, first) {
            first = false;
            now(
                &database,
                &[
                    "DELETE FROM visits WHERE site = 'a'u AND visitor IS NULL",
                    "DELETE FROM visits WHERE site = 'b'u AND visitor = 0",
                ],
            );
        }
    };
    let report = rekey(database.client(), &plan(Visit::TABLE), &small(), &mut on_event).await.unwrap();
    assert_eq!((report.rows, report.repaired), (4, 2));
    let columns = ["site", "visitor"];
    let rows = contents(&database, "visits", &columns).await;
    assert_eq!(rows, contents(&database, "visits__ydb_keys_old", &columns).await);
    assert_eq!(
        rows,
        [r#"Text("a") | Int32(0)"#, r#"Text("b") | NULL"#, r#"Text("c") | Int32(-1)"#, r#"Text("c") | NULL"#]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_writer_that_never_rests_keeps_the_tables_apart() {
    let database = orders(20).await;
    let mut version = 0;
    let mut on_event = |event: Event<'_>| {
        if let Event::Phase { phase: RekeyPhase::Verify, .. } = event {
            version += 1;
            now(&database, &[&format!("UPDATE orders SET version = {version}ul WHERE order_id = 4ul")]);
        }
    };
    let error = rekey(database.client(), &plan(Order::TABLE), &small().passes(3), &mut on_event).await.unwrap_err();
    assert_eq!(error.kind(), MigrateErrorKind::ConcurrentWrites);
    assert!(
        error
            .to_string()
            .starts_with("table `orders` and its copy `orders__ydb_keys_new` differed in each of 3 passes\n"),
        "{error}"
    );
}
