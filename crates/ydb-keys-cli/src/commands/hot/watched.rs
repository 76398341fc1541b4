//! What a watch has seen.

use std::collections::BTreeMap;

use ydb_keys_bulk::__internal::Partitioned;

use super::numbers::counted;
use crate::hot::{Cause, Heat, Known, Limits, Measure, Report, TableReport, report};
use crate::stats::Sample;

/// What was hot, when.
#[derive(Clone, Debug)]
pub(super) struct Spell {
    pub(super) from_us: u64,
    pub(super) to_us: u64,
    pub(super) cause: Cause,
}

/// What a watch has seen.
#[derive(Default)]
pub(in crate::commands) struct Watched {
    pub(super) heat: Heat,
    /// What was hot in each table, by the path of the samples.
    pub(super) spells: BTreeMap<String, Vec<Spell>>,
    /// All of the watch as one, with what was last hot in each table.
    pub(super) report: Option<Report>,
    hot: BTreeMap<String, TableReport>,
    /// The descriptions of busy tables, with the tablets that they had then.
    tables: BTreeMap<String, (Vec<u64>, Partitioned)>,
}

impl Watched {
    /// Whether a table was described with the tablets that it has now.
    pub(super) fn is_known(&self, path: &str, now: &Sample) -> bool {
        self.tables.get(path).is_some_and(|(known, _)| *known == tablets(path, now))
    }

    /// Keeps the descriptions of tables.
    pub(super) fn describe(&mut self, tables: BTreeMap<String, Partitioned>, now: &Sample) {
        for (path, table) in tables {
            let tablets = tablets(&path, now);
            self.tables.insert(path, (tablets, table));
        }
    }

    pub(super) fn known(&self) -> BTreeMap<String, Partitioned> {
        self.tables.iter().map(|(path, (_, table))| (path.clone(), table.clone())).collect()
    }

    /// Adds what happened between two samples; `first` is the first of all.
    pub(super) fn add(&mut self, first: &Sample, before: &Sample, after: &Sample, limits: Limits, by: Option<Measure>) {
        let known = Known { tables: self.known(), limits, by, ..Known::default() };
        self.heat.add(before, after, &known.tables);
        for table in report(before, after, &known).tables {
            if !table.cause.is_hot() {
                continue;
            }
            let spells = self.spells.entry(table.path.clone()).or_default();
            match spells.last_mut() {
                Some(last) if last.cause == table.cause && last.to_us == before.at_us => last.to_us = after.at_us,
                _ => spells.push(Spell { from_us: before.at_us, to_us: after.at_us, cause: table.cause }),
            }
            self.hot.insert(table.path.clone(), table);
        }
        self.judge(report(first, after, &known));
    }

    /// Keeps the report of the whole time. A table that was hot for a part of it is shown as it was then: over the whole
    /// time that may be little.
    pub(super) fn judge(&mut self, mut report: Report) -> &Report {
        for table in &mut report.tables {
            if let Some(hot) = self.hot.get(&table.path) {
                // Its locks are known of the whole time.
                *table = TableReport { locks: table.locks.take(), ..hot.clone() };
            }
        }
        report.sort();
        self.report.insert(report)
    }

    /// What was hot, in a line for each table.
    pub(super) fn seen(&self) -> Vec<String> {
        let line = |(path, spells): (&String, &Vec<Spell>)| {
            let last = spells.last()?;
            let seconds: u64 = spells.iter().map(|spell| spell.to_us.saturating_sub(spell.from_us) / 1_000_000).sum();
            Some(format!("{path}: {}, hot for {} in all", last.cause.name(), counted(seconds as usize, "second")))
        };
        self.spells.iter().filter_map(line).collect()
    }
}

fn tablets(path: &str, sample: &Sample) -> Vec<u64> {
    sample.tables.get(path).into_iter().flatten().map(|partition| partition.tablet).collect()
}
