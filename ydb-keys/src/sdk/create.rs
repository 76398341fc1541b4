//! Creating a model's table.

use std::collections::HashMap;

use futures_util::future::BoxFuture;
use ydb::QueryClient;

use super::call::{Call, Options};
use super::executor::Executor;
use super::failure::Operation;
use super::params::Request;
use crate::ddl::CreateTable;
use crate::error::Result;

impl CreateTable<'_> {
    /// Creates the table.
    ///
    /// YDB runs no DDL inside of transactions: `executor` is the [`QueryClient`].
    ///
    /// # Errors
    /// [`Error::Ydb`](crate::Error::Ydb), also when the table exists and [`if_not_exists`](CreateTable::if_not_exists) was not said.
    pub fn exec<'q>(self, executor: &'q mut QueryClient) -> Call<'q, ()> {
        let operation =
            Operation { model: self.table().name, table: self.path().to_owned().into(), name: "create_table" };
        let request = Request { text: self.to_string(), params: HashMap::new() };
        let run = move |operation: Operation, options: Options| -> BoxFuture<'q, Result<()>> {
            let call = executor.execute(request, options);
            Box::pin(async move { call.await.map_err(|error| operation.failed(error)) })
        };
        Call::new(operation, false, Ok(run))
    }
}
