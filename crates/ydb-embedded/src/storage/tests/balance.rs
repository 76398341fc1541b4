//! Splits, merges and counters.

use std::sync::Arc;
use std::time::UNIX_EPOCH;

use super::{T, maintain_at, number_of, row_of, set, storage_at};
use crate::catalog::PartitionSettings;
use crate::clock::Clock;
use crate::storage::{Counters, Direction, Isolation, KeyRange, Layout, Storage, Thresholds};

/// Small limits: 1 MB has 20 bytes, 100 operations per second are busy, and a window is one second.
const SMALL: Thresholds = Thresholds {
    bytes_per_mb: 20,
    force_split_mb: 50,
    split_operations_per_second: 100,
    decision_interval_us: 1_000_000,
    merge_after_idle_windows: 2,
};

const SETTINGS: PartitionSettings = PartitionSettings { by_size: true, size_mb: 10, by_load: false, min: 1, max: None };

fn storage(settings: PartitionSettings) -> Arc<Storage> {
    let storage = Arc::new(Storage::new(SMALL, Clock::manual_at(UNIX_EPOCH)));
    storage.create(T, Layout::Ranges { at: Vec::new(), settings });
    storage
}

/// Writes rows of 10 bytes each: 7 of the key, 3 of the row.
fn fill(storage: &Storage, numbers: impl Iterator<Item = u64>) {
    storage.bulk_merge(T, numbers.map(|number| (key(number), vec![set(1, 1)])).collect());
}

fn key(number: u64) -> Vec<u8> {
    format!("{number:07}").into_bytes()
}

fn rows(storage: &Storage) -> Vec<u64> {
    storage.partitions(T).iter().map(|stats| stats.row_count).collect()
}

fn starts(storage: &Storage) -> Vec<Vec<u8>> {
    storage.partitions(T).into_iter().map(|stats| stats.start).collect()
}

#[test]
fn splits_at_the_median_when_too_large() {
    let storage = storage(SETTINGS);
    fill(&storage, 0..19);
    assert_eq!(rows(&storage), [19]);
    let before = storage.partitions(T)[0].clone();
    assert_eq!(before.data_size, 190);
    // 20 rows are 200 bytes: the limit of 10 MB.
    fill(&storage, 19..20);
    assert_eq!(rows(&storage), [10, 10]);
    assert_eq!(starts(&storage), [Vec::new(), key(10)]);
    let after = storage.partitions(T);
    assert!(after.iter().all(|stats| stats.tablet_id != before.tablet_id && stats.counters == Counters::default()));
    assert_eq!(after[0].end.as_deref(), Some(&*key(10)));
    assert_eq!(after[1].end, None);
    // A single large write splits as often as necessary.
    fill(&storage, 20..100);
    assert!(storage.partitions(T).iter().all(|stats| stats.data_size < 200));
    assert_eq!(rows(&storage).iter().sum::<u64>(), 100);
}

#[test]
fn the_limit_of_partitions_holds_until_the_forced_size() {
    let storage = storage(PartitionSettings { max: Some(2), ..SETTINGS });
    fill(&storage, 0..109);
    assert_eq!(rows(&storage), [54, 55]);
    // 100 rows are 1000 bytes: the forced size.
    fill(&storage, 109..154);
    assert_eq!(rows(&storage), [54, 50, 50]);
    let storage = self::storage(PartitionSettings { by_size: false, ..SETTINGS });
    fill(&storage, 0..99);
    assert_eq!(rows(&storage), [99]);
}

#[test]
fn splits_where_the_load_is() {
    let storage = storage(PartitionSettings { by_load: true, ..SETTINGS });
    fill(&storage, 0..10);
    maintain_at(&storage, 0);
    let read = |numbers: &[u64], times: usize| {
        let mut tx = storage.begin(Isolation::Snapshot);
        for _ in 0..times {
            for &number in numbers {
                tx.get(T, &key(number));
            }
        }
    };
    read(&[8, 9, 9], 30);
    maintain_at(&storage, 1_000_000);
    assert_eq!(rows(&storage), [10], "90 reads a second are not busy");
    read(&[8, 9, 9], 400);
    maintain_at(&storage, 1_500_000);
    assert_eq!(rows(&storage), [10], "not yet time to look");
    maintain_at(&storage, 2_000_000);
    assert_eq!(starts(&storage), [Vec::new(), key(9)]);
    // A single hot key at the start of its partition cannot be spread.
    read(&[9], 1000);
    maintain_at(&storage, 3_000_000);
    assert_eq!(starts(&storage), [Vec::new(), key(9)]);
}

#[test]
fn small_idle_neighbours_merge_down_to_the_minimum() {
    let storage = storage(PartitionSettings { min: 2, ..SETTINGS });
    fill(&storage, 0..12);
    for border in [2, 4, 6] {
        assert!(storage.force_split(T, &key(border)));
        assert!(!storage.force_split(T, &key(border)));
    }
    assert_eq!(rows(&storage), [2, 2, 2, 6]);
    maintain_at(&storage, 0);
    maintain_at(&storage, 1_000_000);
    assert_eq!(rows(&storage), [2, 2, 2, 6]);
    maintain_at(&storage, 2_000_000);
    // Merged partitions may have 100 bytes, half of the limit: 2 + 2 + 2 rows are merged; the fourth partition is too
    // much.
    assert_eq!(rows(&storage), [6, 6]);
    storage.set_settings(T, SETTINGS);
    for second in 3..9 {
        maintain_at(&storage, second * 1_000_000);
    }
    assert_eq!(rows(&storage), [6, 6]);
    let mut tx = storage.begin(Isolation::Serializable);
    (0..4).for_each(|number| tx.delete(T, key(number)));
    tx.commit().unwrap();
    for second in 9..13 {
        maintain_at(&storage, second * 1_000_000);
    }
    assert_eq!(rows(&storage), [8]);
}

#[test]
fn counters_count_as_partition_stats_do() {
    let storage = storage_at(&[b"c", b"e"]);
    let counters = || storage.partitions(T).into_iter().map(|stats| stats.counters).collect::<Vec<_>>();
    let mut tx = storage.begin(Isolation::Serializable);
    for key in [b"a", b"b", b"c", b"d"] {
        tx.put(T, key.to_vec(), row_of(1));
    }
    tx.commit().unwrap();
    let mut tx = storage.begin(Isolation::Serializable);
    tx.delete(T, b"a".to_vec());
    tx.commit().unwrap();
    let mut expected = [Counters::default(); 3];
    expected[0] = Counters {
        row_updates: 2,
        row_deletes: 1,
        coordinated_tx_completed: 1,
        immediate_tx_completed: 1,
        ..Counters::default()
    };
    expected[1] = Counters { row_updates: 2, coordinated_tx_completed: 1, ..Counters::default() };
    assert_eq!(counters(), expected);

    // Three chunks: b, c | d | nothing more.
    let mut tx = storage.begin(Isolation::Serializable);
    assert_eq!(tx.get(T, b"zz"), None);
    let mut after = None;
    for (rows, done) in [(2, false), (1, true)] {
        let chunk = tx.scan(T, &KeyRange::all(), Direction::Forward, 2, after.as_deref());
        assert_eq!((chunk.rows.len(), chunk.done), (rows, done));
        after = chunk.rows.last().map(|row| row.0.to_vec());
    }
    expected[0].range_reads = 1;
    expected[0].range_read_rows = 1;
    expected[0].locks_acquired = 1;
    expected[1].range_reads = 1;
    expected[1].range_read_rows = 2;
    expected[1].locks_acquired = 1;
    expected[2] = Counters { row_reads: 1, range_reads: 1, locks_acquired: 1, ..Counters::default() };
    assert_eq!(counters(), expected);

    storage.bulk_merge(T, vec![(b"d".to_vec(), vec![set(1, 7)])]);
    expected[1].row_updates += 1;
    expected[1].immediate_tx_completed += 1;
    expected[1].locks_broken = 1;
    assert_eq!(counters(), expected);
    assert_eq!(storage.begin(Isolation::Snapshot).get(T, b"d").map(|row| number_of(&row)), Some(7));
    let stats = storage.partitions(T);
    assert_eq!(stats.iter().map(|stats| stats.index).collect::<Vec<_>>(), [0, 1, 2]);
    assert!(stats[1].update_time >= stats[1].start_time && stats[2].update_time == 0 && stats[2].access_time > 0);
}

#[test]
fn too_many_locks_become_whole_partitions() {
    let storage = storage_at(&[b"m"]);
    let mut tx = storage.begin(Isolation::Serializable);
    for number in 0..10_001_u32 {
        tx.get(T, &[b"a", number.to_be_bytes().as_slice()].concat());
    }
    assert_eq!(storage.partitions(T)[0].counters.locks_whole_shard, 1);
    tx.put(T, b"x".to_vec(), row_of(1));
    storage.bulk_merge(T, vec![(b"z".to_vec(), vec![set(1, 1)])]);
    assert_eq!(tx.broken(), None, "the other partition is not locked");
    storage.bulk_merge(T, vec![(b"b".to_vec(), vec![set(1, 1)])]);
    assert_eq!(tx.broken(), Some(T));
}
