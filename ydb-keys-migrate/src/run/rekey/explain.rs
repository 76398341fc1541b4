//! Explains why a page could not be copied, with the keys of the rows that the new table cannot hold.

use ydb::{YdbError, YdbResult};
use ydb_keys::__internal::keys::show_values;

use super::runner::{Params, Runner, field};
use crate::run::error::{Detail, MigrateError};
use crate::run::event::RekeyPhase;

impl Runner<'_, '_> {
    /// The error of a page: the rows that the new table cannot hold, if there are any; else the client's error.
    pub(super) async fn explain(&mut self, phase: RekeyPhase, error: YdbError) -> MigrateError {
        // A transport error has nothing to do with the rows.
        if !matches!(error, YdbError::YdbStatusError(_)) {
            return self.failed(phase, error);
        }
        let table = || self.paths.path.to_string();
        for column in self.pair.tightened() {
            let names: Vec<&str> = self.pair.old_key_names().collect();
            match self.keys(self.pair.nulls(column), &names).await {
                Ok(keys) if !keys.is_empty() => {
                    return Detail::NullRows { table: table(), column: column.name, key: names.join(", "), keys }
                        .into();
                }
                _ => {}
            }
        }
        let pair = self.pair;
        for (index, names, text) in pair.unique() {
            match self.keys(text, &names).await {
                Ok(values) if !values.is_empty() => {
                    return Detail::NotUnique { table: table(), index, columns: names.join(", "), values }.into();
                }
                _ => {}
            }
        }
        self.failed(phase, error)
    }

    /// An error if two rows of the old table have the same new key.
    pub(super) async fn refuse_collisions(&mut self) -> Result<(), MigrateError> {
        if !self.pair.may_collide() {
            return Ok(());
        }
        let names: Vec<&str> = self.pair.new_key().map(|column| column.name).skip(self.pair.hash_columns()).collect();
        let keys = self.keys(self.pair.collisions(), &names).await;
        let keys = keys.map_err(|error| self.failed(RekeyPhase::Verify, error))?;
        match keys.is_empty() {
            true => Ok(()),
            false => Err(Detail::Collision { table: self.paths.path.to_string(), key: names.join(", "), keys }.into()),
        }
    }

    async fn keys(&mut self, text: String, names: &[&str]) -> YdbResult<Vec<String>> {
        let mut keys = Vec::new();
        for mut row in self.query(text, Params::new()).await? {
            let values = names.iter().map(|name| field(&mut row, name)).collect::<YdbResult<Vec<_>>>()?;
            keys.push(show_values(&values));
        }
        Ok(keys)
    }
}
