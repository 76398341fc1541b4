//! How a call is made: timeout, repetition, transaction.

use std::time::Duration;

use ydb::{CallBuilder, TxMode};

/// How a call is made.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub(crate) timeout: Option<Duration>,
    pub(crate) idempotent: bool,
    pub(crate) tx_mode: Option<TxMode>,
    pub(crate) commit: bool,
    /// Whether the statement changes nothing.
    pub(crate) reads: bool,
}

impl Options {
    /// Repeated only after errors that prove that nothing was done.
    #[doc(hidden)]
    pub const WRITE: Self = Options { timeout: None, idempotent: false, tx_mode: None, commit: false, reads: false };
    pub(crate) const IDEMPOTENT_WRITE: Self = Options { idempotent: true, ..Options::WRITE };
    pub(crate) const READ: Self = Options { idempotent: true, reads: true, ..Options::WRITE };

    /// Whether something is different afterwards.
    pub(crate) fn writes(self) -> bool {
        !self.reads || self.commit
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
