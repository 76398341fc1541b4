//! Serializability: random interleavings are replayed one transaction after another in the order of commits.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use proptest::prelude::*;

use super::{T, between, number_of, row_of, set, storage_at};
use crate::storage::{Direction, Isolation, KeyRange, Storage, Transaction};

pub(super) type Model = BTreeMap<u8, u64>;

#[derive(Clone, Debug)]
pub(super) enum SerialStep {
    Get(u8),
    Scan {
        from: u8,
        to: u8,
        limit: usize,
        reverse: bool,
    },
    Put(u8, u64),
    Merge(u8, u64),
    Delete(u8),
    /// Writes the sum of what was read, so that a stale read changes the data.
    PutSum(u8),
}

#[derive(Clone, Debug)]
enum SerialMove {
    Step(usize, SerialStep),
    Commit(usize),
    Abandon(usize),
    Split(u8),
}

/// Generates the next step of a transaction.
pub(super) fn step() -> impl Strategy<Value = SerialStep> {
    let key = || 0_u8..6;
    prop_oneof![
        3 => key().prop_map(SerialStep::Get),
        3 => (key(), key(), 1_usize..4, any::<bool>()).prop_map(|(from, to, limit, reverse)| SerialStep::Scan { from, to, limit, reverse }),
        2 => (key(), 0_u64..100).prop_map(|(key, number)| SerialStep::Put(key, number)),
        1 => (key(), 0_u64..100).prop_map(|(key, number)| SerialStep::Merge(key, number)),
        1 => key().prop_map(SerialStep::Delete),
        2 => key().prop_map(SerialStep::PutSum),
    ]
}

fn action() -> impl Strategy<Value = SerialMove> {
    prop_oneof![
        8 => (0_usize..3, step()).prop_map(|(tx, step)| SerialMove::Step(tx, step)),
        3 => (0_usize..3).prop_map(SerialMove::Commit),
        1 => (0_usize..3).prop_map(SerialMove::Abandon),
        1 => (0_u8..6).prop_map(SerialMove::Split),
    ]
}

/// The steps of a transaction, each with the rows that it read.
#[derive(Default)]
pub(super) struct Log(pub(super) Vec<(SerialStep, Vec<(u8, u64)>)>);

impl Log {
    pub(super) fn sum(&self) -> u64 {
        self.0.iter().flat_map(|(_, read)| read).map(|(_, number)| number).sum::<u64>() % 1000
    }
}

fn range(from: u8, to: u8) -> KeyRange {
    between(vec![from], &[to])
}

pub(super) fn act(tx: &mut Transaction, step: &SerialStep, sum: u64) -> Vec<(u8, u64)> {
    match *step {
        SerialStep::Get(key) => return tx.get(T, &[key]).map(|row| (key, number_of(&row))).into_iter().collect(),
        SerialStep::Scan { from, to, limit, reverse } => {
            let direction = if reverse { Direction::Reverse } else { Direction::Forward };
            let rows = tx.scan(T, &range(from, to), direction, limit, None).rows;
            return rows.iter().map(|(key, row)| (key[0], number_of(row))).collect();
        }
        SerialStep::Put(key, number) => tx.put(T, vec![key], row_of(number)),
        SerialStep::PutSum(key) => tx.put(T, vec![key], row_of(sum)),
        SerialStep::Merge(key, number) => tx.merge(T, vec![key], vec![set(1, number)]),
        SerialStep::Delete(key) => tx.delete(T, vec![key]),
    }
    Vec::new()
}

/// Runs a step of a transaction on a map. Returns the rows that it reads.
pub(super) fn replay(model: &mut Model, step: &SerialStep, sum: u64) -> Vec<(u8, u64)> {
    match *step {
        SerialStep::Get(key) => return model.get(&key).map(|&number| (key, number)).into_iter().collect(),
        SerialStep::Scan { from, to, limit, reverse } => {
            let rows = model.iter().filter(|(key, _)| (from..=to).contains(*key)).map(|(&key, &number)| (key, number));
            return if reverse { rows.rev().take(limit).collect() } else { rows.take(limit).collect() };
        }
        SerialStep::Put(key, number) | SerialStep::Merge(key, number) => model.insert(key, number),
        SerialStep::PutSum(key) => model.insert(key, sum),
        SerialStep::Delete(key) => model.remove(&key),
    };
    Vec::new()
}

pub(super) fn check(state: &mut Model, log: &Log) {
    let mut again = Log::default();
    for (step, read) in &log.0 {
        let now = replay(state, step, again.sum());
        assert_eq!(&now, read, "{step:?} read otherwise in the serial order");
        again.0.push((step.clone(), now));
    }
}

fn run(moves: Vec<SerialMove>) {
    let storage: Arc<Storage> = storage_at(&[&[3]]);
    let begin = || (storage.begin(Isolation::Serializable), Log::default());
    let mut running = [begin(), begin(), begin()];
    let mut states = HashMap::from([(0, Model::new())]);
    let mut state = Model::new();
    for action in moves {
        match action {
            SerialMove::Step(i, step) => {
                let (tx, log) = &mut running[i];
                let read = act(tx, &step, log.sum());
                log.0.push((step, read));
            }
            SerialMove::Commit(i) => {
                let (tx, log) = std::mem::replace(&mut running[i], begin());
                if tx.pending() > 0 {
                    if let Ok(version) = tx.commit() {
                        check(&mut state, &log);
                        states.insert(version, state.clone());
                    }
                } else {
                    // A transaction that only reads belongs right after the commit of its snapshot.
                    let version = tx.commit().unwrap();
                    check(&mut states[&version].clone(), &log);
                }
            }
            SerialMove::Abandon(i) => running[i] = begin(),
            SerialMove::Split(key) => {
                storage.force_split(T, &[key]);
            }
        }
    }
    drop(running);
    assert_eq!(storage.leftovers(), 0);
    let rows = storage.begin(Isolation::Snapshot).scan(T, &KeyRange::all(), Direction::Forward, 100, None).rows;
    assert!(rows.iter().map(|(key, row)| (key[0], number_of(row))).eq(state));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn commits_are_equivalent_to_their_order(moves in prop::collection::vec(action(), 1..60)) {
        run(moves);
    }
}
