//! Index maintenance: each index changes together with the rows of its table.
//!
//! An index is stored as a table of its own. Its key is the indexed columns, followed by the columns of the main key
//! that are not among them; the covered columns are its other columns. A write of a row compares the row that the
//! index had for it with the one that it should have:
//!
//! - Both are the same: nothing is written.
//! - Their keys differ, or only one of them exists: the old row is deleted, and the new one is put.
//! - Only covered columns differ: the new row is put over the old one.
//!
//! For a unique index, a new key is first looked for under other rows; NULL is equal to nothing. That read is part of
//! the transaction and takes a lock, so of two transactions that write the same values at once, only one can commit.

use std::sync::Arc;

use super::decode::{full_row, key_of};
use crate::catalog::{Index, IndexKind, Table};
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
    /// Writes the change into each index.
    ///
    /// Fails with the path of the unique index in which another row already has the new values.
    pub fn write(&self, table: &Table, tx: &mut Transaction) -> Result<(), Arc<str>> {
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
                && is_taken(index, row, key, old_key.as_deref(), tx)
            {
                return Err(Arc::clone(&index.table.path));
            }
            if let Some(key) = old_key.filter(|key| new_key.as_ref() != Some(key)) {
                tx.delete(index.table.id, key);
            }
            if let (Some(row), Some(key)) = (new, new_key) {
                tx.put(index.table.id, key, full_row(&index.table, &row));
            }
        }
        Ok(())
    }
}

/// Whether another row has the same indexed values. NULL is equal to nothing.
fn is_taken(index: &Index, row: &Row, own: &[u8], old: Option<&[u8]>, tx: &mut Transaction) -> bool {
    let count = index.columns.len();
    let values: Vec<Value> = index.table.key.iter().take(count).map(|&column| row[column].clone()).collect();
    if values.iter().any(Value::is_null) {
        return false;
    }
    let range = KeyRange::prefix(key::encode_prefix(&values, index.table.key_types()));
    let mut taken = false;
    // There are two rows at most: the old one, and another one.
    tx.scan_with(index.table.id, &range, Direction::Forward, 2, None, |key, _| {
        taken |= key != own && Some(key) != old;
        std::ops::ControlFlow::Continue(())
    });
    taken
}
