//! Pages of the old table: finding the end of a page, copying and comparing it.
//!
//! A page is a range of the old key: after one key, up to and including another.
//!
//! ```text
//!          key 1000            key 2000            key 2750
//! ---page 1---|------page 2------|------page 3------|---page 4: `upto` is `None`
//! ```
//!
//! - **End**: a statement skips `batch_rows - 1` rows after the previous end and returns the next key. If there is
//!   none, the rest of the table is one page. The next page starts where this one ends, and therefore the pages cover
//!   the whole key space without gaps: rows inserted meanwhile are in some page, too.
//! - **Copy**: one statement reads the page, computes the hash and writes the new table, in one transaction.
//! - **Comparison**: one query returns two [`Digest`]s in one snapshot: of the page's rows in the form of the new
//!   table, and of the rows with the same keys in the new table. Wide tables take one query for each group of columns.
//!   No row is sent, except rows of a page that still differs at the end.
//!
//! A copy that an earlier run began compares each page first and copies only those that differ.

use std::collections::HashSet;

use futures_util::future::BoxFuture;
use ydb::{Client, YdbError, YdbResult};
use ydb_keys::{Table, Value};
use ydb_keys_core::keys::sink::show_values;

use super::change::ChangeRefusal;
use super::runner::{PageKey, PageRange, Params, Runner, exec, field, number, page_after, read_snapshot};
use crate::rekey::{Digest, FillStatements, IN_NEW, ROWS, SUM, TablePair, row_hash};
use crate::run::error::MigrateError;
use crate::run::{Event, OnEvent, RekeyPhase};

/// Digests of a page on both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PageSides {
    pub(super) old: Digest,
    pub(super) new: Digest,
}

impl Runner<'_, '_> {
    /// Copies all pages. If an earlier run began the copy, compares each page first and copies only those that differ.
    pub(super) async fn copy(&mut self, resumed: bool) -> Result<(), MigrateError> {
        let of = self.begin(RekeyPhase::Copy).await?;
        let mut rows = 0;
        let mut range = self.first_page(RekeyPhase::Copy).await?;
        loop {
            let differs = if resumed {
                let sides = self.compare(RekeyPhase::Copy, &range).await?;
                sides.old != sides.new
            } else {
                true
            };
            if differs {
                self.copy_page(RekeyPhase::Copy, &range).await?;
            }
            match self.next_page(RekeyPhase::Copy, range).await? {
                Some(next) => {
                    rows += self.options.batch_rows;
                    self.report_rows(RekeyPhase::Copy, rows, of);
                    range = next;
                }
                None => {
                    self.report_rows(RekeyPhase::Copy, of.max(rows), of);
                    return Ok(());
                }
            }
        }
    }

    /// Enters a phase that passes over the old table, and returns the table's row count.
    pub(super) async fn begin(&mut self, phase: RekeyPhase) -> Result<u64, MigrateError> {
        self.enter(phase);
        let rows = read_snapshot(self.client, self.pair.count_old(), Params::new()).await;
        let count = rows.and_then(|rows| rows.into_iter().next().map_or(Ok(0), |mut row| number(&mut row, ROWS)));
        count.map_err(|error| self.failed(phase, error))
    }

    pub(super) fn report_rows(&mut self, phase: RekeyPhase, rows: u64, of: u64) {
        (self.on)(Event::Rows { table: &self.paths.path, phase, rows, of });
    }

    /// Finds the first page of the old table.
    pub(super) async fn first_page(&mut self, phase: RekeyPhase) -> Result<PageRange, MigrateError> {
        self.page_after(phase, None).await
    }

    /// Finds the page after a page; `None` after the last.
    pub(super) async fn next_page(
        &mut self,
        phase: RekeyPhase,
        range: PageRange,
    ) -> Result<Option<PageRange>, MigrateError> {
        match range.upto {
            Some(key) => self.page_after(phase, Some(key)).await.map(Some),
            None => Ok(None),
        }
    }

    /// Finds the page that starts after a key. Each page starts at the end of the page before it, and therefore all
    /// pages together cover the whole table, whatever is written meanwhile.
    async fn page_after(&mut self, phase: RekeyPhase, after: Option<PageKey>) -> Result<PageRange, MigrateError> {
        self.change.renew().await.map_err(|refusal| self.refused(phase, refusal))?;
        let (pair, rows) = (self.pair, self.options.batch_rows);
        let page = page_after(self.client, after, rows, pair.old_key_names(), |after| pair.last_key(after)).await;
        page.map_err(|error| self.failed(phase, error))
    }

    /// Copies a page in one transaction.
    pub(super) async fn copy_page(&mut self, phase: RekeyPhase, range: &PageRange) -> Result<(), MigrateError> {
        match self.change.write(self.pair.copy(&range.ends()), range.params()).await {
            Ok(()) => Ok(()),
            Err(ChangeRefusal::Ydb(error)) => Err(self.explain(phase, error).await),
            Err(refusal) => Err(self.refused(phase, refusal)),
        }
    }

    /// Reads the digests of a page and of its counterparts in the new table.
    pub(super) async fn compare(&mut self, phase: RekeyPhase, range: &PageRange) -> Result<PageSides, MigrateError> {
        match PageSides::of(self.client, &self.pair, &self.groups, range).await {
            Ok(sides) => Ok(sides),
            Err(error) => Err(self.explain(phase, error).await),
        }
    }

    /// Finds the new keys of a few rows of a page whose counterpart is missing or differs.
    pub(super) async fn differing(&mut self, range: &PageRange) -> YdbResult<Vec<String>> {
        const NAMED: usize = 3;
        let mut keys = Vec::new();
        for group in &self.groups {
            let (mut old, mut new) = (Vec::new(), HashSet::new());
            let mut bytes = Vec::new();
            let text = self.pair.compare(&range.ends(), group);
            for mut row in read_snapshot(self.client, text, range.params()).await? {
                let in_new = field(&mut row, IN_NEW)? == Value::Bool(true);
                let values = group.iter().map(|name| field(&mut row, name)).collect::<YdbResult<Vec<_>>>()?;
                let hash = row_hash(&values, &mut bytes);
                if in_new {
                    new.insert(hash);
                } else {
                    old.push((hash, values));
                }
            }
            let own: Vec<usize> =
                self.pair.new_key().filter_map(|column| group.iter().position(|other| *other == column.name)).collect();
            for (_, values) in old.iter().filter(|(hash, _)| !new.contains(hash)) {
                let key = show_values(&own.iter().map(|at| values[*at].clone()).collect::<Vec<_>>());
                if keys.len() < NAMED && !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        Ok(keys)
    }
}

impl PageSides {
    /// Reads the digests of a page and of its counterparts in the new table, each group of columns in one snapshot.
    pub(super) async fn of(
        client: &Client,
        pair: &TablePair<'_>,
        groups: &[Vec<&str>],
        range: &PageRange,
    ) -> YdbResult<Self> {
        let mut sides = PageSides::default();
        for group in groups {
            // A side without rows is not among the rows of the comparison.
            let mut of_group = PageSides::default();
            for mut row in read_snapshot(client, pair.digests(&range.ends(), group), range.params()).await? {
                let digest = Digest { rows: number(&mut row, ROWS)?, sum: number(&mut row, SUM)? };
                if field(&mut row, IN_NEW)? == Value::Bool(true) {
                    of_group.new = digest
                } else {
                    of_group.old = digest
                }
            }
            sides = PageSides { old: sides.old.and(of_group.old), new: sides.new.and(of_group.new) };
        }
        Ok(sides)
    }
}

// Filling of the computed column of an index in the rows of a table, page by page.
//
// A page is a range of the key, as in a copy (above); the pages cover the whole table, whatever is written meanwhile. A
// statement fills the rows of its page that have no value. A run that was interrupted can therefore be begun again: it
// reads the pages that are filled, and writes nothing there.

/// Number of rows in a page.
const FILLED_ROWS: u64 = 1000;

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
        let fill = FillStatements::new(table, path, &hash);
        let (mut range, mut rows) = (PageRange::default(), 0);
        loop {
            let key = fill.key().map(|key| key.name);
            range = page_after(client, range.upto, FILLED_ROWS, key, |after| fill.last_key(after)).await?;
            // A row that is filled does not change; the statement is safe to repeat.
            exec(client, fill.page(&range.ends()), range.params()).await?;
            if range.upto.is_none() {
                return Ok(());
            }
            rows += FILLED_ROWS;
            on(Event::Fills { table: path, column, rows });
        }
    })
}
