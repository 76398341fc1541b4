//! The client for BulkUpsert and ReadRows, which need absolute paths.

use std::sync::Arc;

use ydb::{Client, TableClient};

use crate::error::{Detail, Result};
use ydb_keys_core::schema::TablePath;

/// What runs `bulk_upsert` and `read_rows`: a [`ydb::Client`], or a [`ydb::TableClient`] for a table that is addressed
/// by an absolute path: `Order::in_directory(client.database())`.
#[diagnostic::on_unimplemented(
    message = "not_an_executor: `{Self}` has no bulk upsert and no `read_rows`",
    label = "expected a `ydb::Client` or a `ydb::TableClient`",
    note = "pass the client, `&client`; inside a transaction use `upsert_many` and `get_many`",
    note = "for more, run `ydb-keys explain not_an_executor` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#not_an_executor"
)]
pub trait TableAccess: sealed::Sealed {
    #[doc(hidden)]
    fn table_client(&self) -> TableClient;

    /// The database's path, if the client knows it.
    #[doc(hidden)]
    fn database(&self) -> Option<String>;
}

macro_rules! clients {
    ($($client:ty),*) => {$(
        impl TableAccess for $client {
            fn table_client(&self) -> TableClient {
                Client::table_client(self)
            }

            fn database(&self) -> Option<String> {
                Some(Client::database(self))
            }
        }
    )*};
}

clients!(Client, Arc<Client>);

impl TableAccess for TableClient {
    fn table_client(&self) -> TableClient {
        self.clone()
    }

    fn database(&self) -> Option<String> {
        None
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for ydb::Client {}
    impl Sealed for std::sync::Arc<ydb::Client> {}
    impl Sealed for ydb::TableClient {}
}

/// The absolute path of a table.
pub(super) fn absolute(access: &impl TableAccess, path: &str, operation: &'static str) -> Result<String> {
    match access.database() {
        Some(database) => Ok(TablePath::new(&database, path).absolute()),
        None if path.starts_with('/') => Ok(path.to_owned()),
        None => Err(Detail::RelativePath { table: path.to_owned(), operation }.into()),
    }
}
