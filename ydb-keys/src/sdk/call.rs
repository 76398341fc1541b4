//! A call before it is made: its options, its span, and the future that makes it.

use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use std::{fmt, mem};

use futures_util::future::BoxFuture;
use ydb::{ResultSet, TxMode};

use super::failure::Operation;
use super::observe::{Observation, Outcome, Summary};
use super::one::{One, Sent};
use super::options::Options;
use super::transact::KEPT;
use crate::error::Result;
use crate::statements::{AnyTimes, MayBeStale, Repeatable};
use ydb_keys_core::calls::{limit, polled_again};

/// An operation that runs when it is awaited: a future. Once it has returned its result, it is done: to poll it again is a
/// panic, as with the future of an `async fn`.
///
/// If you drop a call before it is done (`select!`, a timeout of your own), YDB may run its statement anyway, and
/// inside a transaction a later commit includes it. So `transact` does not commit if the call was a write. From the
/// closure of `retry_tx` return an error in that case, which rolls the transaction back. After
/// [`timeout`](Call::timeout) the same is true, but you get an error already.
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
    /// `true` if repeating the operation is not the same as doing it once.
    not_idempotent: bool,
    /// `true` if it knows how to be a transaction with a marker.
    markable: bool,
    times: PhantomData<fn() -> K>,
}

/// How far a call is.
enum State<'q, R> {
    /// What begins it, or why it cannot begin.
    New(Result<Run<'q, R>>),
    Running(Observation, Running<'q, R>),
    /// The result is returned.
    Done,
}

/// What a call does when it begins.
pub(super) enum Run<'q, R> {
    /// One statement that returns rows.
    Rows(One<'q, ResultSet, R>),
    /// One statement without rows.
    Done(One<'q, (), R>),
    Other(Box<dyn FnOnce(Operation, Options) -> BoxFuture<'q, Result<R>> + Send + 'q>),
}

/// What is polled of a call that has begun.
enum Running<'q, R> {
    Rows(Sent<'q, ResultSet, R>),
    Done(Sent<'q, (), R>),
    Other(BoxFuture<'q, Result<R>>),
}

impl<'q, R: 'q, K> Call<'q, R, K> {
    /// A call whose preparation may have failed; the error is returned when the call is awaited.
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

    /// The same of a call that may be one statement.
    pub(super) fn of(operation: Operation, options: Options, run: Result<Run<'q, R>>) -> Self {
        // A transaction has a timeout of its own.
        let options = if operation.is_alone() { options.patient() } else { options };
        Call { operation, options, state: State::New(run), not_idempotent: false, markable: false, times: PhantomData }
    }

    /// An operation that must not be repeated after an unknown outcome.
    pub(super) fn not_idempotent(self, not_idempotent: bool) -> Self {
        Call { not_idempotent, ..self }
    }

    /// An operation whose statements are sent by `one`, or that looks at the option itself.
    pub(super) fn markable(self) -> Self {
        Call { markable: true, ..self }
    }

    /// The mode that the operation needs, or why it is not available.
    pub(super) fn with_mode(mut self, mode: Result<Option<TxMode>>) -> Self {
        match mode {
            Ok(mode) => self.options.tx_mode = mode,
            Err(error) => self.state = State::New(Err(error)),
        }
        self
    }

    /// The time that the whole operation may take, including all attempts and the pauses between them, instead of 30
    /// seconds or what [`set_default_timeout`](crate::set_default_timeout) says. More than a century is no limit.
    pub fn timeout(self, timeout: Duration) -> Self {
        self.within(limit(timeout))
    }

    /// No limit: the client repeats the operation until an error that a repetition cannot cure. For one that takes long,
    /// such as the count of a large table.
    pub fn no_timeout(self) -> Self {
        self.within(None)
    }

    /// The options before it is made.
    pub(super) fn options(&mut self) -> &mut Options {
        &mut self.options
    }

    pub(super) fn within(mut self, timeout: Option<Duration>) -> Self {
        self.options = self.options.within(timeout);
        self
    }

    /// Whether the client may also repeat the operation after an error that does not say whether it was done, such as a
    /// broken connection.
    ///
    /// Reads, bulk upserts, `read_rows` and batches are idempotent by default. Other writes are not: a repeated upsert may
    /// overwrite what another client wrote in between. Inside a transaction this has no effect: set it on the
    /// transaction.
    ///
    /// An insert cannot be idempotent. Repeated, it would fail on its own row although the row is written:
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
    /// Nor can an update that depends on what is stored, such as one that adds to a number, or an operation with a
    /// condition: that is [`Usage`](crate::ErrorKind::Usage).
    ///
    /// The same is true of an idempotent transaction with inserts, but the compiler cannot refuse that.
    pub fn idempotent(mut self, idempotent: bool) -> Self
    where
        K: Repeatable,
    {
        self.options.idempotent = idempotent;
        self
    }

    /// Makes the outcome of a write certain, as [`Transact::exactly_once`](crate::Transact::exactly_once): if its answer is
    /// lost, the library asks YDB whether it was done, and repeats it only if it never will be.
    ///
    /// So an insert never fails on its own row, and an update that adds to a number never adds twice. The write becomes a
    /// transaction, which costs two requests and one row, which is kept for a day. If the timeout expires, or the row is gone
    /// when it is looked for, the outcome is unknown; to ask later, write it in a transaction with
    /// [`exactly_once_as`](crate::Transact::exactly_once_as). A timeout of more than a day is
    /// [`Usage`](crate::ErrorKind::Usage).
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
    /// Inside a transaction it is [`Usage`](crate::ErrorKind::Usage): set it on the transaction. So it is for reads, bulk
    /// upserts, batches and dual writes.
    pub fn exactly_once(mut self) -> Self {
        self.options.exactly_once = true;
        self
    }

    /// Reads in YDB's mode Stale Read Only: from any replica of each partition, which may be slightly out of date.
    ///
    /// A table has replicas besides the leaders of its partitions if its model says `#[ydb(read_replicas = "PER_AZ:1")]`.
    /// They are behind the leader by milliseconds up to fractions of a second, longer if the cluster has trouble, and each
    /// by another time. So a row that was just written may be missing, rows of different partitions may be of different
    /// moments, and a second read may find older rows than the first. YDB's pages:
    /// [modes](https://ydb.tech/docs/en/concepts/transactions#modes),
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
    /// Inside a transaction it is [`Usage`](crate::ErrorKind::Usage): YDB's transactions do not have the mode. YDB does not
    /// have it for column tables either. Writes are never stale:
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

    /// The isolation of the call, as [`ydb::CallBuilder::with_tx_mode`]. Inside a transaction the mode of the
    /// transaction applies.
    pub fn with_tx_mode(mut self, mode: TxMode) -> Self {
        self.options.tx_mode = Some(mode);
        self
    }

    /// Commits the transaction together with this operation, its last one. Outside of a transaction every operation is
    /// committed anyway.
    ///
    /// It saves a request. Always end `retry_tx` with it: the client retries a transaction if a statement is ABORTED by
    /// a conflict, but not if a separate commit is. (`transact` commits with a statement.)
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
