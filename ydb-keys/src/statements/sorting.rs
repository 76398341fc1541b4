//! Columns that the rows of a table or of an index are sorted by.
//!
//! The rows of a table are sorted by its primary key, the hash first. The rows of an index are sorted by the columns of
//! the index and then by the primary key:
//!
//! ```text
//! key (h, a, b, c), h = hash(a)       index on (x, y)
//!
//! prefix       a  b  c                x  y            what the author of a scan may fix, in this order
//! ordering  h  a  b  c                x  y  h  a  b  c   what rows are sorted by
//! ```

use super::statement::Member;
use crate::error::{Error, Result};
use ydb_keys_core::schema::{ColumnDef, HashDef, IndexDef, Table};
use ydb_keys_core::types::{Value, YdbType};

/// Table, or an index of it, whose rows are sorted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sorting {
    pub(super) table: &'static Table,
    pub(super) index: Option<&'static IndexDef>,
}

/// Column that rows are sorted by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Hash that leads the index.
    IndexHash,
    /// Hash that leads the primary key.
    Hash,
    /// Position in [`Table::columns`].
    Column(usize),
}

impl Sorting {
    /// Returns the columns of the prefix, in their order, as positions in [`Table::columns`].
    pub(super) fn prefix(&self) -> &'static [usize] {
        self.index.map_or(self.table.key, |index| index.on)
    }

    /// Returns the columns that rows are sorted by: the columns of the index and then the primary key, each once.
    pub(super) fn ordering(&self) -> Vec<Part> {
        let indexed = self.index.map_or(&[][..], |index| index.on);
        let lead = self.index.and_then(|index| index.hash).map(|_| Part::IndexHash);
        let key = self.table.key.iter().filter(|column| !indexed.contains(column));
        let hash = self.table.hash.map(|_| Part::Hash);
        let indexed = indexed.iter().map(|&i| Part::Column(i));
        lead.into_iter().chain(indexed).chain(hash).chain(key.map(|&i| Part::Column(i))).collect()
    }

    /// Returns the columns that rows are sorted by, without the hashes, which are computed from the other columns.
    pub(super) fn position_columns(&self) -> Vec<&'static ColumnDef> {
        let columns = self.table.columns;
        let column = |part| match part {
            Part::Column(position) => Some(&columns[position]),
            Part::Hash | Part::IndexHash => None,
        };
        self.ordering().into_iter().filter_map(column).collect()
    }

    /// Makes the position of the row with these values of [`position_columns`](Self::position_columns): adds the
    /// hashes.
    ///
    /// # Errors
    /// Values that cannot be hashed.
    pub(super) fn position(&self, values: Vec<Value<'static>>) -> Result<Vec<Value<'static>>> {
        let ordering = self.ordering();
        if ordering.len() == values.len() {
            return Ok(values);
        }
        let columns: Vec<Part> = ordering.iter().copied().filter(|part| matches!(part, Part::Column(_))).collect();
        let value = |input: &usize| values.get(columns.iter().position(|part| *part == Part::Column(*input))?);
        let mut rest = values.iter();
        let position = ordering.iter().filter_map(|part| match self.hash(*part) {
            None => rest.next().cloned().map(Ok),
            Some(hash) => Some(self.hashed(&hash, hash.inputs.iter().filter_map(value))),
        });
        position.collect()
    }

    pub(super) fn hashed<'v>(
        &self,
        hash: &HashDef,
        inputs: impl Iterator<Item = &'v Value<'v>> + Clone,
    ) -> Result<Value<'static>> {
        hash.of(inputs).ok_or_else(|| Error::not_hashable(self.table.name, hash.name, "value"))
    }

    pub(super) fn member(&self, part: Part) -> Member {
        match (part, self.hash(part)) {
            (Part::Column(position), _) => Member::at(self.table, position),
            (Part::Hash, Some(hash)) => Member::leading(self.table, &hash),
            (_, Some(hash)) => Member::hash(&hash),
            (_, None) => Member { name: "", ty: YdbType::Uint64, optional: false, may_be_null: false },
        }
    }

    pub(super) fn hash(&self, part: Part) -> Option<HashDef> {
        match part {
            Part::IndexHash => self.index.and_then(|index| index.hash),
            Part::Hash => self.table.hash,
            Part::Column(_) => None,
        }
    }

    /// Returns the hash that leads the table or the index.
    pub(super) fn lead(&self) -> Option<HashDef> {
        self.index.map_or(self.table.hash, |index| index.hash)
    }
}
