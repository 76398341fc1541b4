//! Saved states of the whole database, and the way back to one.
//!
//! A way back replaces rows, schema and sequences. It does not end the sessions, so that clients keep their pools. It
//! ends the transactions that began before it: their next statement or commit is ABORTED, as if another transaction had
//! written what they read, and clients repeat them. One that wrote nothing may still commit, because all that it saw was
//! true at one moment.
//!
//! Transactions are told apart by the *era* in which they began ([`OpenTx`](super::sessions::OpenTx)). A way back begins
//! a new era twice: before the first change, for whoever has read the old state, and after the last one, for whoever has
//! read while it was under way.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use parking_lot::Mutex;

use super::current::Current;
use super::engine::Engine;
#[cfg(feature = "simulation")]
use super::heaviest::Heaviest;
#[cfg(feature = "simulation")]
use super::overload::Overload;
use super::readers::Order;
use crate::catalog::{Catalog, ColumnId, TableId};
use crate::error::{Error, Issue, Result, Status, codes};
use crate::storage::Saved;

/// All that a server stores, at one moment: rows, schema, rights and sequences. Made by
/// [`Server::snapshot`](crate::Server::snapshot).
///
/// Clones share everything, and a snapshot shares its rows with the server until either changes them.
#[derive(Clone)]
pub struct Snapshot {
    saved: Arc<State>,
}

struct State {
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
        let state = State {
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
        self.readers.end(&Order::Close(error), |_, _| true);
        Ok(())
    }

    /// Begins a history anew: with this state, at this time, without sessions, with the numbers of a first start, and with
    /// this order of transactions, or the strict one.
    #[cfg(feature = "simulation")]
    pub fn begin_history(
        &self,
        state: &Snapshot,
        passed: std::time::Duration,
        order: Option<crate::storage::Draw>,
    ) -> Result<()> {
        self.storage.set_order(order);
        self.kill_sessions();
        self.reset(state)?;
        self.storage.let_lag(self.catalog.read().has_async_index());
        self.clock().set(passed);
        self.storage.forget_times();
        *self.overload.lock() = Overload::default();
        *self.heaviest.lock() = Heaviest::default();
        *self.ttl_run.lock() = self.clock().after(super::config::TTL_RUN);
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
