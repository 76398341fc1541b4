//! What runs statements: the client's one-shot calls, and its transactions.

use std::future::IntoFuture as _;

use futures_util::future::BoxFuture;
use ydb::{QueryClient, ResultSet, Transaction, YdbResult};

use super::options::Options;
use super::params::Request;

/// What runs operations: a [`ydb::QueryClient`], or a [`ydb::Transaction`] inside
/// [`retry_tx`](ydb::QueryClient::retry_tx).
///
/// These are the two that implement the client's own [`ydb::QueryExecutor`].
#[diagnostic::on_unimplemented(
    message = "not_an_executor: `{Self}` cannot run statements",
    label = "expected a `ydb::QueryClient` or a `ydb::Transaction`",
    note = "take one from the client, `let mut q = client.query_client();`, and pass `&mut q`; inside `retry_tx` pass its `tx`"
)]
pub trait Executor: sealed::Sealed + Send {
    /// Whether writes belong to a transaction of the user's.
    #[doc(hidden)]
    const IN_TRANSACTION: bool;

    #[doc(hidden)]
    fn query(&mut self, request: Request, options: Options) -> BoxFuture<'_, YdbResult<ResultSet>>;

    #[doc(hidden)]
    fn execute(&mut self, request: Request, options: Options) -> BoxFuture<'_, YdbResult<()>>;
}

// One implementation for each, without generics: the client's futures are so deeply nested that the crate that
// instantiates them needs a higher `recursion_limit`. So they are instantiated in this crate, not in the user's.
macro_rules! executor {
    ($executor:ty, $in_transaction:literal) => {
        impl Executor for $executor {
            const IN_TRANSACTION: bool = $in_transaction;

            fn query(&mut self, request: Request, options: Options) -> BoxFuture<'_, YdbResult<ResultSet>> {
                options.apply(self.query_result_set(request.text).params(request.params)).into_future()
            }

            fn execute(&mut self, request: Request, options: Options) -> BoxFuture<'_, YdbResult<()>> {
                options.apply(self.exec(request.text).params(request.params)).into_future()
            }
        }

        impl sealed::Sealed for $executor {}
    };
}

executor!(QueryClient, false);
executor!(Transaction, true);

mod sealed {
    pub trait Sealed {}
}
