//! A call that is about to be made: its options, its span, and the future that makes it.

use std::fmt;
use std::future::IntoFuture;
use std::marker::PhantomData;
use std::time::Duration;

use futures_util::future::BoxFuture;
use tracing::Instrument as _;
use ydb::{CallBuilder, TxMode};

use super::failure::Operation;
use crate::error::Result;
use crate::statements::{AnyTimes, Repeatable};

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

/// An operation that runs when it is awaited.
///
/// When a call is dropped before it is done (`select!`, a timeout of your own), YDB may run its statement all the same. Inside a
/// transaction a later commit then includes it: return an error from the closure of `retry_tx` after you have dropped a call, which
/// rolls the transaction back. [`timeout`](Call::timeout) has the same effect, and ends with an error already.
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
pub struct Call<'q, R, K = AnyTimes> {
    operation: Operation,
    options: Options,
    run: Result<Run<'q, R>>,
    times: PhantomData<fn() -> K>,
}

type Run<'q, R> = Box<dyn FnOnce(Operation, Options) -> BoxFuture<'q, Result<R>> + Send + 'q>;

impl<'q, R: 'q, K> Call<'q, R, K> {
    /// A call whose preparation may have failed, which the caller learns when the call is awaited.
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
        Call { operation, options, run, times: PhantomData }
    }

    /// The mode that the operation needs, or why it cannot have it.
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
    ///
    /// An insert is done once. Repeated it would meet its own row, and fail although it is written:
    ///
    /// ```compile_fail,E0277
    /// # use ydb_keys::YdbTable;
    /// # #[derive(YdbTable)]
    /// # #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// # struct Order { order_id: u64 }
    /// # async fn example(mut q: ydb::QueryClient) -> ydb_keys::Result<()> {
    /// Order { order_id: 1001 }.insert().exec(&mut q).idempotent(true).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// The same holds of a `retry_tx` that is idempotent and has inserts: there nothing refuses it.
    pub fn idempotent(mut self, idempotent: bool) -> Self
    where
        K: Repeatable,
    {
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
    /// separate commit was: that fails although it could be tried again.
    pub fn with_commit(mut self) -> Self {
        self.options.commit = true;
        self
    }
}

impl<'q, R: Send + 'q, K> IntoFuture for Call<'q, R, K> {
    type Output = Result<R>;
    type IntoFuture = BoxFuture<'q, Result<R>>;

    fn into_future(self) -> Self::IntoFuture {
        match self.run {
            Ok(run) => run(self.operation, self.options),
            Err(error) => Box::pin(std::future::ready(Err(error))),
        }
    }
}

impl<R, K> fmt::Debug for Call<'_, R, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("operation", &self.operation)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
