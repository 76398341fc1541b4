//! How a call is made: timeout, repetition, transaction.

use std::time::Duration;

use ydb::{CallBuilder, TxMode};

/// How a call is made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    pub(crate) timeout: Option<Duration>,
    pub(crate) idempotent: bool,
    pub(crate) tx_mode: Option<TxMode>,
    pub(crate) commit: bool,
}

impl Options {
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
