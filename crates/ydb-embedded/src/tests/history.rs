//! Records random transactions of several sessions and searches for an order in which they could have run one by one.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use proptest::prelude::*;
use proptest::strategy::ValueTree;

use super::database::{Client, Params, database};
use crate::error::Error;
use crate::session::TxMode;
use crate::types::Value;

/// Resets the table. The keys are 0 to 5; the even ones have a row.
fn fill(client: &mut Client) -> Balances {
    client.ok("DELETE FROM h");
    client.ok("UPSERT INTO h (k, v) VALUES (0, 0), (2, 2), (4, 4)");
    Balances::from([(0, 0), (2, 2), (4, 4)])
}

fn created(index: bool) -> Client {
    let mut client = database();
    let index = if index { ", INDEX by_v GLOBAL ON (v)" } else { "" };
    client.ok(&format!("CREATE TABLE h (k Int64 NOT NULL, v Int64, PRIMARY KEY (k){index})"));
    client
}

fn state(client: &mut Client) -> Balances {
    let rows = client.query("SELECT k, v FROM h", Params::new()).unwrap();
    let pair = |row: Vec<Value>| match row[..] {
        [Value::Int(k), Value::Int(v)] => (k, v),
        _ => panic!("no pair: {row:?}"),
    };
    rows.into_iter().map(pair).collect()
}

fn check(start: &Balances, done: &[RecordedTransaction], end: &Balances) {
    assert!(explained(start, done, end), "no order explains\n{start:?}\n{done:#?}\n{end:?}");
}

fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(150);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    /// Runs the steps of several sessions on one thread, in a random order.
    #[test]
    fn interleaved_transactions_have_an_order(
        index in any::<bool>(),
        scripts in prop::collection::vec(steps(2..16), 2..5),
        turns in prop::collection::vec(0_usize..4, 60),
    ) {
        let mut client = created(index);
        let start = fill(&mut client);
        let clock = AtomicU64::new(0);
        let mut actors: Vec<Actor> = (0..scripts.len()).map(|actor| Actor::new(client.other(), actor, index)).collect();
        let mut scripts: Vec<std::vec::IntoIter<SessionStep>> = scripts.into_iter().map(Vec::into_iter).collect();
        for turn in turns {
            let turn = turn % actors.len();
            if let Some(step) = scripts[turn].next() {
                actors[turn].step(&step, &clock);
            }
        }
        let done: Vec<RecordedTransaction> = actors.into_iter().flat_map(|actor| actor.finish(&clock)).collect();
        check(&start, &done, &state(&mut client));
    }
}

#[test]
fn transactions_of_threads_have_an_order() {
    for index in [false, true] {
        let mut client = created(index);
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        for _ in 0..60 {
            let start = fill(&mut client);
            let clock = AtomicU64::new(0);
            let done: Vec<RecordedTransaction> = thread::scope(|scope| {
                let threads: Vec<_> = (0..3)
                    .map(|thread| {
                        let script = steps(8..12).new_tree(&mut runner).unwrap().current();
                        let mut actor = Actor::new(client.other(), thread, index);
                        let clock = &clock;
                        scope.spawn(move || {
                            for step in &script {
                                actor.step(step, clock);
                                thread::yield_now();
                            }
                            actor.finish(clock)
                        })
                    })
                    .collect();
                threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
            });
            check(&start, &done, &state(&mut client));
            assert!(clock.load(Ordering::Relaxed) > 0);
        }
    }
}

/// The next step of a session.
#[derive(Clone, Debug)]
enum SessionStep {
    Read(i64, i64),
    ReadByValue(i64, i64),
    Put(i64),
    Insert(i64),
    Delete(i64),
    Set(i64, i64),
    Raise(i64),
    /// Makes the next transaction a read-only one.
    Snapshot,
    Commit,
    Rollback,
}

fn steps(count: Range<usize>) -> impl Strategy<Value = Vec<SessionStep>> {
    let key = || 0_i64..6;
    let step = prop_oneof![
        5 => (key(), 0_i64..3).prop_map(|(from, more)| SessionStep::Read(from, from + more)),
        2 => (0_i64..4, 0_i64..1000).prop_map(|(from, to)| SessionStep::ReadByValue(from, to)),
        3 => key().prop_map(SessionStep::Put),
        2 => key().prop_map(SessionStep::Insert),
        2 => key().prop_map(SessionStep::Delete),
        1 => (key(), 0_i64..3).prop_map(|(from, more)| SessionStep::Set(from, from + more)),
        2 => key().prop_map(SessionStep::Raise),
        1 => Just(SessionStep::Snapshot),
        5 => Just(SessionStep::Commit),
        1 => Just(SessionStep::Rollback),
    ];
    prop::collection::vec(step, count)
}

/// A session with the events of its transaction so far.
struct Actor {
    client: Client,
    events: Vec<SeenEvent>,
    began: u64,
    reads_only: bool,
    index: bool,
    /// The next value to write; all writes have different values.
    next: i64,
    done: Vec<RecordedTransaction>,
}

fn pairs(rows: &[Vec<Value>]) -> Vec<(i64, i64)> {
    let pair = |row: &Vec<Value>| match row[..] {
        [Value::Int(k), Value::Int(v)] => (k, v),
        _ => panic!("no pair: {row:?}"),
    };
    rows.iter().map(pair).collect()
}

impl Actor {
    fn new(client: Client, number: usize, index: bool) -> Self {
        let next = 100 * (number as i64 + 1);
        Self { client, events: Vec::new(), began: 0, reads_only: false, index, next, done: Vec::new() }
    }

    fn step(&mut self, step: &SessionStep, clock: &AtomicU64) {
        match step {
            SessionStep::Commit => return self.commit(clock),
            SessionStep::Rollback => {
                if self.client.tx.is_some() {
                    self.client.rollback();
                    self.events.clear();
                }
                return;
            }
            SessionStep::Snapshot => {
                if self.client.tx.is_none() {
                    self.begin(TxMode::SnapshotReadOnly, clock);
                }
                return;
            }
            _ => {}
        }
        if self.client.tx.is_none() {
            self.begin(TxMode::SerializableReadWrite, clock);
        }
        self.next += 1;
        let value = self.next;
        let (text, event) = match *step {
            SessionStep::Read(from, to) => (
                format!("SELECT k, v FROM h WHERE k BETWEEN {from} AND {to} ORDER BY k"),
                SeenEvent::Read { from, to, found: Vec::new() },
            ),
            SessionStep::ReadByValue(from, to) => {
                let view = if self.index { "VIEW by_v" } else { "" };
                let text = format!("SELECT k, v FROM h {view} WHERE v BETWEEN {from} AND {to} ORDER BY v, k");
                (text, SeenEvent::ReadByValue { from, to, found: Vec::new() })
            }
            _ if self.reads_only => return,
            SessionStep::Put(key) => {
                (format!("UPSERT INTO h (k, v) VALUES ({key}, {value})"), SeenEvent::Put(key, value))
            }
            SessionStep::Insert(key) => {
                (format!("INSERT INTO h (k, v) VALUES ({key}, {value})"), SeenEvent::Inserted(key, value))
            }
            SessionStep::Delete(key) => (format!("DELETE FROM h WHERE k = {key}"), SeenEvent::Deleted(key)),
            SessionStep::Set(from, to) => (
                format!("UPDATE h SET v = {value} WHERE k >= {from} AND k <= {to}"),
                SeenEvent::Set { from, to, value },
            ),
            SessionStep::Raise(key) => {
                (format!("UPDATE h SET v = v + 1000 WHERE k = {key}"), SeenEvent::Raised(key, 1000))
            }
            SessionStep::Commit | SessionStep::Rollback | SessionStep::Snapshot => return,
        };
        match self.client.query(&text, Params::new()) {
            Ok(rows) => self.events.push(match event {
                SeenEvent::Read { from, to, .. } => SeenEvent::Read { from, to, found: pairs(&rows) },
                SeenEvent::ReadByValue { from, to, .. } => SeenEvent::ReadByValue { from, to, found: pairs(&rows) },
                other => other,
            }),
            Err(error) => {
                assert!(
                    matches!(step, SessionStep::Insert(_)) && is_conflict(&error) || self.may_end_with(&error),
                    "{error}"
                );
                self.events.clear();
            }
        }
    }

    fn begin(&mut self, mode: TxMode, clock: &AtomicU64) {
        self.began = clock.fetch_add(1, Ordering::SeqCst);
        self.reads_only = mode == TxMode::SnapshotReadOnly;
        self.client.begin_as(mode);
    }

    fn commit(&mut self, clock: &AtomicU64) {
        if self.client.tx.is_none() {
            return;
        }
        let writes =
            self.events.iter().any(|event| !matches!(event, SeenEvent::Read { .. } | SeenEvent::ReadByValue { .. }));
        match self.client.commit() {
            Ok(()) => {
                let events = std::mem::take(&mut self.events);
                self.done.push(RecordedTransaction {
                    events,
                    began: self.began,
                    ended: clock.fetch_add(1, Ordering::SeqCst),
                });
            }
            // A read-only transaction has a snapshot and cannot be aborted.
            Err(error) => {
                assert!(writes && self.may_end_with(&error), "{error}");
                self.events.clear();
            }
        }
    }

    /// Returns `true` if the open transaction may end with this error: because of a broken lock, or because of the late
    /// conflict of an INSERT.
    fn may_end_with(&self, error: &Error) -> bool {
        let inserted = self.events.iter().any(|event| matches!(event, SeenEvent::Inserted(..)));
        error.status.name() == "ABORTED" || inserted && is_conflict(error)
    }

    /// Commits the open transaction. Returns all transactions that were committed.
    fn finish(mut self, clock: &AtomicU64) -> Vec<RecordedTransaction> {
        self.commit(clock);
        self.done
    }
}

/// Returns `true` if an INSERT met an existing key.
fn is_conflict(error: &Error) -> bool {
    error.status.name() == "PRECONDITION_FAILED"
}

/// Rows of the table: values by keys.
type Balances = BTreeMap<i64, i64>;

/// An event of a transaction: what a statement read or wrote.
#[derive(Clone, Debug)]
enum SeenEvent {
    /// Rows of a range of keys.
    Read {
        from: i64,
        to: i64,
        found: Vec<(i64, i64)>,
    },
    /// Rows of a range of values.
    ReadByValue {
        from: i64,
        to: i64,
        found: Vec<(i64, i64)>,
    },
    Put(i64, i64),
    /// An inserted row, whose key must not have existed.
    Inserted(i64, i64),
    Deleted(i64),
    /// The value that was set for a range of keys.
    Set {
        from: i64,
        to: i64,
        value: i64,
    },
    /// A value that was raised, if the row existed.
    Raised(i64, i64),
}

/// A committed transaction.
#[derive(Clone, Debug)]
struct RecordedTransaction {
    events: Vec<SeenEvent>,
    /// Times before it began and after it was committed.
    began: u64,
    ended: u64,
}

/// Returns `true` if there is an order in which the transactions, run one by one, read what they read and end in the
/// state `end`. A transaction that ended before another one began comes before it.
fn explained(start: &Balances, done: &[RecordedTransaction], end: &Balances) -> bool {
    search(start.clone(), &done.iter().collect::<Vec<_>>(), end)
}

fn search(state: Balances, left: &[&RecordedTransaction], end: &Balances) -> bool {
    if left.is_empty() {
        return state == *end;
    }
    left.iter().enumerate().any(|(at, next)| {
        if left.iter().any(|other| other.ended < next.began) {
            return false;
        }
        let Some(state) = replay(state.clone(), next) else { return false };
        let mut rest = left.to_vec();
        rest.remove(at);
        search(state, &rest, end)
    })
}

/// Returns the state after a transaction; `None` if the transaction would have read something else.
fn replay(mut state: Balances, done: &RecordedTransaction) -> Option<Balances> {
    for event in &done.events {
        let fits = match event {
            SeenEvent::Read { from, to, found } => {
                state.range(from..=to).map(|(k, v)| (*k, *v)).eq(found.iter().copied())
            }
            SeenEvent::ReadByValue { from, to, found } => {
                let mut rows: Vec<(i64, i64)> =
                    state.iter().filter(|(_, v)| *v >= from && *v <= to).map(|(k, v)| (*k, *v)).collect();
                rows.sort_by_key(|(k, v)| (*v, *k));
                rows == *found
            }
            SeenEvent::Put(key, value) => {
                state.insert(*key, *value);
                true
            }
            SeenEvent::Inserted(key, value) => state.insert(*key, *value).is_none(),
            SeenEvent::Deleted(key) => {
                state.remove(key);
                true
            }
            SeenEvent::Set { from, to, value } => {
                state.range_mut(from..=to).for_each(|(_, old)| *old = *value);
                true
            }
            SeenEvent::Raised(key, by) => {
                state.entry(*key).and_modify(|value| *value += by);
                true
            }
        };
        if !fits {
            return None;
        }
    }
    Some(state)
}

#[test]
fn a_history_without_an_order_is_found_out() {
    let read = |found: &[(i64, i64)]| SeenEvent::Read { from: 0, to: 9, found: found.to_vec() };
    let done = |events: &[SeenEvent]| RecordedTransaction { events: events.to_vec(), began: 0, ended: 9 };
    let start = Balances::from([(1, 1), (2, 2)]);
    // Write skew: each transaction read the row that the other one changed afterwards.
    let skew = [
        done(&[read(&[(1, 1), (2, 2)]), SeenEvent::Put(1, 7)]),
        done(&[read(&[(1, 1), (2, 2)]), SeenEvent::Put(2, 8)]),
    ];
    assert!(!explained(&start, &skew, &Balances::from([(1, 7), (2, 8)])));
    // The transactions ran one after the other.
    let fine = [
        done(&[read(&[(1, 1), (2, 8)]), SeenEvent::Put(1, 7)]),
        done(&[read(&[(1, 1), (2, 2)]), SeenEvent::Put(2, 8)]),
    ];
    assert!(explained(&start, &fine, &Balances::from([(1, 7), (2, 8)])));
    // A lost write.
    assert!(!explained(&start, &fine, &Balances::from([(1, 7), (2, 2)])));
    // The allowed history, but the first transaction ended before the second one began.
    let mut late = fine;
    late[0].ended = 1;
    late[1].began = 2;
    assert!(!explained(&start, &late, &Balances::from([(1, 7), (2, 8)])));
}
