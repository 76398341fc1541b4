//! Whether one ReadRows call reads all its rows at one moment.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::super::database::Client;
use super::with;
use crate::types::{Primitive, Value};

/// A thread keeps setting the rows of two partitions to the same number while both are read. Returns whether a read
/// found two different numbers.
fn two_numbers(snapshot: bool, at_most: Duration) -> bool {
    let mut client = with(|behavior| behavior.read_rows_snapshot = snapshot);
    client.ok("CREATE TABLE t (k Int32 NOT NULL, v Int64, PRIMARY KEY (k)) WITH (PARTITION_AT_KEYS = (10))");
    client.ok("UPSERT INTO t (k, v) VALUES (1, 0l), (20, 0l)");
    assert_eq!(client.engine.partition_stats("t").unwrap().len(), 2);
    let over = Arc::new(AtomicBool::new(false));
    let writer = {
        let (over, mut client) = (Arc::clone(&over), Client::new(Arc::clone(&client.engine)));
        thread::spawn(move || {
            for n in 1.. {
                if over.load(Ordering::Relaxed) {
                    return;
                }
                client.ok(&format!("UPSERT INTO t (k, v) VALUES (1, {n}l), (20, {n}l)"));
            }
        })
    };
    let begun = Instant::now();
    let members = [("k".into(), Primitive::Int32.into())];
    let mut found = false;
    while !found && begun.elapsed() < at_most {
        let keys = vec![vec![Value::Int(1)], vec![Value::Int(20)]];
        let (_, rows) = client.engine.read_rows("t", &members, keys, &["v".to_owned()]).unwrap();
        assert_eq!(rows.len(), 2);
        found = rows[0] != rows[1];
    }
    over.store(true, Ordering::Relaxed);
    writer.join().unwrap();
    found
}

#[test]
fn rows_are_of_one_moment() {
    assert!(!two_numbers(true, Duration::from_millis(200)));
}

#[test]
fn rows_are_of_a_moment_for_each_partition() {
    assert!(two_numbers(false, Duration::from_secs(60)));
}
