//! Effects of a written row: its indexes change together with it, and a conflict of keys is reported in time.
//!
//! An index is stored as a table of its own. Its key consists of the indexed columns, followed by the columns of the
//! main key that are not among them. Its other columns are the covered columns. A write of a row compares the old row
//! of the index with the new row:
//!
//! - Both rows are the same: nothing is written.
//! - Their keys differ, or only one of the rows exists: the old row is deleted, and the new row is put.
//! - Only covered columns differ: the new row is put over the old one.
//!
//! In a unique index, each new key is a [`Claim`] on its values. No other row may have these values after the
//! statement, so two rows may swap their values. NULL is equal to nothing. The read that checks a claim is part of the
//! transaction and takes a lock. If two transactions write the same values at once, only one of them can commit.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::scan::{full_row, key_of};
use crate::catalog::{Index, IndexKind, Table, TableId};
use crate::error::{Error, Result};
use crate::storage::{Direction, KeyRange, Transaction, key};
use crate::types::{Row, Value};

/// Change of one row of a table with indexes: the row before and after, with all columns.
pub struct IndexedRow<'a> {
    /// Row before the change; `None` if it did not exist.
    pub old: Option<&'a Row>,
    /// Row after the change; `None` if it is deleted.
    pub new: Option<&'a Row>,
}

/// Returns the row of an index for a row of the main table.
fn index_row(table: &Table, index: &Index, row: &Row) -> Row {
    let value = |column: &crate::catalog::Column| {
        table.column(&column.name).map_or(Value::Null, |position| row[position].clone())
    };
    index.table.columns.iter().map(value).collect()
}

impl IndexedRow<'_> {
    /// Writes the change into each index. Returns the row's claims on values of unique indexes.
    pub fn write(&self, table: &Table, tx: &mut Transaction) -> Vec<Claim> {
        let mut claims = Vec::new();
        for index in &table.indexes {
            let old = self.old.map(|row| index_row(table, index, row));
            let new = self.new.map(|row| index_row(table, index, row));
            if old == new {
                continue;
            }
            let old_key = old.as_ref().map(|row| key_of(&index.table, row));
            let new_key = new.as_ref().map(|row| key_of(&index.table, row));
            if let (Some(row), Some(key)) = (&new, &new_key)
                && index.kind == IndexKind::GlobalUnique
                && old_key.as_ref() != Some(key)
            {
                claims.extend(Claim::new(index, row, key));
            }
            if let Some(key) = old_key.filter(|key| new_key.as_ref() != Some(key)) {
                tx.delete(index.table.id, key);
            }
            if let (Some(row), Some(key)) = (new, new_key) {
                tx.put(index.table.id, key, full_row(&index.table, &row));
            }
        }
        claims
    }
}

/// Claim of one row on its values in a unique index.
pub struct Claim {
    index: Arc<Table>,
    values: KeyRange,
    own: Vec<u8>,
}

impl Claim {
    /// Returns the claim for a row of an index, or `None` if one of the indexed values is NULL.
    fn new(index: &Index, row: &Row, own: &[u8]) -> Option<Self> {
        let values = index.table.key.iter().take(index.columns.len()).map(|&column| row[column].clone());
        let values: Vec<Value> = values.collect();
        if values.iter().any(Value::is_null) {
            return None;
        }
        let values = KeyRange::prefix(key::encode(&values, index.table.key_types()));
        Some(Self { index: Arc::clone(&index.table), values, own: own.to_vec() })
    }

    /// Returns `true` if another row has the claimed values.
    pub fn is_taken(&self, tx: &mut Transaction) -> bool {
        let (mut taken, mut after) = (false, None);
        loop {
            after = tx.firmly(|tx| {
                tx.scan_with(self.index.id, &self.values, Direction::Forward, 2, after.as_deref(), |key, _| {
                    taken |= key != self.own;
                    std::ops::ControlFlow::Continue(())
                })
            });
            if taken || after.is_none() {
                return taken;
            }
        }
    }

    pub fn path(&self) -> &str {
        &self.index.path
    }
}

/// Conflicts of a transaction's writes with existing keys.
///
/// YDB (`kqp_write_actor.cpp`) buffers the rows of a statement. Its data shards look for existing keys when the
/// buffer is flushed: before the commit, or before a read that must see what was written. Here the keys are checked
/// at once, in the same snapshot, and a late conflict waits in `pending` for the flush. Nothing else in the
/// transaction can succeed after it.
#[derive(Debug, Default)]
pub struct Conflicts {
    /// `true` if the next flush reports a conflict, instead of the statement.
    pub late: bool,
    /// `true` if the rows of indexes are buffered, too. Otherwise, YDB looks for existing keys in a table with indexes
    /// before it buffers anything (`kqp_opt_phy_insert_index.cpp`, `needPrecompute`).
    pub index_stream: bool,
    /// Tables that were written to since the last flush.
    pub unflushed: BTreeSet<TableId>,
    /// First conflict since the last flush.
    pub pending: Option<Error>,
}

impl Conflicts {
    /// Flushes the writes before a commit, or before a read of a table that was written to. Fails with the pending
    /// conflict.
    pub fn flush(&mut self) -> Result<()> {
        self.unflushed.clear();
        self.pending.take().map_or(Ok(()), Err)
    }

    /// Keeps a conflict for the next flush, or returns it at once. UNVERIFIED: a statement with RETURNING, which has no
    /// rows to return after a conflict, reports it at once.
    pub(super) fn met(&mut self, error: Error, has_synchronous_index: bool, returning: bool) -> Result<()> {
        let precomputed = !self.index_stream && has_synchronous_index;
        if !self.late || precomputed || returning {
            return Err(error);
        }
        self.pending.get_or_insert(error);
        Ok(())
    }
}
