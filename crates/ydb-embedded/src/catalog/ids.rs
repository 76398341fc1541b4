//! The ids under which the storage keeps rows and records.

/// The id of what is stored for a table, an index or a changefeed; never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(pub u64);

/// Hands out the ids of tables, none twice.
#[derive(Clone, Debug)]
pub struct TableIds {
    next: u64,
}

impl Default for TableIds {
    /// Begins at 2; the database itself is 1.
    fn default() -> Self {
        Self { next: 2 }
    }
}

impl TableIds {
    /// The next free id.
    pub fn allocate(&mut self) -> TableId {
        let id = TableId(self.next);
        self.next += 1;
        id
    }
}
