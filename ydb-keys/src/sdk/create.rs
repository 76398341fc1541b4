//! Creating a model's table, the settings of its indexes and its changefeeds.

use futures_util::future::BoxFuture;

use super::call::Call;
use super::executor::ClientExecutor;
use super::failure::Operation;
use super::options::Options;
use super::params::Request;
use crate::ddl::{AddChangefeed, AlterIndex, CreateTable};
use crate::error::cure::CREATE_TABLE;
use crate::error::{Detail, Result};
use crate::schema::TEXT_LIMIT;

impl CreateTable<'_> {
    /// Creates the table.
    ///
    /// YDB runs no DDL inside transactions, so `executor` is `&`[`ydb::Client`] or `&mut `[`ydb::QueryClient`].
    ///
    /// # Errors
    /// An error of YDB, also when the table exists and [`if_not_exists`](CreateTable::if_not_exists) was not called;
    /// [`TooLarge`](crate::ErrorKind::TooLarge), because YDB's limit applies to DDL too.
    pub fn exec<'q>(self, executor: impl ClientExecutor + 'q) -> Call<'q, ()> {
        run(executor, Operation::new(self.table().name, self.path().to_owned().into(), CREATE_TABLE), self.to_string())
    }
}

impl AddChangefeed<'_> {
    /// Adds the changefeed.
    ///
    /// # Errors
    /// An error of YDB, also when the table has the changefeed; [`TooLarge`](crate::ErrorKind::TooLarge).
    pub fn exec<'q>(self, executor: impl ClientExecutor + 'q) -> Call<'q, ()> {
        run(executor, Operation::new(self.table, self.path.to_owned().into(), "add_changefeed"), self.to_string())
    }
}

impl AlterIndex<'_> {
    /// Sets how the index is partitioned.
    ///
    /// # Errors
    /// An error of YDB, [`TooLarge`](crate::ErrorKind::TooLarge).
    pub fn exec<'q>(self, executor: impl ClientExecutor + 'q) -> Call<'q, ()> {
        run(executor, Operation::new(self.table, self.path.to_owned().into(), "alter_index"), self.to_string())
    }
}

fn run<'q>(executor: impl ClientExecutor + 'q, operation: Operation, text: String) -> Call<'q, ()> {
    let request = prepare(&operation, text);
    let mut executor = executor.target();
    let operation = operation.on(executor.place());
    let run = request.map(|request| {
        move |operation: Operation, options: Options| -> BoxFuture<'q, Result<()>> {
            Box::pin(async move { executor.execute(request, options).await.map_err(|error| operation.failed(error)) })
        }
    });
    Call::new(operation, Options::WRITE, run)
}

fn prepare(operation: &Operation, text: String) -> Result<Request> {
    match text.len() {
        0..=TEXT_LIMIT => Ok(Request::plain(text)),
        size => Err(Detail::TextTooLong {
            table: operation.table.clone().into_owned(),
            operation: operation.name,
            size,
            limit: TEXT_LIMIT,
            instead: "give the columns shorter names, or print the statement and run it on a server with a higher limit",
        }
        .into()),
    }
}
