//! The current catalog, its changes, and saved states of the whole database.
//!
//! A reader gets the current catalog and may keep it as long as needed. A change works on a copy, which replaces the
//! current catalog at the end ([`CatalogChange::publish`]). A change that fails before that has no effect.
//!
//! During a change, the change holds the storage's turn to write: nobody else can commit, but reads go on. A commit
//! also takes the turn, and then compares its tables with the catalog ([`Engine::finish`]).

use std::collections::HashMap;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use parking_lot::{Mutex, RwLock};

use super::Engine;
use super::topics::ReaderOrder;
use crate::catalog::{Catalog, ColumnId, TableId};
use crate::error::{Error, Issue, Result, Status, codes};
use crate::storage::{Saved, Storage, Turn};
use crate::work::tick;

#[cfg(feature = "simulation")]
use super::heaviest::Heaviest;
#[cfg(feature = "simulation")]
use super::system_views::Overload;

/// Interval at which a change that waits for its turn checks whether its client still waits.
const PATIENCE: Duration = Duration::from_millis(10);

/// A change of the catalog in progress.
pub(super) struct CatalogChange<'e> {
    current: &'e Current,
    storage: &'e Storage,
    catalog: Arc<Catalog>,
    _turn: Turn<'e>,
}

impl Engine {
    /// Begins a change of the catalog after the changes and commits before it are done.
    pub(super) fn change(&self) -> Result<CatalogChange<'_>> {
        let turn = loop {
            match self.storage.turn_within(PATIENCE) {
                Some(turn) => break turn,
                None => tick(usize::MAX)?,
            }
        };
        Ok(CatalogChange { current: &self.catalog, storage: &self.storage, catalog: self.catalog.read(), _turn: turn })
    }
}

impl CatalogChange<'_> {
    /// Makes the changed catalog the current one.
    pub(super) fn publish(&self) {
        self.current.replace(Arc::clone(&self.catalog));
        self.storage.change_schema();
        self.storage.let_lag(self.catalog.has_async_index());
    }
}

impl Deref for CatalogChange<'_> {
    type Target = Catalog;

    fn deref(&self) -> &Catalog {
        &self.catalog
    }
}

impl DerefMut for CatalogChange<'_> {
    fn deref_mut(&mut self) -> &mut Catalog {
        Arc::make_mut(&mut self.catalog)
    }
}

pub(super) struct Current(RwLock<Arc<Catalog>>);

impl Current {
    pub(super) fn new(catalog: Catalog) -> Self {
        Self(RwLock::new(Arc::new(catalog)))
    }

    pub(super) fn read(&self) -> Arc<Catalog> {
        Arc::clone(&self.0.read())
    }

    pub(super) fn replace(&self, catalog: Arc<Catalog>) {
        *self.0.write() = catalog;
    }
}

// Saved states of the whole database, and the reset to one.
//
// A reset replaces rows, schema and sequences. Sessions stay open, so clients keep their pools. Transactions that began
// before the reset end: their next statement or commit is ABORTED, as if another transaction had written what they
// read, and clients repeat them. A transaction without writes may still commit, because everything it read was true at
// one moment.
//
// Each transaction belongs to the *era* in which it began ([`OpenTx`](super::sessions::OpenTx)). A reset begins a new
// era twice: before its first change, to end the transactions that have read the old state, and after its last change,
// to end the transactions that have read during the reset.

/// Everything that a server stores, at one moment: rows, schema, rights and sequences. Made by
/// [`Server::snapshot`](crate::Server::snapshot).
///
/// Clones share all data. A snapshot shares its rows with the server until one of the two changes them.
#[derive(Clone)]
pub struct Snapshot {
    saved: Arc<SavedState>,
}

struct SavedState {
    /// The catalog holder of the server that the state was saved from; identifies the server.
    of: Arc<Current>,
    /// The saved catalog, or the catalog that the last reset made from it.
    catalog: Mutex<Arc<Catalog>>,
    rows: Saved,
    sequences: HashMap<(TableId, ColumnId), i64>,
}

impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot").finish_non_exhaustive()
    }
}

impl Engine {
    /// Saves the current state. Waits for a commit or a change of the schema that is in progress.
    pub fn snapshot(&self) -> Snapshot {
        let _turn = self.storage.turn();
        let state = SavedState {
            of: Arc::clone(&self.catalog),
            catalog: Mutex::new(self.catalog.read()),
            rows: self.storage.save(),
            sequences: self.sequences.lock().clone(),
        };
        Snapshot { saved: Arc::new(state) }
    }

    /// Resets the database to a saved state.
    ///
    /// Fails with BAD_REQUEST if the state was saved by another server.
    pub fn reset(&self, to: &Snapshot) -> Result<()> {
        let state = &*to.saved;
        if !Arc::ptr_eq(&state.of, &self.catalog) {
            return Err(Error::new(Status::BadRequest, "The snapshot was made by another server"));
        }
        let _turn = self.storage.turn();
        self.begin_era();
        self.storage.restore(&state.rows);
        let (current, mut catalog) = (self.catalog.read(), state.catalog.lock());
        // If the schema has not changed, cached plans stay valid.
        if !Arc::ptr_eq(&current, &catalog) {
            *catalog = Arc::new(current.back_to(&catalog));
            self.catalog.replace(Arc::clone(&catalog));
        }
        drop(catalog);
        self.sequences.lock().clone_from(&state.sequences);
        self.begin_era();
        // Readers of topics must connect again; they continue at the offsets that were committed in the snapshot.
        let error = Error::new(Status::Unavailable, "The server has gone back to a snapshot");
        self.readers.end(&ReaderOrder::Close(error), |_, _| true);
        Ok(())
    }

    /// Begins a new history: resets to this state, sets the clock to this time, ends all sessions, and restarts ids as
    /// on a first start. `order` decides the order of transactions; `None` is the strict order.
    #[cfg(feature = "simulation")]
    pub fn begin_history(&self, state: &Snapshot, passed: Duration, order: Option<crate::storage::Draw>) -> Result<()> {
        self.storage.set_order(order);
        self.kill_sessions();
        self.reset(state)?;
        self.storage.let_lag(self.catalog.read().has_async_index());
        self.clock().set(passed);
        self.storage.forget_times();
        *self.overload.lock() = Overload::default();
        *self.heaviest.lock() = Heaviest::default();
        *self.ttl_run.lock() = self.clock().after(super::TTL_RUN);
        self.next_tx.store(1, Ordering::SeqCst);
        Ok(())
    }

    fn begin_era(&self) {
        self.era.fetch_add(1, Ordering::SeqCst);
    }

    /// Returns the current era; each reset begins a new one.
    pub(super) fn era(&self) -> u64 {
        self.era.load(Ordering::SeqCst)
    }

    /// Checks that no reset has happened since a transaction began.
    pub(super) fn check_era(&self, era: u64) -> Result<()> {
        if era == self.era() {
            return Ok(());
        }
        let message = "Transaction locks invalidated. The server has gone back to a snapshot.";
        Err(Error::issue(Issue::new(codes::KIKIMR_LOCKS_INVALIDATED, message)))
    }
}
