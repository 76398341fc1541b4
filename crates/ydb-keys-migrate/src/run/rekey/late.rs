//! Comparison after the swap: finds rows that differ between the kept table and the new one, with the values of both.
//! Nothing is written: a row that differs was written by a program that wrote only one of the tables, and it is unknown
//! which value is right.
//!
//! - **Dual writers** go on writing both tables. A comparison of both, each page in one snapshot, therefore finds all
//!   differences, at any time until the change is finished.
//! - **Writers that are stopped** are replaced by programs that write the new table alone, perhaps at once. Their
//!   writes are no fault. The digests of the old table's pages are remembered from the last pass before the swap: a
//!   page of the kept table with the same digest is unchanged, and only other pages are compared with the new table. If
//!   the run dies in between, the next run has no digests. It then names the differing rows, and adds that they may
//!   have been written since.

use std::collections::BTreeMap;

use futures_util::future::BoxFuture;
use ydb::{Client, TxMode, YdbResult};
use ydb_keys::__internal::from_sdk;
use ydb_keys::{Transact, Tx, Value};
use ydb_keys_core::keys::sink::show_values;

use super::change::ChangeRefusal;
use super::extra::ExtraSearch;
use super::page::PageSides;
use super::runner::{PageKey, PageRange, count_rows, field, page_after, read_snapshot};
use crate::rekey::{Digest, IN_NEW, Paths, TablePair, row_hash};
use crate::run::{Event, OnEvent, RekeyPhase};

/// Number of rows that a note names.
const NAMED: usize = 10;

/// Comparison of the kept table with the new one.
#[derive(Clone, Copy)]
pub(super) struct LateWrites<'a> {
    pub(super) client: &'a Client,
    /// Old table at the path where it is kept, and new table at its path.
    pub(super) pair: TablePair<'a>,
    pub(super) paths: &'a Paths,
    pub(super) groups: &'a [Vec<&'a str>],
    pub(super) batch_rows: u64,
}

/// Differences between the tables, one sentence each.
#[derive(Debug, Default)]
pub(super) struct DifferingRows {
    /// Rows and values that only the kept table has; dropping it would destroy them.
    pub(super) only_kept: Option<String>,
    /// Sentence about the rows that only the new table has; `None` if there are none. Swapping back would lose them.
    pub(super) only_new: Option<String>,
}

impl DifferingRows {
    pub(super) fn sentences(&self) -> Vec<String> {
        self.only_kept.iter().chain(&self.only_new).cloned().collect()
    }
}

/// Differing rows, as far as they are named.
#[derive(Default)]
struct LateRows {
    /// Rows of the old table, with the differing values of both.
    rows: Vec<String>,
    /// Number of rows of the old table that the new table does not have.
    missing: u64,
    /// Keys of rows that only the new table has.
    only_new: Vec<String>,
}

impl LateWrites<'_> {
    /// Compares the tables, and returns instructions for differing rows. `known` has the digests of the old table from
    /// before the swap, if programs may have written the new table alone since.
    pub(super) async fn compare(
        &self,
        known: Option<&[(PageRange, Digest)]>,
        since: bool,
        on: &mut OnEvent<'_>,
    ) -> Result<DifferingRows, ChangeRefusal> {
        let found = match known {
            Some(known) => self.changed(known, on).await?,
            None => self.all(on).await?,
        };
        let (old, new) = (&self.paths.kept, &self.paths.path);
        let or_since = if since { ", or written to the new one since" } else { "" };
        let sentence =
            |found: &[String], text: &dyn Fn(String) -> String| (!found.is_empty()).then(|| text(rows(found)));
        Ok(DifferingRows {
            only_kept: sentence(&found.rows, &|rows| {
                format!("compare {rows} in `{old}` and `{new}`, written to one of them alone{or_since}")
            }),
            only_new: sentence(&found.only_new, &|rows| {
                format!("only `{new}` has {rows}: written to it alone, or deleted from `{old}` alone")
            }),
        })
    }

    /// Finds differences in pages of the old table that have changed since their digests were taken.
    async fn changed(&self, known: &[(PageRange, Digest)], on: &mut OnEvent<'_>) -> YdbResult<LateRows> {
        let (mut found, mut lost, mut rows) = (LateRows::default(), false, 0);
        let of = known.iter().map(|(_, digest)| digest.rows).sum();
        for (range, digest) in known {
            let old = self.sides(range).await?.old;
            if old != *digest {
                self.narrow(range, &mut found).await?;
                lost |= old.rows < digest.rows;
            }
            rows += digest.rows;
            on(Event::Rows { table: &self.paths.path, phase: RekeyPhase::Settle, rows, of });
        }
        if lost {
            found.only_new = self.only_new().await?;
        }
        Ok(found)
    }

    async fn all(&self, on: &mut OnEvent<'_>) -> YdbResult<LateRows> {
        let mut found = LateRows::default();
        let [old, new] = count_rows(self.client, &self.pair).await?;
        let (mut range, mut rows) = (self.page(None, self.batch_rows).await?, 0);
        loop {
            rows += self.narrow(&range, &mut found).await?;
            on(Event::Rows { table: &self.paths.path, phase: RekeyPhase::Settle, rows, of: old });
            // A message names only a few rows; no more are needed.
            match range.upto {
                Some(key) if found.rows.len() <= NAMED => range = self.page(Some(key), self.batch_rows).await?,
                _ => break,
            }
        }
        if new + found.missing > old {
            found.only_new = self.only_new().await?;
        }
        Ok(found)
    }

    /// Finds the differing rows of a page by halving it. Returns the number of rows of the page.
    async fn narrow(&self, page: &PageRange, found: &mut LateRows) -> YdbResult<u64> {
        let (mut rows, mut ranges) = (None, vec![page.clone()]);
        while let Some(range) = ranges.pop() {
            let sides = self.sides(&range).await?;
            rows.get_or_insert(sides.old.rows);
            if sides.old == sides.new {
                continue;
            }
            let upto = match sides.old.rows {
                0 | 1 => None,
                rows => self.page(range.after.clone(), rows / 2).await?.upto,
            };
            match upto {
                None => {
                    found.rows.extend(self.row(&range).await?);
                    found.missing += u64::from(sides.new.rows == 0);
                }
                Some(middle) => {
                    ranges.push(PageRange { after: Some(middle.clone()), upto: range.upto });
                    ranges.push(PageRange { after: range.after, upto: Some(middle) });
                }
            }
        }
        Ok(rows.unwrap_or_default())
    }

    /// Describes the row of a range by its key and its differing values in both tables: `(7): amount 5 and 6`. `None`
    /// if they do not differ any longer.
    async fn row(&self, range: &PageRange) -> YdbResult<Option<String>> {
        let mut sides: [BTreeMap<&str, Value<'static>>; 2] = Default::default();
        for group in self.groups {
            for mut row in read_snapshot(self.client, self.pair.compare(&range.ends(), group), range.params()).await? {
                let side = usize::from(field(&mut row, IN_NEW)? == Value::Bool(true));
                for &name in group {
                    sides[side].insert(name, field(&mut row, name)?);
                }
            }
        }
        let [old, new] = sides;
        let names = self.pair.new_key().skip(self.pair.hash_columns()).filter_map(|column| old.get(column.name));
        let key = show_values(&names.cloned().collect::<Vec<_>>());
        if new.is_empty() {
            return Ok((!old.is_empty()).then(|| format!("{key}: not in the new table")));
        }
        let differ = old.iter().filter_map(|(&name, value)| Some((name, value, new.get(name)?)));
        let differ: Vec<String> = differ
            .filter(|(_, one, other)| hash_of(one) != hash_of(other))
            .map(|(name, one, other)| format!("{name} {one} and {other}"))
            .collect();
        Ok((!differ.is_empty()).then(|| format!("{key}: {}", differ.join(", "))))
    }

    /// Finds the keys of rows that only the new table has.
    async fn only_new(&self) -> YdbResult<Vec<String>> {
        let found: BoxFuture<'_, YdbResult<Vec<String>>> = Box::pin(async {
            let found = Transact::with_error(self.client, async |tx: Tx| -> Result<Vec<String>, ChangeRefusal> {
                Ok(self.only_new_within(&tx).await?)
            });
            let found = found.with_tx_mode(TxMode::SnapshotReadOnly).idempotent(true).no_timeout().await;
            found.map_err(ChangeRefusal::into_ydb)
        });
        found.await
    }

    async fn only_new_within(&self, tx: &Tx) -> YdbResult<Vec<String>> {
        let search = ExtraSearch { pair: self.pair, tx: tx.clone() };
        let (mut keys, mut after) = (Vec::new(), None);
        loop {
            let names = self.pair.new_key().map(|column| column.name);
            let last_key = |after| self.pair.last_new_key(after);
            let range = page_after(self.client, after, self.batch_rows, names, last_key).await?;
            for key in search.keys(&range).await? {
                let values = key.into_iter().skip(self.pair.hash_columns()).map(|(_, value)| from_sdk(value));
                keys.push(show_values(&values.map(|value| value.unwrap_or(Value::Null)).collect::<Vec<_>>()));
            }
            match range.upto {
                Some(key) if keys.len() <= NAMED => after = Some(key),
                _ => return Ok(keys),
            }
        }
    }

    async fn sides(&self, range: &PageRange) -> YdbResult<PageSides> {
        PageSides::of(self.client, &self.pair, self.groups, range).await
    }

    async fn page(&self, after: Option<PageKey>, rows: u64) -> YdbResult<PageRange> {
        page_after(self.client, after, rows, self.pair.old_key_names(), |after| self.pair.last_key(after)).await
    }
}

/// Computes a hash of a value. Equal floats with different bits, such as 0 and -0, have different hashes.
fn hash_of(value: &Value<'_>) -> u64 {
    row_hash(std::slice::from_ref(value), &mut Vec::new())
}

/// Formats the rows: `2 rows with the keys (7): amount 5 and 6, (9): not in the new table`.
fn rows(rows: &[String]) -> String {
    let first = rows[..rows.len().min(NAMED)].join(", ");
    match rows.len() {
        0..=NAMED => format!("{} with the key {first}", crate::diff::counted(rows.len() as u64, "row")),
        _ => format!("more than {NAMED} rows, among them those with the keys {first}"),
    }
}
