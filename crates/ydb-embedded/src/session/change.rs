//! The catalog of the moment, changes of it, and saved states of the whole database.
//!
//! A reader gets the catalog of the moment and keeps it as long as it likes. A change works on a copy, and puts that in
//! the place of the old one at its end ([`CatalogChange::publish`]). A change that fails before that has no effect.
//!
//! During all of that the change has the storage's turn to write. So nobody commits meanwhile, and reads go on. A
//! commit takes the turn, too, and then compares its tables with the catalog ([`Engine::finish`]).

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

/// How often a change that waits for its turn looks whether its client still waits.
const PATIENCE: Duration = Duration::from_millis(10);

/// A change of the catalog that is under way.
pub(super) struct CatalogChange<'e> {
    current: &'e Current,
    storage: &'e Storage,
    catalog: Arc<Catalog>,
    _turn: Turn<'e>,
}

impl Engine {
    /// Begins a change of the catalog when the changes and commits before it are done.
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
    /// Makes what has changed so far the catalog of the moment.
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

// Saved states of the whole database, and the way back to one.
//
// A way back replaces rows, schema and sequences. It does not end the sessions, so that clients keep their pools. It
// ends the transactions that began before it: their next statement or commit is ABORTED, as if another transaction had
// written what they read, and clients repeat them. One that wrote nothing may still commit, because all that it saw was
// true at one moment.
//
// Transactions are told apart by the *era* in which they began ([`OpenTx`](super::sessions::OpenTx)). A way back begins
// a new era twice: before the first change, for whoever has read the old state, and after the last one, for whoever has
// read while it was under way.

/// All that a server stores, at one moment: rows, schema, rights and sequences. Made by
/// [`Server::snapshot`](crate::Server::snapshot).
///
/// Clones share everything, and a snapshot shares its rows with the server until either changes them.
#[derive(Clone)]
pub struct Snapshot {
    saved: Arc<SavedState>,
}

struct SavedState {
    /// Whose state this is.
    of: Arc<Current>,
    /// The catalog, or the last one that was made from it on a way back.
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
    /// The state as it is now. Waits for the commit or the change of the schema that is under way.
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

    /// Goes back to a state.
    ///
    /// Fails with BAD_REQUEST if it is another server's.
    pub fn reset(&self, to: &Snapshot) -> Result<()> {
        let state = &*to.saved;
        if !Arc::ptr_eq(&state.of, &self.catalog) {
            return Err(Error::new(Status::BadRequest, "The snapshot was made by another server"));
        }
        let _turn = self.storage.turn();
        self.begin_era();
        self.storage.restore(&state.rows);
        let (current, mut catalog) = (self.catalog.read(), state.catalog.lock());
        // Without a change of the schema, plans remain good.
        if !Arc::ptr_eq(&current, &catalog) {
            *catalog = Arc::new(current.back_to(&catalog));
            self.catalog.replace(Arc::clone(&catalog));
        }
        drop(catalog);
        self.sequences.lock().clone_from(&state.sequences);
        self.begin_era();
        // Clients connect again, and begin at what was committed then.
        let error = Error::new(Status::Unavailable, "The server has gone back to a snapshot");
        self.readers.end(&ReaderOrder::Close(error), |_, _| true);
        Ok(())
    }

    /// Begins a history anew: with this state, at this time, without sessions, with the numbers of a first start, and with
    /// this order of transactions, or the strict one.
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

    /// The era that begins with the last way back.
    pub(super) fn era(&self) -> u64 {
        self.era.load(Ordering::SeqCst)
    }

    /// Checks that a transaction began after the last way back.
    pub(super) fn check_era(&self, era: u64) -> Result<()> {
        if era == self.era() {
            return Ok(());
        }
        let message = "Transaction locks invalidated. The server has gone back to a snapshot.";
        Err(Error::issue(Issue::new(codes::KIKIMR_LOCKS_INVALIDATED, message)))
    }
}
