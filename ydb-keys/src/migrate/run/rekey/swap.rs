//! The swap: both tables get their new names in one transaction.

use ydb::RenameTableItem;

use super::look::Sight;
use super::run::differs_from_kept;
use super::runner::Runner;
use super::sequences;
use crate::migrate::live::LiveTable;
use crate::migrate::run::event::RekeyPhase;
use crate::migrate::run::failure::MigrateError;
use crate::schema::Table;
use crate::schema::path::absolute;

impl Runner<'_, '_> {
    /// Both moves in one transaction, between the two steps of the [`sequences`]. Where the answer got lost, the tables show what has
    /// happened. `begun` is the old table as it was when the copy began.
    pub(super) async fn swap(&mut self, table: &'static Table, begun: &LiveTable) -> Result<Vec<String>, MigrateError> {
        self.enter(RekeyPhase::Swap);
        let paths = self.paths;
        self.carry_over(RekeyPhase::Swap, &paths.path, &paths.new).await?;
        let begins = sequences::before_the_swap(self.client, table, self.paths, begun).await?;
        self.rename(table).await?;
        let mut notes = sequences::after_the_swap(self.client, table, paths, Some(&begins)).await?;
        // Granted on the old table since the last look, or lost on the way.
        let lost = self.carry_over(RekeyPhase::Settle, &paths.kept, &paths.path).await?;
        notes.extend(lost.iter().map(|lost| differs_from_kept(paths, lost)));
        Ok(notes)
    }

    async fn rename(&mut self, table: &'static Table) -> Result<(), MigrateError> {
        let database = self.client.database();
        let at = |path: &str| absolute(&database, path);
        let moves = vec![
            RenameTableItem::new(at(&self.paths.path), at(&self.paths.kept), false),
            RenameTableItem::new(at(&self.paths.new), at(&self.paths.path), false),
        ];
        let Err(error) = self.client.table_client().rename_tables(moves).await else { return Ok(()) };
        match Sight::of(self.client, self.paths).await {
            Ok(sight) if sight.is_swapped(table) => Ok(()),
            _ => Err(self.failed(RekeyPhase::Swap, error)),
        }
    }
}
