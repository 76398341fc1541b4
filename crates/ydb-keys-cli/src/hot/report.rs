//! Report on every table, the worst first, with its busiest partitions.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use ydb_keys_bulk::__internal::Partitioned;

use super::cause::{Cause, Verdict, judge};
use super::change::{Changes, Measure, Origin, compare, ends, percent};
use super::cure::{CureSubject, HotCure, cures};
use super::locks::{Locks, locks};
use super::spread::spread;
use crate::stats::{BrokenLocks, PartitionOwner, PartitionSample, owner};

/// Number of partitions of a table that a report names.
const NAMED: usize = 10;

/// Report on all tables between two samples.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct HotReport {
    /// Seconds between the samples, by the server's clock.
    pub(crate) seconds: f64,
    /// Measure that sorts the partitions of a table if the table is not hot.
    pub(crate) by: Measure,
    /// Number of partitions of all tables.
    pub(crate) partitions: usize,
    /// Tables, the worst first.
    pub(crate) tables: Vec<TableReport>,
}

/// A number for each measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Numbers {
    pub(crate) writes: f64,
    pub(crate) reads: f64,
    pub(crate) cpu: f64,
    pub(crate) rows: f64,
    pub(crate) size: f64,
}

impl Numbers {
    fn of(number: impl Fn(Measure) -> f64) -> Self {
        // More than four decimals are not meaningful.
        let number = |measure| (number(measure) * 1e4).round() / 1e4;
        Self {
            writes: number(Measure::Writes),
            reads: number(Measure::Reads),
            cpu: number(Measure::Cpu),
            rows: number(Measure::Rows),
            size: number(Measure::Size),
        }
    }

    pub(crate) fn get(&self, measure: Measure) -> f64 {
        match measure {
            Measure::Writes => self.writes,
            Measure::Reads => self.reads,
            Measure::Cpu => self.cpu,
            Measure::Rows => self.rows,
            Measure::Size => self.size,
        }
    }
}

/// A table, or the table of an index.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct TableReport {
    /// Path in the samples. For an index, it is the path of the table that stores the index.
    pub(crate) path: String,
    pub(crate) table: String,
    /// Name of the index, if the table stores an index.
    pub(crate) index: Option<String>,
    pub(crate) cause: Cause,
    /// Measure that was judged: `writes` or `reads`.
    pub(crate) measure: Measure,
    /// `true` if the busiest partition rejects transactions or has the load at which YDB splits it.
    pub(crate) over_limit: bool,
    /// Explanation in one sentence.
    pub(crate) why: String,
    pub(crate) cures: Vec<HotCure>,
    pub(crate) partitions: usize,
    /// Rates per second of writes and reads; current cores, rows and bytes.
    pub(crate) total: Numbers,
    /// Value of the busiest partition divided by the mean.
    pub(crate) max_over_mean: Numbers,
    /// Number of transactions between the samples that were rejected because a partition had too many.
    pub(crate) rejected: u64,
    /// Number of current partitions that had 0.7 cores or more in the last ten minutes, as far as that is known.
    pub(crate) overloaded_lately: usize,
    pub(crate) splits: usize,
    pub(crate) merges: usize,
    pub(crate) restarts: usize,
    /// Busiest partitions, at most ten, the busiest first.
    pub(crate) hottest: Vec<Hottest>,
    /// Broken locks, if there are some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) locks: Option<Locks>,
}

impl TableReport {
    /// Returns `true` if the table needs a cure.
    pub(crate) fn is_finding(&self) -> bool {
        self.cause.is_hot() || self.locks.as_ref().is_some_and(|locks| locks.much)
    }
}

/// Busy partition of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Hottest {
    /// Number of the partition in the order of the key, from 1.
    pub(crate) partition: usize,
    pub(crate) tablet: u64,
    pub(crate) node: Option<u32>,
    /// First key of the partition as text; `to` is the first key of the next one. `None` if there is no bound or it is
    /// unknown.
    pub(crate) from: Option<String>,
    pub(crate) to: Option<String>,
    /// Origin of the tablet: `new` after a split or merge, or `restarted`.
    pub(crate) tablet_is: Origin,
    pub(crate) load: Numbers,
    /// Share of the table, from 0 to 1, for each measure.
    pub(crate) share: Numbers,
    /// Greatest number of cores in the last ten minutes, if that is known and more than 0.7.
    pub(crate) peak_cores: Option<f64>,
}

/// Data beside the samples that a report is based on.
#[derive(Default)]
pub(crate) struct HotBasis {
    /// Descriptions of tables and of index tables, by path.
    pub(crate) tables: BTreeMap<String, Partitioned>,
    /// Peak of cores in the last minutes, by tablet.
    pub(crate) peaks: BTreeMap<u64, f64>,
    pub(crate) locks: BrokenLocks,
    /// Seconds that YDB may take for a split.
    pub(crate) patience: f64,
    pub(crate) by: Option<Measure>,
}

/// Finds the paths of tables with enough load for their settings to matter. For the table of an index, the indexed
/// table is included.
pub(crate) fn busy(before: &PartitionSample, after: &PartitionSample, patience: f64) -> BTreeSet<String> {
    let mut paths = BTreeSet::new();
    for (path, partitions) in &after.tables {
        let earlier = before.tables.get(path).map(Vec::as_slice).unwrap_or_default();
        let changes = compare((before.at_us, earlier), (after.at_us, partitions));
        let is_broken = changes.partitions.iter().any(|change| change.counted.locks_broken > 0);
        if is_broken || judge(&changes, None, patience).cause != Cause::Quiet {
            let owner = owner(path);
            paths.extend(owner.index.map(|_| owner.table));
            paths.insert(path.clone());
        }
    }
    paths
}

/// Compares two samples and reports on each table.
pub(crate) fn report(before: &PartitionSample, after: &PartitionSample, known: &HotBasis) -> HotReport {
    let table = |(path, partitions): (&String, &Vec<_>)| {
        let earlier = before.tables.get(path).map(Vec::as_slice).unwrap_or_default();
        let changes = compare((before.at_us, earlier), (after.at_us, partitions));
        table_report(path, &changes, known)
    };
    let mut report = HotReport {
        seconds: after.at_us.saturating_sub(before.at_us) as f64 / 1e6,
        by: known.by.unwrap_or(Measure::Writes),
        partitions: after.tables.values().map(Vec::len).sum(),
        tables: after.tables.iter().map(table).collect(),
    };
    report.sort();
    report
}

impl HotReport {
    /// Sorts the tables, the worst first.
    pub(crate) fn sort(&mut self) {
        let rank = |table: &TableReport| (!table.cause.is_hot(), !table.is_finding(), !table.over_limit);
        let busy = |table: &TableReport| table.total.writes + table.total.reads;
        self.tables.sort_by(|a, b| rank(a).cmp(&rank(b)).then(busy(b).total_cmp(&busy(a))));
    }
}

fn table_report(path: &str, changes: &Changes, known: &HotBasis) -> TableReport {
    let owner = owner(path);
    let table = known.tables.get(path);
    let verdict = judge(changes, table, known.patience);
    let main = owner.index.as_ref().and_then(|_| known.tables.get(&owner.table));
    let subject = CureSubject { owner: &owner, table, main };
    let spreads = Measure::ALL.map(|measure| (measure, spread(changes, measure)));
    let of =
        |measure: Measure| spreads.iter().find(|(other, _)| *other == measure).map_or_else(Default::default, |of| of.1);
    TableReport {
        cause: verdict.cause,
        measure: verdict.measure,
        over_limit: verdict.is_over_limit,
        why: why(&owner, changes, table, &verdict),
        cures: cures(&subject, changes, &verdict),
        partitions: changes.partitions.len(),
        total: Numbers::of(|measure| of(measure).total),
        max_over_mean: Numbers::of(|measure| of(measure).ratio),
        rejected: changes.partitions.iter().map(|change| change.counted.rejected).sum(),
        overloaded_lately: changes.partitions.iter().filter(|of| known.peaks.contains_key(&of.tablet)).count(),
        splits: changes.splits,
        merges: changes.merges,
        restarts: changes.restarts,
        hottest: hottest(
            changes,
            table,
            known,
            if verdict.cause.is_hot() { verdict.measure } else { known.by.unwrap_or(verdict.measure) },
        ),
        locks: locks(&owner.table, changes, table, &known.locks),
        path: path.to_owned(),
        table: owner.table,
        index: owner.index,
    }
}

fn hottest(changes: &Changes, table: Option<&Partitioned>, known: &HotBasis, by: Measure) -> Vec<Hottest> {
    let totals = Numbers::of(|measure| spread(changes, measure).total);
    let mut order: Vec<usize> = (0..changes.partitions.len()).collect();
    let load = |position: &usize| changes.partitions.get(*position).map_or(0.0, |change| by.of(change));
    order.sort_by(|a, b| load(b).total_cmp(&load(a)).then(a.cmp(b)));
    order.truncate(NAMED);
    let one = |position: usize| {
        let change = changes.partitions.get(position)?;
        let share = |measure: Measure| match totals.get(measure) {
            total if total > 0.0 => measure.of(change) / total,
            _ => 0.0,
        };
        let (from, to) = ends(table, changes.partitions.len(), position);
        Some(Hottest {
            partition: position + 1,
            tablet: change.tablet,
            node: change.node,
            from,
            to,
            tablet_is: change.origin,
            load: Numbers::of(|measure| measure.of(change)),
            share: Numbers::of(share),
            peak_cores: known.peaks.get(&change.tablet).copied(),
        })
    };
    order.into_iter().filter_map(one).collect()
}

/// Explains the load of a table in one sentence.
fn why(owner: &PartitionOwner, changes: &Changes, table: Option<&Partitioned>, verdict: &Verdict) -> String {
    let Verdict { cause, measure, spread, is_over_limit } = verdict;
    let (n, noun) = (changes.partitions.len(), measure.noun());
    let partition = format!("partition {} of {n}", spread.hottest + 1);
    let takes =
        format!("{partition} takes {} of the {noun}, {:.1} times the mean", percent(spread.share), spread.ratio);
    let hottest = changes.partitions.get(spread.hottest);
    let cores = hottest.map_or(0.0, |change| change.cores);
    let mean_cores = changes.partitions.iter().map(|change| change.cores).sum::<f64>() / n.max(1) as f64;
    let all = match n {
        1 => format!("its only partition takes {mean_cores:.2} cores"),
        _ => format!("its {n} partitions take {mean_cores:.2} cores each"),
    };
    let even = spread.ratio < 1.5 || n == 1;
    let key = table.and_then(|table| table.key.first()).map_or("the key", |(name, _)| name.as_str());
    let of = if owner.index.is_some() { "index" } else { "table" };
    match cause {
        Cause::Quiet => "hardly any load".to_owned(),
        Cause::Even if n < 2 => "one partition, below the load at which YDB splits".to_owned(),
        Cause::Even => format!(
            "the {noun} are spread evenly: the busiest of {n} partitions has {:.1} times the mean",
            spread.ratio
        ),
        Cause::GrowingEdge if n > 1 && spread.hottest + 1 == n => {
            format!("{takes}. It is the last one, and most of the writes make new rows: `{key}` grows")
        }
        Cause::GrowingEdge => format!("{takes}. Most of the writes make new rows there: `{key}` grows"),
        Cause::OneKey if hottest.is_some_and(|change| change.rows == 1) => format!("{takes}, and it has one row"),
        Cause::OneKey => format!(
            "{takes}. It was over the limit at both samples, with {cores:.2} cores now, and YDB, which may split it by \
             load, has not done so since its tablet started {} s ago: its load is on one key",
            hottest.and_then(|change| change.age_seconds).unwrap_or_default().round()
        ),
        Cause::SkewedKeys if *is_over_limit => format!("{takes}, and is over the limit with {cores:.2} cores"),
        Cause::SkewedKeys => format!("{takes}, and is below the limit with {cores:.2} cores"),
        Cause::ByLoadOff if even => {
            format!("{all}, and YDB may not split them: AUTO_PARTITIONING_BY_LOAD of the {of} is off")
        }
        Cause::ByLoadOff => format!(
            "{takes}. It takes {cores:.2} cores, and YDB may not split it: AUTO_PARTITIONING_BY_LOAD of the {of} is off"
        ),
        Cause::MaxReached if even => format!("{all}, and the {of} has as many partitions as it may have"),
        Cause::MaxReached => {
            format!("{takes}. It takes {cores:.2} cores, and the {of} has as many partitions as it may have")
        }
        Cause::TooFewPartitions => format!("{all}, which is more than YDB lets a partition have"),
    }
}
