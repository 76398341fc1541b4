//! After the swap: what was written only to the old table after it was compared, by programs that wrote it alone.
//!
//! A read-only transaction takes its snapshot between the swap and the phase `new`, so no dual writer has written since.
//! It compares all rows while writers go on: at the snapshot, each row of the new table is one that the old table had
//! earlier. So where they differ, the old table's row is the newer one, and it is copied over, in a transaction that
//! finds the row of the new table as it was at the snapshot. If that has changed since, both were written, and the row is
//! reported. So are rows that only the new table has at the snapshot: they were deleted in the old one.
//!
//! The snapshot is lost if the transaction begins again, or if the runner dies. Then rows that were written since are
//! among those that differ: they are reported, and none is copied. UNVERIFIED: for how long YDB keeps a snapshot; its
//! data shards keep old versions for five minutes (`KeepSnapshotTimeout`).

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::BoxFuture;
use ydb::{Client, TxMode, YdbResult};
use ydb_keys::__internal::keys::show_values;
use ydb_keys::__internal::sdk::value::from_sdk;
use ydb_keys::{Transact, Tx, Value};

use super::change::{KeyRun, Params, Refusal};
use super::extra::Search;
use super::page::{Sides, sides_of};
use super::runner::{Key, Range, field, fields, number};
use crate::rekey::{Digest, IN_NEW, Pair, Paths, ROWS};
use crate::run::event::{Event, OnEvent, RekeyPhase};

/// The number of keys that a note names.
const NAMED: usize = 10;

/// A comparison of the kept table with the new one.
#[derive(Clone, Copy)]
pub(super) struct Late<'a> {
    pub(super) client: &'a Client,
    /// The old table at the path where it is kept, and the new one at its path.
    pub(super) pair: Pair<'a>,
    pub(super) paths: &'a Paths,
    pub(super) groups: &'a [Vec<&'a str>],
    pub(super) batch_rows: u64,
}

/// What a comparison has found.
#[derive(Default)]
struct Found {
    /// Whether it saw the tables as they were at the swap.
    at_swap: bool,
    /// Ranges of one row of the old table, with the digest of its row in the new one.
    rows: Vec<(Range, Digest)>,
    /// Keys of rows that only the new table has.
    only_new: Vec<String>,
}

/// What came out of it.
#[derive(Default)]
pub(super) struct Settled {
    /// The number of rows that were copied over.
    pub(super) copied: u64,
    /// What the user should check, one sentence each.
    pub(super) notes: Vec<String>,
    /// Those of the rows that were not copied over, for the control table.
    pub(super) unsettled: Option<String>,
}

impl Late<'_> {
    /// Compares the tables. `change` is that of the runner that has just swapped the names: its writers go on as soon as
    /// the snapshot is taken.
    pub(super) async fn settle(&self, change: Option<&KeyRun<'_>>, on: &mut OnEvent<'_>) -> Result<Settled, Refusal> {
        let found = self.find_all(change, on).await?;
        let change = change.filter(|_| found.at_swap);
        let (mut copied, mut both) = (Vec::new(), Vec::new());
        for (range, at_swap) in &found.rows {
            match self.bring(change, range, *at_swap).await? {
                Brought::Equal => {}
                Brought::Copied(key) => copied.push(key),
                Brought::Written(key) => both.push(key),
            }
        }
        let (old, new) = (&self.paths.kept, &self.paths.path);
        let mut left = Vec::new();
        if !both.is_empty() {
            left.push(match found.at_swap {
                true => format!(
                    "compare {} in `{old}` and `{new}`, written to the old table alone just before the swap, and to the \
                     new one since",
                    rows(&both)
                ),
                false => format!(
                    "compare {} in `{old}` and `{new}`, which differ; nobody has compared them right after the swap, so \
                     they may also have been written since",
                    rows(&both)
                ),
            });
        }
        if !found.only_new.is_empty() {
            left.push(format!(
                "`{new}` still has {}, deleted from the old table alone just before the swap: delete what is not needed",
                rows(&found.only_new)
            ));
        }
        let unsettled = (!left.is_empty()).then(|| left.join("; "));
        let mut notes = left;
        if !copied.is_empty() {
            notes.push(format!("copied over {}, written to the old table alone just before the swap", rows(&copied)));
        }
        Ok(Settled { copied: copied.len() as u64, notes, unsettled })
    }

    /// What differs in one snapshot.
    async fn find_all(&self, change: Option<&KeyRun<'_>>, on: &mut OnEvent<'_>) -> Result<Found, Refusal> {
        let (opened, on) = (AtomicBool::new(change.is_none()), Mutex::new(on));
        let found: BoxFuture<'_, Result<Found, Refusal>> = Box::pin(async {
            let (opened, on) = (&opened, &on);
            let found = Transact::with_error(self.client, async |tx: Tx| -> Result<Found, Refusal> {
                // This read takes the snapshot.
                let first = self.page(&tx, None).await?;
                let at_swap = !opened.load(Ordering::Relaxed);
                if let (true, Some(change)) = (at_swap, change) {
                    change.open(Some("")).await?;
                    opened.store(true, Ordering::Relaxed);
                }
                Ok(self.find(&tx, first, at_swap, on).await?)
            });
            found.with_tx_mode(TxMode::SnapshotReadOnly).idempotent(true).no_timeout().await
        });
        found.await
    }

    async fn find(&self, tx: &Tx, first: Range, at_swap: bool, on: &Mutex<&mut OnEvent<'_>>) -> YdbResult<Found> {
        let mut found = Found { at_swap, ..Found::default() };
        let [old, new] = self.counts(tx).await?;
        let (mut range, mut rows) = (first, 0);
        loop {
            rows += self.narrow(tx, &range, &mut found).await?;
            if let Ok(mut on) = on.lock() {
                on(Event::Rows { table: &self.paths.path, phase: RekeyPhase::Settle, rows, of: old });
            }
            // Without the snapshot of the swap, a few keys are all that can be said.
            match range.upto {
                Some(key) if at_swap || found.rows.len() <= NAMED => range = self.page(tx, Some(key)).await?,
                _ => break,
            }
        }
        let missing = found.rows.iter().filter(|(_, new)| new.rows == 0).count() as u64;
        if at_swap && new + missing > old {
            found.only_new = self.only_new(tx).await?;
        }
        Ok(found)
    }

    /// Finds the rows of a page that differ, by halves. Returns the number of rows of the page.
    async fn narrow(&self, tx: &Tx, page: &Range, found: &mut Found) -> YdbResult<u64> {
        let (mut rows, mut ranges) = (None, vec![page.clone()]);
        while let Some(range) = ranges.pop() {
            let sides = self.sides(tx, &range).await?;
            rows.get_or_insert(sides.old.rows);
            if sides.old == sides.new {
                continue;
            }
            let upto = match sides.old.rows {
                0 | 1 => None,
                rows => self.last_key(tx, self.pair.last_key(range.ends().after), &range, rows / 2 - 1).await?,
            };
            match upto {
                None => found.rows.push((range, sides.new)),
                Some(middle) => {
                    ranges.push(Range { after: Some(middle.clone()), upto: range.upto });
                    ranges.push(Range { after: range.after, upto: Some(middle) });
                }
            }
        }
        Ok(rows.unwrap_or_default())
    }

    /// The keys of rows that only the new table has.
    async fn only_new(&self, tx: &Tx) -> YdbResult<Vec<String>> {
        let search = Search { pair: self.pair, tx: tx.clone() };
        let names: Vec<&str> = self.pair.new_key().map(|column| column.name).collect();
        let (mut keys, mut range) = (Vec::new(), Range::default());
        loop {
            let text = self.pair.last_new_key(range.ends().after);
            range.upto = self.last_key_of(tx, text, &range, self.batch_rows - 1, &names).await?;
            for key in search.keys(&range).await? {
                let values = key.into_iter().skip(self.pair.hash_columns()).map(|(_, value)| from_sdk(value));
                keys.push(show_values(&values.map(|value| value.unwrap_or(Value::Null)).collect::<Vec<_>>()));
            }
            match range.upto {
                Some(key) => range = Range { after: Some(key), upto: None },
                None => return Ok(keys),
            }
        }
    }

    /// Copies the row of a range over, if that of the new table is as it was at the swap.
    async fn bring(&self, change: Option<&KeyRun<'_>>, range: &Range, at_swap: Digest) -> Result<Brought, Refusal> {
        let own = change.map(KeyRun::own);
        let brought: BoxFuture<'_, Result<Brought, Refusal>> = Box::pin(async move {
            let brought = Transact::with_error(self.client, async |tx: Tx| -> Result<Brought, Refusal> {
                let sides = self.sides(&tx, range).await?;
                if sides.old == sides.new {
                    return Ok(Brought::Equal);
                }
                let key = self.key(&tx, range).await?;
                let Some(own) = own.filter(|_| sides.new == at_swap) else { return Ok(Brought::Written(key)) };
                own.check(&tx).await?;
                tx.raw_exec(self.pair.copy(&range.ends()), range.params()).await?;
                Ok(Brought::Copied(key))
            });
            brought.idempotent(true).no_timeout().await
        });
        brought.await
    }

    /// The new key of the row of a range, without its hash.
    async fn key(&self, tx: &Tx, range: &Range) -> YdbResult<String> {
        let names: Vec<&str> = self.pair.new_key().map(|column| column.name).collect();
        for mut row in tx.raw(self.pair.compare(&range.ends(), &names), range.params()).await?.rows() {
            if field(&mut row, IN_NEW)? == Value::Bool(false) {
                let names = names.iter().skip(self.pair.hash_columns());
                return Ok(show_values(&names.map(|name| field(&mut row, name)).collect::<YdbResult<Vec<_>>>()?));
            }
        }
        Ok("(none)".to_owned())
    }

    async fn sides(&self, tx: &Tx, range: &Range) -> YdbResult<Sides> {
        let mut sides = Sides::default();
        for group in self.groups {
            let rows = tx.raw(self.pair.compare(&range.ends(), group), range.params()).await?.rows();
            let of_group = sides_of(rows, group)?;
            sides = Sides { old: sides.old.and(of_group.old), new: sides.new.and(of_group.new) };
        }
        Ok(sides)
    }

    async fn page(&self, tx: &Tx, after: Option<Key>) -> YdbResult<Range> {
        let mut range = Range { after, upto: None };
        let text = self.pair.last_key(range.ends().after);
        range.upto = self.last_key(tx, text, &range, self.batch_rows - 1).await?;
        Ok(range)
    }

    async fn last_key(&self, tx: &Tx, text: String, range: &Range, skip: u64) -> YdbResult<Option<Key>> {
        let names: Vec<&str> = self.pair.old_key_names().collect();
        self.last_key_of(tx, text, range, skip, &names).await
    }

    async fn last_key_of(
        &self,
        tx: &Tx,
        text: String,
        range: &Range,
        skip: u64,
        names: &[&str],
    ) -> YdbResult<Option<Key>> {
        let mut params = Range { after: range.after.clone(), upto: None }.params();
        params.insert("$skip".into(), skip.into());
        let found = tx.raw(text, params).await?.rows().next();
        Ok(found.map(|mut row| fields(&mut row, names.iter().copied())).transpose()?.map(Key))
    }

    async fn counts(&self, tx: &Tx) -> YdbResult<[u64; 2]> {
        let mut counts = [0; 2];
        for mut row in tx.raw(self.pair.counts(), Params::new()).await?.rows() {
            let side = usize::from(field(&mut row, IN_NEW)? == Value::Bool(true));
            counts[side] = number(&mut row, ROWS)?;
        }
        Ok(counts)
    }
}

/// What became of a row of the old table that differed.
enum Brought {
    Equal,
    Copied(String),
    /// The row of the new table has changed since the swap.
    Written(String),
}

/// `2 rows, (7), (9)`
fn rows(keys: &[String]) -> String {
    let more = if keys.len() > NAMED { ", and others" } else { "" };
    let first = &keys[..keys.len().min(NAMED)];
    format!("{} with the key {}{more}", crate::diff::counted(keys.len() as u64, "row"), first.join(", "))
}
