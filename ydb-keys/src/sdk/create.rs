//! Runs DDL: creates a model's table, and sets its indexes and changefeeds.

use std::sync::Arc;

use ydb::{Client, QueryClient};
use ydb_keys_core::ddl::{Ddl, RunDdl};
use ydb_keys_core::schema::TEXT_LIMIT;

use super::executor::ClientExecutor;
use super::send::send;
use super::{Call, Operation, Options, Request};
use crate::error::Detail;

/// Marker type of this crate's implementation of [`RunDdl`].
#[derive(Debug)]
pub enum Library {}

macro_rules! run_ddl {
    ($($executor:ty),*) => {$(
        impl<'q> RunDdl<Library> for $executor {
            type Call = Call<'q, ()>;

            fn run_ddl(self, statement: Ddl) -> Call<'q, ()> {
                run(self, statement)
            }
        }
    )*};
}

run_ddl!(&'q Client, &'q Arc<Client>, &'q mut QueryClient);
run_ddl!(&'q mut &Client, &'q mut &Arc<Client>, &'q mut &mut QueryClient);

fn run<'q>(executor: impl ClientExecutor + 'q, statement: Ddl) -> Call<'q, ()> {
    let operation = Operation::new(statement.table, statement.path.into(), statement.operation);
    let request = match statement.text.len() {
        0..=TEXT_LIMIT => Ok(Request::plain(statement.text)),
        size => Err(Detail::TextTooLong {
            table: operation.table.clone().into_owned(),
            operation: operation.name,
            size,
            limit: TEXT_LIMIT,
            instead: "give the columns shorter names, or print the statement and run it on a server with a higher limit",
        }
        .into()),
    };
    send(executor.target(), operation, request, Options::WRITE, Operation::failed, Ok)
}
