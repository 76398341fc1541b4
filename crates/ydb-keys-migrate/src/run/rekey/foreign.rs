//! The hashes that the server computed for the copy, compared with the function of the program, where that is not ours.

use ydb_keys::Table;
use ydb_keys_core::ddl::hash_expression::SAMPLE_ROWS;

use super::runner::Runner;
use crate::live::HashSample;
use crate::run::error::{Detail, MigrateError};

impl Runner<'_, '_> {
    /// An error if rows of the new table have another hash than the program computes: after the swap no read by key would
    /// find them. Nothing is asked of a hash of this library, whose expression and function are tested to be the same.
    pub(super) async fn compare_foreign_hash(&mut self, table: &'static Table) -> Result<(), MigrateError> {
        let Some(foreign) = table.hash.and_then(|hash| hash.foreign()) else { return Ok(()) };
        let new = self.paths.new.to_string();
        let HashSample { differing, first, .. } = HashSample::of(self.client, table, &new, SAMPLE_ROWS).await?;
        if differing == 0 {
            return Ok(());
        }
        Err(Detail::OtherHash { table: self.paths.path.to_string(), function: foreign.to_string(), first }.into())
    }
}
