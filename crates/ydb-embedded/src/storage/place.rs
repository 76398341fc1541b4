//! Places of commits and snapshots in YDB's order (`order.rs`): the random choices, the floors that limit them, and the
//! lag of asynchronous indexes.

#![cfg_attr(not(feature = "simulation"), allow(dead_code, reason = "only a simulation has another order, and a lag"))]

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Storage;
use super::chain::Version;
use super::locks::{NO_TX, TxId};
use super::order::{CommitPlace, Draw, TransactionOrder};
use super::partition::SLICE;
use super::range::KeyRange;
use super::row::PendingWrites;
use super::shared::{Arrival, Shared};
use super::table::PartitionShape;
use super::transaction::Transaction;
use crate::catalog::TableId;

/// Number of reading requests of which one, on average, reads the data as of its execution; the others read the data as
/// of their arrival. With an even choice, two commits would rarely fall between the arrival and the read.
const ARRIVALS: u64 = 4;

impl Storage {
    /// Sets the order of commits and snapshots: YDB's order with these random choices, or the strict order for `None`.
    pub fn set_order(&self, draw: Option<Draw>) {
        self.shared().order = draw.map(|draw| TransactionOrder { draw, reordered: false });
    }

    /// Returns the arrival of a request; `None` if the request reads the data as of its execution.
    pub fn arrive(&self) -> Option<Arrival> {
        let mut shared = self.shared();
        if shared.order.as_mut()?.draw(ARRIVALS) == 0 {
            return None;
        }
        let (at, schema) = (shared.version, shared.schema);
        shared.snapshots.pin(at);
        Some(Arrival { core: Arc::clone(&self.core), at, schema })
    }

    /// Returns `true` if a commit has taken an older number since the last call.
    pub fn was_reordered(&self) -> bool {
        self.shared().order.as_mut().is_some_and(|order| std::mem::take(&mut order.reordered))
    }

    /// Notes a change of the schema: requests that arrived before it read the data as of their execution.
    pub fn change_schema(&self) {
        self.shared().schema += 1;
    }
}

impl Shared {
    /// Returns a version above all snapshots in use, but not above later snapshots.
    pub(super) fn above_snapshots(&mut self) -> Version {
        self.version += u64::from(self.order.is_some());
        self.version
    }

    /// Makes all later commits to this table come after all snapshots in use.
    pub(super) fn lift_table(&mut self, table: TableId) {
        let above = self.above_snapshots();
        if let Some(table) = self.tables.get_mut(&table) {
            table.floor = table.floor.max(above);
        }
    }

    /// Raises the floor of the partitions that a transaction has read at its snapshot.
    pub(super) fn lift_read(&mut self, table: TableId, range: &KeyRange, snapshot: Version, tx: TxId) {
        if let (Some(_), Some(table)) = (&self.order, self.tables.get_mut(&table)) {
            let touched = table.touched(range);
            table.partitions[touched].iter_mut().for_each(|partition| partition.floor.lift(snapshot + 1, tx));
        }
    }

    /// Returns the partitions of a transaction's rows and locks; call it before the locks are released. `is_free` is
    /// `true` if the transaction may take an older version when they are all in one partition.
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

    /// Returns the place of a commit of `count` rows without locks, whose least and greatest keys are `first` and
    /// `last`.
    pub(super) fn place_of_rows(&self, table: TableId, count: usize, first: &[u8], last: &[u8]) -> CommitPlace {
        CommitPlace { locked: Vec::new(), home: self.home(table, count, first, last) }
    }

    fn home(&self, id: TableId, count: usize, first: &[u8], last: &[u8]) -> Option<(TableId, usize)> {
        let table = self.tables.get(&id).filter(|table| matches!(table.shape, PartitionShape::Ranges(_)))?;
        let index = table.locate(first);
        (self.order.is_some() && count <= SLICE && index == table.locate(last)).then_some((id, index))
    }

    /// Returns the version of a commit: a new number, or the number of a snapshot in use.
    pub(super) fn choose_version(&mut self, tx: TxId, place: &CommitPlace) -> Version {
        let new = self.version + 1;
        let Some(order) = &mut self.order else { return new };
        let mut chosen = new;
        if let Some((id, index)) = place.home
            && let Some(table) = self.tables.get(&id)
        {
            // Lowest version of this transaction's commit in the partition.
            let own = table.partitions.get(index).map_or(Version::MAX, |partition| partition.floor.of(tx));
            let open: Vec<Version> = self.snapshots.since(table.floor.max(own), self.lag).collect();
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

// Lag of asynchronous indexes: a read of one may return an older state of it.
//
// YDB writes the rows of an asynchronous index after the commit to its table. A stale read through the index may
// therefore miss committed rows, or find rows that no longer exist. Here the commit itself writes the index, and only
// reads lag: under a schedule, one version, the *lag*, is kept in use, and indexes are read as of that version. At each
// such query the schedule chooses whether the indexes have caught up. They also catch up when the clock moves and when
// the schema changes. The lag never goes back, and an index is never newer than the query's own snapshot.
//
// The main table is read as of the snapshot, so an index entry may name a row that is gone; the reader drops such an
// entry (`exec/scan.rs`).

/// Number of queries of which one, on average, finds that the indexes have caught up.
const QUERIES: u64 = 3;

impl Storage {
    /// Makes indexes lag from now on, if there are asynchronous ones and the order of transactions is not strict.
    pub fn let_lag(&self, has_async_indexes: bool) {
        let mut shared = self.shared();
        let lag = (has_async_indexes && shared.order.is_some()).then_some(shared.version);
        shared.move_lag(lag);
    }

    /// Makes the indexes catch up with the last commit.
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

    /// Returns the version as of which a query with this snapshot reads the indexes; `None` if it is the snapshot
    /// itself.
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
    /// Reads an asynchronous index. All such reads of a transaction see the same state of it.
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
