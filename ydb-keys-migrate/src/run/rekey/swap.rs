//! The swap: renames both tables in one transaction.
//!
//! 1. Carry grants and attributes over again (`carry.rs`). Loss that is not allowed stops the copy here, with nothing
//!    renamed.
//! 2. Restart the new table's sequences, with a gap for numbers that the old ones may still assign (`sequences.rs`).
//! 3. Rename the table to `__ydb_keys_old` and `__ydb_keys_new` to the table, in one transaction. There is a table at
//!    the path at every moment. If the request fails, the answer may have been lost: the tables are observed again, and
//!    if they are swapped, it succeeded.
//! 4. Check the sequences again, now that no writer uses the old ones.
//! 5. Carry over the grants and attributes that changed on the old table between 1 and 3. Loss that is not
//!    allowed is an error here too, although the tables are already swapped; loss that is allowed becomes a note.
//!
//! If a run is interrupted after 3, the next one does 4, and reports rights that differ instead of changing them: they
//! may have been changed on purpose since.

use ydb::RenameTableItem;
use ydb_keys::Table;

use super::look::Observed;
use super::run::differs_from_kept;
use super::runner::Runner;
use super::sequences;
use crate::live::LiveTable;
use crate::rekey::Paths;
use crate::run::error::MigrateError;
use crate::run::event::RekeyPhase;

impl Runner<'_, '_> {
    /// Swaps the tables, and returns what the user should check, one sentence each. `begun` is the old table as it was
    /// when the copy began.
    pub(super) async fn swap(&mut self, table: &'static Table, begun: &LiveTable) -> Result<Vec<String>, MigrateError> {
        self.enter(RekeyPhase::Swap);
        let paths = self.paths;
        self.carry_over(RekeyPhase::Swap, &paths.path, &paths.new).await?;
        let begins = sequences::before_the_swap(self.client, table, self.paths, begun).await?;
        self.rename(table).await?;
        let mut notes = sequences::after_the_swap(self.client, table, paths, Some(&begins)).await?;
        // Rights may have changed on the old table since the comparison before the swap.
        let lost = self.carry_over(RekeyPhase::Settle, &paths.kept, &paths.path).await?;
        notes.extend(lost.iter().map(|lost| differs_from_kept(paths, lost)));
        Ok(notes)
    }

    async fn rename(&mut self, table: &'static Table) -> Result<(), MigrateError> {
        let Paths { path, new, kept } = self.paths;
        let moves = vec![
            RenameTableItem::new(path.absolute(), kept.absolute(), false),
            RenameTableItem::new(new.absolute(), path.absolute(), false),
        ];
        let Err(error) = self.client.table_client().rename_tables(moves).await else { return Ok(()) };
        match Observed::of(self.client, self.paths).await {
            Ok(observed) if observed.is_swapped(table) => Ok(()),
            _ => Err(self.failed(RekeyPhase::Swap, error)),
        }
    }
}
