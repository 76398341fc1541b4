//! Rows written and read by threads while another one changes the schema.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::database::{Client, Params, database};
use crate::types::Value;

const ROWS: i64 = 30;

/// The errors that a change of the schema may cause in an open transaction.
fn may_fail(status: &str) -> bool {
    matches!(status, "ABORTED" | "SCHEME_ERROR")
}

/// Each transaction writes the same number to both columns of some rows.
fn write(mut client: Client, thread: i64, over: &AtomicBool) -> u64 {
    let mut done = 0;
    for round in 0.. {
        if over.load(Ordering::Relaxed) {
            break;
        }
        let (key, n) = ((round * 7 + thread) % ROWS, round * 10 + thread);
        let text = match round % 3 {
            0 => format!("UPSERT INTO t (k, a, b) VALUES ({key}, {n}, {n})"),
            1 => format!("UPDATE t SET a = {n}, b = {n} WHERE k BETWEEN {key} AND {}", key + 2),
            _ => format!("DELETE FROM t WHERE k = {key}; INSERT INTO t (k, a, b) VALUES ({key}, {n}, {n});"),
        };
        match client.run(&text) {
            Ok(()) => done += 1,
            Err(error) => assert!(may_fail(error.status.name()), "{text}\n{error}"),
        }
    }
    done
}

/// Every row has the same number in both columns, read from the table and through an index.
fn read(mut client: Client, over: &AtomicBool) -> u64 {
    let mut done = 0;
    while !over.load(Ordering::Relaxed) {
        for text in ["SELECT k, a, b FROM t", "SELECT k, a, b FROM t VIEW by_a"] {
            match client.query(text, Params::new()) {
                Ok(rows) => {
                    done += 1;
                    assert_eq!(rows.len() as i64, ROWS, "{text}");
                    assert!(rows.iter().all(|row| row[1] == row[2] && row[1] != Value::Null), "{rows:?}");
                }
                Err(error) => assert!(may_fail(error.status.name()), "{text}\n{error}"),
            }
        }
    }
    done
}

#[test]
fn rows_and_indexes_agree_whatever_happens_to_the_schema() {
    let mut client = database();
    client.ok("CREATE TABLE t (k Int64 NOT NULL, a Int64, b Int64, PRIMARY KEY (k))");
    for k in 0..ROWS {
        client.ok(&format!("INSERT INTO t (k, a, b) VALUES ({k}, 0, 0)"));
    }
    let over = Arc::new(AtomicBool::new(false));
    let spawn = |work: fn(Client, i64, &AtomicBool) -> u64, number: i64| {
        let (client, over) = (client.other(), Arc::clone(&over));
        thread::spawn(move || work(client, number, &over))
    };
    let threads = [spawn(write, 0), spawn(write, 1), spawn(|client, _, over| read(client, over), 2)];
    let mut changer = client.other();
    for round in 0..25 {
        changer.ok("ALTER TABLE t ADD INDEX by_a GLOBAL ON (a)");
        thread::yield_now();
        changer.ok("ALTER TABLE t ADD COLUMN extra Int32 DEFAULT 1");
        changer.ok("ALTER TABLE t ADD INDEX other GLOBAL ON (b) COVER (a)");
        thread::yield_now();
        // The index agrees with the table at one moment.
        changer.begin();
        let by_index = changer.rows("SELECT b, a, k FROM t VIEW other ORDER BY k");
        assert_eq!(by_index, changer.rows("SELECT b, a, k FROM t ORDER BY k"), "round {round}");
        changer.commit().unwrap();
        changer.ok("ALTER TABLE t DROP INDEX by_a");
        changer.ok("ALTER TABLE t RENAME INDEX other TO another");
        changer.ok("ALTER TABLE t DROP COLUMN extra");
        changer.ok("ALTER TABLE t DROP INDEX another");
        thread::yield_now();
    }
    over.store(true, Ordering::Relaxed);
    for thread in threads {
        thread.join().unwrap();
    }
}
