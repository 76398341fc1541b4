//! A transaction: reads of one snapshot with its own writes over it, locks on what it read, commit of all or nothing.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::chain::Version;
use super::locks::TxId;
use super::range::KeyRange;
use super::scan::{Chunk, Direction, Scan};
use super::shared::{NO_TX, Shared};
use super::store::Storage;
use super::write::{Change, Write, Writes};
use crate::catalog::TableId;

/// What a transaction promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// As if transactions ran one after another: reads take locks, and others' writes break them.
    Serializable,
    /// All reads see one moment and take no locks. That nothing is written is the caller's business.
    Snapshot,
}

/// A commit that failed because others have written what the transaction had read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("transaction locks invalidated")]
pub struct LocksBroken {
    /// The table of the first such write.
    pub table: TableId,
}

/// A moment of a transaction to which its writes can be undone.
#[derive(Debug)]
#[must_use = "a savepoint must be released or rolled back to"]
pub struct Savepoint(usize);

/// A running transaction; dropping it undoes it.
#[derive(Debug)]
pub struct Transaction {
    storage: Arc<Storage>,
    isolation: Isolation,
    /// Pinned by the first read.
    snapshot: Option<Version>,
    /// Given by the first lock.
    id: TxId,
    writes: BTreeMap<TableId, Writes>,
    /// What writes replaced while a savepoint is open.
    undo: Vec<(TableId, Box<[u8]>, Option<Write>)>,
    savepoints: usize,
}

impl Transaction {
    pub(super) const fn new(storage: Arc<Storage>, isolation: Isolation) -> Self {
        Self { storage, isolation, snapshot: None, id: NO_TX, writes: BTreeMap::new(), undo: Vec::new(), savepoints: 0 }
    }

    /// Whether anything has been written.
    #[must_use]
    pub fn has_writes(&self) -> bool {
        !self.writes.is_empty()
    }

    /// Whether anything has been written to this table.
    #[must_use]
    pub fn has_written(&self, table: TableId) -> bool {
        self.writes.contains_key(&table)
    }

    /// The table in which others have broken this transaction's locks, if they have: a commit with writes will fail.
    #[must_use]
    pub fn broken(&self) -> Option<TableId> {
        if self.id == NO_TX { None } else { self.storage.shared().locks.broken(self.id) }
    }

    /// The row of a key.
    pub fn get(&mut self, table: TableId, key: &[u8]) -> Option<Box<[u8]>> {
        self.get_with(table, key, |row| row.map(Into::into))
    }

    /// The row of a key, where it lies. `read` must not use the storage.
    pub fn get_with<R>(&mut self, table: TableId, key: &[u8], read: impl FnOnce(Option<&[u8]>) -> R) -> R {
        let own = self.writes.get(&table).and_then(|writes| writes.get(key));
        if let Some(write) = own
            && !write.needs_base()
        {
            return read(write.over(None).as_deref());
        }
        let mut guard = self.storage.shared();
        let shared = &mut *guard;
        let snapshot = pin(&mut self.snapshot, shared);
        let mut outdated = false;
        let result = match shared.tables.get_mut(&table) {
            Some(rows) => {
                let index = rows.locate(key);
                let partition = &mut rows.partitions[index];
                partition.read(key, super::stats::now());
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
        if self.isolation == Isolation::Serializable {
            let tx = identify(&mut self.id, shared);
            if outdated {
                shared.locks.mark_broken(tx, table);
            } else if shared.locks.broken(tx).is_none() {
                shared.lock_key(tx, table, key);
            }
        }
        result
    }

    /// The next rows of a range, at most `max_rows`, behind the key `after` where a chunk before ended. Others may write, and partitions may split,
    /// between chunks.
    pub fn scan(
        &mut self,
        table: TableId,
        range: &KeyRange,
        direction: Direction,
        max_rows: usize,
        after: Option<&[u8]>,
    ) -> Chunk {
        let mut rows = Vec::new();
        let done = self.scan_with(table, range, direction, max_rows, after, |key, row| {
            rows.push((key.into(), row.into()));
            ControlFlow::Continue(())
        });
        Chunk { rows, done }
    }

    /// As [`Self::scan`], giving the rows where they lie; whether the range is exhausted. `visit` must not use the storage; the row at which it breaks
    /// is the last that counts as read.
    pub fn scan_with(
        &mut self,
        table: TableId,
        range: &KeyRange,
        direction: Direction,
        max_rows: usize,
        after: Option<&[u8]>,
        mut visit: impl FnMut(&[u8], &[u8]) -> ControlFlow<()>,
    ) -> bool {
        let rest = direction.rest(range, after);
        if rest.is_empty() || max_rows == 0 {
            return rest.is_empty();
        }
        let mut guard = self.storage.shared();
        let shared = &mut *guard;
        let snapshot = pin(&mut self.snapshot, shared);
        let scan = Scan { range: rest, direction, after, snapshot, max_rows };
        let scanned = scan.run(shared.tables.get_mut(&table), self.writes.get(&table), &mut visit);
        if self.isolation == Isolation::Serializable {
            let tx = identify(&mut self.id, shared);
            if scanned.outdated {
                shared.locks.mark_broken(tx, table);
            } else if shared.locks.broken(tx).is_none() {
                shared.lock(tx, table, scanned.consumed);
            }
        }
        scanned.done
    }

    /// Writes a whole row.
    pub fn put(&mut self, table: TableId, key: Vec<u8>, row: Box<[u8]>) {
        self.write(table, key, Write::Put(row));
    }

    /// Sets some columns of a row that may be there or not; without a read, so it conflicts with nobody.
    pub fn merge(&mut self, table: TableId, key: Vec<u8>, changes: Vec<Change>) {
        self.write(table, key, Write::Merge(changes));
    }

    /// Deletes a row that may be there or not; without a read, so it conflicts with nobody.
    pub fn delete(&mut self, table: TableId, key: Vec<u8>) {
        self.write(table, key, Write::Delete);
    }

    fn write(&mut self, table: TableId, key: Vec<u8>, write: Write) {
        let log = self.savepoints > 0;
        match self.writes.entry(table).or_default().entry(key.into()) {
            Entry::Vacant(entry) => {
                if log {
                    self.undo.push((table, entry.key().clone(), None));
                }
                entry.insert(write);
            }
            Entry::Occupied(mut entry) => {
                if log {
                    self.undo.push((table, entry.key().clone(), Some(entry.get().clone())));
                }
                let earlier = std::mem::replace(entry.get_mut(), Write::Delete);
                *entry.get_mut() = earlier.then(write);
            }
        }
    }

    /// Remembers this moment, at the start of a statement say. Savepoints nest.
    pub const fn savepoint(&mut self) -> Savepoint {
        self.savepoints += 1;
        Savepoint(self.undo.len())
    }

    /// Undoes the writes since a savepoint; locks stay.
    pub fn rollback_to(&mut self, savepoint: Savepoint) {
        while self.undo.len() > savepoint.0
            && let Some((table, key, before)) = self.undo.pop()
        {
            let Some(writes) = self.writes.get_mut(&table) else { continue };
            match before {
                Some(write) => {
                    writes.insert(key, write);
                }
                None => {
                    writes.remove(&key);
                }
            }
            if writes.is_empty() {
                self.writes.remove(&table);
            }
        }
        self.release(savepoint);
    }

    /// Forgets a savepoint, keeping the writes since.
    #[allow(clippy::needless_pass_by_value, reason = "a savepoint is good for one use")]
    pub fn release(&mut self, _savepoint: Savepoint) {
        self.savepoints = self.savepoints.saturating_sub(1);
        if self.savepoints == 0 {
            self.undo = Vec::new();
        }
    }

    /// Makes the writes visible to all, at once; the number of the commit.
    ///
    /// # Errors
    ///
    /// When others have written what this transaction has read, or a table written to is gone. A transaction without writes always commits: all it saw
    /// was true at one moment.
    pub fn commit(mut self) -> Result<Version, LocksBroken> {
        let writes = std::mem::take(&mut self.writes);
        let storage = Arc::clone(&self.storage);
        let mut shared = storage.shared();
        let (id, snapshot) = (std::mem::replace(&mut self.id, NO_TX), self.snapshot.take());
        if writes.is_empty() {
            shared.end(id, snapshot);
            return Ok(snapshot.unwrap_or(shared.version));
        }
        shared.commit(id, snapshot, writes)
    }

    /// Undoes the transaction, as dropping it does.
    pub fn rollback(self) {}
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if self.id != NO_TX || self.snapshot.is_some() {
            self.storage.shared().end(self.id, self.snapshot);
        }
    }
}

fn pin(snapshot: &mut Option<Version>, shared: &mut Shared) -> Version {
    *snapshot.get_or_insert_with(|| {
        shared.snapshots.pin(shared.version);
        shared.version
    })
}

fn identify(id: &mut TxId, shared: &mut Shared) -> TxId {
    if *id == NO_TX {
        *id = shared.new_tx();
    }
    *id
}
