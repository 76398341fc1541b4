//! The random steps of a session.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use proptest::prelude::*;

use super::order::{Done, Event};
use crate::error::Error;
use crate::session::TxMode;
use crate::tests::database::{Client, Params};
use crate::types::Value;

/// What a session does next.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Read(i64, i64),
    ReadByValue(i64, i64),
    Put(i64),
    Insert(i64),
    Delete(i64),
    Set(i64, i64),
    Raise(i64),
    /// The next transaction only reads.
    Snapshot,
    Commit,
    Rollback,
}

pub(super) fn steps(count: Range<usize>) -> impl Strategy<Value = Vec<Step>> {
    let key = || 0_i64..6;
    let step = prop_oneof![
        5 => (key(), 0_i64..3).prop_map(|(from, more)| Step::Read(from, from + more)),
        2 => (0_i64..4, 0_i64..1000).prop_map(|(from, to)| Step::ReadByValue(from, to)),
        3 => key().prop_map(Step::Put),
        2 => key().prop_map(Step::Insert),
        2 => key().prop_map(Step::Delete),
        1 => (key(), 0_i64..3).prop_map(|(from, more)| Step::Set(from, from + more)),
        2 => key().prop_map(Step::Raise),
        1 => Just(Step::Snapshot),
        5 => Just(Step::Commit),
        1 => Just(Step::Rollback),
    ];
    prop::collection::vec(step, count)
}

/// A session with what its transaction has seen and done so far.
pub(super) struct Actor {
    client: Client,
    events: Vec<Event>,
    began: u64,
    reads_only: bool,
    index: bool,
    /// The next value to write; no two writes have the same.
    next: i64,
    done: Vec<Done>,
}

fn pairs(rows: &[Vec<Value>]) -> Vec<(i64, i64)> {
    let pair = |row: &Vec<Value>| match row[..] {
        [Value::Int(k), Value::Int(v)] => (k, v),
        _ => panic!("no pair: {row:?}"),
    };
    rows.iter().map(pair).collect()
}

impl Actor {
    pub(super) fn new(client: Client, number: usize, index: bool) -> Self {
        let next = 100 * (number as i64 + 1);
        Self { client, events: Vec::new(), began: 0, reads_only: false, index, next, done: Vec::new() }
    }

    pub(super) fn step(&mut self, step: &Step, clock: &AtomicU64) {
        match step {
            Step::Commit => return self.commit(clock),
            Step::Rollback => {
                if self.client.tx.is_some() {
                    self.client.rollback();
                    self.events.clear();
                }
                return;
            }
            Step::Snapshot => {
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
            Step::Read(from, to) => (
                format!("SELECT k, v FROM h WHERE k BETWEEN {from} AND {to} ORDER BY k"),
                Event::Read { from, to, found: Vec::new() },
            ),
            Step::ReadByValue(from, to) => {
                let view = if self.index { "VIEW by_v" } else { "" };
                let text = format!("SELECT k, v FROM h {view} WHERE v BETWEEN {from} AND {to} ORDER BY v, k");
                (text, Event::ReadByValue { from, to, found: Vec::new() })
            }
            _ if self.reads_only => return,
            Step::Put(key) => (format!("UPSERT INTO h (k, v) VALUES ({key}, {value})"), Event::Put(key, value)),
            Step::Insert(key) => (format!("INSERT INTO h (k, v) VALUES ({key}, {value})"), Event::Inserted(key, value)),
            Step::Delete(key) => (format!("DELETE FROM h WHERE k = {key}"), Event::Deleted(key)),
            Step::Set(from, to) => {
                (format!("UPDATE h SET v = {value} WHERE k >= {from} AND k <= {to}"), Event::Set { from, to, value })
            }
            Step::Raise(key) => (format!("UPDATE h SET v = v + 1000 WHERE k = {key}"), Event::Raised(key, 1000)),
            Step::Commit | Step::Rollback | Step::Snapshot => return,
        };
        match self.client.query(&text, Params::new()) {
            Ok(rows) => self.events.push(match event {
                Event::Read { from, to, .. } => Event::Read { from, to, found: pairs(&rows) },
                Event::ReadByValue { from, to, .. } => Event::ReadByValue { from, to, found: pairs(&rows) },
                other => other,
            }),
            Err(error) => {
                assert!(matches!(step, Step::Insert(_)) && is_conflict(&error) || self.may_end_with(&error), "{error}");
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
        let writes = self.events.iter().any(|event| !matches!(event, Event::Read { .. } | Event::ReadByValue { .. }));
        match self.client.commit() {
            Ok(()) => {
                let events = std::mem::take(&mut self.events);
                self.done.push(Done { events, began: self.began, ended: clock.fetch_add(1, Ordering::SeqCst) });
            }
            // A transaction that only reads has a snapshot, and cannot be aborted.
            Err(error) => {
                assert!(writes && self.may_end_with(&error), "{error}");
                self.events.clear();
            }
        }
    }

    /// Whether the open transaction may end with this error: with a broken lock, or with the late conflict of an INSERT.
    fn may_end_with(&self, error: &Error) -> bool {
        let inserted = self.events.iter().any(|event| matches!(event, Event::Inserted(..)));
        error.status.name() == "ABORTED" || inserted && is_conflict(error)
    }

    /// Commits the open transaction, and returns all that were committed.
    pub(super) fn finish(mut self, clock: &AtomicU64) -> Vec<Done> {
        self.commit(clock);
        self.done
    }
}

/// Whether an INSERT met an existing key.
fn is_conflict(error: &Error) -> bool {
    error.status.name() == "PRECONDITION_FAILED"
}
