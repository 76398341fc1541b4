//! Transactions by `transact`, which polls the closure and the client's `retry_tx` in one task.

mod attempt;
mod entry;
mod marker;

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use ydb::{QueryClient, TxMode, YdbError, YdbOrCustomerError, YdbResultWithCustomerErr};

use super::{Namespace, Operation, Options, Tx};
use crate::error::{Detail, Error, ValueError};
use crate::sdk::executor::{ClientExecutor, is_connected};
use crate::sdk::observe::{Observation, Outcome, attempt};
use crate::sdk::options::default_timeout;
use crate::sdk::status::is_not_connected;
use attempt::Attempts;
pub(in crate::sdk) use marker::KEPT;
use marker::{Marker, Shared, pause};
use ydb_keys_core::calls::{limit, polled_again};

/// Runs a closure in a transaction: either all of its writes take effect, or none.
///
/// ```test_harness
/// # use ydb_keys::YdbTable;
/// # #[derive(YdbTable)]
/// # #[ydb(primary_key(account_hash = numeric_hash(number), number))]
/// # struct Account { number: u64, cents: u64 }
/// use ydb_keys::{Result, add, sub, transact};
///
/// /// Moves money and returns `true`. If an account does not exist or has too little, nothing changes.
/// async fn transfer(client: &ydb::Client, from: u64, to: u64, cents: u64) -> Result<bool> {
///     transact(client, async |tx| {
///         let accounts = (Account::get(from).fetch(&tx).await?, Account::get(to).fetch(&tx).await?);
///         let (Some(giver), Some(_)) = accounts else { return Ok(false) };
///         if giver.cents < cents {
///             return Ok(false);
///         }
///         Account::update(from).cents(sub(cents)).exec(&tx).await?;
///         Account::update(to).cents(add(cents)).exec(&tx).await?;
///         Ok(true)
///     })
///     .await
/// }
/// #
/// # #[cfg(feature = "testing")]
/// # #[ydb_keys::test(Account)]
/// # async fn money_moves_or_nothing_changes(client: ydb::Client) -> Result<()> {
/// #     Account::insert_many(&[Account { number: 1, cents: 100 }, Account { number: 2, cents: 5 }]).exec(&client).await?;
/// #     assert!(transfer(&client, 1, 2, 30).await? && transfer(&client, 2, 2, 35).await?);
/// #     assert!(!transfer(&client, 1, 3, 10).await? && !transfer(&client, 3, 1, 10).await?);
/// #     assert!(!transfer(&client, 1, 2, 71).await?);
/// #     let accounts = Account::get_many([1, 2, 3]).fetch(&client).await?;
/// #     let mut all: Vec<_> = accounts.iter().map(|account| (account.number, account.cents)).collect();
/// #     all.sort();
/// #     assert_eq!(all, [(1, 70), (2, 35)]);
/// #     Ok(())
/// # }
/// ```
///
/// - The closure may run several times. The client begins again after a conflict with another transaction, also if YDB
///   reports the conflict at the commit, and after every other error that it retries. Therefore the closure borrows
///   what it uses and returns what it finds: it cannot change a variable outside. ([`Tx::attempt`] counts the
///   attempts.)
/// - If the closure returns `Ok`, the transaction is committed, and its value is the result. A closure that sends no
///   statement causes no request at all.
/// - If the closure returns an error, the transaction is rolled back, and the error is returned unchanged. If a
///   statement failed with an error that the client retries, the closure runs again first.
/// - After a statement has failed, the transaction is not committed: if the closure ignores the error and returns `Ok`,
///   you get that error anyway. The same is true of a write whose result cannot be read.
///
/// `client` is a `&`[`ydb::Client`] or a `&mut `[`ydb::QueryClient`]. If the closure returns an error of your own,
/// write [`Transact::with_error`] instead.
///
/// To save a request, commit with the last statement: [`with_commit`](crate::Call::with_commit). No statement may
/// follow it, and the closure must not return an error after it, because a committed transaction cannot be rolled back.
///
/// # Errors
/// The error of the closure. If the closure returned `Ok`: [`AlreadyExists`](crate::ErrorKind::AlreadyExists) if YDB
/// reports at the commit that an earlier write conflicts with an existing row; an error of YDB if the commit fails or
/// the timeout expires. The transaction may be committed in spite of the error only if the
/// [`outcome`](crate::Error::outcome) is unknown.
pub fn transact<F, Fut>(client: impl ClientExecutor, closure: F) -> Transact<F, Fut>
where
    F: FnMut(Tx) -> Fut,
    Fut: Future<Output: Returned>,
{
    Transact { observation: Watch::Wanted, ..Transact::new(client.client(), client.namespace(), closure) }
}

/// Return types of the closure of [`transact`]: a `Result` with the library's [`Error`]. Other errors are not allowed,
/// because after `Ok(())` and two `?` the compiler could not infer the type of the error.
#[diagnostic::on_unimplemented(
    message = "the closure of `transact` returns `{Self}`, and not a `ydb_keys::Result`",
    label = "in this closure",
    note = "an error of your own: write `Transact::with_error(client, async |tx| ..)`"
)]
pub trait Returned {}

impl<V> Returned for Result<V, Error> {}

/// Transaction that is ready to run: nothing is sent until you `.await` it. From [`transact`], or from
/// [`with_error`](Self::with_error) with an error of your own.
#[must_use = "nothing is sent until the transaction is awaited"]
pub struct Transact<F, Fut: Future> {
    timeout: Option<Duration>,
    idempotent: bool,
    mode: TxMode,
    marker: Option<Marker>,
    kept: Option<Duration>,
    keep: Option<Keep<Fut::Output>>,
    closure: F,
    shared: Arc<Shared>,
    /// Future of the client's `retry_tx`.
    driver: Option<BoxFuture<'static, YdbResultWithCustomerErr<()>>>,
    /// Future of the closure, running in the current attempt.
    body: Option<(Tx, Pin<Box<Fut>>)>,
    /// Result of the closure's last run.
    returned: Option<Fut::Output>,
    /// Reason that the value of the closure cannot be kept with the marker.
    unkept: Option<Error>,
    observation: Watch,
    /// `true` if the result was returned.
    done: bool,
}

/// Shortest and longest time that a marker is kept. The longest is the greatest Interval, 136 years.
const LEAST: Duration = Duration::from_secs(60 * 60);
const MOST: Duration = Duration::from_micros(4_291_747_200_000_000 - 1);

/// Functions that write the closure's result to the marker and read it back.
struct Keep<O> {
    encode: fn(&O) -> Result<Option<String>, ValueError>,
    decode: fn(Option<String>) -> Result<O, ValueError>,
}

/// State of the transaction's span. A transaction inside of another operation has no span.
enum Watch {
    Unwanted,
    Wanted,
    Begun(Observation),
}

impl<F, Fut: Future> Transact<F, Fut> {
    /// Runs a closure in a transaction, like [`transact`]. The closure returns an error of your own: any type with
    /// `From<ydb_keys::Error>`.
    ///
    /// ```test_harness
    /// # use ydb_keys::YdbTable;
    /// # #[derive(YdbTable)]
    /// # #[ydb(primary_key(account_hash = numeric_hash(number), number))]
    /// # struct Account { number: u64, cents: u64 }
    /// use ydb_keys::Transact;
    ///
    /// # #[derive(Debug)]
    /// enum Refusal {
    ///     NoAccount,
    ///     TooLittle(u64),
    ///     Database(ydb_keys::Error),
    /// }
    ///
    /// impl From<ydb_keys::Error> for Refusal {
    ///     fn from(error: ydb_keys::Error) -> Self {
    ///         Refusal::Database(error)
    ///     }
    /// }
    ///
    /// async fn withdraw(client: &ydb::Client, number: u64, cents: u64) -> Result<(), Refusal> {
    ///     Transact::with_error(client, async |tx| {
    ///         let account = Account::get(number).fetch(&tx).await?.ok_or(Refusal::NoAccount)?;
    ///         if account.cents < cents {
    ///             return Err(Refusal::TooLittle(account.cents));
    ///         }
    ///         Account::update(number).cents(account.cents - cents).exec(&tx).await?;
    ///         Ok(())
    ///     })
    ///     .await
    /// }
    /// #
    /// # #[cfg(feature = "testing")]
    /// # #[ydb_keys::test(Account)]
    /// # async fn money_is_taken_or_nothing_changes(client: ydb::Client) -> ydb_keys::Result<()> {
    /// #     Account { number: 1, cents: 100 }.insert().exec(&client).await?;
    /// #     withdraw(&client, 1, 60).await.unwrap();
    /// #     assert!(matches!(withdraw(&client, 1, 41).await, Err(Refusal::TooLittle(40))));
    /// #     assert!(matches!(withdraw(&client, 2, 0).await, Err(Refusal::NoAccount)));
    /// #     assert_eq!(Account::get(1).fetch(&client).await?.map(|account| account.cents), Some(40));
    /// #     Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// The errors of [`transact`], as `E`.
    pub fn with_error<V, E>(client: impl ClientExecutor, closure: F) -> Self
    where
        F: FnMut(Tx) -> Fut,
        Fut: Future<Output = Result<V, E>>,
        E: From<Error>,
    {
        Transact { observation: Watch::Wanted, ..Transact::new(client.client(), client.namespace(), closure) }
    }

    pub(in crate::sdk) fn new(client: QueryClient, namespace: Namespace, closure: F) -> Self {
        Transact {
            timeout: default_timeout(),
            idempotent: false,
            mode: TxMode::SerializableReadWrite,
            marker: None,
            kept: None,
            keep: None,
            closure,
            shared: Arc::new(Shared::new(client, namespace)),
            driver: None,
            body: None,
            returned: None,
            unkept: None,
            observation: Watch::Unwanted,
            done: false,
        }
    }

    pub(in crate::sdk) fn with(self, timeout: Option<Duration>, idempotent: bool, mode: TxMode) -> Self {
        Transact { timeout, idempotent, mode, ..self }
    }

    /// Sets the timeout of all attempts and the pauses between them together. The default is 30 seconds, or the time of
    /// [`set_default_timeout`](crate::set_default_timeout). A timeout of more than a century is no limit.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = limit(timeout);
        self
    }

    /// Removes the timeout. The client begins again until the transaction succeeds, or until an error that a repetition
    /// cannot cure.
    pub fn no_timeout(mut self) -> Self {
        self.timeout = None;
        self
    }

    /// Allows the client to begin again also after an error that leaves open whether the transaction was committed,
    /// such as a broken connection.
    ///
    /// Set it only if committing the transaction twice is harmless. A transaction that inserts would fail on its own
    /// row.
    pub fn idempotent(mut self, idempotent: bool) -> Self {
        self.idempotent = idempotent;
        self
    }

    /// Makes the outcome certain. If the answer to the commit is lost, the library asks YDB whether the transaction is
    /// committed. If it is, you get its value. If it is not, it can never be committed any more, and the closure runs
    /// again.
    ///
    /// The [`outcome`](crate::Error::outcome) of the error is unknown if the timeout expires before the answer is
    /// certain; the error then says how to ask later. It is also unknown if the row that tells the outcome is gone:
    /// after the time of [`kept_for`](Self::kept_for), or with its table. The closure does not run again then.
    ///
    /// The library sends one more request: it inserts a row into the table `ydb_keys/outcomes`, which is created if it
    /// does not exist. The row expires after a day. The error is [`Usage`](crate::ErrorKind::Usage) for a `timeout` of
    /// more than that. [`with_commit`](crate::Call::with_commit) in the closure is an error as well.
    ///
    /// ```no_run
    /// # use ydb_keys::{YdbTable, add, transact};
    /// # #[derive(YdbTable)]
    /// # #[ydb(primary_key(account_hash = numeric_hash(number), number))]
    /// # struct Account { number: u64, cents: u64 }
    /// # async fn example(client: &ydb::Client) -> ydb_keys::Result<()> {
    /// let paid_in = transact(client, async |tx| Account::update(7).cents(add(100)).fetch(&tx).await);
    /// let is_paid = paid_in.exactly_once().await?.is_changed(); // not if there is no such account
    /// # Ok(())
    /// # }
    /// ```
    pub fn exactly_once(mut self) -> Self {
        self.marker = Some(Marker::random());
        self
    }

    /// Makes the outcome certain, like [`exactly_once`](Self::exactly_once), with an id of your own, such as the id of
    /// a request that may come twice. Of all calls with the id, also in other processes and after a restart, exactly
    /// one is committed. All other calls run nothing, and return the value of the committed one.
    ///
    /// An error of the closure is not kept: the next call with the id runs the closure again. A value is kept, even if
    /// it means a refusal. The value is kept as JSON, so its type must implement the traits of serde. (Without the
    /// feature `serde_json` the value is `()`.)
    ///
    /// The id is known for a day, or for the time of [`kept_for`](Self::kept_for). A call after that time runs the
    /// closure again. There are two exceptions, whose [`outcome`](crate::Error::outcome) is then unknown: a call that
    /// is itself in doubt, and a call with an id that an error of the library has named.
    ///
    /// ```no_run
    /// # #[cfg(feature = "serde_json")]
    /// # mod example {
    /// # use ydb_keys::{YdbTable, sub, transact};
    /// # #[derive(YdbTable)]
    /// # #[ydb(primary_key(account_hash = numeric_hash(number), number))]
    /// # struct Account { number: u64, cents: u64 }
    /// # async fn example(client: &ydb::Client) -> ydb_keys::Result<()> {
    /// let left: Option<u64> = transact(client, async |tx| {
    ///     let enough = Account::COLUMNS.cents.ge(100);
    ///     let paid = Account::update(7).cents(sub(100)).when(enough).fetch(&tx).await?;
    ///     Ok(paid.row().map(|account| account.cents)) // `None`: no account, or too little
    /// })
    /// .exactly_once_as("payment 4711")
    /// .await?;
    /// # Ok(())
    /// # }
    /// # }
    /// ```
    ///
    /// # Errors
    /// The errors of [`transact`]; [`InvalidValue`](crate::ErrorKind::InvalidValue) if the value cannot be written as
    /// JSON; [`Decode`](crate::ErrorKind::Decode) if the value of an earlier call cannot be read as this type.
    #[cfg(feature = "serde_json")]
    pub fn exactly_once_as<V, E>(mut self, id: impl Into<String>) -> Self
    where
        F: FnMut(Tx) -> Fut,
        Fut: Future<Output = Result<V, E>>,
        V: serde::Serialize + serde::de::DeserializeOwned,
    {
        self.marker = Some(Marker::of(id));
        self.keep = Some(Keep {
            encode: |returned| match returned {
                Ok(value) => serde_json::to_string(value).map(Some).map_err(ValueError::invalid),
                Err(_) => Ok(None),
            },
            decode: |kept| match serde_json::from_str(kept.as_deref().unwrap_or("null")) {
                Ok(value) => Ok(Ok(value)),
                Err(error) => Err(ValueError::invalid(error)),
            },
        });
        self
    }

    /// Makes the outcome certain, like [`exactly_once`](Self::exactly_once), with an id of your own. Only with the
    /// feature `serde_json` the closure may return a value.
    #[cfg(not(feature = "serde_json"))]
    pub fn exactly_once_as<E>(mut self, id: impl Into<String>) -> Self
    where
        F: FnMut(Tx) -> Fut,
        Fut: Future<Output = Result<(), E>>,
    {
        self.marker = Some(Marker::of(id));
        self.keep = Some(Keep { encode: |_| Ok(None), decode: |_| Ok(Ok(())) });
        self
    }

    /// Sets how long an `exactly_once` transaction can be asked for its outcome, instead of a day. The minimum is an
    /// hour. The time must not be shorter than the timeout, and should be longer than the longest time after which a
    /// request may come again. A time that ends after the year 2105, such as [`Duration::MAX`], is for ever.
    pub fn kept_for(mut self, time: Duration) -> Self {
        self.kept = Some(time.clamp(LEAST, MOST));
        self
    }

    /// Sets the isolation: [`TxMode::SerializableReadWrite`] by default, [`TxMode::SnapshotReadOnly`] or
    /// [`TxMode::SnapshotReadWrite`].
    pub fn with_tx_mode(mut self, mode: TxMode) -> Self {
        self.mode = mode;
        self
    }

    fn drive(&self) -> BoxFuture<'static, YdbResultWithCustomerErr<()>> {
        let marker = self.marker.clone().zip(self.kept()).map(|(marker, kept)| Marker { kept, ..marker });
        drive(self.shared.clone(), marker, self.timeout, self.idempotent, self.mode)
    }

    /// Returns a function to call after the end. The function returns whether the outcome is unknown, and whether the
    /// row that tells the outcome is gone.
    pub(in crate::sdk) fn doubts(&self) -> impl Fn() -> (bool, bool) + use<F, Fut> {
        let shared = self.shared.clone();
        move || shared.know(|known| (known.in_doubt, known.forgotten))
    }

    /// Returns the time that the rows of the transaction are kept, or `None` without a marker.
    fn kept(&self) -> Option<Duration> {
        self.marker.as_ref().map(|marker| self.kept.unwrap_or(marker.kept))
    }
}

/// Runs all attempts. It is not generic, so that the client's deeply nested futures are instantiated in this crate.
fn drive(
    shared: Arc<Shared>,
    marker: Option<Marker>,
    timeout: Option<Duration>,
    idempotent: bool,
    mode: TxMode,
) -> BoxFuture<'static, YdbResultWithCustomerErr<()>> {
    Box::pin(async move {
        let (start, mut client) = (Instant::now(), shared.client.clone());
        let all = Options::READ.within(timeout);
        let left = || all.part(start, false).timeout;
        // With a marker, a transaction that is not committed may always run again.
        let again = idempotent || marker.is_some();
        let mut failures = 0;
        if let Some(marker) = &marker
            && marker.begin(&shared, &mut client, left).await?
        {
            return Ok(());
        }
        loop {
            let attempts = Attempts { shared: shared.clone(), marker: marker.clone() };
            let mut call = client.retry_tx(attempts).with_mode(mode).idempotent(again);
            if let Some(timeout) = left() {
                call = call.timeout(timeout);
            }
            match (call.await, &marker) {
                (Ok(()), _) => return Ok(()),
                (Err(error), Some(marker)) => {
                    if marker.next(&shared, &mut client, error, left).await? {
                        return Ok(());
                    }
                    pause(&mut failures).await;
                }
                // Nothing is committed, but the client begins again only if the transaction is idempotent.
                (Err(YdbOrCustomerError::YDB(error)), None) if !idempotent && is_not_connected(&error) => {
                    is_connected(&mut client, all.part(start, false)).await.map_err(|_| error)?;
                }
                (Err(error), None) => return Err(error),
            }
        }
    })
}

impl<F, Fut, V, E> Future for Transact<F, Fut>
where
    F: FnMut(Tx) -> Fut,
    Fut: Future<Output = Result<V, E>>,
    E: From<Error>,
{
    type Output = Result<V, E>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        if this.done {
            polled_again("the transaction of `transact`");
        }
        let end = this.poll_observed(cx);
        this.done = end.is_ready();
        end.map(|end| end.unwrap_or_else(|error| Err(E::from(error))))
    }
}

impl<F, Fut, V, E> Transact<F, Fut>
where
    F: FnMut(Tx) -> Fut,
    Fut: Future<Output = Result<V, E>>,
{
    fn poll_observed(&mut self, cx: &mut Context<'_>) -> Poll<Result<Result<V, E>, Error>> {
        let mut observation = match std::mem::replace(&mut self.observation, Watch::Unwanted) {
            Watch::Unwanted => return self.poll_both(cx),
            Watch::Wanted => Observation::begin(&Operation::of_transaction(self.shared.namespace.clone())),
            Watch::Begun(observation) => observation,
        };
        let Poll::Ready(end) = observation.poll(|| self.poll_both(cx)) else {
            self.observation = Watch::Begun(observation);
            return Poll::Pending;
        };
        observation.end(match &end {
            Ok(Ok(_)) => Outcome::Done,
            Ok(Err(_)) => Outcome::Refused(std::any::type_name::<E>()),
            Err(error) => Outcome::Failed(error),
        });
        Poll::Ready(end)
    }

    fn poll_both(&mut self, cx: &mut Context<'_>) -> Poll<Result<Result<V, E>, Error>> {
        if self.driver.is_none() {
            if self.marker.is_some() && !matches!(self.mode, TxMode::SerializableReadWrite) {
                return Poll::Ready(Err(Operation::of_transaction(None).not_exactly_once(IN_MODE)));
            }
            if self.kept().zip(self.timeout).is_some_and(|(kept, timeout)| timeout > kept) {
                return Poll::Ready(Err(Operation::of_transaction(None).not_exactly_once(PATIENT)));
            }
            self.driver = Some(self.drive());
        }
        loop {
            // Poll the closure first, so that the driver takes its statement in the same poll.
            if let Some((tx, body)) = &mut self.body
                && let Poll::Ready(returned) = body.as_mut().poll(cx)
            {
                let kept = self.keep.as_ref().map_or(Ok(None), |keep| (keep.encode)(&returned));
                tx.end(returned.is_ok() && kept.is_ok(), kept.as_ref().ok().cloned().flatten());
                self.unkept = kept
                    .err()
                    .map(|source| Detail::Parameter { name: String::new(), ty: "Json".to_owned(), source }.into());
                (self.returned, self.body) = (Some(returned), None);
            }
            let Some(driver) = &mut self.driver else { return Poll::Pending };
            if let Poll::Ready(end) = driver.as_mut().poll(cx) {
                let cut_short = self.body.take().is_some();
                return Poll::Ready(self.end(end, cut_short));
            }
            let begun = self.shared.know(|known| known.begun.take());
            let Some(tx) = begun else { return Poll::Pending };
            attempt();
            self.body = Some((tx.clone(), Box::pin((self.closure)(tx))));
        }
    }

    fn id(&self) -> String {
        self.marker.as_ref().map_or_else(String::new, |marker| marker.id.to_string())
    }

    /// Returns the closure's result, or the reason that the transaction is not committed although the closure did not
    /// refuse.
    fn end(&mut self, end: YdbResultWithCustomerErr<()>, cut_short: bool) -> Result<Result<V, E>, Error> {
        let (in_doubt, forgotten, done) =
            self.shared.know(|known| (known.in_doubt, known.forgotten, known.done.take()));
        if let Some(error) = self.unkept.take() {
            return Err(error);
        }
        if let (Ok(()), Some(keep), Some(kept)) = (&end, &self.keep, done) {
            return (keep.decode)(kept).map_err(|source| Detail::Kept { id: self.id(), source }.into());
        }
        match (end, self.returned.take()) {
            (Ok(()), Some(returned)) => Ok(returned),
            // The last attempt ended with this error, or was cut short after an attempt that ended with it.
            (Err(_), Some(Err(error))) if !(cut_short && in_doubt) => Ok(Err(error)),
            (Err(error), _) => {
                let source = failed(error.to_ydb_error(), in_doubt);
                Err(if forgotten {
                    Detail::Forgotten { unknown: in_doubt, source }.into()
                } else if in_doubt && self.marker.is_some() {
                    Detail::InDoubt { id: self.id(), source }.into()
                } else {
                    source
                })
            }
            (Ok(()), None) => Err(failed(YdbError::InternalError("the closure has not returned".to_owned()), in_doubt)),
        }
    }
}

const IN_MODE: &str =
    "remove `with_tx_mode`: it needs `SerializableReadWrite`, the mode of a transaction that says nothing";

const PATIENT: &str =
    "its `timeout` is longer than its row is kept: give it a longer `kept_for`, or a shorter `timeout`";

#[cold]
fn failed(source: YdbError, in_doubt: bool) -> Error {
    Operation::of_transaction(None).ended(source, in_doubt)
}

/// Nothing in the struct is pinned, because its futures are boxed.
impl<F, Fut: Future> Unpin for Transact<F, Fut> {}

impl_debug!([F, Fut: Future] Transact<F, Fut>, |self, f| f
    .debug_struct("Transact")
    .field("timeout", &self.timeout)
    .field("idempotent", &self.idempotent)
    .field("mode", &self.mode)
    .field("exactly_once", &self.marker.is_some())
    .field("attempts", &self.shared.know(|known| known.attempts))
    .finish_non_exhaustive());
