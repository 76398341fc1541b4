//! Checks several tables.

use std::fmt;

use futures_util::future::BoxFuture;
use futures_util::stream::{self, StreamExt as _};
use ydb::Client;

use super::error::CheckError;
use super::layout::compare;
use super::mismatch::LayoutMismatch;
use ydb_keys_core::schema::Table;

/// How many tables are checked concurrently.
const TOGETHER: usize = 8;

/// Checks that every table has the layout of its model: the same key columns in the same order, and the same hash.
///
/// Call it before the program serves requests: a program that computes other hashes than the rows have misses existing
/// rows, and no error reports it.
///
/// The tables are looked for at the paths of their models. If they are below a directory, as
/// [`YdbTable::in_directory`](crate::YdbTable::in_directory) addresses them, write
/// `check(..).in_directory("tenants/acme").await`.
///
/// `apply` writes the [`Layout`](crate::Layout) into an attribute of the table, and the check compares it. For a table
/// without the attribute it compares the primary key, and the hashes of about 1000 rows, which the server computes.
/// That takes one call for each table, and one query more for a table without the attribute. [The
/// guide](crate::guide::migrations#the-layout-of-a-table) says what it cannot see: such as a
/// [`ForeignHash`](crate::ForeignHash) that was changed under its old version, for which
/// `ydb-keys diff` reads rows.
///
/// ```no_run
/// use ydb_keys::YdbTable;
///
/// #[derive(YdbTable)]
/// #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
/// struct Order {
///     order_id: u64,
/// }
///
/// # async fn serve(_: ydb::Client) -> Result<(), Box<dyn std::error::Error>> { Ok(()) }
/// # #[allow(dead_code)]
/// async fn start(client: ydb::Client) -> Result<(), Box<dyn std::error::Error>> {
///     ydb_keys::check(&client, ydb_keys::schema![Order]).await?;
///     serve(client).await
/// }
/// ```
///
/// # Errors
/// [`CheckError::Differs`] lists every table that is missing or has another layout, [`CheckError::Unread`] is about the
/// first that could not be read.
pub fn check<'a>(client: &'a Client, tables: &'a [&'static Table]) -> Check<'a> {
    Check { client, tables, directory: "" }
}

/// A check of tables, from [`check`]. Await it.
#[derive(Clone, Copy)]
#[must_use = "nothing is checked until this is awaited"]
pub struct Check<'a> {
    client: &'a Client,
    tables: &'a [&'static Table],
    directory: &'a str,
}

impl<'a> Check<'a> {
    /// Looks for the tables in a directory, as [`YdbTable::in_directory`](crate::YdbTable::in_directory) addresses them.
    pub fn in_directory(self, directory: &'a str) -> Self {
        Self { directory, ..self }
    }

    async fn run(self) -> Result<(), CheckError> {
        let Self { client, tables, directory } = self;
        let paths: Vec<String> = tables.iter().map(|table| table.path_in(directory)).collect();
        let comparisons: Vec<_> = tables.iter().zip(&paths).map(|(table, path)| compare(client, table, path)).collect();

        let mut found = stream::iter(comparisons).buffered(TOGETHER);
        let mut differing = Vec::new();
        for (model, path) in tables.iter().zip(&paths) {
            if let Some(found) = found.next().await.transpose()?.flatten() {
                differing.push(LayoutMismatch { model, path: path.clone(), found });
            }
        }
        if differing.is_empty() { Ok(()) } else { Err(CheckError::Differs(differing)) }
    }
}

impl fmt::Debug for Check<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.tables.iter().map(|table| table.name).collect();
        f.debug_struct("Check").field("tables", &names).field("directory", &self.directory).finish_non_exhaustive()
    }
}

impl<'a> IntoFuture for Check<'a> {
    type Output = Result<(), CheckError>;
    type IntoFuture = BoxFuture<'a, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}
