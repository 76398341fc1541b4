//! A transaction: reads of one snapshot combined with its own writes, locks on what it read, and a commit of all writes
//! or none.
//!
//! Isolation is multi-version concurrency control with optimistic locks. Commits are numbered; the number is a
//! *version*. A transaction goes through four stages:
//!
//! 1. Its first read pins the last version as its *snapshot*. It sees no later commit, and the versions that it can see
//!    are kept as long as it runs (see `chain`).
//! 2. Each read locks the key or the range that was read, even if there were no rows (see `locks`). Nobody waits for a
//!    lock. A commit by another transaction that writes into the range breaks the lock.
//! 3. Writes are kept in the transaction, by table and key. Its own reads see them on top of the snapshot; other
//!    transactions do not see them.
//! 4. The commit checks that no lock is broken and gives all writes the next version at once. With a broken lock it
//!    writes nothing and returns `LocksBroken`, which YDB reports as ABORTED.
//!
//! ```text
//! version   transaction A                  transaction B
//!    7      reads k: snapshot 7, locks k
//!    7                                     reads k: snapshot 7, locks k
//!    8                                     writes k, commits as 8: breaks the lock of A
//!    8      reads k: still version 7
//!    8      writes k, commits: ABORTED
//! ```
//!
//! If A had only read, it would have committed: everything that it saw was true at version 7. A write reads nothing and
//! takes no lock, so blind writes do not conflict. If a read meets a row that is newer than the snapshot, the
//! transaction can no longer be placed after that commit, and its locks count as broken from then on.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::chain::Version;
use super::feed::Written;
use super::locks::{LocksBroken, NO_TX, TxId};
use super::range::{Direction, KeyRange};
use super::row::{ColumnChange, PendingWrite, PendingWrites};
use super::scan::{Chunk, RangeScan};
use super::shared::{Arrival, Core, Shared};
use crate::catalog::TableId;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// Transactions behave as if they ran one after another: reads take locks, and writes of others break the locks.
    Serializable,
    /// All reads see one moment and take no locks. The caller must not write.
    Snapshot,
    /// All reads see one moment and take no locks. The commit fails if others have written a row that this transaction
    /// writes.
    SnapshotWrites,
}

/// A running transaction. Dropping it rolls it back.
#[derive(Debug)]
pub struct Transaction {
    pub(super) core: Arc<Core>,
    isolation: Isolation,
    /// Snapshot, pinned by the first read.
    pub(super) snapshot: Option<Version>,
    /// Version as of which the transaction reads asynchronous indexes.
    pub(super) lag: Option<Version>,
    /// Arrival of the current request, if its snapshot may be as old as that.
    arrived: Option<Arc<Arrival>>,
    /// Id of the transaction, assigned at its first lock.
    id: TxId,
    writes: BTreeMap<TableId, PendingWrites>,
    /// Effects of the statements on rows of tables with changefeeds, in order.
    written: Vec<Written>,
}

impl Transaction {
    pub(super) fn new(core: Arc<Core>, isolation: Isolation) -> Self {
        let (writes, written) = (BTreeMap::new(), Vec::new());
        Self { core, isolation, snapshot: None, lag: None, arrived: None, id: NO_TX, writes, written }
    }

    /// Returns the table in which others have broken this transaction's locks, if any. A commit with writes will then
    /// fail.
    pub fn broken(&self) -> Option<TableId> {
        if self.id == NO_TX { None } else { self.core.lock().locks.broken(self.id) }
    }

    /// Returns the number of rows that the commit would write.
    pub fn pending(&self) -> usize {
        self.writes.values().map(PendingWrites::len).sum()
    }

    /// Notes the arrival of a request of this transaction. If the request takes the snapshot, the snapshot may be as
    /// old as the arrival.
    pub fn arrive(&mut self, arrived: Option<Arc<Arrival>>) {
        self.arrived = arrived;
    }

    /// Takes the snapshot now instead of at the first read.
    pub fn pin(&mut self) {
        pin(&mut self.snapshot, self.arrived.as_deref(), &mut self.core.lock());
    }

    /// Reads data that must still be unchanged at the commit: the reads take locks in every isolation.
    pub fn firmly<R>(&mut self, read: impl FnOnce(&mut Self) -> R) -> R {
        let usual = std::mem::replace(&mut self.isolation, Isolation::Serializable);
        let result = read(self);
        self.isolation = usual;
        result
    }

    /// Calls `read` with the row of a key, without copying the row. `read` must not use the storage.
    pub fn get_with<R>(&mut self, table: TableId, key: &[u8], read: impl FnOnce(Option<&[u8]>) -> R) -> R {
        let own = self.writes.get(&table).and_then(|writes| writes.get(key));
        if let Some(write) = own
            && !matches!(write, PendingWrite::Merge(_))
        {
            return read(write.over(None).as_deref());
        }
        let mut guard = self.core.lock();
        let shared = &mut *guard;
        let (snapshot, now) = (pin(&mut self.snapshot, self.arrived.as_deref(), shared), shared.clock.now_us());
        let tx = lock_as(self.isolation, &mut self.id, shared);
        let mut outdated = false;
        let result = match shared.tables.get_mut(&table) {
            Some(rows) => {
                let index = rows.locate(key);
                let partition = &mut rows.partitions[index];
                partition.read(key, now);
                partition.floor.lift(snapshot + 1, tx);
                let chain = partition.rows.get(key);
                outdated = chain.is_some_and(|chain| chain.newest_version() > snapshot);
                let base = chain.and_then(|chain| chain.at(snapshot));
                match own {
                    Some(write) => read(write.over(base).as_deref()),
                    None => read(base),
                }
            }
            None => read(own.and_then(|write| write.over(None)).as_deref()),
        };
        if tx != NO_TX {
            shared.lock_read(tx, table, KeyRange::point(key.to_vec()), outdated);
        }
        result
    }

    /// Returns the next rows of a range, at most `max_rows`, after the key `after` at which the previous chunk ended.
    /// Between chunks, others may write, and partitions may split.
    pub fn scan(
        &mut self,
        table: TableId,
        range: &KeyRange,
        direction: Direction,
        max_rows: usize,
        after: Option<&[u8]>,
    ) -> Chunk {
        let mut rows = Vec::new();
        let after = self.scan_with(table, range, direction, max_rows, after, |key, row| {
            rows.push((key.into(), row.into()));
            ControlFlow::Continue(())
        });
        Chunk { rows, done: after.is_none(), after }
    }

    /// Calls `visit` with the next rows of a range, like [`Self::scan`], but without copying them. Returns the key
    /// after which the range continues; `None` at its end. If `visit` breaks at a row, that row is the last one that
    /// counts as read. `visit` must not use the storage.
    pub fn scan_with(
        &mut self,
        table: TableId,
        range: &KeyRange,
        direction: Direction,
        max_rows: usize,
        after: Option<&[u8]>,
        mut visit: impl FnMut(&[u8], &[u8]) -> ControlFlow<()>,
    ) -> Option<Box<[u8]>> {
        let rest = direction.rest(range, after);
        if rest.is_empty() {
            return None;
        }
        let mut guard = self.core.lock();
        let shared = &mut *guard;
        let snapshot = pin(&mut self.snapshot, self.arrived.as_deref(), shared);
        let tx = lock_as(self.isolation, &mut self.id, shared);
        let scan = RangeScan { range: rest, direction, after, snapshot, max_rows, now: shared.clock.now_us() };
        let scanned = scan.run(shared.tables.get_mut(&table), self.writes.get(&table), &mut visit);
        shared.lift_read(table, &scanned.consumed, snapshot, tx);
        if tx != NO_TX {
            shared.lock_read(tx, table, scanned.consumed, scanned.outdated);
        }
        scanned.after
    }

    pub fn put(&mut self, table: TableId, key: Vec<u8>, row: Box<[u8]>) {
        self.write(table, key, PendingWrite::Put(row));
    }

    /// Sets some columns of a row, which need not exist. A merge reads nothing, so it conflicts with nobody.
    pub fn merge(&mut self, table: TableId, key: Vec<u8>, changes: Vec<ColumnChange>) {
        self.write(table, key, PendingWrite::Merge(changes));
    }

    /// Deletes a row, which need not exist. A deletion reads nothing, so it conflicts with nobody.
    pub fn delete(&mut self, table: TableId, key: Vec<u8>) {
        self.write(table, key, PendingWrite::Delete);
    }

    /// Records the effect of a statement on a row, for the changefeeds of its table. Call it together with the write.
    pub fn record(&mut self, written: Written) {
        self.written.push(written);
    }

    fn write(&mut self, table: TableId, key: Vec<u8>, write: PendingWrite) {
        match self.writes.entry(table).or_default().entry(key.into()) {
            Entry::Vacant(entry) => {
                entry.insert(write);
            }
            Entry::Occupied(mut entry) => {
                let earlier = std::mem::replace(entry.get_mut(), PendingWrite::Delete);
                *entry.get_mut() = earlier.then(write);
            }
        }
    }

    /// Makes all writes visible at once. Returns the version of the commit.
    ///
    /// Fails if others have written what this transaction has read, or if a table that it has written to is gone. A
    /// transaction without writes always commits: everything it saw was true at one moment.
    pub fn commit(mut self) -> Result<Version, LocksBroken> {
        let writes = std::mem::take(&mut self.writes);
        let core = Arc::clone(&self.core);
        let (id, snapshot) = (std::mem::replace(&mut self.id, NO_TX), self.snapshot.take());
        if writes.is_empty() {
            let mut shared = core.lock();
            shared.end(id, snapshot);
            return Ok(snapshot.unwrap_or(shared.version));
        }
        let _turn = core.turn();
        let since = snapshot.filter(|_| self.isolation == Isolation::SnapshotWrites);
        let conflict = core.conflict(id, since, writes.iter());
        let is_free = since.is_none() && self.written.is_empty();
        let place = core.lock().place(id, &writes, is_free);
        core.lock().end(id, snapshot);
        match conflict {
            Some(table) => Err(LocksBroken { table }),
            None => {
                let count = writes.values().map(PendingWrites::len).sum();
                let rows = |(table, rows): (TableId, PendingWrites)| {
                    rows.into_iter().map(move |(key, write)| (table, key, write))
                };
                let records = core.records(std::mem::take(&mut self.written));
                let version = core.write(id, count, &place, writes.into_iter().flat_map(rows));
                core.publish(records, version);
                Ok(version)
            }
        }
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if let Some(lag) = self.lag {
            self.core.lock().unpin(lag);
        }
        if self.id != NO_TX || self.snapshot.is_some() {
            self.core.lock().end(self.id, self.snapshot);
        }
    }
}

fn pin(snapshot: &mut Option<Version>, arrived: Option<&Arrival>, shared: &mut Shared) -> Version {
    *snapshot.get_or_insert_with(|| {
        let at = arrived.and_then(|arrived| arrived.snapshot(shared)).unwrap_or(shared.version);
        shared.snapshots.pin(at);
        at
    })
}

/// Returns the transaction for which a read takes locks: `NO_TX` for none, unless the transaction is serializable.
fn lock_as(isolation: Isolation, id: &mut TxId, shared: &mut Shared) -> TxId {
    if isolation != Isolation::Serializable {
        return NO_TX;
    }
    if *id == NO_TX {
        *id = shared.new_tx();
    }
    *id
}
