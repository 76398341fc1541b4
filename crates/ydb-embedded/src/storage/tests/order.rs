//! YDB's order of transactions: random interleavings are replayed in the order of their versions, and nothing is stale.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::serial::{Log, Model, SerialStep, act, check, step};
use super::{T, row_of, storage_at};
use crate::storage::{Direction, Isolation, KeyRange, Storage, Transaction};

#[derive(Clone, Debug)]
enum OrderMove {
    /// A request of the transaction arrives; its step comes later.
    Arrive(usize),
    Step(usize, SerialStep),
    /// Another transaction writes one row.
    Put(u8, u64),
    Commit(usize),
    Abandon(usize),
    Split(u8),
    Merge(u64),
    Schema,
}

fn action() -> impl Strategy<Value = OrderMove> {
    prop_oneof![
        4 => (0_usize..4).prop_map(OrderMove::Arrive),
        8 => (0_usize..4, step()).prop_map(|(tx, step)| OrderMove::Step(tx, step)),
        6 => (0_u8..6, 0_u64..100).prop_map(|(key, number)| OrderMove::Put(key, number)),
        4 => (0_usize..4).prop_map(OrderMove::Commit),
        1 => (0_usize..4).prop_map(OrderMove::Abandon),
        1 => (0_u8..6).prop_map(OrderMove::Split),
        1 => (0_u64..4).prop_map(OrderMove::Merge),
        1 => Just(OrderMove::Schema),
    ]
}

/// Returns random choices from a small generator.
fn order(seed: u64) -> crate::storage::Draw {
    let mut state = seed;
    Box::new(move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    })
}

/// Creates a table of several partitions with this order of transactions. Its first commit is done, and no snapshot is
/// older.
fn ordered(draw: Option<crate::storage::Draw>) -> Arc<Storage> {
    let storage = storage_at(&[&[1], &[2], &[3], &[4]]);
    let mut first = storage.begin(Isolation::Serializable);
    first.put(T, vec![200], row_of(0));
    first.commit().unwrap();
    storage.set_order(draw);
    storage
}

/// A running transaction.
struct RunningTransaction {
    tx: Transaction,
    log: Log,
    /// Number of commits that were done before the transaction's first request arrived.
    after: usize,
    begun: bool,
}

/// A finished transaction: its version, and its place among the transactions of that version, where readers are last.
struct FinishedTransaction {
    place: (u64, bool, usize),
    log: Log,
}

/// Runs the moves. Returns how many commits were ordered before earlier ones.
fn run(moves: Vec<OrderMove>, seed: u64) -> usize {
    let storage = ordered(Some(order(seed)));
    let begin = || RunningTransaction {
        tx: storage.begin(Isolation::Serializable),
        log: Log::default(),
        after: 0,
        begun: false,
    };
    let mut running = [begin(), begin(), begin(), begin()];
    let mut done: Vec<FinishedTransaction> = Vec::new();
    // Versions of all commits, in the order in which they were done.
    let mut versions: Vec<u64> = Vec::new();
    let mut reordered = 0;
    for action in moves {
        match action {
            OrderMove::Arrive(i) => {
                let one = &mut running[i];
                one.tx.arrive(storage.arrive().map(Arc::new));
                if !one.begun {
                    (one.begun, one.after) = (true, versions.len());
                }
            }
            OrderMove::Step(i, step) => {
                let one = &mut running[i];
                if !one.begun {
                    (one.begun, one.after) = (true, versions.len());
                }
                let read = act(&mut one.tx, &step, one.log.sum());
                one.log.0.push((step, read));
            }
            OrderMove::Commit(i) => {
                let RunningTransaction { tx, log, after, .. } = std::mem::replace(&mut running[i], begin());
                let writes = tx.pending() > 0;
                let reads = log.0.iter().any(|(step, _)| matches!(step, SerialStep::Get(_) | SerialStep::Scan { .. }));
                let Ok(version) = tx.commit() else { continue };
                // Never stale: commits that were done before the transaction began come before it.
                if reads && !writes {
                    assert!(versions[..after].iter().all(|before| *before <= version), "stale");
                }
                if writes {
                    reordered += usize::from(storage.was_reordered());
                    versions.push(version);
                }
                done.push(FinishedTransaction { place: (version, !writes, done.len()), log });
            }
            OrderMove::Put(key, number) => {
                let (mut tx, step) = (storage.begin(Isolation::Serializable), SerialStep::Put(key, number));
                act(&mut tx, &step, 0);
                let version = tx.commit().unwrap();
                reordered += usize::from(storage.was_reordered());
                versions.push(version);
                done.push(FinishedTransaction {
                    place: (version, false, done.len()),
                    log: Log(vec![(step, Vec::new())]),
                });
            }
            OrderMove::Abandon(i) => running[i] = begin(),
            OrderMove::Split(key) => _ = storage.force_split(T, &[key]),
            OrderMove::Merge(number) => storage.shake(T, number, false),
            OrderMove::Schema => storage.change_schema(),
        }
    }
    drop(running);
    assert_eq!(storage.leftovers(), 0);
    done.sort_by_key(|done| done.place);
    let mut state = Model::from([(200, 0)]);
    for FinishedTransaction { place: (_, reads_only, _), log } in &done {
        if *reads_only { check(&mut state.clone(), log) } else { check(&mut state, log) }
    }
    let rows = storage.begin(Isolation::Snapshot).scan(T, &KeyRange::all(), Direction::Forward, 100, None).rows;
    let rows: BTreeMap<u8, u64> = rows.iter().map(|(key, row)| (key[0], super::number_of(row))).collect();
    assert_eq!(rows, state);
    reordered
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn transactions_are_equivalent_to_the_order_of_their_versions(
        moves in prop::collection::vec(action(), 1..80),
        seed in any::<u64>(),
    ) {
        run(moves, seed);
    }
}

/// Makes sure that commits are reordered at all; otherwise the property above would prove nothing.
#[test]
fn commits_do_take_places_before_others() {
    let mut runner = TestRunner::deterministic();
    let moves = prop::collection::vec(action(), 60..80);
    let reordered: usize = (0..200).map(|seed| run(moves.new_tree(&mut runner).unwrap().current(), seed)).sum();
    assert!(reordered > 100, "{reordered}");
}

/// jepsen-io/elle #27: a transaction arrives, two writes to other partitions follow one another, and the transaction
/// sees only the later one. In the strict order it never does.
#[test]
fn the_later_of_two_writes_may_be_seen_alone() {
    let seen = |draw: Option<crate::storage::Draw>| {
        let storage = ordered(draw);
        let mut reader = storage.begin(Isolation::Snapshot);
        reader.arrive(storage.arrive().map(Arc::new));
        for key in [1, 5] {
            let mut writer = storage.begin(Isolation::Serializable);
            writer.put(T, vec![key], row_of(1));
            writer.commit().unwrap();
        }
        [1, 5].map(|key| reader.get(T, &[key]).is_some())
    };
    let mut counts = BTreeMap::new();
    (0..200).for_each(|seed| *counts.entry(seen(Some(order(seed)))).or_insert(0) += 1);
    // The reader runs at the same time as both writes, so it sees either of them, both, or none.
    assert!(counts.get(&[false, true]).is_some_and(|count| *count > 10), "{counts:?}");
    assert_eq!(counts.len(), 4, "{counts:?}");
    assert_eq!(seen(None), [true, true]);
}
