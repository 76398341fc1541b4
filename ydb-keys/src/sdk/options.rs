//! Options of a call: timeout, repetition, transaction.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ydb::{CallBuilder, TxMode};
use ydb_keys_core::calls::limit;

/// Default timeout of calls in milliseconds.
static TIMEOUT: AtomicU64 = AtomicU64::new(30_000);

/// Sets the default timeout of operations. A call can have another one ([`Call::timeout`](crate::Call::timeout),
/// [`no_timeout`](crate::Call::no_timeout)). Before the first call of this function it is 30 seconds. `None` is no
/// limit, and so is more than a century.
///
/// The timeout covers all attempts and the pauses between them. It applies to a whole [`transact`](crate::transact), to
/// each batch of a stream, and to each request of a read or a write of many rows. Operations inside a transaction have
/// the time of the transaction.
pub fn set_default_timeout(timeout: Option<Duration>) {
    let millis = timeout.and_then(limit).and_then(|timeout| u64::try_from(timeout.as_millis()).ok());
    TIMEOUT.store(millis.unwrap_or(u64::MAX), Ordering::Relaxed);
}

/// Returns the timeout of calls that set none.
pub(super) fn default_timeout() -> Option<Duration> {
    match TIMEOUT.load(Ordering::Relaxed) {
        u64::MAX => None,
        millis => Some(Duration::from_millis(millis)),
    }
}

/// Options of a call.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub(crate) timeout: Option<Duration>,
    /// `true` if `timeout` applies to each request, and `false` if it applies to all requests together.
    pub(crate) each: bool,
    /// `true` if a write is sent again when no connection could be opened.
    pub(crate) reconnects: bool,
    pub(crate) idempotent: bool,
    pub(crate) tx_mode: Option<TxMode>,
    pub(crate) commit: bool,
    /// `true` if a write runs as a transaction of its own with a marker.
    pub(crate) exactly_once: bool,
    /// `true` if the statement changes nothing.
    pub(crate) reads: bool,
    /// `true` if the read must be stale, so that it cannot run in a transaction.
    pub(crate) stale: bool,
    /// Start of the call, if it is known. To read the clock again would be a noticeable part of the cost of a call.
    pub(crate) begun: Option<Instant>,
}

impl Options {
    /// Options of a write, which is repeated only after errors that prove that nothing was done.
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

    /// Sets the default timeout, which applies to each request, and lets writes be sent again when no connection could
    /// be opened.
    pub(super) fn patient(self) -> Self {
        Options { timeout: default_timeout(), each: true, reconnects: true, ..self }
    }

    /// Sets the timeout of the whole call.
    pub(super) fn within(self, timeout: Option<Duration>) -> Self {
        Options { timeout, each: false, ..self }
    }

    /// Reads from replicas.
    pub(super) fn stale(self) -> Self {
        Options { tx_mode: Some(TxMode::StaleReadOnly), stale: true, ..self }
    }

    /// Returns `true` if the statement changes or commits something.
    pub(crate) fn writes(self) -> bool {
        !self.reads || self.commit
    }

    /// Returns `true` if a write is sent again when no connection could be opened, which the client does not do.
    pub(super) fn reconnects(self) -> bool {
        self.reconnects && !self.idempotent
    }

    /// Sets these options on a statement of the client.
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

/// Path of the database, for spans. `None` if nobody watches spans, or if the executor does not know it: the client's
/// `QueryClient` and `Transaction` do not tell it.
pub(super) type Namespace = Option<Arc<str>>;

/// Kind of transaction that a statement belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scope {
    /// The statement is a transaction by itself.
    Alone,
    /// A transaction of the client's `retry_tx`. The client commits it, perhaps even if a statement has failed.
    RetryTx,
    /// A transaction of `transact`. If a statement has failed, it is not committed.
    Transact,
}
