//! Calls of YDB that bypass YQL: BulkUpsert and ReadRows.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use futures_util::future::BoxFuture;
use ydb::{Client, TableClient, YdbError};

use super::call::Call;
use super::decode::rows;
use super::failure::Operation;
use super::many::READS;
use super::observe;
use super::options::Options;
use super::params::row_to_sdk;
use super::status::{grpc, has_grpc_code};
use crate::error::{Detail, OperationName, Result};
use crate::statements::{BulkUpsert, Limits, ReadRows, Requests, YdbTable, is_skipped};
use ydb_keys_core::schema::{Store, TablePath};

/// Returns the limits of one BulkUpsert request, which are the same as in the loader. The number of rows is the one
/// that YDB's documentation advises. For a column table the size is the 8 MB block that YDB accepts. For a row table it
/// is 1 MB: the client's values of 2 MB are more memory than an allocator keeps, so the kernel would clear it for each
/// request, a quarter of the client's time.
const fn limits(store: Store) -> Limits {
    let bytes = if matches!(store, Store::Column) { 8_000_000 } else { 1_000_000 };
    Limits { rows: 100_000, bytes }
}

impl<'a, T: YdbTable + Sync> BulkUpsert<'a, T> {
    /// Writes the rows outside of any transaction. Sort them by the key if you can. For more rows than you would keep
    /// in a slice, use a loader of the crate `ydb-keys-bulk`, which needs a fraction of the time for each row.
    ///
    /// `access` is a [`ydb::Client`], or a [`ydb::TableClient`] for a table at an absolute path. Concurrent tasks can
    /// share it in an `Arc`.
    ///
    /// Rows with equal keys are an error before anything is sent, unless [`keep_last`](BulkUpsert::keep_last) is set.
    /// YDB would keep the last one in row tables, and any of them in column tables of older releases (ydb issues 11380
    /// and 11915). Positions in errors are always positions in the rows of the call.
    ///
    /// Partitions write independently, so a request that fails may be partly written, whatever the error is. The
    /// [`outcome`](crate::Error::outcome) is therefore unknown for every error from YDB. Write the rows again.
    ///
    /// # Errors
    /// The errors of [`Write::statement`](crate::statements::Write::statement), for any row and before anything is
    /// sent; an error of YDB; [`PartlyWritten`](crate::ErrorKind::PartlyWritten) if a request fails after others.
    pub fn exec<'q>(self, access: &impl TableAccess) -> Call<'q, ()>
    where
        'a: 'q,
    {
        let operation = Operation::at::<T>(&self.location, OperationName::BulkUpsert);
        let client = access.table_client();
        let prepared = self.prepare().and_then(|ready| Ok((ready, absolute(access, self.path(), operation.name)?)));
        let run = prepared.map(|(Requests { parts, superseded, first }, path)| {
            move |operation: Operation, options: Options| -> BoxFuture<'q, Result<()>> {
                Box::pin(async move {
                    let start = Instant::now();
                    observe::sends(self.rows.len());
                    let mut first = Some(first);
                    for part in parts {
                        let rows = match first.take() {
                            Some(rows) => rows,
                            None => match self.encode(part.clone(), &superseded) {
                                Ok(rows) => rows,
                                Err(error) => return Err(operation.stopped(part, self.rows.len(), error)),
                            },
                        };
                        let mut call = client.bulk_upsert(path.clone(), rows).idempotent(options.idempotent);
                        if let Some(timeout) = options.part(start, false).timeout {
                            call = call.timeout(timeout);
                        }
                        if let Err(error) = call.await {
                            return Err(operation.stopped(part, self.rows.len(), operation.bulk_failed(error)));
                        }
                    }
                    Ok(())
                })
            }
        });
        Call::new(operation, Options::IDEMPOTENT_WRITE, run)
    }
}

impl<T: YdbTable> BulkUpsert<'_, T> {
    /// Splits the rows into requests. Also returns the encoded rows of the first request, which then need not be
    /// encoded twice.
    fn prepare(&self) -> Result<Requests<ydb::Value>> {
        let members = Self::members();
        self.cut(limits(T::TABLE.store), |values| row_to_sdk(T::TABLE.name, &members, values.drain(..)))
    }

    fn encode(&self, part: Range<usize>, superseded: &[usize]) -> Result<Vec<ydb::Value>> {
        let members = Self::members();
        let (mut rows, mut values) = (Vec::with_capacity(part.len()), Vec::new());
        for index in part.filter(|&index| !is_skipped(superseded, index)) {
            Self::put_values(&self.rows[index], &mut values)?;
            rows.push(row_to_sdk(T::TABLE.name, &members, values.drain(..))?);
        }
        Ok(rows)
    }
}

impl<T: YdbTable> ReadRows<T> {
    /// Reads the rows that exist. Their order is undefined.
    ///
    /// The rows of one call may be of different moments, because YDB reads each partition independently, without a
    /// common snapshot. If rows must be consistent, use [`get_many`](YdbTable::get_many): each of its requests is a
    /// query with a snapshot.
    ///
    /// `access` is a [`ydb::Client`], or a [`ydb::TableClient`] for a table at an absolute path.
    ///
    /// # Errors
    /// The errors of [`GetMany::fetch`](crate::statements::GetMany::fetch).
    pub fn fetch<'q>(self, access: &impl TableAccess) -> Call<'q, Vec<T>>
    where
        T: Send,
        T::Key: Send,
    {
        let operation = Operation::at::<T>(&self.location, OperationName::ReadRows);
        let client = access.table_client();
        let prepared = self.cut(READS).and_then(|parts| Ok((parts, absolute(access, self.path(), operation.name)?)));
        let run = prepared.map(|(mut parts, path)| {
            move |operation: Operation, options: Options| -> BoxFuture<'q, Result<Vec<T>>> {
                Box::pin(async move {
                    let start = Instant::now();
                    observe::sends(self.keys.len());
                    let columns: Vec<String> = T::TABLE.columns.iter().map(|column| column.name.to_owned()).collect();
                    let mut found = Vec::new();
                    parts.reverse();
                    while let Some(part) = parts.pop() {
                        let keys = self.encode(part.clone())?;
                        let call = client.read_rows(path.clone(), keys, Some(columns.clone()));
                        let mut call = call.idempotent(options.idempotent);
                        if let Some(timeout) = options.part(start, false).timeout {
                            call = call.timeout(timeout);
                        }
                        match call.await {
                            Ok(set) => found.append(&mut rows(set)?),
                            // All rows of a request come back in one message, whose size is not known in advance.
                            Err(error) if is_too_large(&error) && part.len() > 1 => {
                                let middle = part.start + part.len() / 2;
                                parts.extend([middle..part.end, part.start..middle]);
                            }
                            Err(error) => return Err(operation.failed(error)),
                        }
                    }
                    Ok(found)
                })
            }
        });
        Call::new(operation, Options::READ, run)
    }

    fn encode(&self, part: Range<usize>) -> Result<Vec<ydb::Value>> {
        let members = Self::members();
        part.map(|index| row_to_sdk(T::TABLE.name, &members, Self::values(&self.keys[index])?)).collect()
    }
}

/// Returns `true` if the answer was larger than the 64 MB that the client accepts.
fn is_too_large(error: &YdbError) -> bool {
    has_grpc_code(error, &[grpc::OUT_OF_RANGE])
}

/// Clients that can run `bulk_upsert` and `read_rows`: a [`ydb::Client`], or a [`ydb::TableClient`] for a table that is
/// addressed by an absolute path, such as `Order::in_directory(client.database())`.
#[diagnostic::on_unimplemented(
    message = "not_an_executor: `{Self}` has no bulk upsert and no `read_rows`",
    label = "expected a `ydb::Client` or a `ydb::TableClient`",
    note = "pass the client, `&client`; inside a transaction use `upsert_many` and `get_many`",
    note = "for more, run `ydb-keys explain not_an_executor` or see https://docs.rs/ydb-keys/latest/ydb_keys/guide/rules/#not_an_executor"
)]
pub trait TableAccess: sealed::Sealed {
    #[doc(hidden)]
    fn table_client(&self) -> TableClient;

    /// Returns the database's path, if the client knows it.
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

/// Returns the absolute path of a table.
pub(super) fn absolute(access: &impl TableAccess, path: &str, operation: &'static str) -> Result<String> {
    match access.database() {
        Some(database) => Ok(TablePath::new(&database, path).absolute()),
        None if path.starts_with('/') => Ok(path.to_owned()),
        None => Err(Detail::RelativePath { table: path.to_owned(), operation }.into()),
    }
}
