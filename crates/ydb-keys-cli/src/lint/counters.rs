//! What the partitions of a table have counted, all together.

use std::collections::BTreeMap;

use serde::Serialize;

/// The counters of a table, or of the table that stores an index: the sums over its partitions.
///
/// YDB counts reads and writes from the start of each partition's tablet, so a split, a merge or a restart begins anew.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Counters {
    pub(crate) partitions: u64,
    pub(crate) rows: u64,
    pub(crate) bytes: u64,
    pub(crate) row_updates: u64,
    pub(crate) row_deletes: u64,
    pub(crate) row_reads: u64,
    pub(crate) range_read_rows: u64,
    pub(crate) cpu_cores: f64,
}

impl Counters {
    /// Rows written, deleted and read.
    pub(crate) fn load(&self) -> u64 {
        [self.row_updates, self.row_deletes, self.row_reads, self.range_read_rows]
            .into_iter()
            .fold(0, u64::saturating_add)
    }
}

/// The counters of all tables and indexes by path, relative to the database.
#[derive(Clone, Debug, Default)]
pub(crate) struct AllCounters(pub(crate) BTreeMap<String, Counters>);

impl AllCounters {
    pub(crate) fn of_table(&self, table: &str) -> Option<&Counters> {
        self.0.get(table)
    }

    /// Those of the table that stores an index.
    pub(crate) fn of_index(&self, table: &str, index: &str) -> Option<&Counters> {
        self.0.get(&format!("{table}/{index}/indexImplTable"))
    }
}
