//! One request of a load: attempts until YDB acknowledges it, or until it must not be repeated.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use ydb::{YdbError, YdbIssue};
use ydb_keys::__internal::status::{SCHEME_ERROR, has_status};

use crate::connection::{Connection, was_not_sent};
use crate::encode::Batch;
use crate::retry::{Backoff, is_retried};

/// What a request needs.
pub(super) struct Request {
    pub(super) connection: Connection,
    pub(super) path: Arc<str>,
    pub(super) batch: Batch,
    pub(super) timeout: Option<Duration>,
    pub(super) retry_for: Option<Duration>,
    /// Becomes true when the load stops: no attempt begins after that.
    pub(super) stopped: watch::Receiver<bool>,
}

/// How a request ended.
pub(super) struct Done {
    pub(super) batch: Batch,
    pub(super) retries: u64,
    pub(super) outcome: Outcome,
}

pub(super) enum Outcome {
    Written,
    Failed {
        error: YdbError,
        /// Whether some attempt may have reached YDB.
        sent: bool,
    },
}

impl Request {
    pub(super) async fn send(mut self) -> Done {
        let mut backoff = Backoff::new(self.retry_for);
        let (mut retries, mut sent) = (0, false);
        let request = self.batch.request(&self.path);
        let outcome = loop {
            let error = match self.connection.bulk_upsert(request.clone(), self.timeout).await {
                Ok(()) => break Outcome::Written,
                Err(error) => error,
            };
            sent |= !was_not_sent(&error);
            let again = is_retried(&error) && !*self.stopped.borrow_and_update();
            if !again || !self.pause(&mut backoff).await {
                break Outcome::Failed { error, sent };
            }
            retries += 1;
        };
        Done { batch: self.batch, retries, outcome }
    }

    /// False if the load stops, or the time limit for repeating is over.
    async fn pause(&mut self, backoff: &mut Backoff) -> bool {
        tokio::select! {
            biased;
            _ = self.stopped.changed() => false,
            again = backoff.wait() => again,
        }
    }
}

/// Whether YDB refuses a type in Arrow that it takes as protobuf: a release before 25.4 refuses fixed-size values,
/// which are Decimal and Uuid (rpc_load_rows.cpp).
pub(super) fn refuses_arrow(error: &YdbError) -> bool {
    const TEXT: &str = "Cannot convert arrow type to ydb one";
    fn says(issue: &YdbIssue) -> bool {
        issue.message.contains(TEXT) || issue.issues.iter().any(says)
    }
    has_status(error, &[SCHEME_ERROR])
        && matches!(error, YdbError::YdbStatusError(status) if status.issues.iter().any(says))
}
