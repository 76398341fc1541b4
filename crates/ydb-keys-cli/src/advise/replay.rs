//! Replay of writes without a server, with partitions that split and merge like those of YDB.
//!
//! - A partition splits *by size*, at once: at its median row, and the halves split again until no part is too large.
//! - A partition splits *by load* at the end of an interval with too many writes: at the median of a sample of the
//!   keys. If the sample is of one key, no split can help.
//! - Two neighbours *merge* when both have been idle for some intervals, and are together at most half as large as a
//!   partition that splits.
//!
//! Counters start at zero in both halves of a split and in a merged partition. The embedded engine decides the same for
//! its tables; a test compares the two.
//!
//! The writes of a window are counted by the ranges that the table had when the window began, since its partitions may
//! split in the meantime.

use std::collections::BTreeMap;

/// A partition samples every eighth key that is written and keeps the last 32.
const SAMPLES: usize = 32;
const SAMPLE_EVERY: u64 = 8;

/// Encoded key. The bytes sort like the keys of the table.
type Key = Box<[u8]>;

#[derive(Clone, Copy, Debug)]
pub(super) struct SplitLimits {
    /// Bytes at which a partition splits.
    pub(super) bytes: u64,
    /// Writes per second at which a partition splits.
    pub(super) writes_per_second: u64,
    /// Length of the interval over which writes are counted, in microseconds.
    pub(super) interval_us: u64,
    /// The number of intervals in a row in which partitions must be idle before they are merged.
    pub(super) idle_intervals: u32,
}

/// A simulated table that is written to in virtual time.
#[derive(Debug)]
pub(super) struct Replay {
    limits: SplitLimits,
    /// Partitions in the order of their keys, never empty. The first one begins with the empty key.
    partitions: Vec<ReplayedPartition>,
    /// Start of the current interval in microseconds; `None` before the first write.
    interval_start: Option<u64>,
    /// First key of each range of the current window; `writes` has the number of writes to each range.
    ranges: Vec<Key>,
    writes: Vec<u64>,
}

#[derive(Debug, Default)]
struct ReplayedPartition {
    start: Key,
    /// Size in bytes of each row, without its key.
    rows: BTreeMap<Key, u64>,
    bytes: u64,
    /// Writes in the current interval; `rate` is the writes per second of the last interval.
    writes: u64,
    rate: u64,
    idle_intervals: u32,
    samples: Vec<Key>,
    next_sample: usize,
}

impl Replay {
    /// Creates an empty table. The partitions after the first begin at `starts`.
    pub(super) fn new(limits: SplitLimits, mut starts: Vec<Vec<u8>>) -> Self {
        starts.push(Vec::new());
        starts.sort_unstable();
        starts.dedup();
        let partitions =
            starts.into_iter().map(|start| ReplayedPartition { start: start.into(), ..ReplayedPartition::default() });
        let mut replay = Replay {
            limits,
            partitions: partitions.collect(),
            interval_start: None,
            ranges: Vec::new(),
            writes: Vec::new(),
        };
        replay.begin_window();
        replay
    }

    /// Writes a row at the time `now`. `row` is its size in bytes without the key. `now` is in microseconds and never
    /// decreases.
    pub(super) fn write(&mut self, key: Key, row: usize, now: u64) {
        self.end_intervals(now);
        let range = self.ranges.partition_point(|start| *start <= key).saturating_sub(1);
        self.writes[range] += 1;
        let index = self.partitions.partition_point(|partition| partition.start <= key).saturating_sub(1);
        self.partitions[index].write(key, row as u64);
        self.split_by_size(index);
    }

    /// Ends the window and returns the writes to each range of keys since the last call, in the order of the keys. The
    /// ranges are the partitions at the time of the last call.
    pub(super) fn window(&mut self) -> Vec<u64> {
        let writes = std::mem::take(&mut self.writes);
        self.begin_window();
        writes
    }

    /// Returns the first key of each current partition. The first key of the first partition is empty.
    pub(super) fn starts(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.partitions.iter().map(|partition| &*partition.start)
    }

    fn begin_window(&mut self) {
        self.ranges = self.partitions.iter().map(|partition| partition.start.clone()).collect();
        self.writes = vec![0; self.ranges.len()];
    }

    /// Ends the intervals that are over before `now`.
    fn end_intervals(&mut self, now: u64) {
        let start = self.interval_start.get_or_insert(now);
        let interval = self.limits.interval_us.max(1);
        let intervals = now.saturating_sub(*start) / interval;
        *start += intervals * interval;
        // A longer pause has no further effect: all partitions are idle, and those that can merge have merged.
        for _ in 0..intervals.min(u64::from(self.limits.idle_intervals) + 2) {
            for partition in &mut self.partitions {
                partition.rate = partition.writes.saturating_mul(1_000_000) / interval;
                partition.writes = 0;
                let idle = self.limits.is_calm(partition.rate);
                partition.idle_intervals = if idle { partition.idle_intervals.saturating_add(1) } else { 0 };
            }
            self.split_by_load();
            self.merge_idle();
        }
    }

    fn split_by_size(&mut self, mut index: usize) {
        let mut end = index + 1;
        while index < end {
            let partition = &self.partitions[index];
            match (partition.bytes >= self.limits.bytes).then(|| partition.median_key()).flatten() {
                Some(key) => {
                    self.split(index, &key);
                    end += 1;
                }
                None => index += 1,
            }
        }
    }

    fn split_by_load(&mut self) {
        for index in (0..self.partitions.len()).rev() {
            let partition = &self.partitions[index];
            if partition.rate >= self.limits.writes_per_second
                && let Some(key) = partition.hot_key()
            {
                self.split(index, &key);
            }
        }
    }

    fn merge_idle(&mut self) {
        let mut index = 0;
        while index + 1 < self.partitions.len() {
            let (left, right) = (&self.partitions[index], &self.partitions[index + 1]);
            let idle = |of: &ReplayedPartition| of.idle_intervals >= self.limits.idle_intervals.max(1);
            // The merged partition must not be busy enough for the next split.
            let calm = self.limits.is_calm(left.rate + right.rate);
            if idle(left) && idle(right) && calm && left.bytes + right.bytes <= self.limits.bytes / 2 {
                let right = self.partitions.remove(index + 1);
                let left = std::mem::take(&mut self.partitions[index]);
                // The merged partition stays idle, which lets several small neighbours merge at once.
                let idle_intervals = left.idle_intervals.min(right.idle_intervals);
                let rows = left.rows.into_iter().chain(right.rows).collect();
                self.partitions[index] =
                    ReplayedPartition { idle_intervals, ..ReplayedPartition::of(left.start, rows) };
            } else {
                index += 1;
            }
        }
    }

    /// Splits a partition before one of its keys.
    fn split(&mut self, index: usize, key: &[u8]) {
        let ReplayedPartition { start, mut rows, .. } = std::mem::take(&mut self.partitions[index]);
        let right = ReplayedPartition::of(key.into(), rows.split_off(key));
        self.partitions.splice(index..=index, [ReplayedPartition::of(start, rows), right]);
    }
}

impl SplitLimits {
    /// Returns `true` if this number of writes per second is small enough for a merge: YDB splits above 50 % of a core
    /// and merges below 35 %.
    fn is_calm(&self, rate: u64) -> bool {
        rate.saturating_mul(10) < self.writes_per_second.saturating_mul(7)
    }
}

impl ReplayedPartition {
    fn of(start: Key, rows: BTreeMap<Key, u64>) -> Self {
        let bytes = rows.iter().map(|(key, row)| key.len() as u64 + row).sum();
        ReplayedPartition { start, rows, bytes, ..ReplayedPartition::default() }
    }

    fn write(&mut self, key: Key, row: u64) {
        self.writes += 1;
        if self.writes.is_multiple_of(SAMPLE_EVERY) {
            match self.samples.get_mut(self.next_sample) {
                Some(sample) => *sample = key.clone(),
                None => self.samples.push(key.clone()),
            }
            self.next_sample = (self.next_sample + 1) % SAMPLES;
        }
        self.bytes += key.len() as u64 + row;
        let length = key.len() as u64;
        if let Some(before) = self.rows.insert(key, row) {
            self.bytes -= length + before;
        }
    }

    /// Returns the key that halves the rows; `None` if there are fewer than two.
    fn median_key(&self) -> Option<Key> {
        let key = self.rows.keys().nth(self.rows.len() / 2)?;
        (self.rows.len() > 1 && *key > self.start).then(|| key.clone())
    }

    /// Returns the key that halves the recent writes; `None` if all of them were to one key.
    fn hot_key(&self) -> Option<Key> {
        let mut samples: Vec<&Key> = self.samples.iter().collect();
        samples.sort_unstable();
        let middle = samples.len() / 2;
        let Some(first) = samples.first().copied() else { return self.median_key() };
        let key = samples[middle..].iter().find(|key| **key > first)?;
        (**key > self.start).then(|| Key::clone(key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000_000;

    fn limits(bytes: u64, writes_per_second: u64) -> SplitLimits {
        SplitLimits { bytes, writes_per_second, interval_us: SECOND, idle_intervals: 3 }
    }

    fn key(id: u64) -> Key {
        id.to_be_bytes().into()
    }

    #[test]
    fn a_table_that_grows_at_its_end_writes_to_its_last_partition() {
        let mut replay = Replay::new(limits(1000, 100_000), Vec::new());
        // A row has 20 bytes: a partition of 50 rows splits into two of 25.
        (0..100).for_each(|id| replay.write(key(id), 12, id));
        assert_eq!(replay.window(), [100], "the table began with one partition");
        assert_eq!(replay.starts().len(), 4);
        (100..125).for_each(|id| replay.write(key(id), 12, id));
        assert_eq!(replay.window(), [0, 0, 0, 25]);
        assert_eq!(replay.starts().len(), 5);
    }

    #[test]
    fn load_splits_in_virtual_time_and_idle_partitions_merge() {
        let mut replay = Replay::new(limits(1_000_000, 100), Vec::new());
        // 200 writes per second, spread over all keys: twice the limit of a partition.
        let spread = |at: u64| key(at.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        (0..400).for_each(|i| replay.write(spread(i), 12, i * SECOND / 200));
        assert_eq!(replay.starts().len(), 2);
        // After a long pause, one write finds a single partition.
        replay.write(key(0), 12, 100 * SECOND);
        assert_eq!(replay.starts().len(), 1);
    }

    #[test]
    fn no_split_helps_a_partition_whose_writes_are_of_one_key() {
        let mut replay = Replay::new(limits(1_000_000, 100), Vec::new());
        (0..4000).for_each(|i| replay.write(key(7), 12, i * SECOND / 1000));
        assert_eq!(replay.starts().len(), 1);
    }

    /// Random writes: few or many keys, growing or spread, rows of all sizes, pauses, and first partitions.
    #[cfg(feature = "serve")]
    mod engine {
        use proptest::prelude::*;
        use ydb_embedded::__internal::{Replay as Witness, ReplaySettings};
        use ydb_embedded::Thresholds;

        use super::*;

        fn writes() -> impl Strategy<Value = Vec<(u64, usize, u64)>> {
            let id = prop_oneof![0..8_u64, 0..400_u64, any::<u64>()];
            let pause = prop_oneof![8 => 0..4000_u64, 1 => 0..2 * SECOND, 1 => Just(20 * SECOND)];
            prop::collection::vec((id, 0..60_usize, pause), 1..600)
        }

        proptest! {
            /// Checks that the engine's table has the same partitions after the same writes.
            #[test]
            fn splits_and_merges_as_the_engine_does(
                writes in writes(),
                growing in any::<bool>(),
                bytes in 200..5000_u64,
                rate in 1..400_u64,
                starts in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..3), 0..4),
            ) {
                let limits = limits(bytes, rate);
                let thresholds = Thresholds {
                    bytes_per_mb: bytes,
                    split_operations_per_second: rate,
                    decision_interval_us: limits.interval_us,
                    merge_after_idle_windows: limits.idle_intervals,
                    ..Thresholds::default()
                };
                let settings = ReplaySettings { thresholds, size_mb: Some(1), by_load: true, min: 1, max: None };
                let mut own = Replay::new(limits, starts.clone());
                let mut engine = Witness::new(&settings, starts);
                let mut now = 0;
                for (number, (id, row, pause)) in writes.into_iter().enumerate() {
                    now += pause;
                    let key = key(if growing { number as u64 } else { id });
                    own.write(key.clone(), row, now);
                    engine.write(key, row, now);
                    prop_assert!(own.starts().eq(engine.starts()), "after write {}", number);
                    if number % 100 == 99 {
                        prop_assert_eq!(own.window(), engine.window());
                    }
                }
            }
        }
    }
}
