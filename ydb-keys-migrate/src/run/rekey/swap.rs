//! The swap: renames both tables in one transaction.
//!
//! 1. Carry grants and attributes over again (`carry.rs`). Loss that is not allowed stops the copy here, with nothing
//!    renamed.
//! 2. Restart the new table's sequences, with a gap for numbers that the old ones may still assign (`sequences.rs`).
//! 3. Let the writers wait, compare the row counts, and rename the table to `__ydb_keys_old` and `__ydb_keys_new` to the
//!    table, in one transaction. There is a table at the path at every moment. Whatever the answer is, the tables are
//!    observed again: if they are swapped and have the layouts of the change, writers go on with the new table. If the
//!    request was refused, they go on with both. If nobody knows whether YDB will do it, they wait until the next run
//!    looks again.
//! 4. Check the sequences again, now that no writer uses the old ones.
//! 5. Carry over the grants and attributes that changed on the old table between 1 and 3. Loss that is not
//!    allowed is an error here too, although the tables are already swapped; loss that is allowed becomes a note.
//!
//! If a run is interrupted after 3, the next one does 4, and reports rights that differ instead of changing them: they
//! may have been changed on purpose since.

use ydb::{RenameTableItem, YdbError};
use ydb_keys::__internal::sdk::status::{CANCELLED, INTERNAL_ERROR, TIMEOUT, UNAVAILABLE, UNDETERMINED, has_status};
use ydb_keys::__internal::statements::Phase;
use ydb_keys::Table;

use super::look::Observed;
use super::run::differs_from_kept;
use super::runner::Runner;
use super::sequences;
use crate::live::LiveTable;
use crate::rekey::Paths;
use crate::run::error::{Detail, MigrateError};
use crate::run::event::RekeyPhase;

impl Runner<'_, '_> {
    /// Swaps the tables, and returns what the user should check, one sentence each. `begun` is the old table as it was
    /// when the copy began. `None` if the tables differ: somebody wrote only one of them.
    pub(super) async fn swap(
        &mut self,
        table: &'static Table,
        begun: &LiveTable,
    ) -> Result<Option<Vec<String>>, MigrateError> {
        self.enter(RekeyPhase::Swap);
        let paths = self.paths;
        self.carry_over(RekeyPhase::Swap, &paths.path, &paths.new).await?;
        let begins = sequences::before_the_swap(self.client, table, self.paths, begun).await?;
        self.writers(RekeyPhase::Swap, Phase::Closing).await?;
        let [old, new] = self.counts().await.map_err(|error| self.failed(RekeyPhase::Swap, error))?;
        if old != new {
            return Ok(None);
        }
        self.rename(table, begun).await?;
        self.writers(RekeyPhase::Swap, Phase::New).await?;
        let mut notes = sequences::after_the_swap(self.client, table, paths, Some(&begins)).await?;
        // Rights may have changed on the old table since the comparison before the swap.
        let lost = self.carry_over(RekeyPhase::Settle, &paths.kept, &paths.path).await?;
        notes.extend(lost.iter().map(|lost| differs_from_kept(paths, lost)));
        Ok(Some(notes))
    }

    async fn rename(&mut self, table: &'static Table, begun: &LiveTable) -> Result<(), MigrateError> {
        let Paths { path, new, kept } = self.paths;
        let moves = vec![
            RenameTableItem::new(path.absolute(), kept.absolute(), false),
            RenameTableItem::new(new.absolute(), path.absolute(), false),
        ];
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
fn is_refused(error: &YdbError) -> bool {
    matches!(error, YdbError::YdbStatusError(_))
        && !has_status(error, &[INTERNAL_ERROR, TIMEOUT, CANCELLED, UNDETERMINED, UNAVAILABLE])
}
