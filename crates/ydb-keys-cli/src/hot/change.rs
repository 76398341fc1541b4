//! Changes of each partition between two samples, and the measures for comparing partitions.
//!
//! Counters belong to a tablet and begin at zero when it starts. A tablet of the later sample
//!
//! - with the same number, the same start and counters that are not less has *gone on*: the difference counts, over the
//!   time between the samples;
//! - with the same number otherwise has *restarted*: its whole count is used, over the time since its start. Counts of
//!   its predecessor after the first sample are lost;
//! - with a new number came from a *split or merge*: its whole count is used, as after a restart.
//!
//! No difference is therefore negative, and rates are comparable although tablets lived for different times.
//!
//! Both samples are in the order of the key, and tablets in both samples keep their ranges. These tablets cut the two
//! lists into regions of the same keys: one partition that became two, or two that became one. No bounds are needed,
//! and the views do not have them.
//!
//! ```text
//! before   a | b       | c | d
//! after    a | e   | f | c | d        regions: a-a, b-ef, c-c, d-d
//! ```

use std::collections::HashMap;
use std::ops::Range;

use serde::Serialize;
use ydb_keys_bulk::__internal::Partitioned;

use crate::stats::{PartitionCounters, SampledPartition};

/// Origin of a tablet of the second sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Origin {
    #[serde(rename = "same")]
    WentOn,
    Restarted,
    New,
}

/// Partition of the second sample with its changes since the first one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PartitionChange {
    pub(crate) tablet: u64,
    pub(crate) node: Option<u32>,
    pub(crate) origin: Origin,
    /// Seconds in which `counted` was counted; never zero.
    pub(crate) seconds: f64,
    pub(crate) counted: PartitionCounters,
    pub(crate) cores: f64,
    /// Cores at the first sample, if the tablet has gone on.
    pub(crate) cores_before: Option<f64>,
    /// Seconds since the tablet started.
    pub(crate) age_seconds: Option<f64>,
    pub(crate) rows: u64,
    pub(crate) bytes: u64,
    /// Number of the partition's region.
    pub(crate) region: usize,
}

/// Range of keys that begins and ends at the same keys in both samples.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Region {
    /// Positions in the first sample.
    pub(crate) before: Range<usize>,
    /// Positions in the second sample.
    pub(crate) after: Range<usize>,
    /// Number of rows added since the first sample; negative if rows were removed.
    pub(crate) rows_grown: i64,
}

/// Changes of a table between two samples.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Changes {
    /// Seconds between the samples.
    pub(crate) seconds: f64,
    /// Partitions of the second sample, in the order of the key.
    pub(crate) partitions: Vec<PartitionChange>,
    pub(crate) regions: Vec<Region>,
    /// Number of partitions that splits added; `merges` is the number that merges removed.
    pub(crate) splits: usize,
    pub(crate) merges: usize,
    pub(crate) restarts: usize,
}

/// Shortest time in seconds over which a rate is computed: a tablet may be only microseconds old.
const SHORTEST: f64 = 0.01;

/// Compares the partitions of a table at two times of the server, in microseconds.
pub(crate) fn compare(before: (u64, &[SampledPartition]), after: (u64, &[SampledPartition])) -> Changes {
    let ((from_us, before), (to_us, after)) = (before, after);
    let since = |time_us: u64| to_us.saturating_sub(time_us) as f64 / 1e6;
    let window = since(from_us).max(SHORTEST);
    let positions: HashMap<u64, usize> =
        before.iter().enumerate().map(|(position, partition)| (partition.tablet, position)).collect();
    let regions = regions(before, after, &positions);
    let mut changes = Changes { seconds: window, ..Changes::default() };
    for (number, region) in regions.iter().enumerate() {
        let (old, new) = (region.before.len(), region.after.len());
        // Partitions of a new table do not count as splits.
        changes.splits += if old > 0 { new.saturating_sub(old) } else { 0 };
        changes.merges += old.saturating_sub(new);
        for partition in after.get(region.after.clone()).unwrap_or_default() {
            let known = positions.get(&partition.tablet).and_then(|&position| before.get(position));
            let restarted = |known: &&SampledPartition| match (known.started_us, partition.started_us) {
                (Some(then), Some(now)) => then != now,
                _ => false,
            };
            let went_on = known.filter(|known| !restarted(known));
            let difference = went_on.and_then(|known| partition.counters.since(&known.counters));
            let origin = match (known, difference) {
                (None, _) => Origin::New,
                (Some(_), None) => Origin::Restarted,
                (Some(_), Some(_)) => Origin::WentOn,
            };
            changes.restarts += usize::from(origin == Origin::Restarted);
            let age_seconds = partition.started_us.map(since);
            let lived = age_seconds.map_or(window, |age| age.clamp(SHORTEST, window));
            changes.partitions.push(PartitionChange {
                tablet: partition.tablet,
                node: partition.node,
                origin,
                seconds: if origin == Origin::WentOn { window } else { lived },
                counted: difference.unwrap_or(partition.counters),
                cores: partition.cores,
                cores_before: known.filter(|_| origin == Origin::WentOn).map(|known| known.cores),
                age_seconds,
                rows: partition.rows,
                bytes: partition.bytes,
                region: number,
            });
        }
    }
    changes.regions = regions;
    changes
}

/// Finds the regions, in the order of the key.
fn regions(before: &[SampledPartition], after: &[SampledPartition], positions: &HashMap<u64, usize>) -> Vec<Region> {
    let rows = |partitions: Option<&[SampledPartition]>| -> i64 {
        let rows = partitions.unwrap_or_default().iter().map(|partition| partition.rows);
        i64::try_from(rows.sum::<u64>()).unwrap_or(i64::MAX)
    };
    let region = |old: Range<usize>, new: Range<usize>| Region {
        rows_grown: rows(after.get(new.clone())) - rows(before.get(old.clone())),
        before: old,
        after: new,
    };
    let (mut regions, mut old, mut new) = (Vec::new(), 0, 0);
    let anchors = after.iter().enumerate().filter_map(|(at, partition)| Some((*positions.get(&partition.tablet)?, at)));
    // The end of both lists is an anchor, too, without a partition.
    for (there, here) in anchors.chain([(before.len(), after.len())]) {
        // Anchors cannot cross in two lists of the same keys. If they do, the partitions between them count as changed.
        if there < old {
            continue;
        }
        if there > old || here > new {
            regions.push(region(old..there, new..here));
        }
        if here < after.len() {
            regions.push(region(there..there + 1, here..here + 1));
        }
        (old, new) = (there + 1, here + 1);
    }
    regions
}

/// Measure for comparing partitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Measure {
    Writes,
    Reads,
    Cpu,
    Rows,
    Size,
}

impl Measure {
    pub(crate) const ALL: [Self; 5] = [Self::Writes, Self::Reads, Self::Cpu, Self::Rows, Self::Size];

    /// Returns the value of the measure for a partition: a rate per second for writes and reads, the current value
    /// otherwise.
    pub(crate) fn of(self, change: &PartitionChange) -> f64 {
        match self {
            Self::Writes => change.counted.writes as f64 / change.seconds,
            Self::Reads => change.counted.reads as f64 / change.seconds,
            Self::Cpu => change.cores,
            Self::Rows => change.rows as f64,
            Self::Size => change.bytes as f64,
        }
    }

    /// Returns the noun, to follow "the": `writes`.
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Self::Writes => "writes",
            Self::Reads => "reads",
            Self::Cpu => "CPU",
            Self::Rows => "rows",
            Self::Size => "size",
        }
    }
}

/// Formats a share as `97 %`. A share near 0 or 1 is `<1 %` or `>99 %`.
pub(crate) fn percent(share: f64) -> String {
    match share * 100.0 {
        percent if percent > 0.0 && percent < 1.0 => "<1 %".to_owned(),
        percent if percent > 99.0 && percent < 100.0 => ">99 %".to_owned(),
        percent => format!("{percent:.0} %"),
    }
}

/// Returns the first key of a partition and that of the next one as text; `None` for an end without a bound, and for
/// unknown bounds.
pub(super) fn ends(
    table: Option<&Partitioned>,
    partitions: usize,
    position: usize,
) -> (Option<String>, Option<String>) {
    let bounds = table.map(|table| &*table.bounds).filter(|bounds| bounds.len() + 1 == partitions);
    let bound = |position: Option<usize>| {
        let bound = bounds?.get(position?)?;
        Some(bound.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
    };
    (bound(position.checked_sub(1)), bound(Some(position)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000_000;

    /// Returns a tablet that started in the second `started`, with this many writes and rows.
    fn tablet(tablet: u64, started: u64, writes: u64, rows: u64) -> SampledPartition {
        let counters = PartitionCounters { writes, transactions: writes, ..PartitionCounters::default() };
        SampledPartition { tablet, started_us: Some(started * SECOND), rows, counters, ..SampledPartition::default() }
    }

    /// Returns tablet, origin, writes and seconds of each partition.
    fn seen(changes: &Changes) -> Vec<(u64, Origin, u64, f64)> {
        let one = |change: &PartitionChange| (change.tablet, change.origin, change.counted.writes, change.seconds);
        changes.partitions.iter().map(one).collect()
    }

    fn ranges(changes: &Changes) -> Vec<(Range<usize>, Range<usize>, i64)> {
        let one = |region: &Region| (region.before.clone(), region.after.clone(), region.rows_grown);
        changes.regions.iter().map(one).collect()
    }

    #[test]
    fn what_goes_on_counts_the_difference() {
        let before = [tablet(1, 5, 100, 10), tablet(2, 5, 40, 3)];
        let after = [tablet(1, 5, 130, 10), tablet(2, 5, 40, 3)];
        let changes = compare((100 * SECOND, &before), (110 * SECOND, &after));
        assert_eq!(seen(&changes), [(1, Origin::WentOn, 30, 10.0), (2, Origin::WentOn, 0, 10.0)]);
        assert_eq!(ranges(&changes), [(0..1, 0..1, 0), (1..2, 1..2, 0)]);
        assert_eq!((changes.splits, changes.merges, changes.restarts), (0, 0, 0));
    }

    #[test]
    fn halves_of_a_split_count_from_zero() {
        let before = [tablet(1, 5, 100, 10), tablet(2, 5, 900, 90), tablet(3, 5, 40, 4)];
        // Tablet 2 was split four seconds before the second sample.
        let after = [tablet(1, 5, 110, 11), tablet(4, 106, 8, 45), tablet(5, 106, 20, 60), tablet(3, 5, 41, 4)];
        let changes = compare((100 * SECOND, &before), (110 * SECOND, &after));
        let expected = [
            (1, Origin::WentOn, 10, 10.0),
            (4, Origin::New, 8, 4.0),
            (5, Origin::New, 20, 4.0),
            (3, Origin::WentOn, 1, 10.0),
        ];
        assert_eq!(seen(&changes), expected);
        assert_eq!(ranges(&changes), [(0..1, 0..1, 1), (1..2, 1..3, 15), (2..3, 3..4, 0)]);
        assert_eq!((changes.splits, changes.merges, changes.restarts), (1, 0, 0));
    }

    #[test]
    fn merged_partitions_are_one_region() {
        let before = [tablet(1, 5, 100, 10), tablet(2, 5, 900, 90), tablet(3, 5, 40, 4)];
        let after = [tablet(6, 101, 7, 100), tablet(3, 5, 41, 4)];
        let changes = compare((100 * SECOND, &before), (110 * SECOND, &after));
        assert_eq!(seen(&changes), [(6, Origin::New, 7, 9.0), (3, Origin::WentOn, 1, 10.0)]);
        assert_eq!(ranges(&changes), [(0..2, 0..1, 0), (2..3, 1..2, 0)]);
        assert_eq!((changes.splits, changes.merges, changes.restarts), (0, 1, 0));
    }

    #[test]
    fn a_restart_is_not_negative() {
        let before = [tablet(1, 5, 100, 10), tablet(2, 5, 900, 90)];
        // The restart of the first tablet shows in its start. That of the second shows in its counters, because this
        // release does not report starts.
        let unknown = |partition: SampledPartition| SampledPartition { started_us: None, ..partition };
        let after = [tablet(1, 108, 250, 10), unknown(tablet(2, 0, 30, 90))];
        let changes = compare((100 * SECOND, &before), (110 * SECOND, &after));
        assert_eq!(seen(&changes), [(1, Origin::Restarted, 250, 2.0), (2, Origin::Restarted, 30, 10.0)]);
        assert_eq!(changes.restarts, 2);
        assert_eq!(changes.partitions[0].cores_before, None);
    }

    #[test]
    fn new_tables_and_lost_ones() {
        let after = [tablet(1, 109, 5, 5), tablet(2, 109, 6, 6)];
        let changes = compare((100 * SECOND, &[]), (110 * SECOND, &after));
        assert_eq!(seen(&changes), [(1, Origin::New, 5, 1.0), (2, Origin::New, 6, 1.0)]);
        assert_eq!((changes.splits, ranges(&changes)), (0, vec![(0..0, 0..2, 11)]));
        let gone = compare((100 * SECOND, &after), (110 * SECOND, &[]));
        assert!(gone.partitions.is_empty());
        // Both samples are of the same moment.
        let again = compare((110 * SECOND, &after), (110 * SECOND, &after));
        assert!(again.partitions.iter().all(|change| change.seconds > 0.0 && change.counted.writes == 0));
    }

    #[test]
    fn a_tail_that_splits_again_and_again() {
        let before = [tablet(1, 5, 100, 10), tablet(2, 5, 900, 90)];
        let after = [tablet(1, 5, 100, 10), tablet(5, 103, 0, 50), tablet(7, 106, 0, 60), tablet(8, 109, 70, 70)];
        let changes = compare((100 * SECOND, &before), (110 * SECOND, &after));
        assert_eq!(ranges(&changes), [(0..1, 0..1, 0), (1..2, 1..4, 90)]);
        assert_eq!((changes.splits, changes.partitions[3].seconds), (2, 1.0));
    }
}
