//! Queries of the user's own, on every executor.

use std::collections::HashMap;

use ydb::Value as SdkValue;

use super::call::Call;
use super::certain;
use super::decode::{first_row, rows};
use super::executor::{Executor, Target};
use super::failure::Operation;
use super::options::Options;
use super::param::param;
use super::params::Request;
use crate::error::{Detail, Result};
use crate::statements::YdbRow;
use crate::types::Column;

/// A query written by hand, which runs wherever operations do: on a client, and inside of a transaction.
///
/// ```no_run
/// # use ydb_keys::{YdbRow, YdbTable};
/// # #[derive(YdbTable)]
/// # #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
/// # struct Order { order_id: u64, customer_id: u64, amount: Option<f64> }
/// use ydb_keys::{query, transact};
///
/// #[derive(YdbRow)]
/// struct Total {
///     total: Option<f64>,
/// }
///
/// # async fn example(client: &ydb::Client, customer: u64) -> ydb_keys::Result<()> {
/// transact(client, async |tx| {
///     let total = query("DECLARE $customer AS Uint64; SELECT SUM(amount) AS total FROM orders WHERE customer_id = $customer")
///         .param("$customer", &customer)
///         .first::<Total>(&tx)
///         .await?;
///     let amount = total.and_then(|total| total.total);
///     Order { order_id: 1, customer_id: customer, amount }.insert().exec(&tx).await
/// })
/// .await
/// # }
/// ```
pub fn query(text: impl Into<String>) -> RawQuery {
    RawQuery { text: text.into(), params: Ok(HashMap::new()) }
}

/// A query written by hand; from [`query`].
#[derive(Debug)]
#[must_use = "nothing is sent until `.fetch(client).await` or `.exec(client).await`"]
pub struct RawQuery {
    pub(super) text: String,
    pub(super) params: Result<HashMap<String, SdkValue>>,
}

impl RawQuery {
    /// A parameter that the text declares: `DECLARE $id AS Uint64`. The types are those of [`param`](fn@param).
    ///
    /// A value that its type cannot hold is an error when the query is run.
    pub fn param<T: Column>(mut self, name: &str, value: &T) -> Self {
        self.params = self.params.and_then(|mut params| {
            if !name.starts_with('$') {
                return Err(Detail::ParameterName { name: name.to_owned() }.into());
            }
            params.insert(name.to_owned(), param(value)?);
            Ok(params)
        });
        self
    }

    /// Parameters that are there already, for example the [`values`](crate::statements::KeyParams::values) of a key.
    pub fn params(mut self, values: HashMap<String, SdkValue>) -> Self {
        if let Ok(params) = &mut self.params {
            params.extend(values);
        }
        self
    }

    /// Runs the query and reads the rows of its only result.
    ///
    /// A query may write, so it is not `idempotent` unless you say so.
    ///
    /// # Errors
    /// A parameter whose name does not begin with `$`, or whose value its type cannot hold; a column that is missing,
    /// of another type or unexpectedly NULL; an error of YDB, [`AlreadyExists`](crate::ErrorKind::AlreadyExists).
    pub fn fetch<'q, R: YdbRow + Send + 'q>(self, executor: impl Executor + 'q) -> Call<'q, Vec<R>> {
        self.read(executor.target(), rows::<R>)
    }

    /// The same for the first row, `None` if there is none.
    ///
    /// # Errors
    /// As [`fetch`](RawQuery::fetch).
    pub fn first<'q, R: YdbRow + Send + 'q>(self, executor: impl Executor + 'q) -> Call<'q, Option<R>> {
        self.read(executor.target(), first_row::<R>)
    }

    /// Runs the query and ignores its results.
    ///
    /// # Errors
    /// As [`fetch`](RawQuery::fetch), without those of rows.
    pub fn exec<'q>(self, executor: impl Executor + 'q) -> Call<'q, ()> {
        let mut executor = executor.target();
        let (operation, request) = self.prepare(&executor);
        let run = request.map(|request| {
            move |operation: Operation, options: Options| async move {
                certain::execute(&mut executor, request, options).await.map_err(|error| operation.failed(error))
            }
        });
        Call::new(operation, Options::WRITE, run).markable()
    }

    fn read<'q, R: Send + 'q>(
        self,
        mut executor: Target<'q>,
        decode: impl FnOnce(ydb::ResultSet) -> Result<R> + Send + 'q,
    ) -> Call<'q, R> {
        let (operation, request) = self.prepare(&executor);
        let run = request.map(|request| {
            move |operation: Operation, options: Options| async move {
                decode(certain::query(&mut executor, request, options).await.map_err(|error| operation.failed(error))?)
            }
        });
        Call::new(operation, Options::WRITE, run).markable()
    }

    /// No table: the library does not read the text.
    fn prepare(self, executor: &Target<'_>) -> (Operation, Result<Request>) {
        let operation = Operation::new("", "".into(), "query").within(executor.scope());
        (operation, self.params.map(|params| Request::own(self.text, params)))
    }
}
