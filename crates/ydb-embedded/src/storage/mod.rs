//! Rows in key order: encoded keys and rows, partitions that split and merge, snapshots, optimistic locks, commits.
//!
//! The storage works with bytes and does not know columns. The path to a row:
//!
//! ```text
//! Storage                one lock around everything
//!   Table                partitions in key order, or shards by hash
//!     Partition          a BTreeMap from key bytes to a chain
//!       Chain            the versions of one row, usually one
//!         row bytes      columns by id, without the key
//! ```
//!
//! `key` encodes keys so that their bytes sort like YDB's keys; all other files compare bytes only. `transaction`
//! explains how reads, writes and commits work together; `locks` and `chain` are the two data structures behind them.
//! `balance` decides when partitions split and merge, and `replay` shows that without a server. [`Saved`] holds all
//! rows of one moment and can restore them. `order` defines which place a commit may take under a schedule; `place`
//! draws the place, and makes asynchronous indexes lag. `feed` keeps the records of a changefeed, and `feeds` writes
//! them at commits. The lock is held for one short operation at a time: a scan returns its rows in chunks, and a large
//! commit writes its rows in slices (`shared`), so that others can read and write in between.

mod balance;
mod chain;
mod feed;
mod feeds;
pub mod key;
mod locks;
mod order;
mod partition;
mod place;
mod range;
mod replay;
pub mod row;
mod scan;
mod shared;
mod table;
#[cfg(test)]
mod tests;
mod transaction;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::MutexGuard;

use crate::catalog::{PartitionSettings, TableId};
use crate::clock::Clock;
use crate::error::Result;
use crate::work::tick;
use chain::Version;
use locks::NO_TX;
use order::CommitPlace;
use partition::{Partition, SLICE};
use row::PendingWrite;
use shared::{Core, Shared};
use table::{PartitionShape, StoredTable};

pub use balance::Thresholds;
pub use feed::{Consumer, Feed, FeedSettings, Message, Operation, Record, Written};
pub use locks::LocksBroken;
#[cfg(feature = "simulation")]
pub use order::Draw;
#[cfg(test)]
pub use partition::Counters;
pub use partition::PartitionStats;
pub use range::{Direction, KeyRange, successor, union};
pub use replay::{Replay, ReplaySettings};
pub use row::{ColumnChange, KeyAndRow};
pub use shared::{Arrival, Turn};
pub use table::Layout;
pub use transaction::{Isolation, Transaction};

/// Largest number of slices of old versions that are dropped in one call, which takes some milliseconds.
const GARBAGE_SLICES: usize = 16;

/// The rows of all tables.
#[derive(Debug)]
pub struct Storage {
    core: Arc<Core>,
}

impl Storage {
    pub fn new(thresholds: Thresholds, clock: Clock) -> Self {
        Self { core: Arc::new(Core::new(Shared::new(thresholds, clock))) }
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.core.lock()
    }

    /// Waits for the turn to write.
    pub fn turn(&self) -> Turn<'_> {
        self.core.turn()
    }

    /// Waits for the turn to write. Returns `None` if it does not come within `patience`.
    pub fn turn_within(&self, patience: Duration) -> Option<Turn<'_>> {
        self.core.turn_within(patience)
    }

    /// Begins a transaction. Its snapshot is taken at its first read.
    pub fn begin(&self, isolation: Isolation) -> Transaction {
        Transaction::new(Arc::clone(&self.core), isolation)
    }

    /// Creates an empty table. Ids must never be reused.
    pub fn create(&self, table: TableId, layout: Layout) {
        let mut guard = self.shared();
        let shared = &mut *guard;
        let now = shared.clock.now_us();
        shared.tables.insert(table, StoredTable::new(layout, now, &mut shared.tablets));
        shared.lift_table(table);
    }

    /// Drops a table. Transactions that read it see no rows from now on. Transactions that have locks in it or write to
    /// it cannot commit.
    pub fn drop_table(&self, table: TableId) {
        let mut shared = self.shared();
        shared.locks.break_table(table);
        let dropped = shared.tables.remove(&table);
        drop(shared);
        // Freeing many rows takes time, so it happens after the lock is released.
        drop(dropped);
    }

    /// Creates a table with the current borders and rows of another table. Returns `false` if the other table does not
    /// exist. Fails if the work is stopped; then there is no new table.
    pub fn copy(&self, from: TableId, to: TableId) -> Result<bool> {
        let _turn = self.turn();
        let mut guard = self.shared();
        let shared = &mut *guard;
        let Some(source) = shared.tables.get(&from) else { return Ok(false) };
        shared.version += 1;
        let (version, now) = (shared.version, shared.clock.now_us());
        let empty = |old: &Partition| Partition::new(shared.tablets.next(), old.start.clone(), now);
        let table = StoredTable {
            partitions: source.partitions.iter().map(empty).collect(),
            shape: source.shape.clone(),
            floor: version,
        };
        shared.tables.insert(to, table);
        drop(guard);
        let mut going = Ok(());
        self.core.slices(from, |shared, index, after| {
            going = tick(SLICE);
            let source = shared.tables.get(&from)?.partitions.get(index).filter(|_| going.is_ok())?;
            let (rows, last) = source.slice(after, |chain| chain.newest().map(Into::into));
            let target = shared.tables.get_mut(&to)?.partitions.get_mut(index)?;
            target.load(rows, version);
            last
        });
        if let Err(stopped) = going {
            self.drop_table(to);
            return Err(stopped);
        }
        Ok(true)
    }

    /// Removes all rows for all snapshots and keeps the partitions. Breaks the locks in the table.
    pub fn clear(&self, table: TableId) {
        let mut shared = self.shared();
        shared.locks.break_table(table);
        shared.lift_table(table);
        let Some(rows) = shared.tables.get_mut(&table) else { return };
        let dropped: Vec<_> = rows
            .partitions
            .iter_mut()
            .map(|partition| {
                (partition.row_count, partition.data_size) = (0, 0);
                std::mem::take(&mut partition.rows)
            })
            .collect();
        drop(shared);
        drop(dropped);
    }

    /// Breaks the locks of all transactions that have read a table. Used for changes of the schema.
    pub fn break_locks(&self, table: TableId) {
        let mut shared = self.shared();
        shared.locks.break_table(table);
        shared.lift_table(table);
    }

    /// Replaces the bytes of rows for which `change` returns new bytes, for all snapshots. Used for changes of the
    /// schema. Breaks the locks in the table. `change` must not use the storage.
    pub fn rewrite(&self, table: TableId, mut change: impl FnMut(&[u8]) -> Option<Box<[u8]>>) {
        let _turn = self.turn();
        self.break_locks(table);
        self.core.slices(table, |shared, index, after| {
            shared.tables.get_mut(&table)?.partitions.get_mut(index)?.rewrite(after, &mut change)
        });
    }

    /// Merges changes into rows of a table at once, in the given order and outside any transaction. Breaks the locks of
    /// transactions that have read the rows. Returns `false` if the table does not exist.
    pub fn bulk_merge(&self, table: TableId, rows: Vec<(Vec<u8>, Vec<ColumnChange>)>) -> bool {
        let place = self.place_of(table, rows.iter().map(|(key, _)| key.as_slice()));
        let rows = rows.into_iter().map(|(key, changes)| (key.into_boxed_slice(), PendingWrite::Merge(changes)));
        self.bulk_write(table, &place, rows)
    }

    /// Writes rows that have all columns at once, in the given order and outside any transaction. They replace the rows
    /// before. Breaks the locks of transactions that have read the rows. Returns `false` if the table does not exist.
    pub fn bulk_put(&self, table: TableId, rows: Vec<KeyAndRow>) -> bool {
        let place = self.place_of(table, rows.iter().map(|(key, _)| &**key));
        self.bulk_write(table, &place, rows.into_iter().map(|(key, row)| (key, PendingWrite::Put(row))))
    }

    /// Returns the place of a commit of these keys: the partition that has all of them, if there is one.
    fn place_of<'k>(&self, table: TableId, keys: impl ExactSizeIterator<Item = &'k [u8]> + Clone) -> CommitPlace {
        let ends = keys.clone().min().zip(keys.clone().max());
        ends.map_or_else(CommitPlace::default, |(first, last)| {
            self.shared().place_of_rows(table, keys.len(), first, last)
        })
    }

    fn bulk_write(
        &self,
        table: TableId,
        place: &CommitPlace,
        rows: impl ExactSizeIterator<Item = (Box<[u8]>, PendingWrite)>,
    ) -> bool {
        let _turn = self.turn();
        if !self.shared().tables.contains_key(&table) {
            return false;
        }
        let count = rows.len();
        self.core.write(NO_TX, count, place, rows.map(|(key, write)| (table, key, write)));
        true
    }

    /// Changes the settings by which a table of ranges splits and merges.
    pub fn set_settings(&self, table: TableId, new: PartitionSettings) {
        if let Some(PartitionShape::Ranges(settings)) =
            self.shared().tables.get_mut(&table).map(|table| &mut table.shape)
        {
            *settings = new;
        }
    }

    /// Checks each partition's load once per decision interval. Returns the partitions that were used in the interval
    /// or have broken locks, in their state before splits and merges. Call it regularly.
    pub fn maintain(&self) -> Vec<(TableId, PartitionStats)> {
        let mut seen = Vec::new();
        // The holder of the turn may be in the middle of a partition.
        let Some(_turn) = self.turn_within(Duration::ZERO) else { return seen };
        let mut guard = self.shared();
        for _ in 0..GARBAGE_SLICES {
            if !guard.collect() {
                break;
            }
            MutexGuard::bump(&mut guard);
        }
        let shared = &mut *guard;
        let (thresholds, now) = (shared.thresholds, shared.clock.now_us());
        let elapsed = shared.window_start.map(|start| now.saturating_sub(start));
        if elapsed.is_some_and(|elapsed| elapsed < thresholds.decision_interval_us) {
            return seen;
        }
        shared.window_start = Some(now);
        for (id, table) in &mut shared.tables {
            let Some(elapsed) = elapsed else {
                // The first call only begins a window.
                table.partitions.iter_mut().for_each(|partition| partition.load.operations = 0);
                continue;
            };
            table.measure(elapsed, &thresholds);
            let seen_here = |partition: &Partition| partition.load.rate > 0 || partition.counters.locks_broken > 0;
            seen.extend(table.stats_where(seen_here).map(|stats| (*id, stats)));
            table.balance(&thresholds, now, &mut shared.tablets);
        }
        seen
    }

    /// Restarts the tablets of a table, as after the death of their node: the rows stay, and the counters begin at
    /// zero.
    pub fn restart(&self, table: TableId) {
        let mut shared = self.shared();
        let started = shared.clock.now_us();
        if let Some(table) = shared.tables.get_mut(&table) {
            table.partitions.iter_mut().for_each(|partition| partition.restart(started));
        }
    }

    /// Forgets the start of the current load window, because the clock goes back.
    pub fn forget_window(&self) {
        self.shared().window_start = None;
    }

    /// Forgets the times of load windows and changefeeds, because the clock goes back.
    #[cfg(feature = "simulation")]
    pub fn forget_times(&self) {
        let mut shared = self.shared();
        (shared.window_start, shared.step) = (None, 0);
    }

    /// Makes commits ignore their locks: a deliberate fault that checks the tests themselves.
    #[cfg(feature = "simulation")]
    pub fn ignore_locks(&self, ignored: bool) {
        self.shared().ignores_locks = ignored;
    }

    /// Splits a partition of a row table at its median, or merges it with the next one. `number` chooses the partition.
    #[cfg(feature = "simulation")]
    pub fn shake(&self, table: TableId, number: u64, splits: bool) {
        let _turn = self.turn();
        let mut guard = self.shared();
        let shared = &mut *guard;
        let now = shared.clock.now_us();
        if let Some(table) = shared.tables.get_mut(&table) {
            table.shake(number, splits, now, &mut shared.tablets);
        }
    }

    /// Returns the table's partitions in order; none if the table does not exist.
    pub fn partitions(&self, table: TableId) -> Vec<PartitionStats> {
        self.shared().tables.get(&table).map_or_else(Vec::new, |table| table.stats().collect())
    }
}

// Saved states: all rows as of one moment, and how to restore them.
//
// The rows of a partition are one shared map. Saving copies the list of partitions and shares their maps; restoring
// does the same. The first write to a partition after that copies the partition's map, which has at most some
// megabytes, because larger partitions split. The next restore frees that copy. No other cost depends on the number of
// rows.
//
// Versions never go back: the next commit after a restore has a higher version than all commits before it. Older
// transactions can therefore still release their snapshots and locks. The caller must ensure that they commit nothing.

/// All rows as of one moment.
#[derive(Clone, Debug)]
pub struct Saved {
    tables: HashMap<TableId, StoredTable>,
    feeds: HashMap<TableId, Arc<Feed>>,
    /// Queue of old versions among these rows that transactions needed at that moment.
    garbage: VecDeque<(Version, TableId, Box<[u8]>)>,
}

impl Storage {
    /// Saves all current rows. Waits for a commit in progress.
    pub fn save(&self) -> Saved {
        let _turn = self.turn();
        let shared = self.shared();
        Saved { tables: shared.tables.clone(), feeds: shared.feeds.clone(), garbage: shared.garbage.clone() }
    }

    /// Restores the rows and partitions of all tables. Tables that were created later are gone.
    pub fn restore(&self, saved: &Saved) {
        let _turn = self.turn();
        let Saved { mut tables, mut feeds, mut garbage } = saved.clone();
        let mut shared = self.shared();
        std::mem::swap(&mut shared.tables, &mut tables);
        std::mem::swap(&mut shared.feeds, &mut feeds);
        std::mem::swap(&mut shared.garbage, &mut garbage);
        shared.schema += 1;
        let above = shared.above_snapshots();
        shared.tables.values_mut().for_each(|table| table.floor = above);
        shared.collect();
        drop(shared);
        // Freeing many rows takes time, so it happens after the lock is released.
        drop((tables, feeds, garbage));
    }
}
