//! Splits and merges of partitions.
//!
//! A partition splits for two reasons and merges for one reason, as in YDB:
//!
//! - *By size*: at once, after a commit has made the partition too large. It is split at the median row, and its halves
//!   are split again until none is too large.
//! - *By load*: at the end of a window of [`Thresholds::decision_interval_us`] in which the partition had more
//!   operations per second than [`Thresholds::split_operations_per_second`]. It is split at the median of a sample of
//!   the used keys. If all of the sampled keys are equal, a split cannot help, and the partition stays as it is.
//! - Two neighbours *merge* if both have been idle for [`Thresholds::merge_after_idle_windows`] windows and are
//!   together at most half as large as a partition that splits.
//!
//! The table's settings limit the number of partitions: splits stop at MAX, unless a partition reaches the forced size,
//! and merges stop at MIN. YDB splits above 50 % of a core and counts a partition as idle below 35 %, which is 7/10 of
//! that. Between the two nothing happens, so a partition does not alternate between splits and merges. As in YDB, both
//! halves of a split and the result of a merge are new tablets with counters at zero.

use std::sync::Arc;

use super::partition::{Partition, Tablets};
use super::table::{PartitionShape, StoredTable};
use crate::catalog::PartitionSettings;

/// YDB's limits for splits and merges, scaled down so that partitioning shows with little data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// Number of bytes that count as one MB of AUTO_PARTITIONING_PARTITION_SIZE_MB.
    pub bytes_per_mb: u64,
    /// Size in MB at which a partition splits even if splitting by size is off or the table has its maximum of
    /// partitions.
    pub force_split_mb: u64,
    /// Reads and writes per second at which a partition splits by load. In YDB this is half a core, which `CPUCores` of
    /// `.sys/partition_stats` shows for such a partition.
    pub split_operations_per_second: u64,
    /// Length of the window over which load is measured, in microseconds; in YDB 15 s.
    pub decision_interval_us: u64,
    /// Number of consecutive idle windows after which partitions may merge.
    pub merge_after_idle_windows: u32,
}

impl Default for Thresholds {
    /// Returns limits at which a table splits by size at some megabytes, and a partition by load at some thousand
    /// operations per second.
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

/// YDB's largest number of partitions of a table that sets no maximum.
const MAX_PARTITIONS: u64 = 32 * 1024;

/// Number of cores at which a partition splits by load in YDB.
const SPLIT_CORES: f64 = 0.5;

impl Thresholds {
    /// Returns the value of `CPUCores` for this many reads and writes per second.
    ///
    /// The engine does not measure the time that a partition takes. A partition at
    /// [`split_operations_per_second`](Self::split_operations_per_second) has half a core, the load at which YDB
    /// splits; other rates are in proportion. As in YDB, a partition shows at most one core.
    #[must_use]
    pub fn cpu_cores(&self, operations_per_second: u64) -> f64 {
        let share = operations_per_second as f64 / self.split_operations_per_second.max(1) as f64;
        (share * SPLIT_CORES).min(1.0)
    }

    /// Returns the size in bytes at which a partition splits, as `GetShardSizeToSplit` of YDB's schema shard does.
    fn split_size(&self, settings: &PartitionSettings) -> u64 {
        let force = self.force_size();
        if settings.by_size { settings.size_mb.saturating_mul(self.bytes_per_mb).clamp(1, force) } else { force }
    }

    fn force_size(&self) -> u64 {
        self.force_split_mb.saturating_mul(self.bytes_per_mb).max(1)
    }
}

impl StoredTable {
    /// Splits a partition and its parts until none is too large.
    pub(super) fn split_by_size(&mut self, index: usize, thresholds: &Thresholds, now: u64, tablets: &mut Tablets) {
        let PartitionShape::Ranges(settings) = &self.shape else { return };
        let (limit, force) = (thresholds.split_size(settings), thresholds.force_size());
        let max = settings.max.unwrap_or(MAX_PARTITIONS);
        let (mut index, mut end) = (index, index + 1);
        while index < end {
            let size = self.partitions[index].data_size;
            let wanted = size >= force || size >= limit && (self.partitions.len() as u64) < max;
            // Finding the median walks over half of the rows, so it is done only before a split.
            match if wanted { self.partitions[index].median_key() } else { None } {
                Some(key) => {
                    self.split(index, &key, now, tablets);
                    end += 1;
                }
                None => index += 1,
            }
        }
    }

    /// Ends a load window of `elapsed` microseconds: computes the rate of each partition and counts its idle windows.
    pub(super) fn measure(&mut self, elapsed: u64, thresholds: &Thresholds) {
        for partition in &mut self.partitions {
            let load = &mut partition.load;
            load.rate = load.operations.saturating_mul(1_000_000) / elapsed.max(1);
            load.operations = 0;
            // YDB splits above 50 % of a core and merges below 35 %.
            let idle = load.rate.saturating_mul(10) < thresholds.split_operations_per_second.saturating_mul(7);
            load.idle_windows = if idle { load.idle_windows.saturating_add(1) } else { 0 };
        }
    }

    /// Splits the partitions that were busy in the last window, and merges small idle ones.
    pub(super) fn balance(&mut self, thresholds: &Thresholds, now: u64, tablets: &mut Tablets) {
        let PartitionShape::Ranges(settings) = &self.shape else { return };
        let settings = settings.clone();
        if settings.by_load {
            self.split_by_load(&settings, thresholds, now, tablets);
        }
        if settings.by_size || settings.by_load {
            self.merge_idle(&settings, thresholds, now, tablets);
        }
    }

    fn split_by_load(
        &mut self,
        settings: &PartitionSettings,
        thresholds: &Thresholds,
        now: u64,
        tablets: &mut Tablets,
    ) {
        for index in (0..self.partitions.len()).rev() {
            let busy = self.partitions[index].load.rate >= thresholds.split_operations_per_second.max(1);
            if busy
                && (self.partitions.len() as u64) < settings.max.unwrap_or(MAX_PARTITIONS)
                && let Some(key) = self.partitions[index].hot_key()
            {
                self.split(index, &key, now, tablets);
            }
        }
    }

    fn merge_idle(&mut self, settings: &PartitionSettings, thresholds: &Thresholds, now: u64, tablets: &mut Tablets) {
        let limit = thresholds.split_size(settings) / 2;
        let idle = |partition: &Partition| partition.load.idle_windows >= thresholds.merge_after_idle_windows.max(1);
        let mut index = 0;
        while index + 1 < self.partitions.len() && self.partitions.len() as u64 > settings.min.max(1) {
            let (left, right) = (&self.partitions[index], &self.partitions[index + 1]);
            // The merged partition must not be so busy that it splits again.
            let calm = (left.load.rate + right.load.rate).saturating_mul(10)
                < thresholds.split_operations_per_second.saturating_mul(7);
            if idle(left) && idle(right) && calm && left.data_size + right.data_size <= limit {
                let windows = left.load.idle_windows.min(right.load.idle_windows);
                self.merge(index, now, tablets);
                // The merged partition keeps its idle windows, so that several small neighbours are merged at once.
                self.partitions[index].load.idle_windows = windows;
            } else {
                index += 1;
            }
        }
    }

    /// Splits the partition of this number at its median, or merges it with the next one.
    #[cfg(feature = "simulation")]
    pub(super) fn shake(&mut self, number: u64, splits: bool, now: u64, tablets: &mut Tablets) {
        let index = (number % self.partitions.len() as u64) as usize;
        match self.shape {
            PartitionShape::Hash { .. } => {}
            PartitionShape::Ranges(_) if splits => {
                if let Some(key) = self.partitions[index].median_key() {
                    self.split(index, &key, now, tablets);
                }
            }
            PartitionShape::Ranges(_) if index + 1 < self.partitions.len() => self.merge(index, now, tablets),
            PartitionShape::Ranges(_) => {}
        }
    }

    /// Splits a partition before a key. Both halves are new tablets. Returns `false` if the key is not inside the
    /// partition.
    pub(super) fn split(&mut self, index: usize, key: &[u8], now: u64, tablets: &mut Tablets) -> bool {
        let inside = matches!(self.shape, PartitionShape::Ranges(_))
            && *self.partitions[index].start < *key
            && self.end(index).is_none_or(|end| key < end);
        if !inside {
            return false;
        }
        let old = &mut self.partitions[index];
        let mut left = Partition::new(tablets.next(), std::mem::take(&mut old.start), now);
        let mut right = Partition::new(tablets.next(), key.into(), now);
        (left.floor, right.floor) = (old.floor, old.floor);
        left.rows = std::mem::take(&mut old.rows);
        right.rows = Arc::new(Arc::make_mut(&mut left.rows).split_off(key));
        left.recount();
        right.recount();
        self.partitions.splice(index..=index, [left, right]);
        true
    }

    /// Merges a partition with the next one into a new tablet.
    fn merge(&mut self, index: usize, now: u64, tablets: &mut Tablets) {
        let mut right = self.partitions.remove(index + 1);
        let left = &mut self.partitions[index];
        let mut both = Partition::new(tablets.next(), std::mem::take(&mut left.start), now);
        both.floor = left.floor;
        both.floor.merge(right.floor);
        both.rows = std::mem::take(&mut left.rows);
        Arc::make_mut(&mut both.rows).append(Arc::make_mut(&mut right.rows));
        both.row_count = left.row_count + right.row_count;
        both.data_size = left.data_size + right.data_size;
        *left = both;
    }
}
