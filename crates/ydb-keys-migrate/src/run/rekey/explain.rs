//! Explains why a page could not be copied, with the keys of the rows that the new table cannot hold.

use futures_util::future::BoxFuture;
use ydb::{Client, TxMode, YdbError, YdbResult};
use ydb_keys_core::keys::sink::show_values;

use super::runner::{Runner, field};
use crate::rekey::{Pair, Paths};
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
            match keys(self.client, self.pair.nulls(column), &names).await {
                Ok(keys) if !keys.is_empty() => {
                    let (column, is_key) = (column.name, names.contains(&column.name));
                    return Detail::NullRows { table: table(), column, is_key, key: names.join(", "), keys }.into();
                }
                _ => {}
            }
        }
        let pair = self.pair;
        for (index, names, text) in pair.unique() {
            match keys(self.client, text, &names).await {
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
        refuse_collisions(self.client, self.pair, self.paths, RekeyPhase::Verify).await
    }
}

/// An error if two rows of the old table have the same new key.
pub(super) async fn refuse_collisions(
    client: &Client,
    pair: Pair<'_>,
    paths: &Paths,
    phase: RekeyPhase,
) -> Result<(), MigrateError> {
    if !pair.may_collide() {
        return Ok(());
    }
    let table = paths.path.to_string();
    let names: Vec<&str> = pair.new_key().map(|column| column.name).skip(pair.hash_columns()).collect();
    match keys(client, pair.collisions(), &names).await {
        Ok(keys) if keys.is_empty() => Ok(()),
        Ok(keys) => Err(Detail::Collision { table, key: names.join(", "), keys }.into()),
        Err(source) => Err(Detail::Rekey { table, phase, source }.into()),
    }
}

fn keys<'c>(client: &'c Client, text: String, names: &'c [&str]) -> BoxFuture<'c, YdbResult<Vec<String>>> {
    Box::pin(async move {
        let mut q = client.query_client();
        let found = q.query_result_set(text).idempotent(true).with_tx_mode(TxMode::SnapshotReadOnly).await?;
        let shown = found.rows().map(|mut row| {
            let values = names.iter().map(|name| field(&mut row, name)).collect::<YdbResult<Vec<_>>>()?;
            Ok(show_values(&values))
        });
        shown.collect()
    })
}
