//! Cause of a hot table.
//!
//! The first matching cause is chosen. *Over the limit* means half a core, at which YDB splits a partition by load
//! (`FastSplitCpuPercentageThreshold`), or a rejected transaction.
//!
//! If writes or reads are uneven (see `spread.rs`; if both are, those with the busiest partition are judged, or the
//! writes if the reads only follow the growing edge of the writes):
//!
//! 1. *Growing edge*: writes go to the last partition that has rows, or to any partition of a table whose key begins
//!    with a time; and at least half of the writes make new rows. All new rows are at the end: a split leaves one half
//!    without load.
//! 2. *`by_load` off*: the busiest partition is over the limit, and YDB may not split it.
//! 3. *MAX reached*: the busiest partition is over the limit, and the table has as many partitions as it may have.
//! 4. *One key*: `by_load` is on, and yet one partition takes more than half, was over the limit at both samples, and
//!    has not been split since its tablet started, which is longer ago than YDB takes for a split; or it has one row
//!    only. YDB splits at the key with half of the load on each side; it cannot split within a key.
//! 5. *Skewed keys*: everything else. Some keys get more than others, and splits may still even that out.
//!
//! If writes and reads are even, and the partitions are over the limit on average, the table needs more partitions:
//! *`by_load` off*, *MAX reached*, or *too few partitions*. A single partition may also be *one key*, as in 4, because
//! its load may be even or not.
//!
//! Otherwise the load is *even*, or there is hardly any: fewer than ten operations per second in the busiest partition
//! do not show anything about the key.

use serde::Serialize;
use ydb_keys::YdbType;
use ydb_keys_bulk::__internal::Partitioned;

use super::change::{Changes, Measure, PartitionChange};
use super::spread::{Spread, is_much, is_uneven, spread};

/// Cause of a hot table, or a state in which the table is not hot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Cause {
    Even,
    Quiet,
    GrowingEdge,
    OneKey,
    SkewedKeys,
    ByLoadOff,
    MaxReached,
    TooFewPartitions,
}

impl Cause {
    /// Returns `true` if the cause needs a cure.
    pub(crate) const fn is_hot(self) -> bool {
        !matches!(self, Cause::Even | Cause::Quiet)
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Cause::Even => "even",
            Cause::Quiet => "quiet",
            Cause::GrowingEdge => "growing edge",
            Cause::OneKey => "one hot key",
            Cause::SkewedKeys => "skewed keys",
            Cause::ByLoadOff => "by_load is off",
            Cause::MaxReached => "MAX is reached",
            Cause::TooFewPartitions => "too few partitions",
        }
    }
}

/// Cores at which YDB splits a partition.
const CORES: f64 = 0.5;

/// Operations per second of the busiest partition below which a table is quiet.
const QUIET: f64 = 10.0;

/// Least share of a table's load on one partition at which a single key may be the cause.
const ONE: f64 = 0.5;

/// Least share of the writes that make new rows at which a table counts as growing.
const GROWS: f64 = 0.5;

/// State of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Verdict {
    pub(crate) cause: Cause,
    /// Measure that was judged.
    pub(crate) measure: Measure,
    pub(crate) spread: Spread,
    pub(crate) is_over_limit: bool,
}

/// Judges the load of a table. `table` is `None` if its key and settings are unknown. `patience` is the time in seconds
/// that YDB may take for a split: some tens of seconds.
pub(crate) fn judge(changes: &Changes, table: Option<&Partitioned>, patience: f64) -> Verdict {
    let of = |measure| (measure, spread(changes, measure));
    let [writes, reads] = [of(Measure::Writes), of(Measure::Reads)];
    let of = |(measure, spread)| Judged { changes, table, patience, measure, spread };
    let is_one = |of: &(Measure, Spread)| is_uneven(changes, of.0, &of.1);
    // If both are equally busy, the writes are taken.
    let busier = |a: (Measure, Spread), b: (Measure, Spread)| if b.1.most > a.1.most { b } else { a };
    // A few statements with many rows may be uneven by chance. Reads are counted one by one; uneven reads of the same
    // partition are not chance.
    let is_seen =
        is_one(&writes) || is_much(changes, &writes.1) && reads.1.hottest == writes.1.hottest && is_one(&reads);
    let edge = Some(writes).filter(|_| is_seen && of(writes).leads(&reads.1));
    let uneven = edge.or_else(|| [writes, reads].into_iter().filter(is_one).reduce(busier));
    let (measure, spread) = uneven.unwrap_or_else(|| busier(writes, reads));
    let judged = of((measure, spread));
    let cause = match judged.hottest() {
        None => Cause::Quiet,
        Some(_) if spread.most < QUIET => Cause::Quiet,
        Some(hottest) if uneven.is_some() => judged.uneven(hottest),
        Some(hottest) => judged.even(hottest),
    };
    let is_over_limit = judged.hottest().is_some_and(|hottest| judged.is_over(hottest));
    Verdict { cause, measure, spread, is_over_limit }
}

struct Judged<'a> {
    changes: &'a Changes,
    table: Option<&'a Partitioned>,
    patience: f64,
    measure: Measure,
    spread: Spread,
}

impl Judged<'_> {
    fn hottest(&self) -> Option<&PartitionChange> {
        self.changes.partitions.get(self.spread.hottest)
    }

    fn uneven(&self, hottest: &PartitionChange) -> Cause {
        if self.is_edge(hottest) {
            return Cause::GrowingEdge;
        }
        let is_over = self.is_over(hottest);
        if is_over && let Some(cause) = self.bounded() {
            return cause;
        }
        if self.spread.share >= ONE && self.is_unsplittable(hottest) { Cause::OneKey } else { Cause::SkewedKeys }
    }

    fn even(&self, hottest: &PartitionChange) -> Cause {
        let partitions = &self.changes.partitions;
        let rejected = partitions.iter().any(|change| change.counted.rejected > 0);
        let cores: f64 = partitions.iter().map(|change| change.cores).sum();
        if !rejected && cores / (partitions.len() as f64) < CORES {
            return Cause::Even;
        }
        if let Some(cause) = self.bounded() {
            return cause;
        }
        if partitions.len() == 1 && !self.grows(hottest) && self.is_unsplittable(hottest) {
            Cause::OneKey
        } else {
            Cause::TooFewPartitions
        }
    }

    fn is_over(&self, change: &PartitionChange) -> bool {
        change.cores >= CORES || change.counted.rejected > 0
    }

    /// Finds the setting that keeps YDB from splitting partitions.
    fn bounded(&self) -> Option<Cause> {
        let table = self.table.filter(|table| !table.is_column_table)?;
        if table.by_load == Some(false) {
            return Some(Cause::ByLoadOff);
        }
        let partitions = self.changes.partitions.len() as u64;
        table.max.is_some_and(|max| partitions >= max).then_some(Cause::MaxReached)
    }

    /// Returns `true` if YDB should have split this partition by now, or cannot because it has a single row.
    fn is_unsplittable(&self, hottest: &PartitionChange) -> bool {
        let splits_by_load = self.table.is_some_and(|table| table.by_load == Some(true));
        let is_old = hottest.age_seconds.is_some_and(|age| age >= self.patience);
        let was_over = hottest.cores_before.is_some_and(|before| before >= CORES);
        splits_by_load && is_old && was_over && self.is_over(hottest)
            || hottest.rows == 1 && hottest.counted.writes + hottest.counted.reads > 0
    }

    /// Returns `true` if at least half of the writes to the partition's region made new rows.
    fn grows(&self, hottest: &PartitionChange) -> bool {
        let Some(region) = self.changes.regions.get(hottest.region) else { return false };
        let of_region = self.changes.partitions.get(region.after.clone()).unwrap_or_default();
        let writes: u64 = of_region.iter().map(|change| change.counted.writes).sum();
        region.rows_grown as f64 >= writes as f64 * GROWS && region.rows_grown > 0
    }

    /// Returns `true` if the writes have a growing edge that the reads follow. YDB reads each written row to keep its
    /// indexes, and new rows are read most.
    fn leads(&self, reads: &Spread) -> bool {
        let follow = self.spread.hottest == reads.hottest || self.spread.most >= reads.most;
        follow && self.spread.most >= QUIET && self.hottest().is_some_and(|hottest| self.is_edge(hottest))
    }

    /// Returns `true` if the writes are at a growing edge: a split would not separate the next writes from the last
    /// ones.
    fn is_edge(&self, hottest: &PartitionChange) -> bool {
        if self.measure != Measure::Writes || self.table.is_some_and(|table| table.is_column_table) {
            return false;
        }
        let later = self.changes.partitions.get(self.spread.hottest + 1..).unwrap_or_default();
        let is_last = later.iter().all(|change| change.rows == 0);
        let begins_with_time = self.table.is_some_and(|table| table.key.first().is_some_and(|(_, ty)| is_time(*ty)));
        self.grows(hottest) && (is_last || begins_with_time)
    }
}

/// Returns `true` if columns of this type grow with the clock.
pub(crate) fn is_time(ty: Option<YdbType>) -> bool {
    use YdbType::{Date, Date32, Datetime, Datetime64, Timestamp, Timestamp64};
    matches!(ty, Some(Date | Date32 | Datetime | Datetime64 | Timestamp | Timestamp64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hot::change::{Origin, Region};
    use crate::stats::PartitionCounters;

    /// A table that began as one partition and has an index. Its last tablet is three seconds old. 18 statements wrote
    /// 50 rows each into it, and YDB read each row before the write.
    #[test]
    fn reads_show_an_edge_that_few_statements_do_not() {
        let tablet = |position: u64| PartitionChange {
            tablet: position,
            node: None,
            origin: Origin::New,
            seconds: 3.0,
            counted: match position {
                6 => PartitionCounters {
                    writes: 900,
                    transactions: 18,
                    reads: 900,
                    read_requests: 900,
                    ..PartitionCounters::default()
                },
                _ => PartitionCounters::default(),
            },
            cores: 0.1,
            cores_before: None,
            age_seconds: Some(3.0),
            rows: 900,
            bytes: 90_000,
            region: 0,
        };
        let changes = Changes {
            seconds: 10.0,
            partitions: (0..7).map(tablet).collect(),
            regions: vec![Region { before: 0..1, after: 0..7, rows_grown: 4_800 }],
            ..Changes::default()
        };
        let table = Partitioned {
            key: vec![("at".to_owned(), Some(YdbType::Timestamp))],
            by_load: Some(true),
            ..Partitioned::default()
        };
        let verdict = judge(&changes, Some(&table), 60.0);
        assert_eq!((verdict.cause, verdict.measure), (Cause::GrowingEdge, Measure::Writes));
    }
}
