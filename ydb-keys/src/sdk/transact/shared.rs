//! What the two sides of a `transact` share: the one that runs the closure, and the one that has the transaction.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ydb::{QueryClient, YdbError};

use crate::sdk::options::Namespace;
use crate::sdk::status::{SCHEME_ERROR, has_status};
use crate::sdk::tx::{Commands, Tx};
use crate::statements::outcome::TransactionOutcome;

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
    /// How many attempts can never be committed, because their markers are there: the number of the next one.
    refused: AtomicU32,
    /// Whether the table of the markers was created, or was there.
    created: AtomicBool,
    /// The value in the marker of the attempt that is committed.
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
            refused: AtomicU32::new(0),
            created: AtomicBool::new(false),
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

    pub(super) fn refused(&self) -> u32 {
        self.refused.load(Ordering::Relaxed)
    }

    pub(super) fn is_done(&self) -> bool {
        self.done().is_some()
    }

    /// The value in the marker, once.
    pub(super) fn take_done(&self) -> Option<Option<String>> {
        self.done().take()
    }

    fn done(&self) -> MutexGuard<'_, Option<Option<String>>> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn doubt(&self, in_doubt: bool) {
        self.in_doubt.store(in_doubt, Ordering::Relaxed);
    }

    /// Whether the table of the markers may not exist, once: it makes no difference if it was another table.
    pub(super) fn lacks_table(&self, error: &YdbError) -> bool {
        has_status(error, &[SCHEME_ERROR]) && !self.created.swap(true, Ordering::Relaxed)
    }

    /// The marker of the attempt in doubt is `row`, or is refused now. Returns whether the attempt is committed.
    pub(super) fn settled(&self, row: Option<TransactionOutcome>) -> bool {
        self.in_doubt.store(false, Ordering::Relaxed);
        let committed = row.filter(|row| row.committed);
        if committed.is_none() {
            self.refused.fetch_add(1, Ordering::Relaxed);
        }
        self.end(committed)
    }

    /// Takes the number of the next attempt from the markers of former ones. Returns whether one of them is committed.
    pub(super) fn learn(&self, known: &[TransactionOutcome]) -> bool {
        let refused = known.iter().map(|row| row.attempt + 1).max();
        self.refused.store(refused.unwrap_or(0), Ordering::Relaxed);
        self.end(known.iter().find(|row| row.committed).cloned())
    }

    fn end(&self, committed: Option<TransactionOutcome>) -> bool {
        *self.done() = committed.map(|row| row.value);
        self.is_done()
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

/// Whether the commit was done is not known. The client must not begin again before that is.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Doubtful(pub(super) YdbError);
