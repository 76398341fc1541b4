//! YDB's order of transactions: serializable, never stale, linearizable for each key, and not strict.
//!
//! YDB gives a commit of several partitions a place in one global order, and lets a single partition choose the place of
//! a commit that concerns only that partition (`datashard-distributed-txs.md` of YDB's documentation for contributors).
//! So a transaction that runs at the same time may see the later of two such commits and not the earlier one
//! (jepsen-io/elle #27). Without a schedule the storage has no [`TransactionOrder`], and all commits are in one strict order.
//!
//! With an order, versions are still numbers of commits, and two things are drawn:
//!
//! 1. *A snapshot* is the last number at the arrival of the request that takes it ([`Arrival`]), or at its execution. If
//!    the schema has changed between the two, it is the one at its execution.
//! 2. *A commit* whose rows and locks are all in one partition may take, in place of a new number, the number of a snapshot
//!    that is in use. That snapshot then sees it, although it is older.
//!
//! What has been seen must not change after that. So each partition has a [`Floor`], the least version that a commit may
//! have there:
//!
//! ```text
//! a read at snapshot s                                   lifts it to s + 1
//! a commit of version v                                  lifts it to v, where it writes or has locks
//! a table is made, changed, renamed, copied, emptied     lifts it above all snapshots
//! a split                                                keeps it in both halves
//! a merge                                                takes the higher one
//! ```
//!
//! The reads of a transaction do not count for its own commit: its locks say whether somebody has written there.
//!
//! *Why this is serializable.* Take all transactions by their versions (of those that only read, their snapshots), those
//! of one version in the order of their commits, and readers last. A reader at s sees all commits of versions up to s,
//! because none comes later below the floor s + 1. A transaction that writes sees where it has locks what is there at its
//! own place: nobody has written there since, all that was written before has a version that is not higher, and what
//! comes later is not below its floor. *Why it is never stale:* no version is higher than the last number, which every
//! later snapshot begins with.

#![cfg_attr(not(feature = "simulation"), allow(dead_code, reason = "only a simulation has another order, and a lag"))]

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Storage;
use super::chain::Version;
use super::locks::{NO_TX, TxId};
use super::partition::SLICE;
use super::range::KeyRange;
use super::shared::{Core, Shared};
use super::table::{PartitionShape, StoredTable};
use super::transaction::{PendingWrites, Transaction};
use crate::catalog::TableId;

/// Chooses a number below its argument.
pub type Draw = Box<dyn FnMut(u64) -> u64 + Send>;

/// The choices of a schedule.
pub(super) struct TransactionOrder {
    pub(super) draw: Draw,
    /// Whether a commit has taken an older number since this was last asked.
    pub(super) reordered: bool,
}

impl std::fmt::Debug for TransactionOrder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Order").field("reordered", &self.reordered).finish_non_exhaustive()
    }
}

impl TransactionOrder {
    pub(super) fn draw(&mut self, below: u64) -> u64 {
        (self.draw)(below)
    }
}

/// The least version that a commit may have in a partition, as each transaction sees it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Floor {
    highest: Version,
    /// The transaction whose reads lifted it so high.
    by: TxId,
    /// The floor without the reads of that transaction.
    others: Version,
}

impl Floor {
    /// Nothing below this version comes here any more, except from the transaction that lifts it.
    pub(super) fn lift(&mut self, to: Version, by: TxId) {
        if by != NO_TX && by == self.by {
            self.highest = self.highest.max(to);
        } else if to > self.highest {
            *self = Self { highest: to, by, others: self.highest };
        } else {
            self.others = self.others.max(to);
        }
    }

    /// The floor for a transaction.
    pub(super) fn of(&self, tx: TxId) -> Version {
        if tx != NO_TX && tx == self.by { self.others } else { self.highest }
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.lift(other.highest, other.by);
        self.lift(other.others, NO_TX);
    }
}

/// The partitions in which a commit has its rows and its locks.
#[derive(Debug, Default)]
pub(super) struct CommitPlace {
    /// The partitions in which it has locks.
    pub(super) locked: Vec<(TableId, usize)>,
    /// The only partition that it concerns, if there is one and its rows may have an older version.
    pub(super) home: Option<(TableId, usize)>,
}

/// Of so many requests that read, all but one read what was there at their arrival: where two commits must come between
/// the arrival and the read, that would else be rare.
const ARRIVALS: u64 = 4;

impl Storage {
    /// Gives commits and snapshots YDB's order, as these choices say; without any, the strict one.
    pub fn set_order(&self, draw: Option<Draw>) {
        self.shared().order = draw.map(|draw| TransactionOrder { draw, reordered: false });
    }

    /// The arrival of a request; `None` if it reads what is there when it is executed.
    pub fn arrive(&self) -> Option<Arrival> {
        let mut shared = self.shared();
        if shared.order.as_mut()?.draw(ARRIVALS) == 0 {
            return None;
        }
        let (at, schema) = (shared.version, shared.schema);
        shared.snapshots.pin(at);
        Some(Arrival { core: Arc::clone(&self.core), at, schema })
    }

    /// Whether a commit has taken an older number since this was last asked.
    pub fn was_reordered(&self) -> bool {
        self.shared().order.as_mut().is_some_and(|order| std::mem::take(&mut order.reordered))
    }

    /// The schema has changed: requests that arrived before see what is there when they are executed.
    pub fn change_schema(&self) {
        self.shared().schema += 1;
    }
}

impl Shared {
    /// A number above all snapshots that are in use, and not above those that come.
    pub(super) fn above_snapshots(&mut self) -> Version {
        self.version += u64::from(self.order.is_some());
        self.version
    }

    /// Commits in this table come after all snapshots.
    pub(super) fn lift_table(&mut self, table: TableId) {
        let above = self.above_snapshots();
        if let Some(table) = self.tables.get_mut(&table) {
            table.floor = table.floor.max(above);
        }
    }

    /// A transaction has read this at its snapshot.
    pub(super) fn lift_read(&mut self, table: TableId, range: &KeyRange, snapshot: Version, tx: TxId) {
        if let (Some(_), Some(table)) = (&self.order, self.tables.get_mut(&table)) {
            let touched = table.touched(range);
            table.partitions[touched].iter_mut().for_each(|partition| partition.floor.lift(snapshot + 1, tx));
        }
    }

    /// Where a transaction has its rows and its locks, before it releases these. Whether it is free to take an older
    /// version, if they are in one partition, is given.
    pub(super) fn place(&self, tx: TxId, writes: &BTreeMap<TableId, PendingWrites>, is_free: bool) -> CommitPlace {
        if self.order.is_none() {
            return CommitPlace::default();
        }
        let mut locked = Vec::new();
        for (id, range) in self.locks.of(tx) {
            let Some(table) = self.tables.get(&id) else { continue };
            locked.extend(table.touched(&range).map(|index| (id, index)));
        }
        locked.sort_unstable();
        locked.dedup();
        let ends = |(&id, rows): (&TableId, &PendingWrites)| {
            Some((id, rows.len(), rows.first_key_value()?.0.clone(), rows.last_key_value()?.0.clone()))
        };
        let home = match writes.iter().next().and_then(ends) {
            Some((id, count, first, last)) if is_free && writes.len() == 1 => self.home(id, count, &first, &last),
            _ => None,
        };
        let home = home.filter(|home| locked.iter().all(|other| other == home));
        CommitPlace { locked, home }
    }

    /// The place of rows without locks; their least and greatest key are given.
    pub(super) fn place_of_rows(&self, table: TableId, count: usize, first: &[u8], last: &[u8]) -> CommitPlace {
        CommitPlace { locked: Vec::new(), home: self.home(table, count, first, last) }
    }

    fn home(&self, id: TableId, count: usize, first: &[u8], last: &[u8]) -> Option<(TableId, usize)> {
        let table = self.tables.get(&id).filter(|table| matches!(table.shape, PartitionShape::Ranges(_)))?;
        let index = table.locate(first);
        (self.order.is_some() && count <= SLICE && index == table.locate(last)).then_some((id, index))
    }

    /// The version of a commit: a new number, or that of a snapshot in use.
    pub(super) fn choose_version(&mut self, tx: TxId, place: &CommitPlace) -> Version {
        let new = self.version + 1;
        let Some(order) = &mut self.order else { return new };
        let mut chosen = new;
        if let Some((id, index)) = place.home
            && let Some(table) = self.tables.get(&id)
        {
            let open: Vec<Version> = self.snapshots.since(table.floor_of(index, tx), self.lag).collect();
            if !open.is_empty() {
                let drawn = order.draw(open.len() as u64 + 1) as usize;
                chosen = open.get(drawn).copied().unwrap_or(new);
                order.reordered |= chosen < self.version;
            }
        }
        for (id, index) in &place.locked {
            let partition = self.tables.get_mut(id).and_then(|table| table.partitions.get_mut(*index));
            if let Some(partition) = partition {
                partition.floor.lift(chosen, NO_TX);
            }
        }
        chosen
    }
}

impl StoredTable {
    /// The least version of a transaction's commit in a partition.
    fn floor_of(&self, index: usize, tx: TxId) -> Version {
        let own = self.partitions.get(index).map_or(Version::MAX, |partition| partition.floor.of(tx));
        self.floor.max(own)
    }
}

/// The number of the last commit when a request arrived. As long as this is there, the number is in use.
#[derive(Debug)]
pub struct Arrival {
    pub(super) core: Arc<Core>,
    pub(super) at: Version,
    pub(super) schema: u64,
}

impl Arrival {
    /// The snapshot of a request that arrived here, unless the schema has changed since.
    pub(super) fn snapshot(&self, shared: &Shared) -> Option<Version> {
        (self.schema == shared.schema).then_some(self.at)
    }

    /// Whether a read of this moment may miss what is committed now.
    pub fn is_behind(&self) -> bool {
        let shared = self.core.lock();
        self.snapshot(&shared).is_some_and(|at| at < shared.version)
    }
}

impl Drop for Arrival {
    fn drop(&mut self) {
        self.core.lock().unpin(self.at);
    }
}

// Asynchronous indexes lag: a read of one may find an older state of it.
//
// In YDB the rows of an asynchronous index are written after the commit of their table, so a stale read through the index
// may miss what is committed, or find what is not there any more. Here an index is written by the commit itself, and
// the lag is a matter of reading: under a schedule one number, the *lag*, is kept in use, and the index is read as it
// was then. With each such query the schedule chooses whether the indexes have caught up; they also do so when the clock
// moves and when the schema changes. The lag never goes back, and an index is never newer than the query's own snapshot.
//
// The main table is read as of the snapshot, so an entry may name a row that is gone; whoever reads drops it
// (`exec/scan.rs`).

/// Of so many queries before one finds that the indexes have caught up.
const QUERIES: u64 = 3;

impl Storage {
    /// Lets indexes lag from now on, if there are asynchronous ones and transactions have an order that is not strict.
    pub fn let_lag(&self, has_async_indexes: bool) {
        let mut shared = self.shared();
        let lag = (has_async_indexes && shared.order.is_some()).then_some(shared.version);
        shared.move_lag(lag);
    }

    /// The indexes have caught up.
    pub fn catch_up(&self) {
        let mut shared = self.shared();
        let now = shared.lag.map(|_| shared.version);
        shared.move_lag(now);
    }
}

impl Shared {
    fn move_lag(&mut self, to: Option<Version>) {
        if let Some(at) = to {
            self.snapshots.pin(at);
        }
        if let Some(at) = std::mem::replace(&mut self.lag, to) {
            self.unpin(at);
        }
    }

    /// The state of the indexes for a query with this snapshot; `None` if it is that of the snapshot.
    fn behind(&mut self, snapshot: Version) -> Option<Version> {
        let lag = self.lag?;
        if self.order.as_mut()?.draw(QUERIES) == 0 && lag < snapshot {
            self.move_lag(Some(snapshot));
            return None;
        }
        (lag < snapshot).then_some(lag)
    }
}

impl Transaction {
    /// Reads an asynchronous index. All such reads of a transaction see one state.
    pub fn behind<R>(&mut self, read: impl FnOnce(&mut Self) -> R) -> R {
        self.pin();
        let Some(snapshot) = self.snapshot else { return read(self) };
        let lag = *self.lag.get_or_insert_with(|| {
            let mut shared = self.core.lock();
            let at = shared.behind(snapshot).unwrap_or(snapshot);
            shared.snapshots.pin(at);
            at
        });
        self.snapshot = Some(lag);
        let result = read(self);
        self.snapshot = Some(snapshot);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_reads_of_a_transaction_do_not_count() {
        let mut floor = Floor::default();
        floor.lift(5, 1);
        assert_eq!((floor.of(1), floor.of(2), floor.of(NO_TX)), (0, 5, 5));
        floor.lift(3, 2);
        assert_eq!((floor.of(1), floor.of(2)), (3, 5));
        floor.lift(9, 2);
        assert_eq!((floor.of(1), floor.of(2)), (9, 5));
        floor.lift(12, NO_TX);
        assert_eq!((floor.of(1), floor.of(2), floor.of(NO_TX)), (12, 12, 12));
    }

    #[test]
    fn a_merge_takes_the_higher_floor() {
        let (mut left, mut right) = (Floor::default(), Floor::default());
        left.lift(4, 1);
        right.lift(7, 1);
        right.lift(6, 2);
        left.merge(right);
        assert_eq!((left.of(1), left.of(2)), (6, 7));
    }
}
