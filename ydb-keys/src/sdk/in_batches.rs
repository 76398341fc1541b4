//! `BATCH UPDATE` and `BATCH DELETE`: outside of transactions, and partly done if they fail.

use futures_util::future::BoxFuture;

use super::call::Call;
use super::executor::ClientExecutor;
use super::failure::Operation;
use super::options::Options;
use super::params::Request;
use crate::error::{BATCH_DELETE, BATCH_UPDATE, Result};
use crate::statements::{BatchDelete, Select, Statement, Update, YdbTable};

impl<T: YdbTable> Update<T, Select<T>> {
    /// Changes the rows, in many transactions of YDB's. The call has no timeout, unless you give it one
    /// ([`timeout`](Call::timeout)).
    ///
    /// It is idempotent by default: the client repeats it if its connection breaks. After an error, rows may be changed
    /// ([`outcome`](crate::Error::outcome)): run it again.
    ///
    /// # Errors
    /// As [`Update::statement`]; an error of YDB, also if it is older than 25.4.
    pub fn exec<'q>(&self, executor: impl ClientExecutor + 'q) -> Call<'q, ()> {
        run(executor, Operation::at::<T>(&self.location, BATCH_UPDATE), self.statement())
    }
}

impl<T: YdbTable> BatchDelete<T> {
    /// Deletes the rows, in many transactions of YDB's; as the update of [`batch_update`](crate::statements::Scan::batch_update).
    ///
    /// # Errors
    /// As [`BatchDelete::statement`]; an error of YDB, also if it is older than 25.4.
    pub fn exec<'q>(&self, executor: impl ClientExecutor + 'q) -> Call<'q, ()> {
        run(executor, Operation::at::<T>(&self.scan.location, BATCH_DELETE), self.statement())
    }
}

fn run<'q>(executor: impl ClientExecutor + 'q, operation: Operation, statement: Result<Statement<'_>>) -> Call<'q, ()> {
    let request = Request::prepare(&operation, statement);
    let mut executor = executor.target();
    let operation = operation.on(executor.place());
    let run = request.map(|request| {
        move |operation: Operation, options: Options| -> BoxFuture<'q, Result<()>> {
            Box::pin(
                async move { executor.execute(request, options).await.map_err(|error| operation.batch_failed(error)) },
            )
        }
    });
    Call::new(operation, Options::IDEMPOTENT_WRITE, run).no_timeout()
}
