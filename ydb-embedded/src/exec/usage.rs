//! What a query read and wrote, table by table: the statistics of its answer.

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

/// What a query read and wrote, by the tables' paths.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    /// The tables.
    pub tables: BTreeMap<Arc<str>, TableUsage>,
}

impl Usage {
    /// The numbers of one table.
    pub fn of(&mut self, path: &Arc<str>) -> &mut TableUsage {
        // Nearly always the table is known already.
        if !self.tables.contains_key(path) {
            self.tables.insert(Arc::clone(path), TableUsage::default());
        }
        self.tables.entry(Arc::clone(path)).or_default()
    }
}
