//! The swap: sequences go on behind the copied values, and both tables get their new names.

use ydb::{RenameTableItem, YdbError, YdbResult};

use super::look::Sight;
use super::runner::{Params, Runner, field};
use crate::rekey::ROWS;
use crate::schema::Table;
use crate::sdk::path::absolute;
use crate::sdk::{MigrateError, RekeyPhase};
use crate::types::Value;

impl Runner<'_, '_> {
    /// Both moves in one transaction. Where the answer got lost, the tables tell what has happened.
    pub(super) async fn swap(&mut self, table: &'static Table) -> Result<(), MigrateError> {
        self.enter(RekeyPhase::Swap);
        self.restart_sequences().await.map_err(|error| self.failed(RekeyPhase::Swap, error))?;
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

    /// A sequence knows nothing of values that were copied: it goes on behind the greatest one.
    async fn restart_sequences(&mut self) -> YdbResult<()> {
        for column in self.pair.serials() {
            let rows = self.query(self.pair.greatest(column), Params::new()).await?;
            let Some(mut row) = rows.into_iter().next() else { continue };
            let greatest = match field(&mut row, ROWS)? {
                Value::Null => continue,
                Value::Int16(value) => i64::from(value),
                Value::Int32(value) => i64::from(value),
                Value::Int64(value) => value,
                other => return Err(YdbError::Convert(format!("serial column `{}` holds {other}", column.name))),
            };
            let next = greatest.saturating_add(1).max(1);
            let text = self.pair.restart(column, &self.client.database(), next);
            self.client.query_client().exec(text).idempotent(true).await?;
        }
        Ok(())
    }
}
