//! Replay of writes without a server: shows which partition takes each write, by the engine's own splits and merges.
//!
//! A replay is one table of the storage without transactions. Its caller passes the time:
//!
//! ```text
//! write(key, row, at) ── at passes the end of a decision interval ──> Table::balance      splits by load, merges
//!                     └─ Partition::write ── Table::split_by_size                         splits by size
//! ```
//!
//! The writes of a window are counted by the ranges that the table had when the window began. The engine's own counters
//! cannot be used: partitions may split during the window, and their counters begin at zero then.

use super::balance::Thresholds;
use super::chain::Snapshots;
use super::partition::Tablets;
use super::row::PendingWrite;
use super::table::{Layout, StoredTable};
use crate::catalog::PartitionSettings;

/// Settings by which the table of a [`Replay`] splits and merges: its `AUTO_PARTITIONING` settings and their limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplaySettings {
    /// Limits at which partitions split and merge.
    pub thresholds: Thresholds,
    /// AUTO_PARTITIONING_PARTITION_SIZE_MB; `None` means AUTO_PARTITIONING_BY_SIZE = DISABLED.
    pub size_mb: Option<u64>,
    /// AUTO_PARTITIONING_BY_LOAD.
    pub by_load: bool,
    /// AUTO_PARTITIONING_MIN_PARTITIONS_COUNT.
    pub min: u64,
    /// AUTO_PARTITIONING_MAX_PARTITIONS_COUNT; `None` means no limit.
    pub max: Option<u64>,
}

/// A table that is written to in virtual time, to see how its partitions share the writes.
///
/// Keys are bytes that sort like the table's keys. The table is one of the engine's own, with its splits by size and
/// load and its merges. A test of `ydb-keys-cli` compares its own replay with this one.
#[derive(Debug)]
pub struct Replay {
    table: StoredTable,
    thresholds: Thresholds,
    tablets: Tablets,
    version: u64,
    snapshots: Snapshots,
    /// Start of the current decision interval; `None` before the first write.
    interval_start: Option<u64>,
    /// Starts of the ranges of the current window.
    ranges: Vec<Box<[u8]>>,
    writes: Vec<u64>,
}

impl Replay {
    /// Creates an empty table. All partitions except the first begin at these keys.
    #[must_use]
    pub fn new(settings: &ReplaySettings, starts: Vec<Vec<u8>>) -> Self {
        let ReplaySettings { thresholds, size_mb, by_load, min, max } = *settings;
        let by_size = size_mb.is_some();
        let settings = PartitionSettings { by_size, size_mb: size_mb.unwrap_or_default(), by_load, min, max };
        let mut tablets = Tablets::default();
        let table = StoredTable::new(Layout::Ranges { at: starts, settings }, 0, &mut tablets);
        let snapshots = Snapshots::default();
        let mut replay = Self {
            table,
            thresholds,
            tablets,
            version: 0,
            snapshots,
            interval_start: None,
            ranges: Vec::new(),
            writes: Vec::new(),
        };
        replay.begin_window();
        replay
    }

    /// Writes a row of `row` bytes besides its key, as one commit at `now`: microseconds since any fixed time, never
    /// less than before.
    pub fn write(&mut self, key: Box<[u8]>, row: usize, now: u64) {
        self.pass(now);
        let range = self.ranges.partition_point(|start| **start <= *key).saturating_sub(1);
        // The first range begins with the empty key, so every key is in a range.
        self.writes[range] += 1;
        self.version += 1;
        let index = self.table.locate(&key);
        let row = vec![0; row].into_boxed_slice();
        // Without snapshots no row keeps old versions.
        self.table.partitions[index].write(key, PendingWrite::Put(row), self.version, &self.snapshots, now);
        self.table.split_by_size(index, &self.thresholds, now, &mut self.tablets);
    }

    /// Ends the window. Returns the number of writes to each range of keys since the last call, in key order. The
    /// ranges are the partitions as of the last call.
    pub fn window(&mut self) -> Vec<u64> {
        let writes = std::mem::take(&mut self.writes);
        self.begin_window();
        writes
    }

    /// Returns the first key of each current partition; the first one is empty.
    pub fn starts(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.table.partitions.iter().map(|partition| &*partition.start)
    }

    fn begin_window(&mut self) {
        self.ranges = self.table.partitions.iter().map(|partition| partition.start.clone()).collect();
        self.writes = vec![0; self.ranges.len()];
    }

    /// Ends the decision intervals that are over at `now`.
    fn pass(&mut self, now: u64) {
        let start = self.interval_start.get_or_insert(now);
        let interval = self.thresholds.decision_interval_us.max(1);
        let intervals = now.saturating_sub(*start) / interval;
        *start += intervals * interval;
        // A longer pause changes nothing more: all partitions are idle, and all possible merges are done.
        for _ in 0..intervals.min(u64::from(self.thresholds.merge_after_idle_windows) + 2) {
            self.table.measure(interval, &self.thresholds);
            self.table.balance(&self.thresholds, now, &mut self.tablets);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000_000;

    fn settings(size_mb: Option<u64>, by_load: bool) -> ReplaySettings {
        let thresholds = Thresholds {
            bytes_per_mb: 1000,
            split_operations_per_second: 100,
            merge_after_idle_windows: 3,
            ..Thresholds::default()
        };
        ReplaySettings { thresholds, size_mb, by_load, min: 1, max: None }
    }

    fn key(id: u64) -> Box<[u8]> {
        id.to_be_bytes().into()
    }

    #[test]
    fn a_table_that_grows_at_its_end_writes_to_its_last_partition() {
        let mut replay = Replay::new(&settings(Some(1), false), Vec::new());
        // A row takes 20 bytes: a partition of 50 rows is split into two of 25.
        (0..100).for_each(|id| replay.write(key(id), 12, id));
        assert_eq!(replay.window(), [100], "the table began with one partition");
        assert_eq!(replay.starts().len(), 4);
        (100..125).for_each(|id| replay.write(key(id), 12, id));
        assert_eq!(replay.window(), [0, 0, 0, 25]);
        assert_eq!(replay.starts().len(), 5);
    }

    #[test]
    fn load_splits_in_virtual_time_and_idle_partitions_merge() {
        let mut replay = Replay::new(&settings(None, true), Vec::new());
        // 200 writes per second, spread over all keys: twice the limit of a partition.
        let spread = |at: u64| key(at.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        (0..400).for_each(|i| replay.write(spread(i), 12, i * SECOND / 200));
        assert_eq!(replay.starts().len(), 2);
        // After a long pause all partitions have merged into one.
        replay.write(key(0), 12, 100 * SECOND);
        assert_eq!(replay.starts().len(), 1);
    }

    #[test]
    fn no_split_helps_a_partition_whose_writes_are_of_one_key() {
        let mut replay = Replay::new(&settings(None, true), Vec::new());
        (0..4000).for_each(|i| replay.write(key(7), 12, i * SECOND / 1000));
        assert_eq!(replay.starts().len(), 1);
    }
}
