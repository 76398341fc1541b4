//! Rules applied to a live table: faults, their severity and their cures.
//!
//! ```text
//! LiveTable ── shape ──> Table ── schema::rules ─┐
//!           └─ index, partitioning, setting ─────┴─> Finding ── allow ──> Report
//! ```
//!
//! The rules of models (`schema::rules`) run at run time. More rules check facts that only a database shows: numbers of
//! partitions, rows whose hash is wrong, settings that a model cannot have.

mod finding;
mod key;
mod report;
mod settings;
mod shape;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Serialize;
use ydb_keys::Table;
use ydb_keys_migrate::__internal::{HashSample, KeyFinding, LiveTable, Release};

#[cfg(test)]
pub(crate) use finding::LintRule;
pub(crate) use finding::{Finding, LintCure, Severity};
pub(crate) use key::hash_call;
pub(crate) use report::{AllowLine, AllowedBy, LintReport, ModelTables, Survey, Unread, parse};
pub(crate) use shape::{LiveShape, plain, shape};

/// Finds the faults of a table.
pub(crate) fn judge(seen: &SeenTable, context: LintContext<'_>) -> Vec<Finding> {
    let path = &seen.live.path;
    let partitions = context.counters.and_then(|counters| counters.of_table(path)).map(|counters| counters.partitions);
    let shape = seen.shape();
    let indexes = shape.indexes();
    let table = &shape.table(&indexes);
    let mut findings = key::key_findings(seen, table, shape.declared);
    findings.extend(key::index_findings(seen, table));
    findings.extend(settings::partitioning_findings(seen, table, partitions));
    findings.extend(settings::setting_findings(seen, table, context.release));
    for finding in &mut findings {
        finding.counters = context
            .counters
            .and_then(|counters| match &finding.index {
                Some(index) => counters.of_index(path, index),
                None => counters.of_table(path),
            })
            .cloned();
    }
    findings
}

/// Table as it was read from the database.
#[derive(Debug)]
pub(crate) struct SeenTable {
    pub(crate) live: LiveTable,
    /// Finding about the first key column; `None` if the rows could not be read.
    pub(crate) key: Option<KeyFinding>,
    pub(crate) model: Option<&'static Table>,
    /// Numbers of sampled rows and of rows with a wrong hash; `None` if no hash is declared.
    pub(crate) sample: Option<HashSample>,
}

impl SeenTable {
    pub(crate) fn shape(&self) -> LiveShape<'_> {
        shape(&self.live, self.key.as_ref(), self.model)
    }

    /// Returns `true` if the sampled rows show which hash leads the table's key.
    pub(crate) fn shows_hash(&self) -> bool {
        matches!(&self.key, Some(KeyFinding::Sampled { rows: 1.., fits }) if fits.len() == 1)
    }
}

/// Data of the whole database for the rules.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LintContext<'a> {
    pub(crate) counters: Option<&'a AllCounters>,
    pub(crate) release: Option<Release>,
}

/// Counters of a table, or of the table that stores an index: sums over its partitions.
///
/// YDB counts reads and writes from the start of each partition's tablet, and begins again at zero after a split, a
/// merge or a restart.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct TableCounters {
    pub(crate) partitions: u64,
    pub(crate) rows: u64,
    pub(crate) bytes: u64,
    pub(crate) row_updates: u64,
    pub(crate) row_deletes: u64,
    pub(crate) row_reads: u64,
    pub(crate) range_read_rows: u64,
    pub(crate) cpu_cores: f64,
}

impl TableCounters {
    /// Returns the number of rows that were written, deleted and read.
    pub(crate) fn load(&self) -> u64 {
        [self.row_updates, self.row_deletes, self.row_reads, self.range_read_rows]
            .into_iter()
            .fold(0, u64::saturating_add)
    }
}

/// Counters of all tables and indexes by path, relative to the database.
#[derive(Clone, Debug, Default)]
pub(crate) struct AllCounters(pub(crate) BTreeMap<String, TableCounters>);

impl AllCounters {
    pub(crate) fn of_table(&self, table: &str) -> Option<&TableCounters> {
        self.0.get(table)
    }

    /// Returns the counters of the table that stores an index.
    pub(crate) fn of_index(&self, table: &str, index: &str) -> Option<&TableCounters> {
        self.0.get(&format!("{table}/{index}/indexImplTable"))
    }
}
