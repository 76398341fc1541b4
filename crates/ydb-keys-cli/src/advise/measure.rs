//! Measurement of a key: replays the sample through splits and merges like those of YDB, and counts the writes of each
//! partition.
//!
//! The rows are written in order of arrival, at an even pace, to an empty table. The limits are scaled to the sample: a
//! partition splits by size at 1/24 of all bytes, which gives keys that spread some 32 partitions at the end, and by
//! load at 1/16 of all writes. The sample is cut into windows. Its first half only fills the table. In each window of
//! the second half the partition with the most writes is compared with the mean of all partitions (*max/mean*) and with
//! all writes (its *share*), and the result is the mean over these windows.
//!
//! Even a perfect key has a max/mean above 1: partitions between two splits differ in size by a factor of two, and few
//! writes scatter. A key is therefore judged by comparison with keys that are random numbers, measured in the same way.

use serde::Serialize;

use super::candidate::{Candidate, KeyColumns};
use super::profile::rounded;
use super::replay::{Replay, SplitLimits};

/// Virtual microseconds between two writes. The splitter decides once per window of writes.
const STEP: u64 = 1000;
/// Size of the finished table divided by the size at which a partition splits.
const SIZES: u64 = 24;
/// Divisor of all writes: a partition splits by load at one 16th of them.
const LOAD: u64 = 16;
/// Number of windows of a large sample, and below it the least number of writes in a window and the least number of
/// windows.
const WINDOWS: usize = 64;
const LEAST_WRITES: usize = 256;
const LEAST_WINDOWS: usize = 8;
/// Number of idle windows after which partitions merge.
const IDLE: u32 = 16;

/// Distribution of the writes over the partitions of a key.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Measured {
    /// Writes of the hottest partition, divided by the mean over all partitions.
    #[serde(serialize_with = "rounded")]
    pub(crate) max_over_mean: f64,
    /// Share of all writes that the hottest partition takes, from 0 to 1.
    #[serde(rename = "hottest_share", serialize_with = "rounded")]
    pub(crate) hottest: f64,
    /// Number of partitions at the end.
    pub(crate) partitions: usize,
    /// Writes to each partition, in the order of the key, for each window.
    #[serde(skip)]
    pub(crate) windows: Vec<Vec<u64>>,
}

/// Sizes in bytes of the sample's rows, without their keys.
#[derive(Debug)]
pub(super) struct RowSizes {
    pub(super) sizes: Vec<usize>,
}

impl RowSizes {
    /// Returns the number of rows in a window.
    fn window(&self) -> usize {
        let rows = self.sizes.len();
        let windows = (rows / LEAST_WRITES).clamp(LEAST_WINDOWS, WINDOWS);
        rows.div_ceil(windows).max(1)
    }

    fn limits(&self, key_bytes: u64) -> SplitLimits {
        let bytes = self.sizes.iter().map(|&size| size as u64).sum::<u64>() + key_bytes;
        let interval = self.window() as u64 * STEP;
        let per_second = 1_000_000 / STEP;
        SplitLimits {
            bytes: (bytes / SIZES).max(1),
            writes_per_second: (per_second / LOAD).max(1),
            interval_us: interval,
            idle_intervals: IDLE,
        }
    }
}

/// Replays the rows with the keys of a candidate.
pub(super) fn measure(rows: &RowSizes, columns: &KeyColumns<'_>, candidate: &Candidate) -> Measured {
    let starts = match &candidate.prefix {
        None => Vec::new(),
        // A table with buckets begins with one partition per bucket; a table with a hash is created with as many
        // partitions.
        Some(prefix) => computed_starts(prefix.buckets),
    };
    replay(rows, starts, |row| columns.key(candidate, row))
}

/// Replays the rows with random keys, to measure a key that spreads perfectly.
pub(super) fn even(rows: &RowSizes) -> Measured {
    replay(rows, Vec::new(), |row| ydb_keys::hash::xxh3(&row.to_le_bytes()).to_be_bytes().into())
}

fn computed_starts(buckets: Option<u32>) -> Vec<Vec<u8>> {
    use ydb_keys::Value;
    use ydb_keys_core::keys::ordered_bytes;

    use super::candidate::BUCKETS;
    let start = |part: u32| match buckets {
        Some(_) => Value::Uint32(part),
        None => Value::Uint64((u128::from(u64::MAX) * u128::from(part) / u128::from(BUCKETS)) as u64),
    };
    (1..buckets.unwrap_or(BUCKETS)).map(|part| ordered_bytes(&[start(part)])).collect()
}

fn replay(rows: &RowSizes, starts: Vec<Vec<u8>>, key: impl Fn(usize) -> Box<[u8]>) -> Measured {
    let keys: Vec<Box<[u8]>> = (0..rows.sizes.len()).map(key).collect();
    let key_bytes: u64 = keys.iter().map(|key| key.len() as u64).sum();
    let count = keys.len();
    let mut replay = Replay::new(rows.limits(key_bytes), starts);
    let window = rows.window();
    let mut windows = Vec::new();
    for (row, (key, &size)) in keys.into_iter().zip(&rows.sizes).enumerate() {
        if row > 0 && row % window == 0 {
            windows.push(replay.window());
        }
        replay.write(key, size, row as u64 * STEP);
    }
    windows.push(replay.window());
    // The last window has fewer rows than the windows before it if it is not full.
    if !count.is_multiple_of(window) && windows.len() > 1 {
        windows.pop();
    }
    let (max_over_mean, hottest) = of_windows(windows.get(windows.len() / 2..).unwrap_or_default());
    Measured { max_over_mean, hottest, partitions: replay.starts().len(), windows }
}

/// Returns the mean of max/mean and the mean share of the hottest partition.
fn of_windows(windows: &[Vec<u64>]) -> (f64, f64) {
    let mut sums = (0.0, 0.0);
    let mut counted = 0.0;
    for writes in windows {
        let (sum, max) = (writes.iter().sum::<u64>(), writes.iter().max().copied().unwrap_or_default());
        if sum > 0 {
            let share = max as f64 / sum as f64;
            sums.0 += share * writes.len() as f64;
            sums.1 += share;
            counted += 1.0;
        }
    }
    if counted > 0.0 { (sums.0 / counted, sums.1 / counted) } else { (1.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_counts_by_its_hottest_partition() {
        // Shares 1/2 of four partitions and 3/4 of two partitions.
        assert_eq!(of_windows(&[vec![4, 2, 1, 1], vec![3, 1], vec![0, 0]]), ((2.0 + 1.5) / 2.0, (0.5 + 0.75) / 2.0));
        assert_eq!(of_windows(&[]), (1.0, 1.0));
    }

    #[test]
    fn random_keys_are_even_and_growing_ones_are_not() {
        let rows = RowSizes { sizes: vec![80; 40_000] };
        let random = even(&rows);
        assert!(random.hottest < 0.1, "{}", random.hottest);
        assert!((24..64).contains(&random.partitions), "{}", random.partitions);
        let growing = replay(&rows, Vec::new(), |row| (row as u64).to_be_bytes().into());
        assert!(growing.hottest > 0.99, "{}", growing.hottest);
        let one = replay(&rows, Vec::new(), |_| [7; 8].into());
        assert_eq!((one.hottest, one.partitions), (1.0, 1));
    }
}
