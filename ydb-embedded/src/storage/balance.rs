//! When partitions split and merge.

use super::partition::Partition;
use super::table::{Shape, Table};
use crate::catalog::PartitionSettings;

/// What YDB's limits are scaled down to, so that partitioning can be watched with little data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// How many bytes stand for one MB of AUTO_PARTITIONING_PARTITION_SIZE_MB.
    pub bytes_per_mb: u64,
    /// How many MB make a partition split even where its size does not matter or the table has all the partitions that it may have.
    pub force_split_mb: u64,
    /// How many reads and writes per second make a partition so busy that it splits by load: for YDB half a core.
    pub split_operations_per_second: u64,
    /// How often load is looked at, in microseconds: for YDB every 15 s.
    pub decision_interval_us: u64,
    /// For how many looks in a row partitions must have been idle to be merged.
    pub merge_after_idle_windows: u32,
}

impl Default for Thresholds {
    /// Scaled down so far that a table of some megabytes splits by size, and a hot partition of some thousand operations per second by load.
    fn default() -> Self {
        Self {
            bytes_per_mb: 4096,
            force_split_mb: 2048,
            split_operations_per_second: 2000,
            decision_interval_us: 1_000_000,
            merge_after_idle_windows: 60,
        }
    }
}

/// YDB's limit of a table's partitions where the table names none.
const MAX_PARTITIONS: u64 = 32 * 1024;

impl Thresholds {
    /// The size at which a partition splits: as `GetShardSizeToSplit` of YDB's scheme shard.
    fn split_size(&self, settings: &PartitionSettings) -> u64 {
        let force = self.force_size();
        if settings.by_size { settings.size_mb.saturating_mul(self.bytes_per_mb).clamp(1, force) } else { force }
    }

    fn force_size(&self) -> u64 {
        self.force_split_mb.saturating_mul(self.bytes_per_mb).max(1)
    }
}

impl Table {
    /// Splits a partition, and what comes of it, until none is over its size.
    pub(super) fn split_by_size(
        &mut self,
        index: usize,
        thresholds: &Thresholds,
        now: u64,
        tablet_id: &mut dyn FnMut() -> u64,
    ) {
        let Shape::Ranges(settings) = &self.shape else { return };
        let (limit, force) = (thresholds.split_size(settings), thresholds.force_size());
        let max = settings.max.unwrap_or(MAX_PARTITIONS);
        let (mut index, mut end) = (index, index + 1);
        while index < end {
            let size = self.partitions[index].data_size;
            let wanted = size >= force || size >= limit && (self.partitions.len() as u64) < max;
            // Finding the median walks over half of the rows: only for a split.
            match if wanted { self.partitions[index].median_key() } else { None } {
                Some(key) => {
                    self.split(index, &key, now, tablet_id);
                    end += 1;
                }
                None => index += 1,
            }
        }
    }

    /// Closes a window of `elapsed` microseconds: splits what is busy, merges what is small and idle.
    pub(super) fn balance(
        &mut self,
        elapsed: u64,
        thresholds: &Thresholds,
        now: u64,
        tablet_id: &mut dyn FnMut() -> u64,
    ) {
        for partition in &mut self.partitions {
            let load = &mut partition.load;
            load.rate = load.operations.saturating_mul(1_000_000) / elapsed.max(1);
            load.operations = 0;
            // YDB splits above 50 % of a core and merges below 35 %.
            let idle = load.rate.saturating_mul(10) < thresholds.split_operations_per_second.saturating_mul(7);
            load.idle_windows = if idle { load.idle_windows.saturating_add(1) } else { 0 };
        }
        let Shape::Ranges(settings) = &self.shape else { return };
        let settings = settings.clone();
        if settings.by_load {
            self.split_by_load(&settings, thresholds, now, tablet_id);
        }
        if settings.by_size || settings.by_load {
            self.merge_idle(&settings, thresholds, now, tablet_id);
        }
    }

    fn split_by_load(
        &mut self,
        settings: &PartitionSettings,
        thresholds: &Thresholds,
        now: u64,
        tablet_id: &mut dyn FnMut() -> u64,
    ) {
        for index in (0..self.partitions.len()).rev() {
            let busy = self.partitions[index].load.rate >= thresholds.split_operations_per_second.max(1);
            if busy
                && (self.partitions.len() as u64) < settings.max.unwrap_or(MAX_PARTITIONS)
                && let Some(key) = self.partitions[index].hot_key()
            {
                self.split(index, &key, now, tablet_id);
            }
        }
    }

    fn merge_idle(
        &mut self,
        settings: &PartitionSettings,
        thresholds: &Thresholds,
        now: u64,
        tablet_id: &mut dyn FnMut() -> u64,
    ) {
        let limit = thresholds.split_size(settings) / 2;
        let idle = |partition: &Partition| partition.load.idle_windows >= thresholds.merge_after_idle_windows.max(1);
        let mut index = 0;
        while index + 1 < self.partitions.len() && self.partitions.len() as u64 > settings.min.max(1) {
            let (left, right) = (&self.partitions[index], &self.partitions[index + 1]);
            // The merged partition must not be a candidate for the next split.
            let calm = (left.load.rate + right.load.rate).saturating_mul(10)
                < thresholds.split_operations_per_second.saturating_mul(7);
            if idle(left) && idle(right) && calm && left.data_size + right.data_size <= limit {
                let windows = left.load.idle_windows.min(right.load.idle_windows);
                self.merge(index, now, tablet_id);
                // What was idle stays idle, so that a row of small partitions is merged at once.
                self.partitions[index].load.idle_windows = windows;
            } else {
                index += 1;
            }
        }
    }

    /// Splits a partition in front of a key; both halves are new tablets. False when the key is no inner border.
    pub(super) fn split(&mut self, index: usize, key: &[u8], now: u64, tablet_id: &mut dyn FnMut() -> u64) -> bool {
        let inside = matches!(self.shape, Shape::Ranges(_))
            && *self.partitions[index].start < *key
            && self.end(index).is_none_or(|end| key < end);
        if !inside {
            return false;
        }
        let old = &mut self.partitions[index];
        let mut left = Partition::new(tablet_id(), std::mem::take(&mut old.start), now);
        let mut right = Partition::new(tablet_id(), key.into(), now);
        left.rows = std::mem::take(&mut old.rows);
        right.rows = left.rows.split_off(key);
        left.recount();
        right.recount();
        self.partitions.splice(index..=index, [left, right]);
        true
    }

    /// Merges a partition with the next one into a new tablet.
    fn merge(&mut self, index: usize, now: u64, tablet_id: &mut dyn FnMut() -> u64) {
        let mut right = self.partitions.remove(index + 1);
        let left = &mut self.partitions[index];
        let mut both = Partition::new(tablet_id(), std::mem::take(&mut left.start), now);
        both.rows = std::mem::take(&mut left.rows);
        both.rows.append(&mut right.rows);
        both.row_count = left.row_count + right.row_count;
        both.data_size = left.data_size + right.data_size;
        *left = both;
    }
}
