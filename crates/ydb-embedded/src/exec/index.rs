//! What follows from a written row: its indexes change together with it, and a conflict of keys is reported in time.
//!
//! An index is stored as a table of its own. Its key is the indexed columns, followed by the columns of the main key
//! that are not among them; the covered columns are its other columns. A write of a row compares the row that the
//! index had for it with the one that it should have:
//!
//! - Both are the same: nothing is written.
//! - Their keys differ, or only one of them exists: the old row is deleted, and the new one is put.
//! - Only covered columns differ: the new row is put over the old one.
//!
//! In a unique index, each new key is a [`Claim`] on its values, which no other row may have after the statement: two
//! rows may swap their values. NULL is equal to nothing. The read that checks a claim is part of the transaction and
//! takes a lock, so of two transactions that write the same values at once, only one can commit.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::scan::{full_row, key_of};
use crate::catalog::{Index, IndexKind, Table, TableId};
use crate::error::{Error, Result};
use crate::storage::{Direction, KeyRange, Transaction, key};
use crate::types::{Row, Value};

/// A change of one row of a table with indexes: the row before and after, with all columns.
pub struct IndexedRow<'a> {
    /// The row before, if there was one.
    pub old: Option<&'a Row>,
    /// The row after, if it still exists.
    pub new: Option<&'a Row>,
}

/// The row of an index for a row of its table.
fn index_row(table: &Table, index: &Index, row: &Row) -> Row {
    let value = |column: &crate::catalog::Column| {
        table.column(&column.name).map_or(Value::Null, |position| row[position].clone())
    };
    index.table.columns.iter().map(value).collect()
}

impl IndexedRow<'_> {
    /// Writes the change into each index, and returns what it claims in unique ones.
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

/// Values in a unique index that one row claims.
pub struct Claim {
    index: Arc<Table>,
    values: KeyRange,
    own: Vec<u8>,
}

impl Claim {
    /// The claim of an index's row; `None` if one of its values is NULL.
    fn new(index: &Index, row: &Row, own: &[u8]) -> Option<Self> {
        let values = index.table.key.iter().take(index.columns.len()).map(|&column| row[column].clone());
        let values: Vec<Value> = values.collect();
        if values.iter().any(Value::is_null) {
            return None;
        }
        let values = KeyRange::prefix(key::encode(&values, index.table.key_types()));
        Some(Self { index: Arc::clone(&index.table), values, own: own.to_vec() })
    }

    /// Returns `true` if another row has the values.
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

/// The conflicts of a transaction's writes with existing keys.
///
/// YDB (`kqp_write_actor.cpp`) buffers the rows of a statement. Its data shards look for existing keys when the
/// buffer is flushed: before the commit, or before a read that must see what was written. Here the keys are checked
/// at once, in the same snapshot, and a late conflict waits in `pending` for the flush. Nothing else in the
/// transaction can succeed after it.
#[derive(Debug, Default)]
pub struct Conflicts {
    /// `true` if the next flush reports a conflict, and not the statement.
    pub late: bool,
    /// `true` if the rows of indexes are buffered, too. If not, YDB looks for existing keys in a table with indexes
    /// before it buffers anything (`kqp_opt_phy_insert_index.cpp`, `needPrecompute`).
    pub index_stream: bool,
    /// The tables written to since the last flush.
    pub unflushed: BTreeSet<TableId>,
    /// The first conflict since then.
    pub pending: Option<Error>,
}

impl Conflicts {
    /// The flush before a commit, or before a read of a table that was written to.
    pub fn flush(&mut self) -> Result<()> {
        self.unflushed.clear();
        self.pending.take().map_or(Ok(()), Err)
    }

    /// Records a conflict, or returns it at once. UNVERIFIED: that a statement with RETURNING, which has no rows to
    /// return then, reports it at once.
    pub(super) fn met(&mut self, error: Error, has_synchronous_index: bool, returning: bool) -> Result<()> {
        let precomputed = !self.index_stream && has_synchronous_index;
        if !self.late || precomputed || returning {
            return Err(error);
        }
        self.pending.get_or_insert(error);
        Ok(())
    }
}
