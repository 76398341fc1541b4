//! Tests with threads: transfers between accounts, in which no money may appear or disappear, and rows that are written
//! and read while another thread changes the schema.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use super::database::{Client, Params, database, scaled};
use crate::error::Error;
use crate::session::TxMode;
use crate::storage::Thresholds;
use crate::types::{Row, Value};

const ACCOUNTS: u64 = 12;
const EACH: i64 = 100;

/// Small generator of random numbers, so that the threads do different things.
struct Numbers(u64);

impl Numbers {
    const fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Repeats a transaction until it is not aborted.
fn retried(client: &mut Client, mut work: impl FnMut(&mut Client) -> Result<(), Error>) {
    loop {
        client.begin();
        match work(client).and_then(|()| client.commit()) {
            Ok(()) => return,
            Err(error) => {
                assert_eq!(error.status.name(), "ABORTED", "{error}");
                client.tx = None;
            }
        }
    }
}

fn number(rows: &[Row]) -> i64 {
    match rows {
        [row] => match row[..] {
            [Value::Int(number)] => number,
            _ => panic!("no number: {row:?}"),
        },
        _ => panic!("not one row: {rows:?}"),
    }
}

fn ask(client: &mut Client, text: &str) -> Result<i64, Error> {
    client.query(text, Params::new()).map(|rows| number(&rows))
}

/// Moves money between two accounts, in one of several ways.
fn transfer(client: &mut Client, numbers: &mut Numbers) {
    let (from, to) = (numbers.below(ACCOUNTS), numbers.below(ACCOUNTS));
    if from == to {
        return;
    }
    let amount = numbers.below(20);
    let way = numbers.below(3);
    retried(client, |client| {
        if way == 0 {
            client.run(&format!("UPDATE account SET balance = balance - {amount} WHERE id = {from}"))?;
            return client.run(&format!("UPDATE account SET balance = balance + {amount} WHERE id = {to}"));
        }
        let source = ask(client, &format!("SELECT balance FROM account WHERE id = {from}"))?;
        let target = ask(client, &format!("SELECT balance FROM account WHERE id = {to}"))?;
        let (source, target) = (source - amount as i64, target + amount as i64);
        if way == 1 {
            return client
                .run(&format!("UPSERT INTO account (id, balance) VALUES ({from}, {source}), ({to}, {target})"));
        }
        client.run(&format!("DELETE FROM account WHERE id = {from}"))?;
        client.run(&format!("INSERT INTO account (id, balance) VALUES ({from}, {source})"))?;
        client.run(&format!("REPLACE INTO account (id, balance) VALUES ({to}, {target})"))
    });
}

fn bank(mut client: Client, index: &str) {
    client.ok(&format!("CREATE TABLE account (id Uint64 NOT NULL, balance Int64, PRIMARY KEY (id){index}) WITH (AUTO_PARTITIONING_PARTITION_SIZE_MB = 60)"));
    for id in 0..ACCOUNTS {
        client.ok(&format!("INSERT INTO account (id, balance) VALUES ({id}, {EACH})"));
    }
    let all = ACCOUNTS as i64 * EACH;
    let over = Arc::new(AtomicBool::new(false));
    let looks = Arc::new(AtomicU64::new(0));
    let watchers: Vec<_> = (0..2)
        .map(|watcher| {
            let (mut client, over, looks) = (client.other(), Arc::clone(&over), Arc::clone(&looks));
            thread::spawn(move || {
                while !over.load(Ordering::Relaxed) || looks.load(Ordering::Relaxed) < 4 {
                    if watcher == 0 {
                        // All accounts in one statement.
                        assert_eq!(ask(&mut client, "SELECT SUM(balance) FROM account").unwrap(), all);
                        client.engine.maintain();
                    } else {
                        // Half of the accounts in each of two statements of a read-only transaction.
                        client.begin_as(TxMode::SnapshotReadOnly);
                        let low = ask(&mut client, "SELECT SUM(balance) FROM account WHERE id < 6").unwrap();
                        let high = ask(&mut client, "SELECT SUM(balance) FROM account WHERE id >= 6").unwrap();
                        client.commit().unwrap();
                        assert_eq!(low + high, all);
                    }
                    looks.fetch_add(1, Ordering::Relaxed);
                }
            })
        })
        .collect();
    let movers: Vec<_> = (0..4)
        .map(|mover| {
            let mut client = client.other();
            thread::spawn(move || {
                let mut numbers = Numbers(mover);
                (0..40).for_each(|_| transfer(&mut client, &mut numbers));
            })
        })
        .collect();
    movers.into_iter().for_each(|mover| mover.join().unwrap());
    over.store(true, Ordering::Relaxed);
    watchers.into_iter().for_each(|watcher| watcher.join().unwrap());
    assert_eq!(ask(&mut client, "SELECT SUM(balance) FROM account").unwrap(), all);
    assert_eq!(client.rows("SELECT COUNT(*) FROM account"), [ACCOUNTS.to_string()]);
    if !index.is_empty() {
        let by_index = client.rows("SELECT balance, id FROM account VIEW by_balance ORDER BY id");
        assert_eq!(by_index, client.rows("SELECT balance, id FROM account ORDER BY id"));
    }
}

#[test]
fn transfers_keep_the_sum() {
    bank(database(), "");
}

#[test]
fn transfers_keep_the_sum_while_partitions_split() {
    let thresholds =
        Thresholds { bytes_per_mb: 1, decision_interval_us: 0, merge_after_idle_windows: 1, ..Thresholds::default() };
    bank(scaled(thresholds), ", INDEX by_balance GLOBAL ON (balance)");
}

#[test]
fn no_increment_is_lost() {
    let mut client = database();
    client.ok("CREATE TABLE counter (id Int32 NOT NULL, n Int64, PRIMARY KEY (id))");
    client.ok("INSERT INTO counter (id, n) VALUES (1, 0)");
    let threads: Vec<_> = (0..4)
        .map(|thread| {
            let mut client = client.other();
            thread::spawn(move || {
                for _ in 0..50 {
                    retried(&mut client, |client| {
                        if thread % 2 == 0 {
                            return client.run("UPDATE counter SET n = n + 1 WHERE id = 1");
                        }
                        let n = ask(client, "SELECT n FROM counter WHERE id = 1")?;
                        client.run(&format!("UPSERT INTO counter (id, n) VALUES (1, {})", n + 1))
                    });
                }
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    assert_eq!(client.rows("SELECT n FROM counter"), ["200"]);
}

const ROWS: i64 = 30;

/// Returns `true` for the statuses that a change of the schema may cause in an open transaction.
fn may_fail(status: &str) -> bool {
    matches!(status, "ABORTED" | "SCHEME_ERROR")
}

/// Runs transactions that each write the same number to both columns of some rows. Returns how many were done.
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

/// Checks that every row has the same number in both columns, in the table and through an index. Returns how many reads
/// were done.
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
        // Index and table agree in one snapshot.
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
