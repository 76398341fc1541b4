//! Fills the computed column of an index in the rows of a table, page by page.
//!
//! A page is a range of the key, as in a copy (`page.rs`), so the pages cover the whole table whatever is written
//! meanwhile. A statement fills the rows of its page that have no value. So a run that was interrupted is begun again:
//! it reads the pages that are filled, and writes nothing there.

use futures_util::future::BoxFuture;
use ydb::{Client, TxMode, YdbError, YdbResult};
use ydb_keys::Table;

use super::runner::{Key, Params, Range, fields};
use crate::rekey::Fill;
use crate::run::event::{Event, OnEvent};

/// The number of rows of a page.
const ROWS: u64 = 1000;

/// Fills a column of the table at a path.
pub(in crate::run) fn fill_column<'c>(
    client: &'c Client,
    table: &'static Table,
    path: &'c str,
    column: &'c str,
    on: &'c mut OnEvent<'_>,
) -> BoxFuture<'c, YdbResult<()>> {
    Box::pin(async move {
        let hash = table.computed().find(|hash| hash.name == column);
        let hash = hash.ok_or_else(|| YdbError::Custom(format!("the model has no computed column `{column}`")))?;
        let fill = Fill::new(table, path, &hash);
        let names: Vec<&str> = fill.key().map(|key| key.name).collect();
        let (mut range, mut rows) = (Range::default(), 0);
        loop {
            let mut params: Params = range.params();
            params.insert("$skip".into(), (ROWS - 1).into());
            let mut q = client.query_client();
            let last = q.query_result_set(fill.last_key(range.ends().after)).params(params).idempotent(true);
            let last = last.with_tx_mode(TxMode::SnapshotReadOnly).await?.rows().next();
            range.upto = last.map(|mut row| fields(&mut row, names.iter().copied())).transpose()?.map(Key);
            // A row that is filled stays as it is, so the statement is safe to repeat.
            q.exec(fill.page(&range.ends())).params(range.params()).idempotent(true).await?;
            let Some(upto) = range.upto else { return Ok(()) };
            rows += ROWS;
            on(Event::Fills { table: path, column, rows });
            range = Range { after: Some(upto), upto: None };
        }
    })
}
