//! Rehearsal of a copy. The first rows are copied into a table next to the old one, in the pages of a copy, and the
//! indexes that only the model has are built there. This measures the rates of this database for this table. The table
//! is always dropped at the end; the next rehearsal drops the table of a killed one.

use std::time::Instant;

use futures_util::future::BoxFuture;
use ydb::{Client, YdbError, YdbResult};
use ydb_keys::Table;
use ydb_keys::schema::{IndexDef, IndexKind, Store};
use ydb_keys_core::ddl::{AlterTable, Change, IndexText, Name};
use ydb_keys_core::schema::any;
use ydb_keys_core::schema::path::TablePath;

use super::BATCH_ROWS;
use super::runner::{PageRange, Params, exec, number, page_after, read_snapshot};
use crate::rekey::{Paths, ROWS, TablePair};
use crate::run::attempt::wait_for_index;
use crate::run::describe::describe;
use crate::run::error::{Detail, MigrateError};

/// Measurements of a rehearsal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rehearsed {
    /// Number of rows that were copied: the whole table if it has fewer than were asked for.
    pub rows: u64,
    /// Rows per second, copied in pages.
    pub pages: f64,
    /// Rows per second of index builds, if the model has new indexes.
    pub build: Option<f64>,
}

/// Rehearses the plan of a table. Returns `None` for a table that is new or empty, a column table, and a table that
/// cannot be copied.
///
/// # Errors
/// [`Database`](crate::MigrateErrorKind::Database) when a request fails.
pub fn rehearse<'c>(
    client: &'c Client,
    table: &'static Table,
    path: &'c str,
    rows: u64,
) -> BoxFuture<'c, Result<Option<Rehearsed>, MigrateError>> {
    Box::pin(async move {
        let Some(live) = describe(client, path).await? else { return Ok(None) };
        let old = TablePath::new(&client.database(), path);
        let paths = Paths { new: old.with_suffix("__ydb_keys_rehearsal"), ..Paths::of(old) };
        let pair = TablePair::new(table, &live, &paths).dropping(true);
        if live.store == Store::Column || table.store == Store::Column || !pair.obstacles().is_empty() {
            return Ok(None);
        }
        let failed = |source| Detail::Read { table: paths.path.to_string(), what: "rows for a rehearsal", source };
        let drop = || format!("DROP TABLE IF EXISTS {}", Name(&paths.new));
        exec(client, drop(), Params::new()).await.map_err(failed)?;
        let measured = measured(client, table, pair, &paths, rows).await;
        let dropped = exec(client, drop(), Params::new()).await;
        let measured = measured.map_err(failed)?;
        dropped.map_err(failed)?;
        Ok(Some(measured).filter(|measured| measured.rows > 0))
    })
}

async fn measured(
    client: &Client,
    table: &'static Table,
    pair: TablePair<'_>,
    paths: &Paths,
    rows: u64,
) -> YdbResult<Rehearsed> {
    let bare = any::Table { indexes: &[], changefeeds: &[], ttl: None, ..*table };
    exec(client, bare.create_table().at_path(&paths.new).to_string(), Params::new()).await?;
    let begun = Instant::now();
    let (mut range, mut copied) = (PageRange::default(), 0);
    while copied < rows {
        let skip = BATCH_ROWS.min(rows - copied);
        range = page_after(client, range.upto, skip, pair.old_key_names(), |after| pair.last_key(after)).await?;
        exec(client, pair.copy(&range.ends()), range.params()).await?;
        copied += skip;
        if range.upto.is_none() {
            break;
        }
    }
    let text = format!("SELECT COUNT(*) AS {ROWS} FROM {}", Name(&paths.new));
    let row = read_snapshot(client, text, Params::new()).await?.into_iter().next();
    let copied = row.map_or(Ok(0), |mut row| number(&mut row, ROWS))?;
    let rate = |rows: u64, begun: Instant| rows as f64 / begun.elapsed().as_secs_f64().max(1e-6);
    let pages = rate(copied, begun);
    let begun = Instant::now();
    // Columns that are computed for an index are not in the bare table. Unique indexes cannot be added at all.
    let is_new = |index: &&IndexDef| {
        index.hash.is_none() && index.kind != IndexKind::Unique && pair.old().index(index.name).is_none()
    };
    let mut built = 0;
    for index in table.indexes.iter().filter(is_new) {
        let add = AlterTable { path: &paths.new, change: Change::AddIndex(IndexText::of(table, index)) };
        exec(client, add.to_string(), Params::new()).await?;
        let ready = wait_for_index(client, &paths.new, index.name, &mut |_| ()).await;
        ready.map_err(|error| YdbError::Custom(error.to_string()))?;
        built += copied;
    }
    Ok(Rehearsed { rows: copied, pages, build: (built > 0).then(|| rate(built, begun)) })
}
