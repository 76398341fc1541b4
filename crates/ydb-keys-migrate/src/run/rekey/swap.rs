//! Swap: renames both tables in one transaction.
//!
//! 1. Carry grants and attributes over again (`sequences.rs`). A loss that is not allowed stops the copy here, before
//!    anything is renamed.
//! 2. Restart the new table's sequences, with a gap for numbers that the old ones may still assign (`sequences.rs`).
//! 3. Let the writers wait, and rename the table to `__ydb_keys_old` and `__ydb_keys_new` to the table, in one
//!    transaction. There is a table at the path at every moment. Behind a fence (below) the first of both renames is
//!    already done. After any answer, the tables are observed again: if they are swapped and have the layouts of the
//!    change, writers go on with the new table. If the request was refused, they go on with both. If it is unknown
//!    whether YDB will execute the request, they wait until the next run looks again.
//! 4. Check the sequences again, now that no writer uses the old ones.
//! 5. Let the writers go on, and look for rows that were written to one table alone (`late.rs`). Nothing is compared
//!    while they wait: that would take as long as a pass over the table. Behind a fence the last pass was that
//!    comparison.
//! 6. Carry over the grants and attributes that changed on the old table between 1 and 3. A loss that is not allowed is
//!    an error here, too, although the tables are already swapped; a loss that is allowed becomes a note.
//!
//! If a run is interrupted after 3, the next one does 4 and 5, and reports rights that differ instead of changing them:
//! they may have been changed on purpose since.

use std::time::{Duration, Instant};

use ydb::{Client, RenameTableItem, YdbError, YdbResult};
use ydb_keys::__internal::Phase;
use ydb_keys::__internal::status::{CANCELLED, INTERNAL_ERROR, TIMEOUT, UNAVAILABLE, UNDETERMINED, has_status};
use ydb_keys::Table;
use ydb_keys_core::schema::path::TablePath;

use super::carry;
use super::change::ChangeRefusal;
use super::late::LateWrites;
use super::look::ObservedTables;
use super::runner::Runner;
use crate::live::LiveTable;
use crate::rekey::{Paths, TablePair};
use crate::run::error::{Detail, MigrateError};
use crate::run::{Event, RekeyPhase};

impl Runner<'_, '_> {
    /// Swaps the tables, and returns things that the user should check, one sentence each. `begun` is the old table at
    /// the beginning of the copy.
    pub(super) async fn swap(&mut self, table: &'static Table, begun: &LiveTable) -> Result<Vec<String>, MigrateError> {
        self.enter(RekeyPhase::Swap);
        let paths = self.paths;
        let before = if self.fenced { self.away } else { paths };
        self.carry_over(RekeyPhase::Swap, &before.path, &before.new).await?;
        let begins = carry::before_the_swap(self.client, table, before, begun).await?;
        let phase = if self.fenced { Phase::Fenced } else { Phase::Closing };
        self.change.enter(phase, true).await.map_err(|refusal| self.refused(RekeyPhase::Swap, refusal))?;
        self.still_fits(&before.path).await?;
        self.rename(table, begun).await?;
        let mut notes = carry::after_the_swap(self.client, table, paths, Some(&begins)).await?;
        if std::mem::take(&mut self.fenced) {
            let opened = self.change.open(Phase::Done, None).await;
            opened.map_err(|refusal| self.refused(RekeyPhase::Swap, refusal))?;
        } else {
            let phase = self.options.after_swap();
            let opened = self.change.open(phase, Some("")).await;
            opened.map_err(|refusal| self.refused(RekeyPhase::Swap, refusal))?;
            self.enter(RekeyPhase::Settle);
            let swapped = paths.swapped();
            let pair = TablePair::new(table, begun, &swapped).dropping(self.options.destructive);
            let (groups, batch_rows) = (&self.groups, self.options.batch_rows);
            let late = LateWrites { client: self.client, pair, paths, groups, batch_rows };
            let known = (!self.options.dual).then_some(&*self.remembered);
            let differing = late.compare(known, false, self.on).await;
            let differing = differing.map_err(|refusal| refusal.of(paths, RekeyPhase::Settle))?;
            let recorded = self.change.open(phase, differing.only_kept.as_deref()).await;
            recorded.map_err(|refusal| self.refused(RekeyPhase::Settle, refusal))?;
            notes.extend(differing.sentences());
        }
        // Rights may have changed on the old table since the comparison before the swap.
        let lost = self.carry_over(RekeyPhase::Settle, &paths.kept, &paths.path).await?;
        notes.extend(lost.iter().map(|lost| paths.unlike_kept(lost)));
        Ok(notes)
    }

    async fn rename(&mut self, table: &'static Table, begun: &LiveTable) -> Result<(), MigrateError> {
        let Paths { path, new, kept, .. } = self.paths;
        let mut moves = vec![RenameTableItem::new(new.absolute(), path.absolute(), false)];
        if !self.fenced {
            moves.insert(0, RenameTableItem::new(path.absolute(), kept.absolute(), false));
        }
        self.renames = true;
        let renamed = self.client.table_client().rename_tables(moves).await;
        let observed = ObservedTables::of(self.client, self.paths).await;
        let is_same = |kept: &LiveTable| kept.primary_key == begun.primary_key;
        match (renamed, observed) {
            (_, Ok(observed)) if observed.is_swapped(table) && observed.kept.as_ref().is_some_and(is_same) => Ok(()),
            (Ok(()), Ok(_)) => Err(Detail::SwappedOtherwise { table: path.to_string(), old: kept.to_string() }.into()),
            (Ok(()), Err(error)) => Err(error),
            (Err(error), observed) => {
                // If the tables are unchanged and the request was refused, they stay unchanged.
                let stays = observed.is_ok_and(|observed| observed.new.is_some());
                self.renames = self.change.doubt || !(stays && is_refused(&error));
                Err(self.failed(RekeyPhase::Swap, error))
            }
        }
    }
}

/// Returns `true` if YDB will certainly not execute the request any more.
pub(super) fn is_refused(error: &YdbError) -> bool {
    matches!(error, YdbError::YdbStatusError(_))
        && !has_status(error, &[INTERNAL_ERROR, TIMEOUT, CANCELLED, UNDETERMINED, UNAVAILABLE])
}

// Change of the key with unchanged writers: the name of the table is taken away for the last pass.
//
// 1. Passes over the table until one finds few differences. The last pass shows how long there will be no name.
// 2. The phase `fenced`, then a rename of the table to `__ydb_keys_old`. A transaction that crosses a rename cannot
//    commit; therefore nothing is written from now on.
// 3. The last pass, from the kept table to the new one. Neither is written by others; one pass therefore makes them
//    equal.
// 4. `may_swap`, then the rename of the new table to the path (above).
//
// If 3 or 4 fails, the old table gets its name back, but only as long as no runner has sent the rename of 4. The row
// decides, not the names: with `fenced`, the next run goes on with 3; with an earlier phase, it gives the name back.

impl Runner<'_, '_> {
    /// Compares the tables until a pass repairs at most one page of rows, or no fewer rows than the pass before.
    /// Returns the duration of the last pass.
    pub(super) async fn shrink(&mut self) -> Result<Duration, MigrateError> {
        let (mut found, mut took) = (u64::MAX, Duration::ZERO);
        for _ in 0..self.options.passes.max(1) {
            let (begun, before) = (Instant::now(), self.repaired);
            self.pass().await?;
            self.even_counts().await?;
            took = begun.elapsed();
            let earlier = std::mem::replace(&mut found, self.repaired - before);
            if found <= self.options.batch_rows || found >= earlier {
                break;
            }
        }
        self.refuse_collisions().await?;
        Ok(took)
    }

    /// Deletes rows that the old table does not have.
    async fn even_counts(&mut self) -> Result<(), MigrateError> {
        let [old, new] = self.counts().await.map_err(|error| self.failed(RekeyPhase::Verify, error))?;
        if new > old {
            self.delete_extra(new - old).await.map_err(|refusal| self.refused(RekeyPhase::Verify, refusal))?;
        }
        Ok(())
    }

    /// Takes the name of the table away. `expected` is the time for which there will probably be no name.
    pub(super) async fn take_away(&mut self, begun: &LiveTable, expected: Duration) -> Result<(), MigrateError> {
        (self.on)(Event::Fence { table: &self.paths.path, expected });
        self.writers(RekeyPhase::Verify, Phase::Fenced).await?;
        let Paths { path, kept, .. } = self.paths;
        self.fenced = true;
        let taken = rename(self.client, path, kept).await;
        let observed = ObservedTables::of(self.client, self.paths).await;
        let is_same = |kept: &LiveTable| kept.primary_key == begun.primary_key;
        match (taken, observed) {
            (_, Ok(observed)) if observed.is_away() && observed.kept.as_ref().is_some_and(is_same) => Ok(()),
            (Err(error), observed) => {
                self.fenced = !(is_refused(&error) && observed.is_ok_and(|observed| observed.table.is_some()));
                Err(self.failed(RekeyPhase::Verify, error))
            }
            (Ok(()), Err(error)) => Err(error),
            (Ok(()), Ok(_)) => Err(name_taken(self.paths)),
        }
    }

    /// Makes the tables equal while they cannot be written, and returns their row count.
    pub(super) async fn last_pass(&mut self) -> Result<u64, MigrateError> {
        self.pair = self.pair.at(self.away);
        self.pass().await?;
        self.even_counts().await?;
        self.refuse_collisions().await?;
        let [old, new] = self.counts().await.map_err(|error| self.failed(RekeyPhase::Verify, error))?;
        if old != new {
            return Err(Detail::NoAgreement {
                table: self.paths.kept.to_string(),
                new: self.paths.new.to_string(),
                passes: 1,
                keys: Vec::new(),
            }
            .into());
        }
        Ok(new)
    }

    /// Gives the name back to the old table. The phase is changed first; it keeps another runner from swapping.
    pub(super) async fn give_back(&mut self) -> Result<(), ChangeRefusal> {
        self.change.enter(Phase::Both, false).await?;
        let Paths { path, kept, .. } = self.paths;
        let given = rename(self.client, kept, path).await;
        let observed = ObservedTables::of(self.client, self.paths).await;
        if observed.is_ok_and(|observed| observed.table.is_some() && observed.kept.is_none()) {
            self.fenced = false;
        }
        // Without an error, the next look at the tables shows that the name is still away.
        if self.fenced { given.map_err(ChangeRefusal::from) } else { Ok(()) }
    }
}

async fn rename(client: &Client, from: &TablePath, to: &TablePath) -> YdbResult<()> {
    let moves = vec![RenameTableItem::new(from.absolute(), to.absolute(), false)];
    client.table_client().rename_tables(moves).await
}

/// Returns the error for a name that another program has taken.
pub(super) fn name_taken(paths: &Paths) -> MigrateError {
    Detail::NameTaken { table: paths.path.to_string(), old: paths.kept.to_string() }.into()
}
