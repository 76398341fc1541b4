//! The writes of a key's partitions, from a replay of the sample through splits and merges as YDB's.
//!
//! The rows are written in order of arrival, at an even pace, to an empty table. The limits are scaled to the sample:
//! a partition splits by size at 1/24 of all bytes, so that keys which spread have some 32 partitions in the end, and by
//! load at 1/16 of all writes. The sample is cut into windows. Its first half only fills the table. In each window of
//! the second half the partition with the most writes is compared with the mean of all partitions (*max/mean*) and with
//! all writes (its *share*), and the result is the mean over these windows.
//!
//! Even a perfect key has a max/mean above 1: partitions between two splits differ in size by a factor of two, and few
//! writes scatter. So a key is judged by comparison with keys that are random numbers, measured in the same way.

use super::candidate::{Candidate, KeyColumns};
use super::replay::{Replay, SplitLimits};

/// The microseconds between two writes, and the length of a window in writes is that of a decision of the splitter.
const STEP: u64 = 1000;
/// How many times the size of a partition that splits fits into the table at last.
const SIZES: u64 = 24;
/// The share of the writes at which a partition splits by load.
const LOAD: u64 = 16;
/// The windows of a large sample, and the least writes of one.
const WINDOWS: usize = 64;
const LEAST_WRITES: usize = 256;
const LEAST_WINDOWS: usize = 8;
/// The windows after which idle partitions merge.
const IDLE: u32 = 16;

/// How the partitions of a key share the writes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measured {
    /// The writes of the partition with the most, divided by the mean.
    pub(crate) max_over_mean: f64,
    /// The share of the writes that the partition with the most has.
    pub(crate) hottest: f64,
    /// The partitions at the end.
    pub(crate) partitions: usize,
    /// For each window, the writes to each partition in the order of the key.
    pub(crate) windows: Vec<Vec<u64>>,
}

/// The rows of the sample: how many there are, and the bytes of each beside its key.
#[derive(Debug)]
pub(super) struct RowSizes {
    pub(super) sizes: Vec<usize>,
}

impl RowSizes {
    /// The rows of a window.
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

/// Replays the rows under a candidate.
pub(super) fn measure(rows: &RowSizes, columns: &KeyColumns<'_>, candidate: &Candidate) -> Measured {
    let starts = match &candidate.prefix {
        None => Vec::new(),
        // A table with buckets begins with a partition for each; one with a hash is told to begin with as many.
        Some(prefix) => computed_starts(prefix.buckets),
    };
    replay(rows, starts, |row| columns.key(candidate, row))
}

/// Replays the rows under random keys: what an even key measures.
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
    // The last window has fewer rows than the others, if it is not full.
    if !count.is_multiple_of(window) && windows.len() > 1 {
        windows.pop();
    }
    let (max_over_mean, hottest) = of_windows(windows.get(windows.len() / 2..).unwrap_or_default());
    Measured { max_over_mean, hottest, partitions: replay.starts().len(), windows }
}

/// The means of max/mean, and of the share of the hottest partition.
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
        // Shares 1/2 and 3/4 of four and of two partitions.
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
