//! Optimistic locks: the key ranges that each running transaction has read, and whether others have written there
//! since.
//!
//! A lock is a range of keys in one table. Taking a lock never waits. When a commit writes a key, all locks of other
//! transactions that contain the key break. A broken transaction keeps only the name of the table: it can no longer
//! commit writes, so its other locks are useless. A range is locked even if it was empty, so a row that appears in it
//! later (a phantom) is a conflict.
//!
//! The ranges of one transaction in one table are kept disjoint and sorted, so that one lookup finds a key. A new range
//! absorbs the ranges that it overlaps or touches. Above [`MAX_RANGES`] the next range is widened to whole partitions,
//! as YDB does with too many locks. A wide lock may break because of a key that was not read, but it never misses a
//! conflict.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Bound;

use super::range::KeyRange;
use crate::catalog::TableId;

/// Id of a running transaction.
pub(super) type TxId = u64;

pub(super) const NO_TX: TxId = 0;

/// Largest number of separate ranges that a transaction locks in a table before they are widened to whole partitions.
/// The number is our own.
const MAX_RANGES: usize = 10_000;

/// Error of a commit that failed because others have written what the transaction had read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("transaction locks invalidated")]
pub struct LocksBroken {
    /// Table of the first such write.
    pub table: TableId,
}

#[derive(Debug, Default)]
pub(super) struct Locks {
    tables: HashMap<TableId, HashMap<TxId, LocksGuard>>,
    broken: HashMap<TxId, TableId>,
}

/// Locks of one transaction in one table.
#[derive(Debug, Default)]
struct LocksGuard {
    /// Disjoint ranges, as excluded ends by starts; `None` means no end.
    ranges: BTreeMap<Vec<u8>, Option<Vec<u8>>>,
    /// Ids of the partitions that have counted these locks.
    tablets: HashSet<u64>,
}

impl Locks {
    /// Returns the table in which this transaction's locks were broken, if they were.
    pub(super) fn broken(&self, tx: TxId) -> Option<TableId> {
        self.broken.get(&tx).copied()
    }

    /// Locks a range. Returns `true` if the transaction has too many ranges and the range should be widened.
    pub(super) fn add(&mut self, tx: TxId, table: TableId, from: Vec<u8>, to: Option<Vec<u8>>) -> bool {
        let held = self.tables.entry(table).or_default().entry(tx).or_default();
        held.add(from, to);
        held.ranges.len() > MAX_RANGES
    }

    /// Returns `true` if this is the transaction's first lock in this partition.
    pub(super) fn first_in(&mut self, tx: TxId, table: TableId, tablet: u64) -> bool {
        self.tables.entry(table).or_default().entry(tx).or_default().tablets.insert(tablet)
    }

    pub(super) fn of(&self, tx: TxId) -> impl Iterator<Item = (TableId, KeyRange)> {
        let held = self.tables.iter().filter_map(move |(&table, holders)| Some((table, holders.get(&tx)?)));
        held.flat_map(|(table, held)| {
            held.ranges.iter().map(move |(from, to)| {
                let to = to.clone().map_or(Bound::Unbounded, Bound::Excluded);
                (table, KeyRange { from: Bound::Included(from.clone()), to })
            })
        })
    }

    /// Returns `true` if a transaction other than `except` has locks in the table.
    pub(super) fn watched(&self, table: TableId, except: TxId) -> bool {
        self.tables.get(&table).is_some_and(|holders| holders.keys().any(|&tx| tx != except))
    }

    /// Breaks the locks on this key of all transactions except `except`. Returns the number of broken transactions.
    pub(super) fn write(&mut self, table: TableId, key: &[u8], except: TxId) -> u64 {
        let Some(holders) = self.tables.get(&table) else { return 0 };
        let hit: Vec<TxId> =
            holders.iter().filter(|(tx, held)| **tx != except && held.contains(key)).map(|(&tx, _)| tx).collect();
        for &tx in &hit {
            self.mark_broken(tx, table);
        }
        hit.len() as u64
    }

    pub(super) fn break_table(&mut self, table: TableId) {
        let holders: Vec<TxId> =
            self.tables.get(&table).map(|holders| holders.keys().copied().collect()).unwrap_or_default();
        for tx in holders {
            self.mark_broken(tx, table);
        }
    }

    /// Marks a transaction as broken and releases its locks, which are useless now.
    pub(super) fn mark_broken(&mut self, tx: TxId, table: TableId) {
        self.release(tx);
        self.broken.insert(tx, table);
    }

    pub(super) fn end(&mut self, tx: TxId) {
        self.release(tx);
        self.broken.remove(&tx);
    }

    fn release(&mut self, tx: TxId) {
        self.tables.retain(|_, holders| {
            holders.remove(&tx);
            !holders.is_empty()
        });
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.tables.is_empty() && self.broken.is_empty()
    }
}

impl LocksGuard {
    fn contains(&self, key: &[u8]) -> bool {
        let below = self.ranges.range::<[u8], _>((Bound::Unbounded, Bound::Included(key))).next_back();
        below.is_some_and(|(_, to)| to.as_deref().is_none_or(|to| key < to))
    }

    fn add(&mut self, mut from: Vec<u8>, mut to: Option<Vec<u8>>) {
        // The range that begins before the new one may overlap or contain it.
        if let Some((below, end)) = self.ranges.range::<Vec<u8>, _>(..=&from).next_back()
            && end.as_ref().is_none_or(|end| *end >= from)
        {
            if end.is_none() || to.as_ref().is_some_and(|to| end.as_ref() >= Some(to)) {
                return;
            }
            from = below.clone();
        }
        // Ranges that begin inside the new range are absorbed.
        while let Some((start, end)) = self.ranges.range::<Vec<u8>, _>(&from..).next() {
            if to.as_ref().is_some_and(|to| start > to) {
                break;
            }
            if end.is_none() || to.as_ref().is_some_and(|to| end.as_ref() > Some(to)) {
                to = end.clone();
            }
            let start = start.clone();
            self.ranges.remove(&start);
        }
        self.ranges.insert(from, to);
    }
}
