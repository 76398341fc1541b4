//! A call that is about to be made: its options, its span, and the future that makes it.

use std::fmt;
use std::future::IntoFuture;
use std::time::Duration;

use futures_util::future::BoxFuture;
use tracing::Instrument as _;
use ydb::{CallBuilder, TxMode};

use super::failure::Operation;
use crate::error::Result;

/// How a call is made.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    pub(super) timeout: Option<Duration>,
    pub(super) idempotent: bool,
    pub(super) tx_mode: Option<TxMode>,
    pub(super) commit: bool,
}

impl Options {
    /// The same options on one statement of the client.
    pub(super) fn apply<'q, K, S>(self, mut call: CallBuilder<'q, K, S>) -> CallBuilder<'q, K, S> {
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

/// An operation that runs when it is awaited.
///
/// ```no_run
/// # use std::time::Duration;
/// # use ydb_keys::YdbTable;
/// # #[derive(YdbTable)]
/// # #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
/// # struct Order { order_id: u64, amount: Option<f64> }
/// # async fn example(client: &ydb::Client) -> ydb_keys::Result<()> {
/// let mut q = client.query_client();
/// let order = Order::get(1001).fetch(&mut q).timeout(Duration::from_secs(1)).await?;
/// # Ok(())
/// # }
/// ```
#[must_use = "nothing is sent until the call is awaited"]
pub struct Call<'q, R> {
    operation: Operation,
    options: Options,
    run: Result<Run<'q, R>>,
}

type Run<'q, R> = Box<dyn FnOnce(Operation, Options) -> BoxFuture<'q, Result<R>> + Send + 'q>;

impl<'q, R: 'q> Call<'q, R> {
    /// A call whose preparation may have failed, which is told when it is awaited.
    pub(super) fn new<F, Fut>(operation: Operation, idempotent: bool, run: Result<F>) -> Self
    where
        F: FnOnce(Operation, Options) -> Fut + Send + 'q,
        Fut: Future<Output = Result<R>> + Send + 'q,
    {
        let options = Options { idempotent, ..Options::default() };
        let run = run.map(|run| -> Run<'q, R> {
            Box::new(move |operation, options| {
                let span = operation.span();
                Box::pin(run(operation, options).instrument(span))
            })
        });
        Call { operation, options, run }
    }

    /// The mode that the operation needs, or why it cannot be had.
    pub(super) fn with_mode(mut self, mode: Result<Option<TxMode>>) -> Self {
        match mode {
            Ok(mode) => self.options.tx_mode = mode,
            Err(error) => self.run = Err(error),
        }
        self
    }

    /// The time that the whole operation may take, all attempts and pauses between them counted.
    ///
    /// Without it the client tries until an error that no further attempt can cure.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.options.timeout = Some(timeout);
        self
    }

    /// Whether the client may also repeat the operation after an error that leaves open whether it was done, such as a broken
    /// connection.
    ///
    /// Reads, bulk upserts and `read_rows` are idempotent from the start, other writes are not: an upsert that is repeated may
    /// overwrite what another client wrote in between. Inside a transaction it has no effect: set it on `retry_tx`.
    pub fn idempotent(mut self, idempotent: bool) -> Self {
        self.options.idempotent = idempotent;
        self
    }

    /// The isolation of the call, as [`ydb::CallBuilder::with_tx_mode`]. Inside a transaction the transaction's mode holds.
    pub fn with_tx_mode(mut self, mode: TxMode) -> Self {
        self.options.tx_mode = Some(mode);
        self
    }

    /// Commits the transaction together with this operation, its last one; by itself an operation is committed anyway.
    ///
    /// It saves a request, and more: the client repeats a transaction whose statement was ABORTED by a conflict, but not one whose
    /// separate commit was, which then fails although nothing stands against trying again.
    pub fn with_commit(mut self) -> Self {
        self.options.commit = true;
        self
    }
}

impl<'q, R: Send + 'q> IntoFuture for Call<'q, R> {
    type Output = Result<R>;
    type IntoFuture = BoxFuture<'q, Result<R>>;

    fn into_future(self) -> Self::IntoFuture {
        match self.run {
            Ok(run) => run(self.operation, self.options),
            Err(error) => Box::pin(std::future::ready(Err(error))),
        }
    }
}

impl<R> fmt::Debug for Call<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("operation", &self.operation)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
