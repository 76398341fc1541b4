//! `BATCH UPDATE` and `BATCH DELETE`: a series of transactions for each partition.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use super::database::{Client, behaving, database, is};
use crate::clock::Clock;
use crate::session::{Behavior, Config, Engine};
use crate::work::{Stop, under};

/// Creates a table with four partitions of ten rows each.
fn four(client: &mut Client) {
    client.ok("CREATE TABLE t (k Int32 NOT NULL, v Int64, PRIMARY KEY (k)) WITH (PARTITION_AT_KEYS = (10, 20, 30))");
    for k in 0..40 {
        client.ok(&format!("UPSERT INTO t (k, v) VALUES ({k}, {k}l)"));
    }
}

#[test]
fn an_error_leaves_what_was_committed() {
    let mut client = database();
    four(&mut client);
    // The condition is true for all rows except one row of the third partition, for which it fails.
    let fails = |set: &str| format!("{set} WHERE Ensure(k >= 0, k != 25, 'stopped'u)");
    let refused = client.refused(&fails("UPDATE t SET v = -1l"));
    assert!(refused.to_string().contains("stopped"), "{refused}");
    assert_eq!(client.rows("SELECT COUNT(*) FROM t WHERE v = -1l"), ["0"]);
    client.refused(&fails("BATCH UPDATE t SET v = -1l"));
    assert_eq!(client.rows("SELECT MIN(k), MAX(k), COUNT(*) FROM t WHERE v = -1l"), ["0 | 19 | 20"]);
    client.refused(&fails("BATCH DELETE FROM t"));
    assert_eq!(client.rows("SELECT MIN(k), COUNT(*) FROM t"), ["20 | 20"]);
    // Committed transactions are complete: the second run has nothing left to do in the first partitions.
    client.ok("BATCH DELETE FROM t WHERE k != 25");
    assert_eq!(client.rows("SELECT k, v FROM t"), ["25 | 25"]);
}

/// The table has more rows than a transaction takes, and the ranges begin and end inside partitions.
#[test]
fn more_rows_than_a_transaction_takes() {
    let mut client = database();
    client.ok("CREATE TABLE t (k Int32 NOT NULL, v Int32, PRIMARY KEY (k)) WITH (PARTITION_AT_KEYS = (25000))");
    client.ok("UPSERT INTO t SELECT k, 0 AS v FROM AS_TABLE(ListMap(ListFromRange(0, 30000), ($k) -> (<|k: $k|>)))");
    client.ok("BATCH UPDATE t SET v = 1 WHERE k BETWEEN 5 AND 29990 AND k % 2 = 0");
    let count = |client: &mut Client, of: &str| client.rows(&format!("SELECT COUNT(*) FROM t WHERE {of}"));
    assert_eq!(count(&mut client, "v = 1"), ["14993"]);
    assert_eq!(count(&mut client, "v = 1 AND (k < 5 OR k > 29990 OR k % 2 = 1)"), ["0"]);
    client.ok("BATCH UPDATE t SET v = 2");
    assert_eq!(count(&mut client, "v = 2"), ["30000"]);
    client.ok("BATCH DELETE FROM t WHERE k != 12345");
    assert_eq!(client.rows("SELECT k FROM t"), ["12345"]);
    client.ok("BATCH DELETE FROM t");
    assert_eq!(count(&mut client, "true"), ["0"]);
}

/// Runs a batch while another client writes each time the statement checks the clock. Returns the client and the number
/// of writes.
fn overtaken(writes: fn(i64) -> String, batch: &str) -> (Client, i64) {
    let (writer, busy) = (Arc::new(OnceLock::<Mutex<Client>>::new()), Arc::new(AtomicBool::new(false)));
    let written = Arc::new(AtomicI64::new(0));
    let (writing, is_busy, count) = (Arc::clone(&writer), Arc::clone(&busy), Arc::clone(&written));
    let clock = Clock::of_work(move || {
        // The writer's own statements come here, too; the lock is taken then.
        if is_busy.load(Ordering::Relaxed)
            && let Some(mut client) = writing.get().and_then(|client| client.try_lock().ok())
        {
            let n = count.fetch_add(1, Ordering::Relaxed);
            is_busy.store(n < 4, Ordering::Relaxed);
            client.ok(&writes(n));
        }
        Duration::ZERO
    });
    let stop = Stop::new(&clock);
    let mut client = Client::new(Engine::new(Config { clock, ..Config::default() }));
    client.ok("CREATE TABLE t (k Int32 NOT NULL, v Int64, PRIMARY KEY (k)) WITH (PARTITION_AT_KEYS = (2000))");
    client.ok("UPSERT INTO t SELECT k, 0l AS v FROM AS_TABLE(ListMap(ListFromRange(0, 4000), ($k) -> (<|k: $k|>)))");
    assert!(writer.set(Mutex::new(client.other())).is_ok());
    busy.store(true, Ordering::Relaxed);
    under(&stop, || client.ok(batch));
    (client, written.load(Ordering::Relaxed))
}

/// The batch reads its rows again after a conflict. In the end each row is changed or no longer fits the condition.
#[test]
fn a_conflict_is_not_the_clients() {
    let (mut client, written) =
        overtaken(|n| format!("UPDATE t SET v = 7l WHERE k = {}", n * 700), "BATCH UPDATE t SET v = 1l WHERE v = 0l");
    assert!(written > 2, "{written}");
    assert_eq!(client.rows("SELECT COUNT(*) FROM t WHERE v = 0l"), ["0"]);
    let others: i64 = client.rows("SELECT COUNT(*) FROM t WHERE v = 7l")[0].parse().unwrap();
    assert!(others <= written);
}

#[test]
fn a_changed_schema_ends_it() {
    let mut client = database();
    four(&mut client);
    let plan = client.request("BATCH DELETE FROM t WHERE v > 5l");
    let mut execution = client.engine.execute(plan).unwrap();
    client.other().ok("ALTER TABLE t ADD COLUMN w Int32");
    let error = execution.next().unwrap_err();
    is(&error, "ABORTED", 0, "Scheme of table `/local/t` has changed");
    drop(execution);
    assert_eq!(client.rows("SELECT COUNT(*) FROM t"), ["40"]);
}

/// `TableWithUniqueSyncIndex` of kqp_batch_update_ut.cpp and kqp_batch_delete_ut.cpp, with `EnableIndexStreamWrite`.
#[test]
fn a_unique_index_follows_where_the_server_can() {
    let mut client = behaving(Behavior { batch_with_unique_index: true, ..Behavior::default() });
    client.ok("CREATE TABLE t (k Int32 NOT NULL, v Utf8, PRIMARY KEY (k), INDEX idx GLOBAL UNIQUE ON (v))");
    client.ok("UPSERT INTO t (k, v) VALUES (1, 'a'u), (2, 'b'u), (3, 'c'u)");
    client.ok("BATCH UPDATE t SET v = 'z'u WHERE k = 2");
    assert_eq!(client.rows("SELECT k FROM t VIEW idx WHERE v = 'z'u"), ["2"]);
    let refused = client.refused("BATCH UPDATE t SET v = 'same'u");
    is(&refused, "PRECONDITION_FAILED", 2012, "Conflict with existing key.");
    client.ok("BATCH DELETE FROM t WHERE k < 3");
    assert_eq!(client.rows("SELECT k FROM t VIEW idx"), ["3"]);
}

#[test]
fn a_strict_server_refuses_tables_with_a_unique_index() {
    let mut client = behaving(Behavior::strict());
    client.ok("CREATE TABLE t (k Int32 NOT NULL, v Utf8, PRIMARY KEY (k), INDEX idx GLOBAL UNIQUE ON (v))");
    let text = "BATCH operations are not supported for tables with global sync unique secondary indexes (index: `idx`)";
    for statement in ["BATCH UPDATE t SET v = 'a'u", "BATCH DELETE FROM t"] {
        is(&client.refused(statement), "PRECONDITION_FAILED", 0, text);
    }
}
