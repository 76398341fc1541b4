//! Tests that rows that are deleted from the old table during the copy are also deleted from the new one, in one pass.

use e2e_tests::Database;
use tokio::runtime::Handle;
use tokio::task::block_in_place;
use ydb_keys::{Layout, Table, YdbTable};
use ydb_keys_migrate::{Event, RekeyOptions, RekeyPhase, RekeyReport, rekey};

use super::support::{contents, plan, set_attribute};

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    note: Option<String>,
}

/// Copies a table, and runs statements once when the comparison starts.
async fn run_with(database: &Database, table: &'static Table, rows: u64, statements: &[String]) -> RekeyReport {
    let mut first = true;
    let mut on_event = |event: Event<'_>| {
        if matches!(event, Event::Phase { phase: RekeyPhase::Verify, .. }) && std::mem::take(&mut first) {
            block_in_place(|| {
                Handle::current().block_on(async {
                    for statement in statements {
                        database.run(statement).await;
                    }
                });
            });
        }
    };
    let options = RekeyOptions::dual_writers().batch_rows(rows);
    rekey(database.client(), &plan(table), &options, &mut on_event).await.unwrap()
}

/// Returns the number of rows that the engine read from both tables during a copy of `n` rows, half of which were
/// deleted meanwhile.
async fn reads(n: u64) -> u64 {
    let database = Database::embedded().await;
    database.run("CREATE TABLE orders (order_id Uint64 NOT NULL, note Utf8, PRIMARY KEY (order_id))").await;
    for first in (0..n).step_by(200) {
        let rows: Vec<String> = (first..n.min(first + 200)).map(|id| format!("({id}ul, 'n'u)")).collect();
        database.run(&format!("UPSERT INTO orders (order_id, note) VALUES {}", rows.join(", "))).await;
    }
    let delete = format!("DELETE FROM orders WHERE order_id >= {}ul", n / 2);
    let report = run_with(&database, Order::TABLE, 100, &[delete]).await;
    assert_eq!((report.rows, report.repaired), (n / 2, n / 2));
    let counters = "SELECT CAST(SUM(RowReads + RangeReadRows) AS Uint64) FROM `.sys/partition_stats` \
                    WHERE Path LIKE '%/orders' OR Path LIKE '%/orders__ydb_keys_old'";
    let reads: Option<u64> = database.one(counters).await;
    reads.unwrap()
}

/// Tests that four times as many rows take four times as much work: each row is read a few times, however many were
/// deleted.
#[tokio::test(flavor = "multi_thread")]
async fn the_work_grows_with_the_rows() {
    let (small, large) = (reads(2000).await, reads(8000).await);
    assert!(large < small * 4 * 105 / 100, "2000 rows: {small} reads, 8000 rows: {large} reads");
    // A copy, two passes that compare, one over the new table, and one after the swap over the half that is left; each
    // reads a row three to five times.
    assert!(large < 8000 * 23, "8000 rows: {large} reads");
}

/// Tests an old key that starts with a hash that the model does not have: the table's layout defines it.
#[tokio::test(flavor = "multi_thread")]
async fn the_old_key_has_another_hash() {
    for layout in [Some("v1: h = xxh3(order_id Uint64), order_id Uint64"), None] {
        let database = Database::own().await;
        database
            .run("CREATE TABLE orders (h Uint64 NOT NULL, order_id Uint64 NOT NULL, note Utf8, PRIMARY KEY (h, order_id))")
            .await;
        if let Some(layout) = layout {
            set_attribute(&database, "orders", Layout::ATTRIBUTE, layout).await;
        }
        let rows: Vec<String> = (0..30).map(|id| format!("(Digest::XXH3(ToBytes({id}ul)), {id}ul, 'n'u)")).collect();
        database.run(&format!("UPSERT INTO orders (h, order_id, note) VALUES {}", rows.join(", "))).await;
        let delete = "DELETE FROM orders WHERE order_id IN (3ul, 4ul, 29ul)".to_owned();
        let report = run_with(&database, Order::TABLE, 4, &[delete]).await;
        assert_eq!((report.rows, report.repaired), (27, 3), "{layout:?}");
        let columns = ["order_id", "note"];
        let old = contents(&database, "orders__ydb_keys_old", &columns).await;
        assert_eq!(contents(&database, "orders", &columns).await, old, "{layout:?}");
    }
}

#[derive(YdbTable)]
#[ydb(table = "visits", primary_key(site, place, visitor))]
#[ydb(allow(nullable_key, reason = "not every visit has a page or a visitor"))]
struct Visit {
    site: String,
    place: Option<String>,
    visitor: Option<u64>,
}

/// Tests hundreds of keys with NULL in every combination, too many for one statement.
#[tokio::test(flavor = "multi_thread")]
async fn many_keys_with_null() {
    let database = Database::own().await;
    database
        .run("CREATE TABLE visits (site Utf8 NOT NULL, place Utf8, visitor Uint64, PRIMARY KEY (visitor, place, site))")
        .await;
    for (page, visitor) in [("NULL", "NULL"), ("NULL", "1ul"), ("'p'u", "NULL"), ("'p'u", "1ul")] {
        let rows: Vec<String> = (0..150).map(|site| format!("('s{site}'u, {page}, {visitor})")).collect();
        database.run(&format!("UPSERT INTO visits (site, place, visitor) VALUES {}", rows.join(", "))).await;
    }
    let delete = "DELETE FROM visits WHERE site < 's11'u".to_owned();
    let report = run_with(&database, Visit::TABLE, 500, &[delete]).await;
    // s0, s1, s10 and s100 to s109, in four combinations.
    assert_eq!((report.rows, report.repaired), (600 - 13 * 4, 13 * 4));
    let columns = ["site", "place", "visitor"];
    let old = contents(&database, "visits__ydb_keys_old", &columns).await;
    assert_eq!(contents(&database, "visits", &columns).await, old);
}
