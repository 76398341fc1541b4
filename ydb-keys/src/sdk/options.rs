//! How a call is made: timeout, repetition, transaction.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ydb::{CallBuilder, TxMode};
use ydb_keys_core::calls::limit;

/// That of new calls in milliseconds.
static TIMEOUT: AtomicU64 = AtomicU64::new(30_000);

/// Sets the time that an operation may take unless its call says otherwise ([`Call::timeout`](crate::Call::timeout),
/// [`no_timeout`](crate::Call::no_timeout)). It is 30 seconds at first; `None` is no limit, and so is more than a century.
///
/// It is the time of each attempt together with all repetitions and pauses: of a whole [`transact`](crate::transact), and
/// of each batch of a stream and each request of a write or a read of many rows. Operations inside of a transaction have
/// the time that the transaction has.
pub fn set_default_timeout(timeout: Option<Duration>) {
    let millis = timeout.and_then(limit).and_then(|timeout| u64::try_from(timeout.as_millis()).ok());
    TIMEOUT.store(millis.unwrap_or(u64::MAX), Ordering::Relaxed);
}

/// That of a call that says nothing.
pub(super) fn default_timeout() -> Option<Duration> {
    match TIMEOUT.load(Ordering::Relaxed) {
        u64::MAX => None,
        millis => Some(Duration::from_millis(millis)),
    }
}

/// How a call is made.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub(crate) timeout: Option<Duration>,
    /// `true` if that is the time of each request and not of all together.
    pub(crate) each: bool,
    /// `true` if a write is sent again if no connection could be opened.
    pub(crate) reconnects: bool,
    pub(crate) idempotent: bool,
    pub(crate) tx_mode: Option<TxMode>,
    pub(crate) commit: bool,
    /// `true` if a write is its own transaction with a marker.
    pub(crate) exactly_once: bool,
    /// `true` if the statement changes nothing.
    pub(crate) reads: bool,
    /// `true` if it must be stale, so that it cannot be in a transaction.
    pub(crate) stale: bool,
    /// When the call began, where that is known: to look at the clock again is a part of what a call costs.
    pub(crate) begun: Option<Instant>,
}

impl Options {
    /// Repeated only after errors that prove that nothing was done.
    #[doc(hidden)]
    pub const WRITE: Self = Options {
        timeout: None,
        each: false,
        reconnects: false,
        idempotent: false,
        tx_mode: None,
        commit: false,
        exactly_once: false,
        reads: false,
        stale: false,
        begun: None,
    };
    pub(crate) const IDEMPOTENT_WRITE: Self = Options { idempotent: true, ..Options::WRITE };
    pub(crate) const READ: Self = Options { idempotent: true, reads: true, ..Options::WRITE };

    /// Those of a call that says nothing.
    pub(super) fn patient(self) -> Self {
        Options { timeout: default_timeout(), each: true, reconnects: true, ..self }
    }

    /// The time for the whole call.
    pub(super) fn within(self, timeout: Option<Duration>) -> Self {
        Options { timeout, each: false, ..self }
    }

    /// Reads what replicas have.
    pub(super) fn stale(self) -> Self {
        Options { tx_mode: Some(TxMode::StaleReadOnly), stale: true, ..self }
    }

    /// Returns `true` if something is different afterwards.
    pub(crate) fn writes(self) -> bool {
        !self.reads || self.commit
    }

    /// Returns `true` if a request is sent again where the client does not repeat it.
    pub(super) fn reconnects(self) -> bool {
        self.reconnects && !self.idempotent
    }

    /// The same options on one statement of the client.
    pub(crate) fn apply<'q, K, S>(self, mut call: CallBuilder<'q, K, S>) -> CallBuilder<'q, K, S> {
        call = call.idempotent(self.idempotent);
        if let Some(timeout) = self.timeout {
            call = call.timeout(timeout);
        }
        if let Some(mode) = self.tx_mode {
            call = call.with_tx_mode(mode);
        }
        if self.commit {
            call = call.with_commit(true);
        }
        call
    }
}

/// The path of the database, for spans, as far as somebody watches and the executor knows it: the client's `QueryClient` and
/// `Transaction` do not tell.
pub(super) type Namespace = Option<Arc<str>>;

/// What a statement belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scope {
    /// It is a transaction by itself.
    Alone,
    /// The client commits the transaction, perhaps even if a statement has failed.
    RetryTx,
    /// A transaction in which a statement has failed is not committed.
    Transact,
}
