//! The state behind the storage's lock (tables, snapshots, locks, garbage), the effect of a commit on it, and the turn
//! to write.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard, ReentrantMutex, ReentrantMutexGuard};
use tokio::sync::watch;

use super::balance::Thresholds;
use super::chain::{Snapshots, Version};
use super::feed::Feed;
use super::locks::{Locks, NO_TX, TxId};
use super::order::{CommitPlace, TransactionOrder};
use super::partition::{SLICE, Tablets};
use super::range::KeyRange;
use super::row::{PendingWrite, PendingWrites};
use super::table::StoredTable;
use crate::catalog::TableId;
use crate::clock::Clock;

/// First tablet id; it looks like an id of YDB.
const FIRST_TABLET: u64 = 72_075_186_224_037_888;

#[derive(Debug)]
pub(super) struct Shared {
    /// Version of the last commit.
    pub(super) version: Version,
    /// Version of the last write; its commit may be in progress.
    written: Version,
    pub(super) tables: HashMap<TableId, StoredTable>,
    /// Changefeeds, shared with saved states that have the same records.
    pub(super) feeds: HashMap<TableId, Arc<Feed>>,
    /// Time in milliseconds of the last virtual timestamp.
    pub(super) step: u64,
    pub(super) snapshots: Snapshots,
    pub(super) locks: Locks,
    pub(super) thresholds: Thresholds,
    pub(super) clock: Clock,
    pub(super) tablets: Tablets,
    /// Time at which [`super::Storage::maintain`] last ended a window.
    pub(super) window_start: Option<u64>,
    /// Rows with old versions, ascending by version. They can be dropped when no snapshot is older than the version.
    pub(super) garbage: VecDeque<(Version, TableId, Box<[u8]>)>,
    last_tx: TxId,
    /// Order of commits; `None` for the strict order.
    pub(super) order: Option<TransactionOrder>,
    /// Version as of which asynchronous indexes are read; `None` if they do not lag.
    pub(super) lag: Option<Version>,
    /// Number of changes of the schema.
    pub(super) schema: u64,
    #[cfg(feature = "simulation")]
    pub(super) ignores_locks: bool,
}

impl Shared {
    pub(super) fn new(thresholds: Thresholds, clock: Clock) -> Self {
        Self {
            version: 0,
            written: 0,
            tables: HashMap::new(),
            feeds: HashMap::new(),
            step: 0,
            snapshots: Snapshots::default(),
            locks: Locks::default(),
            thresholds,
            clock,
            tablets: Tablets(FIRST_TABLET - 1),
            window_start: None,
            garbage: VecDeque::new(),
            last_tx: NO_TX,
            order: None,
            lag: None,
            schema: 0,
            #[cfg(feature = "simulation")]
            ignores_locks: false,
        }
    }

    pub(super) const fn new_tx(&mut self) -> TxId {
        self.last_tx += 1;
        self.last_tx
    }

    pub(super) fn unpin(&mut self, snapshot: Version) {
        if self.snapshots.unpin(snapshot) {
            self.collect();
        }
    }

    /// Drops a slice of the versions that no snapshot needs any more. Returns `true` if there may be more.
    pub(super) fn collect(&mut self) -> bool {
        let oldest = self.snapshots.oldest().unwrap_or(Version::MAX);
        for _ in 0..SLICE {
            if self.garbage.front().is_none_or(|(version, ..)| *version > oldest) {
                return false;
            }
            let Some((_, table, key)) = self.garbage.pop_front() else { return false };
            let Some(rows) = self.tables.get_mut(&table) else { continue };
            let index = rows.locate(&key);
            if rows.partitions[index].prune(&key, &self.snapshots) {
                // Newer versions have come since, so a snapshot is older than the last commit.
                self.garbage.push_back((self.written, table, key));
            }
        }
        true
    }

    pub(super) fn end(&mut self, tx: TxId, snapshot: Option<Version>) {
        if tx != NO_TX {
            self.locks.end(tx);
        }
        if let Some(snapshot) = snapshot {
            self.unpin(snapshot);
        }
    }

    /// Writes some rows of a commit. Rows of tables that do not exist are skipped. `counted` has the tablets that have
    /// counted the commit; `whole` is `true` if these are all rows of the commit.
    pub(super) fn write(
        &mut self,
        tx: TxId,
        version: Version,
        rows: &mut dyn Iterator<Item = (TableId, Box<[u8]>, PendingWrite)>,
        counted: &mut BTreeSet<u64>,
        whole: bool,
    ) {
        self.written = self.written.max(version);
        let now = self.clock.now_us();
        let mut touched: Vec<(TableId, usize)> = Vec::new();
        let mut watched = None;
        for (id, key, write) in rows {
            let Some(table) = self.tables.get_mut(&id) else { continue };
            let watched = match watched {
                Some((known, watched)) if known == id => watched,
                _ => watched.insert((id, self.locks.watched(id, tx))).1,
            };
            let index = table.locate(&key);
            if touched.last() != Some(&(id, index)) {
                touched.push((id, index));
            }
            let partition = &mut table.partitions[index];
            if watched {
                partition.counters.locks_broken += self.locks.write(id, &key, tx);
            }
            if let Some(key) = partition.write(key, write, version, &self.snapshots, now) {
                self.garbage.push_back((version, id, key));
            }
        }
        touched.sort_unstable();
        touched.dedup();
        let immediate = whole && touched.len() == 1;
        // Backwards, because a split moves the partitions after it.
        for (id, index) in touched.into_iter().rev() {
            let Some(table) = self.tables.get_mut(&id) else { continue };
            let partition = &mut table.partitions[index];
            partition.floor.lift(version, NO_TX);
            if counted.insert(partition.tablet_id) {
                let counters = &mut partition.counters;
                *if immediate {
                    &mut counters.immediate_tx_completed
                } else {
                    &mut counters.coordinated_tx_completed
                } += 1;
            }
            table.split_by_size(index, &self.thresholds, now, &mut self.tablets);
        }
    }

    /// Locks the range that a transaction has read. If somebody has written there since its snapshot, its locks are
    /// broken.
    pub(super) fn lock_read(&mut self, tx: TxId, id: TableId, range: KeyRange, outdated: bool) {
        if outdated {
            self.locks.mark_broken(tx, id);
        } else if self.locks.broken(tx).is_none() {
            self.lock(tx, id, range);
        }
    }

    /// Locks a non-empty range for a transaction.
    fn lock(&mut self, tx: TxId, id: TableId, range: KeyRange) {
        let Some(table) = self.tables.get_mut(&id) else { return };
        let touched = table.touched(&range);
        for partition in &mut table.partitions[touched.clone()] {
            partition.counters.locks_acquired += u64::from(self.locks.first_in(tx, id, partition.tablet_id));
        }
        let (from, to) = range.half_open();
        if self.locks.add(tx, id, from, to) {
            // The transaction has too many separate ranges, so it locks whole partitions instead.
            let start = table.partitions[touched.start].start.to_vec();
            let end = table.end(touched.end - 1).map(<[u8]>::to_vec);
            for partition in &mut table.partitions[touched] {
                partition.counters.locks_whole_shard += 1;
            }
            self.locks.add(tx, id, start, end);
        }
    }
}

// The lock around the state, and the turn to write.
//
// The lock ([`Core::lock`]) is held for microseconds: for one read, or for a [`SLICE`] of rows. Longer work is done
// slice by slice, and others can read in between.
//
// Writers take turns. Only the holder of the [`Turn`] writes, until it is given back. A commit of many slices is
// therefore still one commit: all its rows have the next version, and nobody sees them before that version becomes the
// last one. Partitions do not split or merge by load meanwhile.

/// The turn to write. Its holder may take it again.
pub type Turn<'a> = ReentrantMutexGuard<'a, ()>;

#[derive(Debug)]
pub(super) struct Core {
    shared: Mutex<Shared>,
    turn: ReentrantMutex<()>,
    /// Notified with every new message of a changefeed.
    pub(super) messages: watch::Sender<()>,
}

impl Core {
    pub(super) fn new(shared: Shared) -> Self {
        Self { shared: Mutex::new(shared), turn: ReentrantMutex::new(()), messages: watch::Sender::new(()) }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock()
    }

    pub(super) fn turn(&self) -> Turn<'_> {
        self.turn.lock()
    }

    pub(super) fn turn_within(&self, patience: Duration) -> Option<Turn<'_>> {
        if patience.is_zero() { self.turn.try_lock() } else { self.turn.try_lock_for(patience) }
    }

    /// Writes `count` rows as one version. Rows of tables that do not exist are skipped.
    pub(super) fn write(
        &self,
        tx: TxId,
        count: usize,
        place: &CommitPlace,
        rows: impl Iterator<Item = (TableId, Box<[u8]>, PendingWrite)>,
    ) -> Version {
        let _turn = self.turn();
        let mut rows = rows.peekable();
        let mut counted = BTreeSet::new();
        let mut shared = self.lock();
        let version = shared.choose_version(tx, place);
        let (before, whole) = (shared.version, count <= SLICE);
        if !whole {
            // Readers between two slices see this version.
            shared.snapshots.pin(before);
        }
        loop {
            shared.write(tx, version, &mut rows.by_ref().take(SLICE), &mut counted, whole);
            if rows.peek().is_none() {
                break;
            }
            MutexGuard::bump(&mut shared);
        }
        shared.version = shared.version.max(version);
        if !whole {
            shared.unpin(before);
        }
        version
    }

    /// Returns the table in which a commit would conflict with others: a table whose locks are broken, a table that is
    /// gone, or a table in which a row that the commit writes has changed since version `since`.
    pub(super) fn conflict<'w>(
        &self,
        tx: TxId,
        since: Option<Version>,
        writes: impl Iterator<Item = (&'w TableId, &'w PendingWrites)>,
    ) -> Option<TableId> {
        #[cfg(feature = "simulation")]
        if self.lock().ignores_locks {
            return None;
        }
        if let Some(table) = self.lock().locks.broken(tx) {
            return Some(table);
        }
        for (&id, rows) in writes {
            let mut keys = rows.keys().peekable();
            while keys.peek().is_some() {
                let shared = self.lock();
                let Some(table) = shared.tables.get(&id) else { return Some(id) };
                let Some(since) = since else { break };
                if keys.by_ref().take(SLICE).any(|key| table.is_newer(key, since)) {
                    return Some(id);
                }
            }
        }
        None
    }

    /// Visits the partitions of a table slice by slice, and releases the lock between two slices. `visit` gets a
    /// partition's index and the last key of its previous slice, and returns the last key of the new slice, or `None`
    /// at the partition's end. The caller holds the turn to write.
    pub(super) fn slices(
        &self,
        table: TableId,
        mut visit: impl FnMut(&mut Shared, usize, Option<&[u8]>) -> Option<Box<[u8]>>,
    ) {
        let (mut index, mut after) = (0, None::<Box<[u8]>>);
        let mut shared = self.lock();
        while shared.tables.get(&table).is_some_and(|rows| index < rows.partitions.len()) {
            after = visit(&mut shared, index, after.as_deref());
            index += usize::from(after.is_none());
            MutexGuard::bump(&mut shared);
        }
    }
}

/// Number of the last commit at the arrival of a request. The number stays in use until the arrival is dropped.
#[derive(Debug)]
pub struct Arrival {
    pub(super) core: Arc<Core>,
    pub(super) at: Version,
    pub(super) schema: u64,
}

impl Arrival {
    /// Returns the snapshot of a request with this arrival; `None` if the schema has changed since.
    pub(super) fn snapshot(&self, shared: &Shared) -> Option<Version> {
        (self.schema == shared.schema).then_some(self.at)
    }

    /// Returns `true` if a read as of this arrival may miss data that is committed now.
    #[cfg(feature = "simulation")]
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
