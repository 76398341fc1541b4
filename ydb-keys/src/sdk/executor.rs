//! Executors of operations: a client, which runs each operation by itself, or a transaction.

use std::borrow::Cow;
use std::future::IntoFuture as _;
use std::sync::Arc;
use std::time::Instant;

use futures_util::future::BoxFuture;
use tracing::level_filters::LevelFilter;
use ydb::{CallBuilder, Client, QueryClient, ResultSet, Transaction, YdbResult};

use super::options::{Namespace, Options, Scope};
use super::params::Request;
use super::status::is_not_connected;
use super::tx::Tx;

/// Executor of operations. On a client, `&`[`ydb::Client`] or `&mut `[`ydb::QueryClient`], each operation runs by
/// itself. Inside a transaction it is `&`[`Tx`] of [`transact`](crate::transact), or `&mut `[`ydb::Transaction`] of
/// [`retry_tx`](ydb::QueryClient::retry_tx).
///
/// A function for any executor takes an `impl Executor`, and passes it on as `&mut`:
///
/// ```no_run
/// use ydb_keys::{Executor, Result, YdbTable};
/// # #[derive(YdbTable)]
/// # #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
/// # struct Order { order_id: u64, placed: bool }
///
/// async fn place(order: &Order, mut db: impl Executor) -> Result<()> {
///     order.insert().exec(&mut db).await?;
///     Order::update(order.order_id).placed(true).exec(&mut db).await
/// }
///
/// # async fn example(client: &ydb::Client, tx: &mut ydb::Transaction, order: Order) -> Result<()> {
/// place(&order, client).await?;
/// place(&order, &mut *tx).await?;
/// # Ok(())
/// # }
/// ```
///
/// If you use a `tx: &mut Transaction` again, pass it as `&mut *tx`.
#[diagnostic::on_unimplemented(
    message = "not_an_executor: an operation runs on `&Client`, `&mut QueryClient`, `&mut Transaction` or `&Tx`, not on `{Self}`",
    label = "expected a reference to a client or to a transaction",
    note = "pass the client, `&client`; inside `transact` pass `&tx`, inside `retry_tx` `&mut *tx`; in a function that takes `mut \
            db: impl Executor` pass `&mut db`",
    note = "for more, run `ydb-keys explain not_an_executor` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#not_an_executor"
)]
pub trait Executor: sealed::Sealed + Send + Sized {
    #[doc(hidden)]
    fn target<'q>(self) -> Target<'q>
    where
        Self: 'q;

    /// Lends the executor to one of several operations.
    #[doc(hidden)]
    fn reborrow(&mut self) -> Target<'_>;
}

/// Executor as an enum, so that nothing else is generic over the type of the executor.
#[doc(hidden)]
pub enum Target<'q> {
    Client(QueryClient, Namespace),
    Query(&'q mut QueryClient),
    Transaction(&'q mut Transaction),
    Tx(&'q Tx),
}

fn namespace(client: &Client) -> Namespace {
    (LevelFilter::current() >= LevelFilter::INFO).then(|| client.database().into())
}

macro_rules! executors {
    ($($(#[$doc:meta])* $executor:ty => $self:ident $target:expr;)*) => {$(
        $(#[$doc])*
        impl Executor for $executor {
            fn target<'q>($self) -> Target<'q>
            where
                Self: 'q,
            {
                $target
            }

            fn reborrow(&mut $self) -> Target<'_> {
                $target
            }
        }
    )*};
}

executors! {
    &Client => self Target::Client(self.query_client(), namespace(self));
    /// Client that several tasks share.
    &Arc<Client> => self Target::Client(self.query_client(), namespace(self));
    &mut QueryClient => self Target::Query(self);
    &mut Transaction => self Target::Transaction(self);
    &Tx => self Target::Tx(self);
}

impl<E: Executor> Executor for &mut E {
    fn target<'q>(self) -> Target<'q>
    where
        Self: 'q,
    {
        E::reborrow(self)
    }

    fn reborrow(&mut self) -> Target<'_> {
        E::reborrow(self)
    }
}

/// Executor outside of transactions: `&`[`ydb::Client`] or `&mut `[`ydb::QueryClient`].
#[diagnostic::on_unimplemented(
    message = "not_an_executor: `{Self}` can neither begin a transaction, nor create a table, nor run a `BATCH`",
    label = "expected `&Client` or `&mut QueryClient`",
    note = "YDB has none of them inside transactions: pass the client, `&client`",
    note = "for more, run `ydb-keys explain not_an_executor` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#not_an_executor"
)]
pub trait ClientExecutor: Executor {
    #[doc(hidden)]
    fn client(&self) -> QueryClient;

    /// Returns the path of the database, if it is known.
    #[doc(hidden)]
    fn namespace(&self) -> Option<Arc<str>> {
        None
    }
}

macro_rules! clients {
    ($($client:ty),*) => {$(
        impl ClientExecutor for $client {
            fn client(&self) -> QueryClient {
                self.query_client()
            }

            fn namespace(&self) -> Option<Arc<str>> {
                namespace(self)
            }
        }
    )*};
}

clients!(&Client, &Arc<Client>);

impl ClientExecutor for &mut QueryClient {
    fn client(&self) -> QueryClient {
        (**self).clone()
    }
}

impl<E: ClientExecutor> ClientExecutor for &mut E {
    fn client(&self) -> QueryClient {
        E::client(self)
    }

    fn namespace(&self) -> Option<Arc<str>> {
        E::namespace(self)
    }
}

// Nothing here is generic. The client's futures are so deeply nested that the crate that instantiates them needs a
// higher `recursion_limit`. So they are instantiated in this crate, and not in the user's.
impl<'q> Target<'q> {
    fn scope(&self) -> Scope {
        match self {
            Target::Client(..) | Target::Query(_) => Scope::Alone,
            Target::Transaction(_) => Scope::RetryTx,
            Target::Tx(_) => Scope::Transact,
        }
    }

    /// Returns the kind of transaction and the database of an operation on this executor.
    pub(super) fn place(&self) -> (Scope, Namespace) {
        (self.scope(), self.namespace())
    }

    pub(super) fn namespace(&self) -> Namespace {
        match self {
            Target::Client(_, namespace) => namespace.clone(),
            Target::Tx(tx) => tx.namespace.clone(),
            Target::Query(_) | Target::Transaction(_) => None,
        }
    }

    /// Returns the transaction of a `transact`, if this is one.
    pub(super) fn tx(&self) -> Option<&'q Tx> {
        if let Target::Tx(tx) = self { Some(tx) } else { None }
    }

    /// Returns the client that begins transactions; `None` inside a transaction.
    pub(super) fn client(&self) -> Option<QueryClient> {
        match self {
            Target::Client(q, _) => Some(q.clone()),
            Target::Query(q) => Some((*q).clone()),
            Target::Transaction(_) | Target::Tx(_) => None,
        }
    }

    /// Returns up to `wanted` executors that can be used at the same time. Inside a transaction it is only one.
    pub(super) fn several(self, wanted: usize) -> Vec<Self> {
        let one = |target: &Self| match target {
            Target::Client(q, namespace) => Some(Target::Client(q.clone(), namespace.clone())),
            Target::Query(q) => Some(Target::Client((**q).clone(), None)),
            // A transaction runs one statement at a time.
            Target::Transaction(_) | Target::Tx(_) => None,
        };
        let mut all: Vec<Self> = (1..wanted).map_while(|_| one(&self)).collect();
        all.push(self);
        all
    }

    /// Returns `true` if writes belong to a transaction of the user's.
    pub(super) fn in_transaction(&self) -> bool {
        self.scope() != Scope::Alone
    }

    /// Sends one of several statements. The statement returns rows.
    pub(super) fn query(&mut self, request: Request, options: Options) -> BoxFuture<'_, YdbResult<ResultSet>> {
        self.lent().into_query(request, options)
    }

    /// Sends one of several statements. The statement returns no rows.
    #[doc(hidden)]
    pub fn execute(&mut self, request: Request, options: Options) -> BoxFuture<'_, YdbResult<()>> {
        self.lent().into_execute(request, options)
    }

    pub(super) fn lent(&mut self) -> Target<'_> {
        match self {
            Target::Client(q, _) => Target::Query(q),
            Target::Query(q) => Target::Query(q),
            Target::Transaction(tx) => Target::Transaction(tx),
            Target::Tx(tx) => Target::Tx(tx),
        }
    }

    /// Sends the only statement of a call. The statement returns rows.
    pub(super) fn into_query(self, request: Request, options: Options) -> BoxFuture<'q, YdbResult<ResultSet>> {
        match self {
            Target::Client(mut q, _) => Box::pin(async move { alone(&mut q, request, options, rows).await }),
            Target::Query(q) if options.reconnects() => Box::pin(alone(q, request, options, rows)),
            Target::Query(q) => rows(q, Cow::Owned(request), options),
            Target::Transaction(tx) => options.apply(request.into_call(|text| tx.query_result_set(text))).into_future(),
            Target::Tx(tx) => Box::pin(tx.query(request, options)),
        }
    }

    /// Sends the only statement of a call. The statement returns no rows.
    pub(super) fn into_execute(self, request: Request, options: Options) -> BoxFuture<'q, YdbResult<()>> {
        match self {
            Target::Client(mut q, _) => Box::pin(async move { alone(&mut q, request, options, done).await }),
            Target::Query(q) if options.reconnects() => Box::pin(alone(q, request, options, done)),
            Target::Query(q) => done(q, Cow::Owned(request), options),
            Target::Transaction(tx) => options.apply(request.into_call(|text| tx.exec(text))).into_future(),
            Target::Tx(tx) => Box::pin(tx.execute(request, options)),
        }
    }
}

fn rows<'q>(
    q: &'q mut QueryClient,
    request: Cow<'_, Request>,
    options: Options,
) -> BoxFuture<'q, YdbResult<ResultSet>> {
    options.apply(call(request, move |text| q.query_result_set(text))).into_future()
}

fn done<'q>(q: &'q mut QueryClient, request: Cow<'_, Request>, options: Options) -> BoxFuture<'q, YdbResult<()>> {
    options.apply(call(request, move |text| q.exec(text))).into_future()
}

fn call<'q, K, S>(
    request: Cow<'_, Request>,
    begin: impl FnOnce(String) -> CallBuilder<'q, K, S>,
) -> CallBuilder<'q, K, S> {
    match request {
        Cow::Owned(request) => request.into_call(begin),
        Cow::Borrowed(request) => request.call(begin),
    }
}

type Sending<R> = for<'a> fn(&'a mut QueryClient, Cow<'_, Request>, Options) -> BoxFuture<'a, YdbResult<R>>;

/// Sends a request outside of transactions. The client itself repeats reads until it is connected. If no connection
/// could be opened, nothing was sent, so this function repeats writes as well.
async fn alone<R>(q: &mut QueryClient, request: Request, options: Options, send: Sending<R>) -> YdbResult<R> {
    if !options.reconnects() {
        return send(q, Cow::Owned(request), options).await;
    }
    let start = options.begun.unwrap_or_else(Instant::now);
    let all = Options { each: false, ..options };
    let mut options = all;
    loop {
        match send(q, Cow::Borrowed(&request), options).await {
            Err(error) if is_not_connected(&error) => {
                is_connected(q, all.part(start, true)).await.map_err(|_| error)?;
                options = all.part(start, true);
            }
            answer => return answer,
        }
    }
}

/// Waits until the client is connected, by a read: with the client's rules for reads and in the time of the options.
pub(super) fn is_connected(q: &mut QueryClient, options: Options) -> BoxFuture<'_, YdbResult<()>> {
    let read = Options { timeout: options.timeout, ..Options::READ };
    done(q, Cow::Owned(Request::plain("SELECT 1".to_owned())), read)
}

mod sealed {
    pub trait Sealed {}

    impl Sealed for &ydb::Client {}
    impl Sealed for &std::sync::Arc<ydb::Client> {}
    impl Sealed for &mut ydb::QueryClient {}
    impl Sealed for &mut ydb::Transaction {}
    impl Sealed for &crate::sdk::tx::Tx {}
    impl<E: super::Executor> Sealed for &mut E {}
}
