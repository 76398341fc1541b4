//! The schema of one table and of its indexes.

use super::column::ColumnDef;
use super::hash::HashDef;
use super::{Allowance, ChangefeedDef, FamilyDef, Partitioning, ReadReplicas, Rule, Store, Ttl};
use crate::types::const_text::{any, contains, find, same};

/// The schema of one table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Table<'a> {
    /// Path below the database: `dir/name`.
    pub name: &'a str,
    /// Columns of the struct, in its order. The hash column is not among them.
    pub columns: &'a [ColumnDef<'a>],
    /// Positions of the key columns in `columns`, in key order. The hash column, which leads the key, is not among
    /// them.
    pub key: &'a [usize],
    /// Hash column that leads the key.
    pub hash: Option<HashDef<'a>>,
    /// `true` if the key columns, the hash included, are created as NOT NULL. `#[ydb(key_not_null = false)]` is for an
    /// existing table in which they are not. Nothing writes NULL into them, and a row that has NULL there cannot be
    /// read.
    pub key_not_null: bool,
    /// Kind of the table: by rows or by columns.
    pub store: Store,
    /// Positions of the columns whose hash chooses the partition of a column table; empty for all key columns.
    pub partition_by: &'a [usize],
    /// Partitioning of the table; `None` leaves everything to YDB.
    #[doc(hidden)]
    pub partitioning: Option<Partitioning>,
    /// Time after which rows expire.
    #[doc(hidden)]
    pub ttl: Option<Ttl>,
    /// Secondary indexes.
    pub indexes: &'a [IndexDef<'a>],
    /// Position in `columns` of the column with the row's version, which every change increments.
    pub version: Option<usize>,
    /// Column families.
    #[doc(hidden)]
    pub families: &'static [FamilyDef],
    /// Changefeeds: topics with a record of each change of a row.
    #[doc(hidden)]
    pub changefeeds: &'static [ChangefeedDef],
    /// `true` for a bloom filter over the key, which makes reads of absent keys cheap.
    pub bloom_filter: bool,
    /// Read replicas.
    #[doc(hidden)]
    pub read_replicas: Option<ReadReplicas>,
    /// Rules that this table breaks on purpose, with the reasons.
    #[doc(hidden)]
    pub allowances: &'static [Allowance],
}

impl<'a> Table<'a> {
    /// Row table without settings. The derive's starting point; not for use by hand.
    #[doc(hidden)]
    pub const EMPTY: Table<'a> = Table {
        name: "",
        columns: &[],
        key: &[],
        hash: None,
        key_not_null: true,
        store: Store::Row,
        partition_by: &[],
        partitioning: None,
        ttl: None,
        indexes: &[],
        version: None,
        families: &[],
        changefeeds: &[],
        bloom_filter: false,
        read_replicas: None,
        allowances: &[],
    };

    /// Returns `true` if a rule is switched off for this table.
    #[doc(hidden)]
    pub const fn allows(&self, rule: Rule) -> bool {
        any!(i < self.allowances.len(), self.allowances[i].rule.same(rule))
    }

    /// Returns the key columns in key order, without the hash column.
    pub fn key_columns(&self) -> impl ExactSizeIterator<Item = &'a ColumnDef<'a>> + Clone + use<'a> {
        let columns = self.columns;
        self.key.iter().map(move |&i| &columns[i])
    }

    /// Returns the SQL names of the primary key in key order, the hash column first.
    pub fn primary_key(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.hash.map(|hash| hash.name).into_iter().chain(self.key_columns().map(|column| column.name))
    }

    /// Returns `true` if YDB may read an index in place of the table, where a text names none.
    #[doc(hidden)]
    pub const fn has_candidate(&self) -> bool {
        any!(number < self.indexes.len(), self.is_candidate(number))
    }

    /// Returns `true` if YDB may read this index in place of the table: its rows do not lag, and have another order
    /// than those of the table (`kqp_opt_log_ranges_predext.cpp`: neither key begins with the other).
    #[doc(hidden)]
    pub const fn is_candidate(&self, index: usize) -> bool {
        let index = &self.indexes[index];
        if matches!(index.kind, IndexKind::Async) || !matches!(self.store, Store::Row) {
            return false;
        }
        match (index.hash, self.hash) {
            (Some(own), Some(of)) if same(own.name, of.name) => {}
            (None, None) => {}
            _ => return true,
        }
        any!(i < index.on.len(), i < self.key.len() && index.on[i] != self.key[i])
    }

    /// Returns the columns that every write computes: the hash that leads the key, and the columns that lead indexes.
    pub fn computed(&self) -> impl Iterator<Item = HashDef<'a>> + Clone + use<'a> {
        self.hash.into_iter().chain(self.indexes.iter().filter_map(|index| index.hash))
    }

    /// Returns `true` if rows may have NULL in the column at a position of `columns`: its field is an `Option`, or the
    /// column is in a key without NOT NULL. A serial is always NOT NULL.
    pub const fn may_be_null(&self, column: usize) -> bool {
        let def = &self.columns[column];
        def.is_nullable() || !self.key_not_null && !def.serial && self.is_key(column)
    }

    /// Returns `true` if rows may have NULL in the hash or bucket that leads the key.
    pub const fn hash_may_be_null(&self) -> bool {
        self.hash.is_some() && !self.key_not_null
    }

    /// Returns the name of the hash that leads a key without NOT NULL. If it is NULL, the row is not stored at the
    /// place that its values say. Therefore scans read the hash beside the columns of the row, and a row without it
    /// cannot be read. A NULL bucket is in no bucket, so no scan meets it.
    #[doc(hidden)]
    pub fn stored_hash(&self) -> Option<&str> {
        self.hash.filter(|hash| self.hash_may_be_null() && hash.buckets.is_none()).map(|hash| hash.name)
    }

    /// Returns `true` if the column at a position of `columns` belongs to the key.
    pub const fn is_key(&self, column: usize) -> bool {
        contains(self.key, column)
    }

    /// Returns the index of this name.
    #[doc(hidden)]
    pub const fn index(&self, name: &str) -> Option<&'a IndexDef<'a>> {
        match find!(i < self.indexes.len(), same(self.indexes[i].name, name)) {
            Some(at) => Some(&self.indexes[at]),
            None => None,
        }
    }

    /// Returns a computed column by number: the hash that leads the key, then those of the indexes; `None` after the
    /// last one.
    #[doc(hidden)]
    pub const fn computed_at(&self, number: usize) -> Option<HashDef<'a>> {
        let mut left = number;
        if let Some(hash) = self.hash {
            if left == 0 {
                return Some(hash);
            }
            left -= 1;
        }
        let mut indexes = self.indexes;
        while let [index, rest @ ..] = indexes {
            if let Some(hash) = index.hash {
                if left == 0 {
                    return Some(hash);
                }
                left -= 1;
            }
            indexes = rest;
        }
        None
    }
}

/// A global secondary index of a row table: a second table, kept by YDB, sorted by other columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexDef<'a> {
    /// The index's name.
    pub name: &'a str,
    /// Way in which YDB keeps the index in step with its table.
    pub kind: IndexKind,
    /// Bucket or hash column that leads the index: a column of the table, computed from columns of its key.
    pub hash: Option<HashDef<'a>>,
    /// Positions of the indexed columns, in index order. The hash column is not among them.
    pub on: &'a [usize],
    /// Positions of the further columns that are copied into the index.
    pub cover: &'a [usize],
}

/// Way in which YDB keeps an index in step with its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexKind {
    /// In step with each transaction; every write becomes a distributed transaction.
    Sync,
    /// Later than the write; reads through the index may be stale.
    Async,
    /// In step with each transaction, which is refused if a second row has the same indexed values.
    Unique,
}
