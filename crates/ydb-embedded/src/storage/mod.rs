//! Rows in key order: key and row bytes, partitions that split and merge, snapshots, optimistic locks, commits.
//!
//! The storage knows bytes, not columns. A row is found like this:
//!
//! ```text
//! Storage                one lock around everything
//!   Table                partitions in key order, or shards by hash
//!     Partition          a BTreeMap from key bytes to a chain
//!       Chain            the versions of one row, usually one
//!         row bytes      columns by id, without the key
//! ```
//!
//! `key` makes key bytes whose order is the order of YDB's keys, so that everything below compares bytes only.
//! `transaction` explains how reads, writes and commits work together, `locks` and `chain` the two structures behind
//! them, `balance` when partitions split and merge, `replay` how to watch that without a server, and [`Saved`] how all rows
//! go back to what they were. `order` says which place a commit may take under a schedule; `place` draws it, and says how
//! asynchronous indexes stay behind. `feed` keeps the records of a changefeed, and `feeds` says how commits write them.
//! The lock is held for one short operation: a scan returns its rows in chunks, and a large commit writes them in slices
//! (`shared`), so that others read and write in between.

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

/// The most slices of old versions that are dropped at a time, which takes some milliseconds.
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

    /// Waits for the turn to change rows.
    pub fn turn(&self) -> Turn<'_> {
        self.core.turn()
    }

    /// The turn to change rows, if it comes within this time.
    pub fn turn_within(&self, patience: Duration) -> Option<Turn<'_>> {
        self.core.turn_within(patience)
    }

    /// Starts a transaction; its snapshot is taken at its first read.
    pub fn begin(&self, isolation: Isolation) -> Transaction {
        Transaction::new(Arc::clone(&self.core), isolation)
    }

    /// Makes an empty table; ids are never used twice.
    pub fn create(&self, table: TableId, layout: Layout) {
        let mut guard = self.shared();
        let shared = &mut *guard;
        let now = shared.clock.now_us();
        shared.tables.insert(table, StoredTable::new(layout, now, &mut shared.tablets));
        shared.lift_table(table);
    }

    /// Drops a table. Transactions that read it see no rows from now on; those that have locked it or write to it
    /// cannot commit.
    pub fn drop_table(&self, table: TableId) {
        let mut shared = self.shared();
        shared.locks.break_table(table);
        let dropped = shared.tables.remove(&table);
        drop(shared);
        // Freeing many rows takes a while, so it happens outside the lock.
        drop(dropped);
    }

    /// Makes a table with the current borders and rows of another one; false if that one does not exist. Fails if the
    /// work is stopped, and then there is no new table.
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

    /// Removes every row, for all snapshots; the partitions stay. Breaks the locks in the table.
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

    /// Breaks the locks of all transactions that have read a table. For changes of the schema.
    pub fn break_locks(&self, table: TableId) {
        let mut shared = self.shared();
        shared.locks.break_table(table);
        shared.lift_table(table);
    }

    /// Changes the bytes of rows in place where `change` returns new ones, for all snapshots. For changes of the
    /// schema. Breaks the locks in the table. `change` must not use the storage.
    pub fn rewrite(&self, table: TableId, mut change: impl FnMut(&[u8]) -> Option<Box<[u8]>>) {
        let _turn = self.turn();
        self.break_locks(table);
        self.core.slices(table, |shared, index, after| {
            shared.tables.get_mut(&table)?.partitions.get_mut(index)?.rewrite(after, &mut change)
        });
    }

    /// Merges rows into a table at once, in the given order and outside any transaction. Breaks the locks of
    /// transactions that have read them. False if the table does not exist.
    pub fn bulk_merge(&self, table: TableId, rows: Vec<(Vec<u8>, Vec<ColumnChange>)>) -> bool {
        let place = self.place_of(table, rows.iter().map(|(key, _)| key.as_slice()));
        let rows = rows.into_iter().map(|(key, changes)| (key.into_boxed_slice(), PendingWrite::Merge(changes)));
        self.bulk_write(table, &place, rows)
    }

    /// The same for rows that have all columns: nothing is left of the rows before.
    pub fn bulk_put(&self, table: TableId, rows: Vec<KeyAndRow>) -> bool {
        let place = self.place_of(table, rows.iter().map(|(key, _)| &**key));
        self.bulk_write(table, &place, rows.into_iter().map(|(key, row)| (key, PendingWrite::Put(row))))
    }

    /// Finds the partition in which these keys are written, if it is one.
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

    /// Changes when a table of ranges splits and merges.
    pub fn set_settings(&self, table: TableId, new: PartitionSettings) {
        if let Some(PartitionShape::Ranges(settings)) =
            self.shared().tables.get_mut(&table).map(|table| &mut table.shape)
        {
            *settings = new;
        }
    }

    /// Looks at each partition's load once per decision interval. Returns the partitions that were used in it or have
    /// broken locks, as they were before splits and merges. Call it now and then.
    pub fn maintain(&self) -> Vec<(TableId, PartitionStats)> {
        let mut seen = Vec::new();
        // Whoever has the turn may be in the middle of a partition.
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
                // The first call only opens a window.
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

    /// Starts the tablets of a table anew, as after the death of their node: their rows stay, and their counters begin at
    /// zero.
    pub fn restart(&self, table: TableId) {
        let mut shared = self.shared();
        let started = shared.clock.now_us();
        if let Some(table) = shared.tables.get_mut(&table) {
            table.partitions.iter_mut().for_each(|partition| partition.restart(started));
        }
    }

    /// Forgets when the window of load under way began: the clock goes back.
    pub fn forget_window(&self) {
        self.shared().window_start = None;
    }

    /// Forgets when windows of load and changefeeds were last looked at: the clock goes back.
    #[cfg(feature = "simulation")]
    pub fn forget_times(&self) {
        let mut shared = self.shared();
        (shared.window_start, shared.step) = (None, 0);
    }

    /// Lets commits not look at their locks: a fault planted for tests of the tests.
    #[cfg(feature = "simulation")]
    pub fn ignore_locks(&self, ignored: bool) {
        self.shared().ignores_locks = ignored;
    }

    /// Splits a partition of a row table in the middle, or merges it with the next one. The number says which.
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

    /// The table's partitions in order; none if the table does not exist.
    pub fn partitions(&self, table: TableId) -> Vec<PartitionStats> {
        self.shared().tables.get(&table).map_or_else(Vec::new, |table| table.stats().collect())
    }
}

// All rows as they are at one moment, and the way back to them.
//
// The rows of a partition are one shared map. Saving copies the list of partitions and shares their maps, and so does
// the way back. The first write into a partition after that copies its map, which is at most some megabytes, because
// larger partitions split; and the next way back frees that copy. Nothing else depends on the number of rows.
//
// Versions never go back: the next commit after a return has a higher version than every commit before it. So the
// transactions of before still have snapshots and locks that can be released. Whoever calls this must see to it that
// they commit nothing.

/// All rows at one moment.
#[derive(Clone, Debug)]
pub struct Saved {
    tables: HashMap<TableId, StoredTable>,
    feeds: HashMap<TableId, Arc<Feed>>,
    /// The old versions among these rows, which transactions needed at that moment.
    garbage: VecDeque<(Version, TableId, Box<[u8]>)>,
}

impl Storage {
    /// All rows as they are now. Waits for the commit that is under way.
    pub fn save(&self) -> Saved {
        let _turn = self.turn();
        let shared = self.shared();
        Saved { tables: shared.tables.clone(), feeds: shared.feeds.clone(), garbage: shared.garbage.clone() }
    }

    /// Gives all tables the rows and partitions that they had. Tables that are newer are gone.
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
        // Freeing many rows takes a while, so it happens outside the lock.
        drop((tables, feeds, garbage));
    }
}
