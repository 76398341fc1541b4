//! What the two sides of a `transact` share: the one that runs the closure, and the one that has the transaction.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use ydb::{QueryClient, YdbError};

use super::entry::Entry;
use crate::sdk::options::Namespace;
use crate::sdk::tx::{Commands, Tx};

/// What the two sides of a `transact` know of each other.
pub(super) struct Shared {
    pub(super) client: QueryClient,
    /// That of the spans.
    pub(super) namespace: Namespace,
    /// The transaction of an attempt that has begun and whose closure has not.
    begun: Mutex<Option<Tx>>,
    attempts: AtomicU32,
    /// See [`Tx::doubts`].
    doubts: Arc<AtomicU32>,
    /// Whether a commit was sent that has no definite answer.
    in_doubt: AtomicBool,
    /// The row that the attempt must find when it commits, if it has one.
    entry: Mutex<Option<Entry>>,
    /// Whether that row was looked for and is gone.
    forgotten: AtomicBool,
    /// The value in the row of the attempt that is committed.
    done: Mutex<Option<Option<String>>>,
}

impl Shared {
    pub(super) fn new(client: QueryClient, namespace: Namespace) -> Self {
        Shared {
            client,
            namespace,
            begun: Mutex::default(),
            attempts: AtomicU32::new(0),
            doubts: Arc::default(),
            in_doubt: AtomicBool::new(false),
            entry: Mutex::default(),
            forgotten: AtomicBool::new(false),
            done: Mutex::default(),
        }
    }

    /// The transaction of a new attempt, once.
    pub(super) fn take_begun(&self) -> Option<Tx> {
        self.begun.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub(super) fn attempts(&self) -> u32 {
        self.attempts.load(Ordering::Relaxed)
    }

    pub(super) fn is_in_doubt(&self) -> bool {
        self.in_doubt.load(Ordering::Relaxed)
    }

    pub(super) fn doubt(&self, in_doubt: bool) {
        self.in_doubt.store(in_doubt, Ordering::Relaxed);
    }

    pub(super) fn entry(&self) -> Option<Entry> {
        self.entry.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The next attempts have this row.
    pub(super) fn enter(&self, entry: Entry) {
        *self.entry.lock().unwrap_or_else(PoisonError::into_inner) = Some(entry);
    }

    pub(super) fn is_forgotten(&self) -> bool {
        self.forgotten.load(Ordering::Relaxed)
    }

    /// The row is gone; `in_doubt` if nobody can know any more whether the transaction is committed.
    pub(super) fn forget(&self, in_doubt: bool) {
        self.doubt(in_doubt);
        self.forgotten.store(true, Ordering::Relaxed);
    }

    /// The value in the row of the committed attempt, once.
    pub(super) fn take_done(&self) -> Option<Option<String>> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// The transaction is committed, and left this value.
    pub(super) fn end(&self, value: Option<String>) {
        self.doubt(false);
        *self.done.lock().unwrap_or_else(PoisonError::into_inner) = Some(value);
    }

    pub(super) fn begin(&self) -> Commands {
        // An attempt follows a doubtful commit only if the transaction is idempotent, or if that commit is settled.
        self.in_doubt.store(false, Ordering::Relaxed);
        let attempt = self.attempts.fetch_add(1, Ordering::Relaxed) + 1;
        let (tx, commands) = Tx::new(attempt, self.doubts.clone(), self.namespace.clone());
        *self.begun.lock().unwrap_or_else(PoisonError::into_inner) = Some(tx);
        commands
    }
}

/// The statement that commits was refused, or whether it was done is not known. Only the row says what comes next, so the
/// client must not begin again by itself.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct AtCommit(pub(super) YdbError);
