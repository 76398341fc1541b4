//! The call of an operation: its options, its span, and the future that runs it.

use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use std::{fmt, mem};

use futures_util::future::BoxFuture;
use ydb::{ResultSet, TxMode};

use super::failure::Operation;
use super::observe::{Observation, Outcome, Summary};
use super::one::{Run, Sent};
use super::options::Options;
use super::transact::KEPT;
use crate::error::Result;
use crate::statements::{AnyTimes, MayBeStale, Repeatable};
use ydb_keys_core::calls::{limit, polled_again};

/// Operation that is ready to run: nothing is sent until you `.await` it.
///
/// It is a future. If it is polled again after it has returned its result, it panics, like the future of an `async fn`.
///
/// If you drop a call before it is done (`select!`, a timeout of your own), YDB may run its statement anyway. Inside a
/// transaction, a later commit then includes the statement. Therefore `transact` does not commit after the call of a
/// write was dropped. In the closure of the client's `retry_tx`, return an error in that case, so that the transaction
/// is rolled back. After [`timeout`](Call::timeout) the statement may run as well, but the call returns an error.
///
/// ```no_run
/// # use std::time::Duration;
/// # use ydb_keys::YdbTable;
/// # #[derive(YdbTable)]
/// # #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
/// # struct Order { order_id: u64, amount: Option<f64> }
/// # async fn example(client: &ydb::Client) -> ydb_keys::Result<()> {
/// let order = Order::get(1001).fetch(client).timeout(Duration::from_secs(1)).await?;
/// # Ok(())
/// # }
/// ```
#[must_use = "nothing is sent until `.await`"]
pub struct Call<'q, R, K = AnyTimes> {
    operation: Operation,
    options: Options,
    state: State<'q, R>,
    /// `true` if running the operation twice can have another effect than running it once.
    not_idempotent: bool,
    /// `true` if the operation can run as a transaction with a marker (`exactly_once`).
    markable: bool,
    times: PhantomData<fn() -> K>,
}

/// State of a call.
enum State<'q, R> {
    /// Not begun: the operation to run, or the error of its preparation.
    New(Result<Run<'q, R>>),
    Running(Observation, Running<'q, R>),
    /// Done: the result was returned.
    Done,
}

/// Future of a call that has begun.
enum Running<'q, R> {
    Rows(Sent<'q, ResultSet, R>),
    Done(Sent<'q, (), R>),
    Other(BoxFuture<'q, Result<R>>),
}

impl<'q, R: 'q, K> Call<'q, R, K> {
    /// Makes a call. If its preparation failed, the call returns that error when it is awaited.
    pub(super) fn new<F, Fut>(operation: Operation, options: Options, run: Result<F>) -> Self
    where
        F: FnOnce(Operation, Options) -> Fut + Send + 'q,
        Fut: Future<Output = Result<R>> + Send + 'q,
    {
        let run = run.map(|run| -> Run<'q, R> {
            Run::Other(Box::new(move |operation, options| Box::pin(run(operation, options))))
        });
        Call::of(operation, options, run)
    }

    /// Makes a call that may be a single statement. If its preparation failed, the call returns that error when it is
    /// awaited.
    pub(super) fn of(operation: Operation, options: Options, run: Result<Run<'q, R>>) -> Self {
        // Inside a transaction, the timeout of the transaction applies.
        let options = if operation.is_alone() { options.patient() } else { options };
        Call { operation, options, state: State::New(run), not_idempotent: false, markable: false, times: PhantomData }
    }

    /// Sets whether the call refuses `idempotent`, because a repetition could change the row twice.
    pub(super) fn not_idempotent(self, not_idempotent: bool) -> Self {
        Call { not_idempotent, ..self }
    }

    /// Allows `exactly_once` for the call. The operation sends its statements by `one`, or handles the option itself.
    pub(super) fn markable(self) -> Self {
        Call { markable: true, ..self }
    }

    /// Sets the transaction mode that the operation needs. If the mode is not available, the call returns the error
    /// when it is awaited.
    pub(super) fn with_mode(mut self, mode: Result<Option<TxMode>>) -> Self {
        match mode {
            Ok(mode) => self.options.tx_mode = mode,
            Err(error) => self.state = State::New(Err(error)),
        }
        self
    }

    /// Sets the timeout of the whole operation, with all attempts and the pauses between them. The default is 30
    /// seconds, or the time of [`set_default_timeout`](crate::set_default_timeout). A timeout of more than a century is
    /// no limit.
    pub fn timeout(self, timeout: Duration) -> Self {
        self.within(limit(timeout))
    }

    /// Removes the timeout. The client repeats the operation until it succeeds, or until an error that a repetition
    /// cannot cure. Use it for an operation that takes long, such as the count of a large table.
    pub fn no_timeout(self) -> Self {
        self.within(None)
    }

    /// Returns the options, to be changed before the call begins.
    pub(super) fn options(&mut self) -> &mut Options {
        &mut self.options
    }

    pub(super) fn within(mut self, timeout: Option<Duration>) -> Self {
        self.options = self.options.within(timeout);
        self
    }

    /// Allows the client to repeat the operation also after an error that leaves open whether the operation was done,
    /// such as a broken connection.
    ///
    /// Reads, bulk upserts, `read_rows` and batches are idempotent by default. Other writes are not: a repeated upsert
    /// may overwrite a row that another client wrote in between. Inside a transaction this option has no effect: set it
    /// on the transaction.
    ///
    /// An insert cannot be idempotent: repeated, it would fail on its own row although the row is written.
    ///
    /// ```compile_fail,E0277
    /// # use ydb_keys::YdbTable;
    /// # #[derive(YdbTable)]
    /// # #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// # struct Order { order_id: u64 }
    /// # async fn example(client: &ydb::Client) -> ydb_keys::Result<()> {
    /// Order { order_id: 1001 }.insert().exec(client).idempotent(true).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// The error is [`Usage`](crate::ErrorKind::Usage) for an update that depends on the stored row, such as an
    /// addition to a number, and for an operation with a condition.
    ///
    /// An idempotent transaction must not insert either, but the compiler cannot refuse that.
    pub fn idempotent(mut self, idempotent: bool) -> Self
    where
        K: Repeatable,
    {
        self.options.idempotent = idempotent;
        self
    }

    /// Makes the outcome of a write certain. If YDB's answer is lost, the library asks YDB whether the write was done.
    /// It repeats the write only if the first one can never be done any more.
    ///
    /// An insert then never fails on its own row, and an update that adds to a number never adds twice. The write
    /// becomes a transaction with two more requests and one more row, which is kept for a day. The outcome is unknown
    /// if the timeout expires, or if that row is gone when the library looks for it. To be able to ask later, write in
    /// a transaction with [`exactly_once_as`](crate::Transact::exactly_once_as). The error is
    /// [`Usage`](crate::ErrorKind::Usage) for a timeout of more than a day.
    ///
    /// ```no_run
    /// # use ydb_keys::YdbTable;
    /// # #[derive(YdbTable)]
    /// # #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// # struct Order { order_id: u64 }
    /// # async fn example(client: &ydb::Client) -> ydb_keys::Result<()> {
    /// Order { order_id: 1001 }.insert().exec(client).exactly_once().await
    /// # }
    /// ```
    ///
    /// The error is also [`Usage`](crate::ErrorKind::Usage) inside a transaction, where you set it on the transaction
    /// instead ([`Transact::exactly_once`](crate::Transact::exactly_once)), and for reads, bulk upserts, batches and
    /// dual writes.
    pub fn exactly_once(mut self) -> Self {
        self.options.exactly_once = true;
        self
    }

    /// Reads in YDB's mode Stale Read Only: any replica of a partition may answer, and its rows may be slightly out of
    /// date.
    ///
    /// A table has replicas besides the leaders of its partitions if its model says
    /// `#[ydb(read_replicas = "PER_AZ:1")]`. A replica is behind its leader by milliseconds up to fractions of a
    /// second, and longer if the cluster has trouble. The delay of each replica differs. So a row that was just written
    /// may be missing, rows of different partitions may be of different moments, and a second read may find older rows
    /// than the first. YDB's pages: [modes](https://ydb.tech/docs/en/concepts/transactions#modes),
    /// [replicas](https://ydb.tech/docs/en/concepts/datamodel/table#read_only_replicas).
    ///
    /// ```no_run
    /// # use ydb_keys::YdbTable;
    /// # #[derive(YdbTable)]
    /// # #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// # struct Order { order_id: u64, amount: Option<f64> }
    /// # async fn example(client: &ydb::Client) -> ydb_keys::Result<()> {
    /// let order = Order::get(1001).fetch(client).stale().await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Inside a transaction the error is [`Usage`](crate::ErrorKind::Usage), because YDB's transactions do not have the
    /// mode. YDB does not have the mode for column tables either. Writes are never stale:
    ///
    /// ```compile_fail,E0277
    /// # use ydb_keys::YdbTable;
    /// # #[derive(YdbTable)]
    /// # #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// # struct Order { order_id: u64 }
    /// # async fn example(client: &ydb::Client) -> ydb_keys::Result<()> {
    /// Order::delete(1001).exec(client).stale().await
    /// # }
    /// ```
    pub fn stale(mut self) -> Self
    where
        K: MayBeStale,
    {
        self.options = self.options.stale();
        self
    }

    /// Sets the isolation of the call, like [`ydb::CallBuilder::with_tx_mode`]. Inside a transaction, the mode of the
    /// transaction applies instead.
    pub fn with_tx_mode(mut self, mode: TxMode) -> Self {
        self.options.tx_mode = Some(mode);
        self
    }

    /// Commits the transaction together with this operation, which must be its last one. Outside of a transaction it
    /// changes nothing, because every operation is committed.
    ///
    /// The commit needs no request of its own. Always end a `retry_tx` of the client with it: the client retries a
    /// transaction if a statement is ABORTED by a conflict, but not if a separate commit is ABORTED. (`transact`
    /// commits with a statement.)
    pub fn with_commit(mut self) -> Self {
        self.options.commit = true;
        self
    }
}

const IN_TRANSACTION: &str = "write it at the end of the transaction: `transact(client, async |tx| ..).exactly_once()`";
const ELSEWHERE: &str = "remove it from a read, a bulk upsert or a batch; make a dual write in a transaction, \
                         `transact(client, async |tx| ..).exactly_once()`";
const PATIENT: &str = "its row is kept for a day: give it a shorter `timeout`, or write it in a transaction, \
                       `transact(client, async |tx| ..).exactly_once().kept_for(..)`";

impl<'q, R, K> Call<'q, R, K> {
    fn begin(&mut self, run: Result<Run<'q, R>>) -> Result<(Observation, Running<'q, R>)> {
        let run = run?;
        if self.not_idempotent && self.options.idempotent {
            return Err(self.operation.refuse_idempotent());
        }
        match self.options.exactly_once {
            true if !self.operation.is_alone() => return Err(self.operation.not_exactly_once(IN_TRANSACTION)),
            true if !self.markable => return Err(self.operation.not_exactly_once(ELSEWHERE)),
            true if self.options.timeout.is_some_and(|timeout| timeout > KEPT) => {
                return Err(self.operation.not_exactly_once(PATIENT));
            }
            _ => self.operation.check_stale(self.options)?,
        }
        self.operation.set_options(self.options);
        let observation = Observation::begin(&self.operation);
        let options = Options { begun: Some(observation.start()), ..self.options };
        let running = match run {
            Run::Rows(one) => Running::Rows(one.begin(options)),
            Run::Done(one) => Running::Done(one.begin(options)),
            Run::Other(run) => Running::Other(run(self.operation.clone(), self.options)),
        };
        Ok((observation, running))
    }
}

impl<'q, R: Send + 'q, K> Future for Call<'q, R, K> {
    type Output = Result<R>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let (mut observation, mut running) = match mem::replace(&mut self.state, State::Done) {
            State::New(run) => self.begin(run)?,
            State::Running(observation, running) => (observation, running),
            State::Done => polled_again(format_args!("`{}`", Summary(&self.operation))),
        };
        let polled = observation.poll(|| match &mut running {
            Running::Rows(sent) => sent.poll(&self.operation, context),
            Running::Done(sent) => sent.poll(&self.operation, context),
            Running::Other(future) => future.as_mut().poll(context),
        });
        let Poll::Ready(result) = polled else {
            self.state = State::Running(observation, running);
            return Poll::Pending;
        };
        observation.end(Outcome::of(&result));
        Poll::Ready(result)
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
