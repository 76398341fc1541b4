//! The swap: renames both tables in one transaction.
//!
//! 1. Carry grants and attributes over again (`carry.rs`). Loss that is not allowed stops the copy here, with nothing
//!    renamed.
//! 2. Restart the new table's sequences, with a gap for numbers that the old ones may still assign (`sequences.rs`).
//! 3. Let the writers wait, and rename the table to `__ydb_keys_old` and `__ydb_keys_new` to the table, in one
//!    transaction. There is a table at the path at every moment. Behind a fence (`fence.rs`) the first of both renames
//!    is done. Whatever the answer is, the tables are observed again: if they are swapped and have the layouts of the
//!    change, writers go on with the new table. If the request was refused, they go on with both. If nobody knows whether
//!    YDB will do it, they wait until the next run looks again.
//! 4. Check the sequences again, now that no writer uses the old ones.
//! 5. Let the writers go on, and look for rows that were written to one table alone (`late.rs`). Nothing is compared while
//!    they wait: that would take as long as a pass over the table. Behind a fence the last pass was that comparison.
//! 6. Carry over the grants and attributes that changed on the old table between 1 and 3. Loss that is not
//!    allowed is an error here too, although the tables are already swapped; loss that is allowed becomes a note.
//!
//! If a run is interrupted after 3, the next one does 4 and 5, and reports rights that differ instead of changing them:
//! they may have been changed on purpose since.

use ydb::{RenameTableItem, YdbError};
use ydb_keys::__internal::Phase;
use ydb_keys::__internal::status::{CANCELLED, INTERNAL_ERROR, TIMEOUT, UNAVAILABLE, UNDETERMINED, has_status};
use ydb_keys::Table;

use super::late::Late;
use super::look::Observed;
use super::runner::Runner;
use super::sequences;
use crate::live::LiveTable;
use crate::rekey::{Pair, Paths};
use crate::run::error::{Detail, MigrateError};
use crate::run::event::RekeyPhase;

impl Runner<'_, '_> {
    /// Swaps the tables, and returns what the user should check, one sentence each. `begun` is the old table as it was
    /// when the copy began.
    pub(super) async fn swap(&mut self, table: &'static Table, begun: &LiveTable) -> Result<Vec<String>, MigrateError> {
        self.enter(RekeyPhase::Swap);
        let paths = self.paths;
        let before = if self.fenced { self.away } else { paths };
        self.carry_over(RekeyPhase::Swap, &before.path, &before.new).await?;
        let begins = sequences::before_the_swap(self.client, table, before, begun).await?;
        let phase = if self.fenced { Phase::Fenced } else { Phase::Closing };
        self.change.enter(phase, true).await.map_err(|refusal| self.refused(RekeyPhase::Swap, refusal))?;
        self.still_fits(&before.path).await?;
        self.rename(table, begun).await?;
        let mut notes = sequences::after_the_swap(self.client, table, paths, Some(&begins)).await?;
        match std::mem::take(&mut self.fenced) {
            true => {
                let opened = self.change.open(Phase::Done, None).await;
                opened.map_err(|refusal| self.refused(RekeyPhase::Swap, refusal))?;
            }
            false => {
                let phase = self.options.after_swap();
                let opened = self.change.open(phase, Some("")).await;
                opened.map_err(|refusal| self.refused(RekeyPhase::Swap, refusal))?;
                self.enter(RekeyPhase::Settle);
                let swapped = paths.swapped();
                let pair = Pair::new(table, begun, &swapped).dropping(self.options.destructive);
                let (groups, batch_rows) = (&self.groups, self.options.batch_rows);
                let late = Late { client: self.client, pair, paths, groups, batch_rows };
                let known = (!self.options.dual).then_some(&*self.remembered);
                let differing = late.compare(known, false, self.on).await;
                let differing = differing.map_err(|refusal| refusal.of(paths, RekeyPhase::Settle))?;
                let recorded = self.change.open(phase, differing.only_kept.as_deref()).await;
                recorded.map_err(|refusal| self.refused(RekeyPhase::Settle, refusal))?;
                notes.extend(differing.sentences());
            }
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
        let observed = Observed::of(self.client, self.paths).await;
        let is_same = |kept: &LiveTable| kept.primary_key == begun.primary_key;
        match (renamed, observed) {
            (_, Ok(observed)) if observed.is_swapped(table) && observed.kept.as_ref().is_some_and(is_same) => Ok(()),
            (Ok(()), Ok(_)) => Err(Detail::SwappedOtherwise { table: path.to_string(), old: kept.to_string() }.into()),
            (Ok(()), Err(error)) => Err(error),
            (Err(error), observed) => {
                // Where it is as it was, and the request was refused, it stays so.
                let stays = observed.is_ok_and(|observed| observed.new.is_some());
                self.renames = self.change.doubt || !(stays && is_refused(&error));
                Err(self.failed(RekeyPhase::Swap, error))
            }
        }
    }
}

/// Whether YDB will not do it any more.
pub(super) fn is_refused(error: &YdbError) -> bool {
    matches!(error, YdbError::YdbStatusError(_))
        && !has_status(error, &[INTERNAL_ERROR, TIMEOUT, CANCELLED, UNDETERMINED, UNAVAILABLE])
}
