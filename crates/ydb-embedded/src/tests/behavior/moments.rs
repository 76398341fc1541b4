//! Whether one ReadRows call reads all its rows at one moment.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use super::super::database::Client;
use crate::clock::Clock;
use crate::session::{Behavior, Config, Engine};
use crate::types::{Primitive, Value};
use crate::work::{Stop, under};

/// More keys than there are ticks between two looks at the clock, so that the clock is asked in the middle of the read.
const KEYS: i64 = 1_000;

/// Reads the rows of two partitions, which always have the same number. A client sets another number whenever the read
/// looks at the clock, which it does between the two. Returns the numbers that were read.
fn numbers(snapshot: bool) -> Vec<Value> {
    let behavior = Behavior { read_rows_snapshot: snapshot, ..Behavior::default() };
    let (writer, next) = (Arc::new(OnceLock::<Mutex<Client>>::new()), AtomicI64::new(0));
    let writing = Arc::clone(&writer);
    let clock = Clock::of_work(move || {
        // The writer's own work comes here as well, and finds itself at work.
        if let Some(mut client) = writing.get().and_then(|client| client.try_lock().ok()) {
            let n = next.fetch_add(1, Ordering::Relaxed);
            client.ok(&format!("UPSERT INTO t (k, v) VALUES (1, {n}l), ({KEYS}, {n}l)"));
        }
        Duration::ZERO
    });
    let stop = Stop::new(&clock);
    let mut client = Client::new(Engine::new(Config { behavior, clock, ..Config::default() }));
    client.ok(&format!(
        "CREATE TABLE t (k Int32 NOT NULL, v Int64, PRIMARY KEY (k)) WITH (PARTITION_AT_KEYS = ({KEYS}))"
    ));
    client.ok(&format!("UPSERT INTO t (k, v) VALUES (1, -1l), ({KEYS}, -1l)"));
    let engine = Arc::clone(&client.engine);
    assert_eq!(engine.partition_stats("t").unwrap().len(), 2);
    assert!(writer.set(Mutex::new(client)).is_ok());
    let keys = (1..=KEYS).map(|key| vec![Value::Int(key)]).collect();
    let members = [("k".into(), Primitive::Int32.into())];
    let (_, rows) = under(&stop, || engine.read_rows("t", &members, keys, &["v".to_owned()])).unwrap();
    rows.into_iter().flatten().collect()
}

#[test]
fn rows_are_of_one_moment() {
    let numbers = numbers(true);
    assert_eq!(numbers.len(), 2);
    assert_eq!(numbers[0], numbers[1]);
}

#[test]
fn rows_are_of_a_moment_for_each_partition() {
    let numbers = numbers(false);
    assert_eq!(numbers.len(), 2);
    assert_ne!(numbers[0], numbers[1]);
}
