//! Test for uneven load over partitions, as far as a short window can tell.
//!
//! The load is uneven only if both questions are answered with yes:
//!
//! 1. *Is it much?* The busiest of n partitions has three times the mean, or 85 % of everything, whichever is less:
//!    neither of two partitions can have three times the mean. The factor is three and not two, because a partition of
//!    YDB reports its counters every ten seconds (`gDbStatsReportInterval` in datashard.cpp). In a window of ten
//!    seconds it may have reported twice, and then shows twice its load.
//! 2. *Can it be chance?* Even load is not equal load: keys that are drawn evenly give each partition a number of
//!    operations with a Poisson distribution. With few operations the busiest of many partitions has several times the
//!    mean. Bernstein's inequality bounds the chance that one partition of mean m has m + t or more by exp(-t^2 / (2 m
//!    b + 2 b t / 3)), where b is the number of operations in one event: 100 rows of one statement are one event, not
//!    100 events. With L = ln(n / 10^-9) it follows that t = sqrt(2 m b L) + b L is exceeded in any of the n partitions
//!    with a chance below 10^-9, which an operator never sees.
//!
//! A growing edge splits again and again, and its last tablet may be too young to have counted much. Its predecessors'
//! counts are lost, but the rows that they wrote are still there. The growth of the busiest partition's region is
//! therefore evidence, too. It is compared with the region's share of the partitions of the first sample.

use super::change::{Changes, Measure, Origin, PartitionChange};

/// Multiple of the mean at which a load counts as much.
const MUCH: f64 = 3.0;

/// Share of the load that counts as much with any number of partitions.
const MOST: f64 = 0.85;

/// Probability that an evenly loaded table is reported as hot, by chance alone.
const CHANCE: f64 = 1e-9;

/// Distribution of a load over partitions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Spread {
    pub(crate) total: f64,
    /// Position of the busiest partition.
    pub(crate) hottest: usize,
    /// Load of the busiest partition.
    pub(crate) most: f64,
    /// Share of the busiest partition in the total; 0 without load.
    pub(crate) share: f64,
    /// Load of the busiest partition divided by the mean; 1 without load.
    pub(crate) ratio: f64,
}

/// Computes the distribution of a measure over the partitions.
pub(crate) fn spread(changes: &Changes, measure: Measure) -> Spread {
    let mut spread = Spread { ratio: 1.0, ..Spread::default() };
    for (position, change) in changes.partitions.iter().enumerate() {
        let load = measure.of(change);
        spread.total += load;
        if load > spread.most {
            (spread.hottest, spread.most) = (position, load);
        }
    }
    if spread.total > 0.0 {
        spread.share = spread.most / spread.total;
        spread.ratio = spread.share * changes.partitions.len() as f64;
    }
    spread
}

/// Returns `true` if the busiest partition has much more load than the mean, by chance or not.
pub(crate) fn is_much(changes: &Changes, spread: &Spread) -> bool {
    let partitions = changes.partitions.len();
    partitions >= 2 && spread.share >= (MUCH / partitions as f64).min(MOST)
}

pub(crate) fn is_uneven(changes: &Changes, measure: Measure, spread: &Spread) -> bool {
    let partitions = changes.partitions.len() as f64;
    let Some(hottest) = changes.partitions.get(spread.hottest) else { return false };
    if !is_much(changes, spread) {
        return false;
    }
    let (rows, events) = counted(hottest, measure);
    let together = (rows / events.max(1.0)).max(1.0);
    let chance = (partitions / CHANCE).ln();
    let is_no_chance = |rows: f64, mean: f64| rows > mean + (2.0 * mean * together * chance).sqrt() + together * chance;
    if is_no_chance(rows, spread.total / partitions * hottest.seconds) {
        return true;
    }
    let is_young = measure == Measure::Writes && hottest.origin == Origin::New;
    let Some(region) = changes.regions.get(hottest.region).filter(|_| is_young) else { return false };
    let before: usize = changes.regions.iter().map(|region| region.before.len()).sum();
    let share = region.before.len() as f64 / before.max(1) as f64;
    share > 0.0 && is_no_chance(region.rows_grown as f64, spread.total * changes.seconds * share)
}

/// Returns the number of rows and the number of requests that wrote or read them. If the requests are unknown, each row
/// counts as one.
fn counted(change: &PartitionChange, measure: Measure) -> (f64, f64) {
    let counted = &change.counted;
    let (rows, events) = match measure {
        Measure::Reads => (counted.reads, counted.read_requests),
        _ => (counted.writes, counted.transactions),
    };
    (rows as f64, if events == 0 { rows as f64 } else { events as f64 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hot::change::Region;
    use crate::stats::PartitionCounters;

    /// Returns partitions with these numbers of writes in ten seconds, in statements of `together` rows each.
    fn written(writes: &[u64], together: u64) -> Changes {
        let change = |&writes: &u64| PartitionChange {
            tablet: 1,
            node: None,
            origin: Origin::WentOn,
            seconds: 10.0,
            counted: PartitionCounters { writes, transactions: writes / together, ..PartitionCounters::default() },
            cores: 0.0,
            cores_before: None,
            age_seconds: None,
            rows: 0,
            bytes: 0,
            region: 0,
        };
        Changes { partitions: writes.iter().map(change).collect(), ..Changes::default() }
    }

    fn uneven(writes: &[u64], together: u64) -> bool {
        let changes = written(writes, together);
        is_uneven(&changes, Measure::Writes, &spread(&changes, Measure::Writes))
    }

    #[test]
    fn one_partition_takes_most() {
        let of_writes = spread(&written(&[10, 970, 10, 10], 1), Measure::Writes);
        assert_eq!((of_writes.hottest, of_writes.share, of_writes.ratio), (1, 0.97, 3.88));
        assert!(uneven(&[10, 970, 10, 10], 1));
        assert!(uneven(&[0, 500], 1));
        assert!(uneven(&[1, 1, 400, 1, 1, 1, 1, 1], 1));
    }

    #[test]
    fn a_little_more_is_not_much() {
        assert!(!uneven(&[1000, 2000, 1000, 1000], 1));
        assert!(!uneven(&[3000, 7000], 1));
        assert!(!uneven(&[], 1) && !uneven(&[5000], 1) && !uneven(&[0, 0, 0], 1));
        // The first partition reported twice, and the third one did not report.
        assert!(!uneven(&[2000, 1000, 0, 1000], 1));
    }

    #[test]
    fn few_operations_prove_nothing() {
        assert!(!uneven(&[3, 0, 0, 0, 0, 0, 0, 0], 1));
        assert!(!uneven(&[20, 0, 0, 0], 1));
        assert!(uneven(&[200, 0, 0, 0], 1));
        // The number of rows is the same, in two statements.
        assert!(!uneven(&[200, 0, 0, 0], 100));
        assert!(uneven(&[20_000, 0, 0, 0], 100));
    }

    /// A tail that is 0.8 seconds old has counted 320 rows in 40 statements, which may be chance. The region that it
    /// came from has 4,000 rows more than ten seconds ago.
    #[test]
    fn a_young_tail_is_judged_by_its_rows() {
        let mut changes = written(&[0, 0, 0, 0, 0, 0, 0, 320], 8);
        changes.seconds = 10.0;
        let tail = &mut changes.partitions[7];
        (tail.origin, tail.seconds, tail.region) = (Origin::New, 0.8, 4);
        let region =
            |number: usize, rows_grown| Region { before: number..number + 1, after: number..number + 1, rows_grown };
        changes.regions =
            (0..4).map(|number| region(number, 0)).chain([Region { after: 4..8, ..region(4, 4_000) }]).collect();
        let of_writes = spread(&changes, Measure::Writes);
        assert_eq!((of_writes.most, of_writes.share), (400.0, 1.0));
        assert!(is_uneven(&changes, Measure::Writes, &of_writes));
        // The region has grown by its share only.
        changes.regions[4].rows_grown = 800;
        assert!(!is_uneven(&changes, Measure::Writes, &of_writes));
    }
}
