//! Compares random writes, splits, merges, snapshots and saved states with plain maps.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use proptest::prelude::*;

use super::{T, UINT, between, maintain_at, number_of, row_of, set};
use crate::catalog::{PartitionSettings, TableId};
use crate::clock::Clock;
use crate::storage::{Direction, Isolation, KeyRange, Layout, Saved, Storage, Thresholds, Transaction, key};
use crate::types::Value;

type Model = BTreeMap<u64, u64>;

#[derive(Clone, Debug)]
enum StorageOp {
    Commit(Vec<(u64, Option<u64>)>),
    Bulk(Vec<(u64, u64)>),
    Begin,
    Own { tx: usize, key: u64, number: Option<u64>, blind: bool },
    End(usize),
    Split(u64),
    Maintain,
    Copy,
    Save,
    Restore(usize),
    Read { tx: usize, from: u64, to: u64, chunk: usize, reverse: bool, split: u64 },
}

fn op() -> impl Strategy<Value = StorageOp> {
    let key = || 0_u64..24;
    let number = || prop::option::weighted(0.6, 0_u64..1000);
    prop_oneof![
        4 => prop::collection::vec((key(), number()), 1..6).prop_map(StorageOp::Commit),
        1 => prop::collection::vec((key(), 0_u64..1000), 1..10).prop_map(StorageOp::Bulk),
        3 => Just(StorageOp::Begin),
        4 => (0_usize..4, key(), number(), any::<bool>()).prop_map(|(tx, key, number, blind)| StorageOp::Own { tx, key, number, blind }),
        2 => (0_usize..4).prop_map(StorageOp::End),
        1 => key().prop_map(StorageOp::Split),
        1 => Just(StorageOp::Maintain),
        1 => Just(StorageOp::Copy),
        1 => Just(StorageOp::Save),
        1 => (0_usize..4).prop_map(StorageOp::Restore),
        5 => (0_usize..4, key(), key(), 1_usize..6, any::<bool>(), key())
            .prop_map(|(tx, from, to, chunk, reverse, split)| StorageOp::Read { tx, from, to, chunk, reverse, split }),
    ]
}

fn bytes(number: u64) -> Vec<u8> {
    key::encode(&[Value::Uint(number)], [&UINT])
}

/// Reads a range chunk by chunk and calls `between` after each chunk.
fn read(
    tx: &mut Transaction,
    range: &KeyRange,
    direction: Direction,
    chunk: usize,
    mut between: impl FnMut(),
) -> Vec<(u64, u64)> {
    let mut out = Vec::new();
    let mut after: Option<Vec<u8>> = None;
    loop {
        let part = tx.scan(T, range, direction, chunk, after.as_deref());
        assert!(part.rows.len() <= chunk);
        for (key, row) in &part.rows {
            match key::decode(key, [&UINT]).as_slice() {
                [Value::Uint(key)] => out.push((*key, number_of(row))),
                other => panic!("no key: {other:?}"),
            }
        }
        if part.done {
            return out;
        }
        after = part.rows.last().map(|row| row.0.to_vec());
        between();
    }
}

fn run(layout: Layout, ops: Vec<StorageOp>) {
    let thresholds =
        Thresholds { bytes_per_mb: 20, force_split_mb: 50, merge_after_idle_windows: 1, ..Thresholds::default() };
    let storage = Arc::new(Storage::new(thresholds, Clock::manual_at(UNIX_EPOCH)));
    storage.create(T, layout);
    let mut state = Model::new();
    let mut running: Vec<(Transaction, Model)> = Vec::new();
    let mut saved: Vec<(Saved, Model)> = Vec::new();
    // Transactions that began before a restore still hold their snapshots and locks.
    let mut past: Vec<(Transaction, Model)> = Vec::new();
    let mut clock = 0;
    let mut copies = 100;
    for op in ops {
        match op {
            StorageOp::Commit(writes) => {
                let mut tx = storage.begin(Isolation::Serializable);
                for (key, number) in writes {
                    match number {
                        Some(number) => {
                            tx.put(T, bytes(key), row_of(number));
                            state.insert(key, number);
                        }
                        None => {
                            tx.delete(T, bytes(key));
                            state.remove(&key);
                        }
                    }
                }
                tx.commit().unwrap();
            }
            StorageOp::Bulk(writes) => {
                state.extend(writes.iter().copied());
                storage.bulk_merge(
                    T,
                    writes.into_iter().map(|(key, number)| (bytes(key), vec![set(1, number)])).collect(),
                );
            }
            StorageOp::Begin if running.len() < 4 => {
                let mut tx = storage.begin(Isolation::Snapshot);
                // The snapshot is taken at the first read.
                tx.get(T, &bytes(0));
                running.push((tx, state.clone()));
            }
            StorageOp::Own { tx, key, number, blind } => {
                if let Some((tx, model)) = running.get_mut(tx) {
                    match number {
                        Some(number) if blind => tx.merge(T, bytes(key), vec![set(1, number)]),
                        Some(number) => tx.put(T, bytes(key), row_of(number)),
                        None => tx.delete(T, bytes(key)),
                    }
                    match number {
                        Some(number) => model.insert(key, number),
                        None => model.remove(&key),
                    };
                }
            }
            StorageOp::End(tx) if tx < running.len() => drop(running.swap_remove(tx)),
            StorageOp::Begin | StorageOp::End(_) => {}
            StorageOp::Split(key) => {
                storage.force_split(T, &bytes(key));
            }
            StorageOp::Maintain => {
                clock += 15_000_000;
                maintain_at(&storage, clock);
            }
            StorageOp::Copy => {
                copies += 1;
                storage.copy(T, TableId(copies)).unwrap();
                let rows: u64 = storage.partitions(TableId(copies)).iter().map(|stats| stats.row_count).sum();
                assert_eq!(rows, state.len() as u64);
            }
            StorageOp::Save => saved.push((storage.save(), state.clone())),
            StorageOp::Restore(at) => {
                if let Some((rows, model)) = saved.get(at) {
                    storage.restore(rows);
                    state.clone_from(model);
                    past.append(&mut running);
                }
            }
            StorageOp::Read { tx, from, to, chunk, reverse, split } => {
                if let Some((tx, model)) = running.get_mut(tx) {
                    let range = between(bytes(from), &bytes(to));
                    let expected =
                        model.iter().filter(|(key, _)| (from..=to).contains(*key)).map(|(&key, &number)| (key, number));
                    let direction = if reverse { Direction::Reverse } else { Direction::Forward };
                    let mut rows = read(tx, &range, direction, chunk, || {
                        storage.force_split(T, &bytes(split));
                    });
                    if reverse {
                        rows.reverse();
                    }
                    assert_eq!(rows, expected.collect::<Vec<_>>());
                    assert_eq!(tx.get(T, &bytes(from)).map(|row| number_of(&row)), model.get(&from).copied());
                }
            }
        }
        let stats = storage.partitions(T);
        assert_eq!(stats.iter().map(|stats| stats.row_count).sum::<u64>(), state.len() as u64);
        let size: usize = state.values().map(|number| 9 + row_of(*number).len()).sum();
        assert_eq!(stats.iter().map(|stats| stats.data_size).sum::<u64>(), size as u64);
        assert!(
            stats
                .windows(2)
                .all(|pair| pair[0].end.as_ref().is_none_or(|end| *end == pair[1].start && *end > pair[0].start))
        );
    }
    running.clear();
    past.clear();
    assert_eq!(storage.leftovers(), 0, "nothing is kept for transactions that have ended");
    let rows = read(&mut storage.begin(Isolation::Serializable), &KeyRange::all(), Direction::Forward, 100, || {});
    assert_eq!(rows, state.into_iter().collect::<Vec<_>>());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn ranges_behave_like_a_map(ops in prop::collection::vec(op(), 1..60)) {
        let settings = PartitionSettings { size_mb: 5, ..PartitionSettings::default() };
        run(Layout::Ranges { at: vec![bytes(12)], settings }, ops);
    }

    #[test]
    fn shards_behave_like_a_map(ops in prop::collection::vec(op(), 1..60)) {
        run(Layout::Hash { columns: vec![0], types: vec![UINT], shards: 3 }, ops);
    }
}
