//! Queries of the user's own, on every executor.

mod declare;
mod place;
mod value_type;

use std::collections::BTreeMap;

pub(super) use declare::Given;
use declare::{IntoParams, effect, with_declarations};
use place::place;
use ydb::{ResultSet, YdbError, YdbResult};

use super::decode::Each;
use super::executor::{Executor, Target};
use super::one::{Answer, One};
use super::params::param;
use super::rows::Rows;
use super::status::{is_of_answer, rejection};
use super::{Call, Operation, Options, Request, Tx, decode};
use crate::error::failure::Failure;
use crate::error::{Detail, Error, OperationName, Result};
use crate::statements::row::FromRow;
use ydb_keys_core::types::Column;

/// Makes a query from a text that is written by hand and not checked. It runs on a client and in a transaction, like
/// the operations of a model.
///
/// The given parameters are declared for you, each with the type of its value. If the text declares a parameter itself,
/// that declaration stays.
///
/// ```no_run
/// # use ydb_keys::{YdbRow, YdbTable};
/// # #[derive(YdbTable)]
/// # #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
/// # #[ydb(index(by_customer, on(customer_id)))]
/// # struct Order { order_id: u64, customer_id: u64, amount: Option<f64> }
/// # #[derive(YdbTable)]
/// # #[ydb(table = "invoices", primary_key(invoice_hash = numeric_hash(invoice_id), invoice_id))]
/// # struct Invoice { invoice_id: u64, customer_id: u64, total: Option<f64> }
/// use ydb_keys::{query, transact};
///
/// #[derive(YdbRow)]
/// struct Sum {
///     total: Option<f64>,
/// }
///
/// # async fn example(client: &ydb::Client, invoice_id: u64, customer_id: u64) -> ydb_keys::Result<()> {
/// transact(client, async |tx| {
///     let sum = query("SELECT SUM(amount) AS total FROM orders VIEW by_customer WHERE customer_id = $customer")
///         .param("$customer", &customer_id)
///         .fetch_one::<Sum>(&tx)
///         .await?;
///     Invoice { invoice_id, customer_id, total: sum.total }.insert().exec(&tx).await
/// })
/// .await
/// # }
/// ```
pub fn query(text: impl Into<String>) -> RawQuery {
    RawQuery { text: text.into(), params: Ok(BTreeMap::new()), explain: |error| error }
}

/// Query that is written by hand and not checked; from [`query`].
#[derive(Debug)]
#[must_use = "nothing is sent until `.fetch(client).await` or `.exec(client).await`"]
pub struct RawQuery {
    text: String,
    /// Parameters by their names with `$`, in a fixed order, because YDB keeps one plan for each text.
    params: Result<BTreeMap<String, Given>>,
    /// Makes the error of a row clearer, with knowledge that `yql!` has of the query beside its text.
    explain: fn(Error) -> Error,
}

impl RawQuery {
    /// Gives a parameter of the text its value: `chat` or `$chat` is the parameter `$chat`. Its type is the same as
    /// with [`param`](fn@param), such as `Uint64` for a `u64`, and it is declared for you.
    ///
    /// If the type cannot hold the value, running the query returns an error.
    pub fn param<T: Column>(self, name: &str, value: &T) -> Self {
        let optional = if T::INFO.nullable { "?" } else { "" };
        let given = param(value).map(|value| Given { ty: Some(format!("{}{optional}", T::INFO.ty)), value });
        self.with(given.map(|given| [(name.to_owned(), given)]).map_err(|error| error.of_parameter(name)))
    }

    /// Gives several parameters their values: of a key ([`key_params`](crate::YdbTable::key_params)), of the first
    /// columns of a key ([`prefix_params`](crate::YdbTable::prefix_params)), of many keys
    /// ([`key_list`](crate::YdbTable::key_list)), or values of the client by their names, as an array or as a map.
    ///
    /// ```no_run
    /// # use ydb_keys::YdbTable;
    /// # #[derive(YdbTable)]
    /// # #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    /// # struct Order { order_id: u64, customer_id: u64 }
    /// # async fn example(client: &ydb::Client) -> ydb_keys::Result<()> {
    /// let text = "SELECT o.* FROM AS_TABLE($keys) AS k
    ///     JOIN orders AS o ON o.order_hash = k.order_hash AND o.order_id = k.order_id
    ///     WHERE o.customer_id NOT IN $ignored";
    /// let query = ydb_keys::query(text)
    ///     .params(Order::key_list([1001, 1002]))
    ///     .params([("ignored", ydb_keys::param_list(&[7_u64])?)]);
    /// let orders: Vec<Order> = query.fetch(client).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// If a type cannot hold its value, running the query returns an error.
    pub fn params(self, params: impl IntoParams) -> Self {
        self.with(params.given())
    }

    pub(super) fn with(mut self, given: Result<impl IntoIterator<Item = (String, Given)>>) -> Self {
        self.params = self.params.and_then(|mut params| {
            let named =
                |(name, given): (String, Given)| (if name.starts_with('$') { name } else { format!("${name}") }, given);
            params.extend(given?.into_iter().map(named));
            Ok(params)
        });
        self
    }

    /// Sets the function that makes the error of a row clearer.
    #[cfg(feature = "yql")]
    pub(super) fn explained(self, explain: fn(Error) -> Error) -> Self {
        RawQuery { explain, ..self }
    }

    /// Runs the query and returns the rows of its only result. A struct is read by the names of the columns. A tuple or
    /// a single value is read by the positions of the columns.
    ///
    /// ```no_run
    /// # async fn example(client: &ydb::Client) -> ydb_keys::Result<()> {
    /// let text = "SELECT name, COUNT(*) FROM customers GROUP BY name";
    /// let names: Vec<(String, u64)> = ydb_keys::query(text).fetch(client).await?;
    /// let ids = ydb_keys::query("SELECT id FROM customers LIMIT 10").fetch::<u64>(client).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// A query may write, so it is not `idempotent` unless you say so.
    ///
    /// # Errors
    /// A parameter whose type cannot hold its value; a column that is missing, of another type or unexpectedly NULL;
    /// for a tuple or a single value, another number of columns; an error of YDB,
    /// [`AlreadyExists`](crate::ErrorKind::AlreadyExists).
    pub fn fetch<'q, R: FromRow + Send + 'q>(self, executor: impl Executor + 'q) -> Call<'q, Vec<R>> {
        self.read(executor.target(), decode::all::<R>)
    }

    /// Runs the query and returns its only row; see [`fetch`](RawQuery::fetch).
    ///
    /// ```no_run
    /// # async fn example(client: &ydb::Client) -> ydb_keys::Result<()> {
    /// let text = "SELECT COUNT(*) FROM orders VIEW by_customer WHERE customer_id = 7";
    /// let orders: u64 = ydb_keys::query(text).fetch_one(client).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// The errors of [`fetch`](RawQuery::fetch); an error if there is no row, or more than one.
    pub fn fetch_one<'q, R: FromRow + Send + 'q>(self, executor: impl Executor + 'q) -> Call<'q, R> {
        self.read(executor.target(), decode::one::<R>)
    }

    /// Runs the query and returns its first row, or `None` if there is none; see [`fetch`](RawQuery::fetch).
    ///
    /// # Errors
    /// The errors of [`fetch`](RawQuery::fetch).
    pub fn first<'q, R: FromRow + Send + 'q>(self, executor: impl Executor + 'q) -> Call<'q, Option<R>> {
        self.read(executor.target(), decode::first::<R>)
    }

    /// Returns the rows one after the other, like [`scan()..stream`](crate::statements::Select::stream).
    ///
    /// The query runs once, when the first row is taken. The client holds its whole result in memory, and each row
    /// becomes a value of the program when it is taken. (The stream of a scan holds only one batch.)
    ///
    /// ```no_run
    /// # async fn example(client: &ydb::Client) -> ydb_keys::Result<()> {
    /// let mut names = ydb_keys::query("SELECT name, COUNT(*) FROM customers GROUP BY name").stream::<(String, u64)>(client);
    /// while let Some((name, count)) = names.try_next().await? {
    ///     println!("{name}: {count}");
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn stream<'q, R: FromRow + Send + 'q>(self, executor: impl Executor + 'q) -> Rows<'q, Self, R> {
        let target = executor.target();
        let (operation, tx) = (self.operation(&target), target.tx().cloned());
        let explain = self.explain;
        let unread = move |error| operation.unread(tx.as_ref(), explain(error));
        Rows::new(Each::of(self.read(target, Ok), Box::new(unread)))
    }

    /// Runs the query and ignores its results.
    ///
    /// # Errors
    /// The errors of [`fetch`](RawQuery::fetch), without the errors of rows.
    pub fn exec<'q>(self, executor: impl Executor + 'q) -> Call<'q, ()> {
        self.send(executor.target(), false, Ok)
    }

    fn read<'q, R: Send + 'q>(
        self,
        executor: Target<'q>,
        decode: impl FnOnce(ResultSet) -> Result<R> + Send + 'q,
    ) -> Call<'q, R> {
        self.send(executor, true, decode)
    }

    /// Makes the call. `returns` is `true` if the query must return a result.
    fn send<'q, A: Answer, R: Send + 'q>(
        self,
        executor: Target<'q>,
        returns: bool,
        decode: impl FnOnce(A) -> Result<R> + Send + 'q,
    ) -> Call<'q, R> {
        let operation = self.operation(&executor);
        let RawQuery { text, params, explain } = self;
        let run = params.map(|params| {
            let sent = with_declarations(&text, &params).into_owned();
            let values = params.into_iter().map(|(name, given)| (name, given.value)).collect();
            let request = Request::own(sent, values);
            let finish = move |operation: &Operation, tx: Option<&Tx>, answer: YdbResult<A>| match answer {
                Ok(answer) => decode(answer).map_err(|error| operation.unread(tx, explain(error))),
                Err(error) => {
                    // With a marker, the transaction is not committed after this error.
                    let is_done = returns && is_of_answer(&error) && !operation.exactly_once;
                    let error = failed(operation, &text, error);
                    Err(if is_done { operation.unread(tx, error) } else { error })
                }
            };
            A::run(One { executor, request, finish: Box::new(finish) })
        });
        Call::of(operation, Options::WRITE, run).markable()
    }

    /// Makes the operation, without a table: the library does not know which tables the text names.
    fn operation(&self, executor: &Target<'_>) -> Operation {
        Operation::new("", "".into(), OperationName::Query.as_str())
            .on(executor.place())
            .with_effect(effect(&self.text))
    }
}

impl<R> Rows<'_, RawQuery, R> {
    /// Allows the client to repeat the query after an unknown outcome, like [`Call::idempotent`]. Set it only for a
    /// query that writes nothing.
    pub fn idempotent(mut self, idempotent: bool) -> Self {
        self.options().idempotent = idempotent;
        self
    }
}

/// Returns a line that names a query in an error: the first line that does something.
fn named(text: &str) -> Option<String> {
    let is_said =
        |line: &&str| !line.is_empty() && !["--", "DECLARE", "PRAGMA"].iter().any(|word| line.starts_with(word));
    let line = text.lines().map(str::trim).find(is_said)?;
    let end = line.char_indices().nth(NAMED).map_or(line.len(), |(end, _)| end);
    Some(format!("  {}", &line[..end]))
}

/// Most letters of a line that names a query.
const NAMED: usize = 100;

/// Makes an error from an error of the client, with the faulty line of the text.
#[cold]
fn failed(operation: &Operation, text: &str, source: YdbError) -> Error {
    let place = place(text, &source).or_else(|| rejection(&source).and_then(|_| named(text)));
    match operation.failed(source).into_detail() {
        Detail::Ydb(failure) => Detail::Ydb(Failure { place, ..failure }).into(),
        detail => detail.into(),
    }
}
