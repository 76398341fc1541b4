//! Deletion of extra rows: rows of the new table that the old one no longer has, because they were deleted there after
//! they had been copied.
//!
//! One pass goes over the new table, in pages of its own key. For each page:
//!
//! 1. One statement joins the page with the old table, by the old key, and returns the rows without a counterpart
//!    ([`TablePair::extra`](crate::rekey::TablePair::extra)). The join is a lookup by key; all pages together therefore
//!    read each table once, however many rows are found. If the old key cannot be computed from a row of the new table,
//!    each statement reads the whole old table; pages are then [`LONG`] times as long.
//! 2. A join never matches NULL; rows with NULL in a compared column are therefore returned even if they have a
//!    counterpart. They are searched for again, with `IS NULL` in the text, as many rows at once as the length of a
//!    query allows.
//! 3. The remaining rows are deleted, at most [`DELETED`] in one statement.
//!
//! The pass ends early once as many rows are deleted as the new table had too many.

use std::collections::{HashMap, HashSet};

use futures_util::future::BoxFuture;
use ydb::{Row, Value as SdkValue, YdbResult};
use ydb_keys::__internal::from_sdk;
use ydb_keys::{Transact, Tx, Value};
use ydb_keys_core::schema::rules::TEXT_LIMIT;

use super::change::ChangeRefusal;
use super::runner::{PageRange, Params, Runner, fields, page_after};
use crate::rekey::{Nulls, TablePair, row_hash};
use crate::run::error::{Detail, MigrateError};
use crate::run::{Event, RekeyPhase};

/// Number of rows that one statement deletes from the new table.
const DELETED: usize = 1000;

/// Factor for the length of pages if the old table cannot be searched by its key, because each page then reads all of
/// it.
const LONG: u64 = 100;

/// Row of the new table without a counterpart, or with a NULL that the join did not match.
struct ExtraCandidate {
    key: Vec<(String, SdkValue)>,
    /// Values that identify the row in the old table; `None` is NULL.
    compared: Vec<Option<SdkValue>>,
}

impl Runner<'_, '_> {
    /// Deletes rows of the new table that the old one does not have, until `left` of them are deleted.
    pub(super) async fn delete_extra(&mut self, mut left: u64) -> Result<(), ChangeRefusal> {
        let long = if self.pair.looks_up() { 1 } else { LONG };
        let page = self.options.batch_rows.saturating_mul(long);
        let mut after = None;
        while left > 0 {
            self.change.renew().await?;
            let (pair, names) = (self.pair, self.pair.new_key().map(|column| column.name));
            let range = page_after(self.client, after, page, names, |after| pair.last_new_key(after)).await?;
            left = left.saturating_sub(self.delete_extra_of(&range).await?);
            match range.upto {
                Some(key) => after = Some(key),
                None => break,
            }
        }
        Ok(())
    }

    /// Deletes the extra rows of one page, and returns their number. One transaction finds and deletes them; a row that
    /// a writer has just written to both tables is therefore not deleted.
    async fn delete_extra_of(&mut self, range: &PageRange) -> Result<u64, ChangeRefusal> {
        let (pair, own) = (self.pair, self.change.own());
        let (range, search) = (range.clone(), |tx| ExtraSearch { pair, tx });
        let deleted: BoxFuture<'_, Result<u64, ChangeRefusal>> = Box::pin(async move {
            let range = &range;
            let deleted = Transact::with_error(own.client, async |tx: Tx| -> Result<u64, ChangeRefusal> {
                own.check(&tx).await?;
                Ok(search(tx).delete(range).await?)
            });
            deleted.idempotent(true).no_timeout().await
        });
        let count = deleted.await?;
        if count > 0 {
            self.repaired += count;
            (self.on)(Event::Repaired { table: &self.paths.path, rows: count });
        }
        Ok(count)
    }
}

/// Search for extra rows within a transaction.
pub(super) struct ExtraSearch<'a> {
    pub(super) pair: TablePair<'a>,
    pub(super) tx: Tx,
}

impl ExtraSearch<'_> {
    async fn rows(&self, text: String, params: Params) -> YdbResult<Vec<Row>> {
        Ok(self.tx.raw(text, params).await?.rows().collect())
    }

    /// Returns the keys of the extra rows of a page.
    pub(super) async fn keys(&self, range: &PageRange) -> YdbResult<Vec<Vec<(String, SdkValue)>>> {
        Ok(self.find(range).await?.into_iter().map(|row| row.key).collect())
    }

    async fn find(&self, range: &PageRange) -> YdbResult<Vec<ExtraCandidate>> {
        let mut rows = Vec::new();
        for mut row in self.rows(self.pair.extra(&range.ends()), range.params()).await? {
            rows.push(self.candidate(&mut row)?);
        }
        self.without_counterpart(rows).await
    }

    async fn delete(&self, range: &PageRange) -> YdbResult<u64> {
        let rows = self.find(range).await?;
        for rows in rows.chunks(DELETED) {
            let keys: Vec<_> = rows.iter().map(|row| SdkValue::struct_from_fields(row.key.clone())).collect();
            let Some(example) = keys.first().cloned() else { continue };
            let keys = HashMap::from([("$keys".to_owned(), SdkValue::list_from(example, keys)?)]);
            self.tx.raw_exec(self.pair.delete_new(), keys).await?;
        }
        Ok(rows.len() as u64)
    }

    fn candidate(&self, row: &mut Row) -> YdbResult<ExtraCandidate> {
        let mut values = HashMap::new();
        let hash = self.pair.old_hash_column();
        let names = self.pair.new_key().chain(self.pair.compared_keys()).map(|column| column.name).chain(hash);
        for name in names {
            if !values.contains_key(name) {
                values.insert(name, row.remove_field_by_name(name)?);
            }
        }
        // The map now has all columns.
        let value = |name: &str| values.get(name).cloned().unwrap_or(SdkValue::Null);
        let compared = self.pair.compared_keys();
        let compared = compared.iter().map(|column| column.name).chain(hash);
        let compared = compared.map(|name| value(name).to_option().filter(|value| *value != SdkValue::Null)).collect();
        let key = self.pair.new_key().map(|column| (column.name.to_owned(), value(column.name))).collect();
        Ok(ExtraCandidate { key, compared })
    }

    /// Searches again for the rows with NULL, and drops those that the old table has.
    async fn without_counterpart(&self, rows: Vec<ExtraCandidate>) -> YdbResult<Vec<ExtraCandidate>> {
        let (with_null, mut rows): (Vec<_>, Vec<_>) =
            rows.into_iter().partition(|row| row.compared.iter().any(Option::is_none));
        let mut with_null = with_null.into_iter().peekable();
        while with_null.peek().is_some() {
            let (mut chunk, mut nulls): (Vec<ExtraCandidate>, Vec<Nulls>) = (Vec::new(), Vec::new());
            while let Some(row) = with_null.peek() {
                nulls.push(row.compared.iter().map(Option::is_none).collect());
                if !chunk.is_empty() && self.pair.found(&nulls).len() > TEXT_LIMIT {
                    nulls.pop();
                    break;
                }
                chunk.extend(with_null.next());
            }
            rows.extend(self.not_found(chunk, &nulls).await?);
        }
        Ok(rows)
    }

    async fn not_found(&self, rows: Vec<ExtraCandidate>, nulls: &[Nulls]) -> YdbResult<Vec<ExtraCandidate>> {
        let mut params = Params::new();
        for (number, row) in rows.iter().enumerate() {
            for (position, value) in row.compared.iter().enumerate() {
                params.extend(value.clone().map(|value| (format!("$row{number}_{position}"), value)));
            }
        }
        let names: Vec<&str> = self.pair.compared_keys().iter().map(|column| column.name).collect();
        let mut found = HashSet::new();
        for mut row in self.rows(self.pair.found(nulls), params).await? {
            found.insert(hash_of(&fields(&mut row, names.iter().copied())?));
        }
        Ok(rows.into_iter().filter(|row| !found.contains(&hash_of(&row.compared[..names.len()]))).collect())
    }
}

/// Computes a hash of values; equal values have equal hashes.
fn hash_of(values: &[Option<SdkValue>]) -> u64 {
    // The client cannot return a value of a type that it does not support.
    let values: Vec<_> = values
        .iter()
        .map(|value| value.clone().and_then(|value| from_sdk(value).ok()).unwrap_or(Value::Null))
        .collect();
    row_hash(&values, &mut Vec::new())
}

// Comparison of both tables until they agree.
//
// The old table stays in use. The tables may differ for two reasons. A row was written to the old table after its page
// was copied, or a row was deleted there. A *pass* goes through the old table page by page (`page.rs`) and copies every
// page again whose digests differ. The pass repairs the first case. It cannot see the second one, because a deleted row
// is in no page of the old table; such rows show in the row counts:
//
// - The pass repaired a page: start another pass, because more may have been written meanwhile.
// - The pass repaired nothing, and the counts are equal: the tables agree, unless several old rows have the same new
//   key.
// - The pass repaired nothing, and the new table has more rows: delete the extra ones (above), then start another pass.
// - The pass repaired nothing, and the new table has fewer rows: rows were just written, or several old rows have the
//   same new key. The latter is an error; otherwise start another pass.
//
// After `RekeyOptions::passes` passes without agreement the copy gives up and names a few of the rows that still
// differ.

impl Runner<'_, '_> {
    /// Compares the tables until a whole pass finds nothing to repair, and returns their row count.
    pub(super) async fn agree(&mut self) -> Result<u64, MigrateError> {
        let mut differing = None;
        for _ in 0..self.options.passes.max(1) {
            differing = self.pass().await?;
            if differing.is_some() {
                continue;
            }
            let [old, new] = self.counts().await.map_err(|error| self.failed(RekeyPhase::Verify, error))?;
            if old == new {
                self.refuse_collisions().await?;
                return Ok(new);
            }
            if new > old {
                self.delete_extra(new - old).await.map_err(|refusal| self.refused(RekeyPhase::Verify, refusal))?;
            } else {
                // Either rows were just written, and the next pass finds them, or several old rows have the same new
                // key.
                self.refuse_collisions().await?;
            }
        }
        self.refuse_collisions().await?;
        let keys = match &differing {
            Some(range) => self.differing(range).await.map_err(|error| self.failed(RekeyPhase::Verify, error))?,
            None => Vec::new(),
        };
        Err(Detail::NoAgreement {
            table: self.paths.path.to_string(),
            new: self.paths.new.to_string(),
            passes: self.options.passes.max(1),
            keys,
        }
        .into())
    }

    /// Makes one pass over the old table. Copies the pages that differ again, and returns the last of them.
    pub(super) async fn pass(&mut self) -> Result<Option<PageRange>, MigrateError> {
        let of = self.begin(RekeyPhase::Verify).await?;
        let (mut rows, mut differing) = (0, None);
        let mut range = self.first_page(RekeyPhase::Verify).await?;
        self.remembered.clear();
        loop {
            let sides = self.compare(RekeyPhase::Verify, &range).await?;
            if sides.old != sides.new {
                self.copy_page(RekeyPhase::Verify, &range).await?;
                self.repaired += sides.old.rows;
                (self.on)(Event::Repaired { table: &self.paths.path, rows: sides.old.rows });
                differing = Some(range.clone());
            }
            rows += sides.old.rows;
            self.remembered.push((range.clone(), sides.old));
            self.report_rows(RekeyPhase::Verify, rows, of);
            match self.next_page(RekeyPhase::Verify, range).await? {
                Some(next) => range = next,
                None => return Ok(differing),
            }
        }
    }
}
