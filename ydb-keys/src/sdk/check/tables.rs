//! The check of several tables.

use futures_util::stream::{self, StreamExt as _};
use ydb::Client;

use super::error::CheckError;
use super::layout::compare;
use super::mismatch::LayoutMismatch;
use crate::schema::{Table, path};

/// How many tables are looked at together.
const TOGETHER: usize = 8;

/// Whether every table has the layout of its model: the same key columns in the same order, and the same hash.
///
/// Call it before the program serves: a program whose hash is not that of the rows misses rows that are there, and no error tells so.
///
/// `apply` writes the [`layout`](crate::layout) into the table's attribute [`Layout::ATTRIBUTE`](crate::Layout::ATTRIBUTE), and it is compared.
/// A table without the attribute is looked at instead: its primary key, and of up to 1000 rows whether they have the hash, which the server computes.
/// That takes one call for each table, and a query for those without the attribute; what it cannot see says the page `docs/layout.md` of the repository.
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
/// [`CheckError::Differs`] lists every table that is missing or has another layout, [`CheckError::Unread`] is about the first that could not be read.
pub async fn check(client: &Client, tables: &[&'static Table]) -> Result<(), CheckError> {
    check_below(client, tables, "").await
}

/// [`check`] of the same tables below another directory, as [`YdbTable::below`](crate::YdbTable::below) addresses them.
///
/// # Errors
/// As [`check`].
pub async fn check_below(client: &Client, tables: &[&'static Table], directory: &str) -> Result<(), CheckError> {
    let paths: Vec<String> = tables.iter().map(|table| path::below(directory, table.name)).collect();
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
