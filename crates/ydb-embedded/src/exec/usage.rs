//! How much a query has read and written in each table: the statistics of its answer.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Rows and bytes of one table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableUsage {
    /// Rows read.
    pub read_rows: u64,
    /// Bytes read.
    pub read_bytes: u64,
    /// Rows written.
    pub updated_rows: u64,
    /// Bytes written.
    pub updated_bytes: u64,
    /// Rows deleted.
    pub deleted_rows: u64,
}

/// How much a query has read and written, by the tables' paths.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    /// The tables.
    pub tables: BTreeMap<Arc<str>, TableUsage>,
}

impl Usage {
    /// The numbers of one table.
    pub fn of(&mut self, path: &Arc<str>) -> &mut TableUsage {
        // The table is nearly always known already, and then its path is not cloned.
        if !self.tables.contains_key(path) {
            self.tables.insert(Arc::clone(path), TableUsage::default());
        }
        self.tables.entry(Arc::clone(path)).or_default()
    }
}
