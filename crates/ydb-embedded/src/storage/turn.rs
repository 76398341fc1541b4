//! The lock around the state, and the turn to change it.
//!
//! The lock ([`Core::lock`]) is held for microseconds: for one read, or for a [`SLICE`] of rows. What takes longer is
//! done slice by slice, and others read in between.
//!
//! Writers take turns. Whoever has the [`Turn`] is the only one who writes until it is given back, so a commit of many
//! slices is still one commit: its rows have the next version from the beginning, and nobody sees them before that
//! version becomes the last one. Partitions do not split or merge by load meanwhile.

use std::collections::BTreeSet;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard, ReentrantMutex, ReentrantMutexGuard};
use tokio::sync::watch;

use super::chain::Version;
use super::locks::TxId;
use super::order::Place;
use super::partition::SLICE;
use super::shared::Shared;
use super::write::{Write, Writes};
use crate::catalog::TableId;

/// The turn to change rows. Its holder may take it again.
pub type Turn<'a> = ReentrantMutexGuard<'a, ()>;

#[derive(Debug)]
pub(super) struct Core {
    shared: Mutex<Shared>,
    turn: ReentrantMutex<()>,
    /// Changes with every new message of a changefeed.
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

    /// Writes `count` rows as one version. Tables that do not exist are skipped.
    pub(super) fn write(
        &self,
        tx: TxId,
        count: usize,
        place: &Place,
        rows: impl Iterator<Item = (TableId, Box<[u8]>, Write)>,
    ) -> Version {
        let _turn = self.turn();
        let mut rows = rows.peekable();
        let mut counted = BTreeSet::new();
        let mut shared = self.lock();
        let version = shared.choose_version(tx, place);
        let (before, whole) = (shared.version, count <= SLICE);
        if !whole {
            // Readers that come between two slices see this version.
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

    /// The table in which a commit would conflict with others: one whose locks are broken, one that is gone, or one in
    /// which a row that it writes has changed since the version `since`.
    pub(super) fn conflict<'w>(
        &self,
        tx: TxId,
        since: Option<Version>,
        writes: impl Iterator<Item = (&'w TableId, &'w Writes)>,
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

    /// Visits the partitions of a table slice by slice, and the lock is free between two of them. The visitor gets a
    /// partition's index and the last key of its previous slice, and returns the last key of this one, or `None` at
    /// the partition's end. The caller has the turn.
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
