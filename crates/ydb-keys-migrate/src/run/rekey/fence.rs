//! A change of the key whose writers stay as they are: the name of the table is taken away for the last pass.
//!
//! 1. Passes over the table until one finds few differences. The last one shows how long there will be no name.
//! 2. The phase `fenced`, then a rename of the table to `__ydb_keys_old`. A transaction that crosses a rename cannot
//!    commit, so nothing is written from now on.
//! 3. The last pass, from the kept table to the new one. Nobody writes either, so one pass makes them equal.
//! 4. `may_swap`, then the rename of the new table to the path (`swap.rs`).
//!
//! If 3 or 4 fails, the old table gets its name back, but only as long as no runner has sent the rename of 4. The row
//! decides, not the names: with `fenced`, the next run goes on with 3; with an earlier phase, it gives the name back.

use std::time::{Duration, Instant};

use ydb::{Client, RenameTableItem, YdbResult};
use ydb_keys::__internal::Phase;
use ydb_keys_core::schema::path::TablePath;

use super::change::Refusal;
use super::look::Observed;
use super::runner::Runner;
use super::swap::is_refused;
use crate::live::LiveTable;
use crate::rekey::Paths;
use crate::run::error::{Detail, MigrateError};
use crate::run::event::{Event, RekeyPhase};

impl Runner<'_, '_> {
    /// Compares the tables until a pass finds at most a page that differs, or no fewer than the one before. Returns how
    /// long the last pass took.
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

    /// Takes the name of the table away. `expected` is how long that will last.
    pub(super) async fn take_away(&mut self, begun: &LiveTable, expected: Duration) -> Result<(), MigrateError> {
        (self.on)(Event::Fence { table: &self.paths.path, expected });
        self.writers(RekeyPhase::Verify, Phase::Fenced).await?;
        let Paths { path, kept, .. } = self.paths;
        self.fenced = true;
        let taken = rename(self.client, path, kept).await;
        let observed = Observed::of(self.client, self.paths).await;
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

    /// Makes the tables equal while nobody can write, and returns their row count.
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

    /// Gives the name back to the old table. The row says so first, so that no other runner goes the other way.
    pub(super) async fn give_back(&mut self) -> Result<(), Refusal> {
        self.change.enter(Phase::Both, false).await?;
        let Paths { path, kept, .. } = self.paths;
        let given = rename(self.client, kept, path).await;
        let observed = Observed::of(self.client, self.paths).await;
        if observed.is_ok_and(|observed| observed.table.is_some() && observed.kept.is_none()) {
            self.fenced = false;
        }
        // Without an error, the next look shows that the name is still away.
        if self.fenced { given.map_err(Refusal::from) } else { Ok(()) }
    }
}

async fn rename(client: &Client, from: &TablePath, to: &TablePath) -> YdbResult<()> {
    let moves = vec![RenameTableItem::new(from.absolute(), to.absolute(), false)];
    client.table_client().rename_tables(moves).await
}

/// The error of a name that somebody else has taken.
pub(super) fn name_taken(paths: &Paths) -> MigrateError {
    Detail::NameTaken { table: paths.path.to_string(), old: paths.kept.to_string() }.into()
}
