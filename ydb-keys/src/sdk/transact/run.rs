//! `transact`: polls the closure and the client's `retry_tx` in one task.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use ydb::{QueryClient, TxMode, YdbError, YdbOrCustomerError, YdbResultWithCustomerErr};

use super::attempt::{Attempts, Shared};
use crate::error::Error;
use crate::sdk::executor::{ClientExecutor, is_connected};
use crate::sdk::failure::Operation;
use crate::sdk::observe::{Observation, Outcome, attempt};
use crate::sdk::options::{Options, default_timeout};
use crate::sdk::status::is_not_connected;
use crate::sdk::tx::Tx;

/// Runs a closure in a transaction: everything that it writes takes effect together, or nothing does.
///
/// ```no_run
/// # use ydb_keys::YdbTable;
/// # #[derive(YdbTable)]
/// # #[ydb(primary_key(account_hash = numeric_hash(number), number))]
/// # struct Account { number: u64, cents: i64 }
/// use ydb_keys::{Result, transact};
///
/// async fn transfer(client: &ydb::Client, from: u64, to: u64, cents: i64) -> Result<bool> {
///     transact(client, async |tx| {
///         let accounts = (Account::get(from).fetch(&tx).await?, Account::get(to).fetch(&tx).await?);
///         let (Some(giver), Some(taker)) = accounts else { return Ok(false) };
///         Account::update(from).cents(giver.cents - cents).exec(&tx).await?;
///         Account::update(to).cents(taker.cents + cents).exec(&tx).await?;
///         Ok(true)
///     })
///     .await
/// }
/// ```
///
/// - The closure may run several times: the client begins again after a conflict with another transaction, also one
///   that YDB reports at the commit, and after every other error that it retries. So the closure borrows what it uses,
///   and returns what it finds: it cannot change a variable outside ([`Tx::attempt`] counts the attempts).
/// - If it returns `Ok`, the transaction is committed, and its value is the result. If it has sent nothing, nothing is
///   sent.
/// - If it returns an error, the transaction is rolled back, and the error is returned unchanged. If a statement failed
///   with an error that the client retries, the closure runs again first.
/// - After a statement has failed, the transaction is not committed: if the closure ignores the error and returns
///   `Ok`, you get that error anyway.
///
/// `client` is a `&`[`ydb::Client`] or a `&mut `[`ydb::QueryClient`]. For a closure that returns an error of your own,
/// write [`Transact::with_error`].
///
/// To save a request, commit with the last statement: [`with_commit`](crate::Call::with_commit). Nothing may follow:
/// neither a statement, nor an error that is meant to roll back.
///
/// # Errors
/// The error of the closure. Otherwise [`AlreadyExists`](crate::ErrorKind::AlreadyExists) if YDB reports at the commit
/// that an earlier write conflicts with an existing row; an error of YDB if the commit fails or the timeout expires. Only
/// if the [`outcome`](crate::Error::outcome) is unknown, the transaction may be committed anyway.
pub fn transact<F, Fut, V>(client: impl ClientExecutor, closure: F) -> Transact<F, Fut>
where
    F: FnMut(Tx) -> Fut,
    // Not any error: after `Ok(())` and two `?` nothing would tell the compiler which one.
    Fut: Future<Output = Result<V, Error>>,
{
    Transact::with_error(client, closure)
}

/// A transaction that runs when it is awaited; from [`transact`], or with an error of your own from
/// [`with_error`](Self::with_error).
#[must_use = "nothing is sent until the transaction is awaited"]
pub struct Transact<F, Fut: Future> {
    timeout: Option<Duration>,
    idempotent: bool,
    mode: TxMode,
    closure: F,
    shared: Arc<Shared>,
    /// The client's `retry_tx`.
    driver: Option<BoxFuture<'static, YdbResultWithCustomerErr<()>>>,
    /// The closure, running in the current attempt.
    body: Option<(Tx, Pin<Box<Fut>>)>,
    /// What it returned last.
    returned: Option<Fut::Output>,
    observation: Watch,
}

/// Whether the transaction is an operation of its own, with a span.
enum Watch {
    Unwanted,
    Wanted,
    Begun(Observation),
}

impl<F, Fut: Future> Transact<F, Fut> {
    /// [`transact`] for a closure that returns an error of your own: any type with `From<ydb_keys::Error>`.
    ///
    /// ```no_run
    /// # use ydb_keys::YdbTable;
    /// # #[derive(YdbTable)]
    /// # #[ydb(primary_key(account_hash = numeric_hash(number), number))]
    /// # struct Account { number: u64, cents: i64 }
    /// use ydb_keys::Transact;
    ///
    /// enum Refusal {
    ///     TooLittle(i64),
    ///     Database(ydb_keys::Error),
    /// }
    ///
    /// impl From<ydb_keys::Error> for Refusal {
    ///     fn from(error: ydb_keys::Error) -> Self {
    ///         Refusal::Database(error)
    ///     }
    /// }
    ///
    /// async fn withdraw(client: &ydb::Client, number: u64, cents: i64) -> Result<(), Refusal> {
    ///     Transact::with_error(client, async |tx| {
    ///         let stored = Account::get(number).fetch(&tx).await?.map_or(0, |account| account.cents);
    ///         if stored < cents {
    ///             return Err(Refusal::TooLittle(stored));
    ///         }
    ///         Account::update(number).cents(stored - cents).exec(&tx).await?;
    ///         Ok(())
    ///     })
    ///     .await
    /// }
    /// ```
    ///
    /// # Errors
    /// Those of [`transact`], as `E`.
    pub fn with_error<V, E>(client: impl ClientExecutor, closure: F) -> Self
    where
        F: FnMut(Tx) -> Fut,
        Fut: Future<Output = Result<V, E>>,
        E: From<Error>,
    {
        Transact { observation: Watch::Wanted, ..Transact::new(client.client(), closure) }
    }

    pub(in crate::sdk) fn new(client: QueryClient, closure: F) -> Self {
        Transact {
            timeout: default_timeout(),
            idempotent: false,
            mode: TxMode::SerializableReadWrite,
            closure,
            shared: Arc::new(Shared::new(client)),
            driver: None,
            body: None,
            returned: None,
            observation: Watch::Unwanted,
        }
    }

    pub(in crate::sdk) fn with(self, timeout: Option<Duration>, idempotent: bool, mode: TxMode) -> Self {
        Transact { timeout, idempotent, mode, ..self }
    }

    /// The time that all attempts and the pauses between them may take together, instead of 30 seconds or what
    /// [`set_default_timeout`](crate::set_default_timeout) says.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// No limit: the client begins again until an error that a repetition cannot cure.
    pub fn no_timeout(mut self) -> Self {
        self.timeout = None;
        self
    }

    /// Whether the client may also begin again after an error that does not say whether the transaction was committed,
    /// such as a broken connection.
    ///
    /// Only if committing it twice is harmless: a transaction that inserts would fail on its own row.
    pub fn idempotent(mut self, idempotent: bool) -> Self {
        self.idempotent = idempotent;
        self
    }

    /// The isolation: [`TxMode::SerializableReadWrite`] by default, [`TxMode::SnapshotReadOnly`] or
    /// [`TxMode::SnapshotReadWrite`].
    pub fn with_tx_mode(mut self, mode: TxMode) -> Self {
        self.mode = mode;
        self
    }

    fn drive(&self) -> BoxFuture<'static, YdbResultWithCustomerErr<()>> {
        drive(self.shared.clone(), self.timeout, self.idempotent, self.mode)
    }
}

/// Not generic, so that the client's deeply nested futures are instantiated in this crate.
fn drive(
    shared: Arc<Shared>,
    timeout: Option<Duration>,
    idempotent: bool,
    mode: TxMode,
) -> BoxFuture<'static, YdbResultWithCustomerErr<()>> {
    Box::pin(async move {
        let (start, mut client) = (Instant::now(), shared.client.clone());
        let all = Options::READ.within(timeout);
        loop {
            let mut call = client.retry_tx(Attempts(shared.clone())).with_mode(mode).idempotent(idempotent);
            if let Some(timeout) = all.part(start, false).timeout {
                call = call.timeout(timeout);
            }
            match call.await {
                // Nothing is committed, but the client begins again only if the transaction is idempotent.
                Err(YdbOrCustomerError::YDB(error)) if !idempotent && is_not_connected(&error) => {
                    is_connected(&mut client, all.part(start, false)).await.map_err(|_| error)?;
                }
                end => return end,
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
        let mut observation = match std::mem::replace(&mut this.observation, Watch::Unwanted) {
            Watch::Unwanted => return this.poll_both(cx).map(|end| end.unwrap_or_else(|error| Err(E::from(error)))),
            Watch::Wanted => Observation::begin(&Operation::of_transaction()),
            Watch::Begun(observation) => observation,
        };
        let Poll::Ready(end) = observation.poll(|| this.poll_both(cx)) else {
            this.observation = Watch::Begun(observation);
            return Poll::Pending;
        };
        observation.end(match &end {
            Ok(Ok(_)) => Outcome::Done,
            Ok(Err(_)) => Outcome::Refused(std::any::type_name::<E>()),
            Err(error) => Outcome::Failed(error),
        });
        Poll::Ready(end.unwrap_or_else(|error| Err(E::from(error))))
    }
}

impl<F, Fut, V, E> Transact<F, Fut>
where
    F: FnMut(Tx) -> Fut,
    Fut: Future<Output = Result<V, E>>,
{
    fn poll_both(&mut self, cx: &mut Context<'_>) -> Poll<Result<Result<V, E>, Error>> {
        if self.driver.is_none() {
            self.driver = Some(self.drive());
        }
        loop {
            // The closure first: the driver then takes what it sends in the same poll.
            if let Some((tx, body)) = &mut self.body
                && let Poll::Ready(returned) = body.as_mut().poll(cx)
            {
                tx.end(returned.is_ok());
                (self.returned, self.body) = (Some(returned), None);
            }
            let Some(driver) = &mut self.driver else { return Poll::Pending };
            if let Poll::Ready(end) = driver.as_mut().poll(cx) {
                let cut_short = self.body.take().is_some();
                return Poll::Ready(self.end(end, cut_short));
            }
            match self.shared.take_begun() {
                None => return Poll::Pending,
                Some(tx) => {
                    attempt();
                    self.body = Some((tx.clone(), Box::pin((self.closure)(tx))));
                }
            }
        }
    }

    /// What the closure returned, or why the transaction is not committed although the closure did not refuse.
    fn end(&mut self, end: YdbResultWithCustomerErr<()>, cut_short: bool) -> Result<Result<V, E>, Error> {
        let in_doubt = self.shared.is_in_doubt();
        match (end, self.returned.take()) {
            (Ok(()), Some(returned)) => Ok(returned),
            // The last attempt ended with this error, or was cut short after one that did.
            (Err(_), Some(Err(error))) if !(cut_short && in_doubt) => Ok(Err(error)),
            (Err(error), _) => Err(failed(error.to_ydb_error(), in_doubt)),
            (Ok(()), None) => Err(failed(YdbError::InternalError("the closure has not returned".to_owned()), in_doubt)),
        }
    }
}

#[cold]
fn failed(source: YdbError, in_doubt: bool) -> Error {
    Operation::of_transaction().ended(source, in_doubt)
}

/// Nothing in it is pinned: the futures are boxed.
impl<F, Fut: Future> Unpin for Transact<F, Fut> {}

impl<F, Fut: Future> fmt::Debug for Transact<F, Fut> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transact")
            .field("timeout", &self.timeout)
            .field("idempotent", &self.idempotent)
            .field("mode", &self.mode)
            .field("attempts", &self.shared.attempts())
            .finish_non_exhaustive()
    }
}
