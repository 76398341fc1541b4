//! Observes the three tables of a copy: the table itself, the new one, and the kept old one. Which of them exist, what earlier
//! changes have left, and whether the table is still as it was when the copy began.

use ydb::{Client, YdbResult};
use ydb_keys::__internal::{KeyChange, Phase};
use ydb_keys::{Layout, Table};
use ydb_keys_core::schema::path::TablePath;

use super::change::{Refusal, last_paths, stored};
use super::runner::Runner;
use crate::diff::{Difference, compare};
use crate::live::LiveTable;
use crate::rekey::{Paths, alterations};
use crate::run::describe::describe;
use crate::run::error::{Detail, MigrateError};
use crate::run::event::RekeyPhase;

/// The tables that exist. They decide what a copy does next; no other state is stored anywhere.
pub(super) struct Observed {
    pub(super) table: Option<LiveTable>,
    pub(super) new: Option<LiveTable>,
    pub(super) kept: Option<LiveTable>,
}

impl Observed {
    pub(super) async fn of(client: &Client, paths: &Paths) -> Result<Self, MigrateError> {
        Ok(Observed {
            table: describe(client, &paths.path).await?,
            new: describe(client, &paths.new).await?,
            kept: describe(client, &paths.kept).await?,
        })
    }

    /// The same. Another run may swap the names between the three requests: then it looks again.
    pub(super) async fn steadily(client: &Client, paths: &Paths) -> Result<Self, MigrateError> {
        let mut observed = Self::of(client, paths).await?;
        while observed.kept.is_some() {
            let before = std::mem::replace(&mut observed, Self::of(client, paths).await?);
            if before.keys() == observed.keys() {
                break;
            }
        }
        Ok(observed)
    }

    fn keys(&self) -> [Option<&[String]>; 3] {
        [&self.table, &self.new, &self.kept].map(|live| live.as_ref().map(|live| &*live.primary_key))
    }

    /// Whether the name is taken away: the old table is kept, and nothing is at the path.
    pub(super) fn is_away(&self) -> bool {
        self.table.is_none() && self.kept.is_some()
    }

    /// Whether the tables were swapped: the table at the path is the model's, and the old one is kept.
    pub(super) fn is_swapped(&self, table: &'static Table) -> bool {
        self.is_in_place(table) && self.new.is_none()
    }

    fn is_in_place(&self, table: &'static Table) -> bool {
        self.table.as_ref().is_some_and(|live| differences(table, live).is_empty()) && self.kept.is_some()
    }

    /// The same by the control table, because a runner that had lost the change may have created a new table since. Nothing
    /// but this change makes the kept table.
    pub(super) async fn is_done(
        &self,
        client: &Client,
        paths: &Paths,
        table: &'static Table,
    ) -> Result<bool, MigrateError> {
        if self.is_swapped(table) || !self.is_in_place(table) {
            return Ok(self.is_swapped(table));
        }
        let failed = |source| Detail::Rekey { table: paths.path.to_string(), phase: RekeyPhase::Create, source };
        let is_made = |change: KeyChange| {
            matches!(change.phase, Phase::Closing | Phase::Fenced | Phase::New | Phase::Done)
                && Layout::of(table).is_line(&change.new_layout)
        };
        Ok(stored(client, paths).await.map_err(failed)?.is_some_and(is_made))
    }
}

/// What differs between a model and a table, one line each. How its indexes are partitioned is set again in each run, and
/// the copy keeps columns that the model does not declare.
pub(super) fn differences(table: &'static Table, live: &LiveTable) -> Vec<String> {
    let differences = compare(table, &live.path, Some(live)).differences;
    let matter =
        |found: &&Difference| !matches!(found, Difference::IndexSetting { .. } | Difference::ExtraColumn { .. });
    differences.iter().filter(matter).map(ToString::to_string).collect()
}

/// What earlier changes of the key have left, and what to do about it first, one sentence each.
pub(in crate::run) async fn left_over(
    client: &Client,
    table: &'static Table,
    path: &str,
) -> Result<Vec<String>, MigrateError> {
    let paths = last_paths(client, path).await?;
    let observed = Observed::of(client, &paths).await?;
    let mut left = Vec::new();
    if observed.kept.is_some() {
        let old = &paths.kept;
        left.push(format!("`{old}` is kept from an earlier change of the key: run `apply --drop-old` first"));
    }
    let differences = observed.new.map(|new| differences(table, &new)).unwrap_or_default();
    if !differences.is_empty() {
        left.push(format!(
            "`{0}` is the unfinished copy of another change of the key. If nobody makes that change any more, run \
             `apply --drop-new`. It differs from the model:\n{1}",
            paths.new,
            differences.join("\n")
        ));
    }
    Ok(left)
}

/// Whether the kept table may go as far as layouts say: the table at the path has the layout of the model, or the one to
/// which the change was that has kept the other.
pub(super) async fn is_changed(client: &Client, paths: &Paths, live: Option<&str>, model: &str) -> YdbResult<bool> {
    let made = |change: KeyChange| change.is_swapped() && live == Some(&*change.new_layout);
    Ok(live == Some(model) || stored(client, paths).await?.is_some_and(made))
}

impl Runner<'_, '_> {
    /// The error of this run; if another runner has taken the change over, that is the cause of whatever else went wrong.
    pub(super) async fn cause(&mut self, error: MigrateError) -> MigrateError {
        match stored(self.client, self.paths).await {
            Ok(Some(change)) if change.epoch != self.change.epoch => {
                self.refused(RekeyPhase::Swap, Refusal::Other(Box::new(change)))
            }
            _ => error,
        }
    }

    /// Gives the new table what it keeps of the old one beyond the model: columns and settings.
    pub(super) async fn keep(&mut self, new: &LiveTable) -> Result<(), MigrateError> {
        for text in self.pair.keep(new) {
            let sent = self.client.query_client().exec(text).idempotent(true).await;
            sent.map_err(|source| self.failed(RekeyPhase::Create, source))?;
        }
        Ok(())
    }

    /// What is checked while the writers wait: the old table, which is at `path` now, is as it was when the copy began,
    /// or the copy would lack what was added; and no two rows have one new key. The latter reads the whole table, and
    /// only if the new key lacks a column of the old one.
    pub(super) async fn still_fits(&mut self, path: &TablePath) -> Result<(), MigrateError> {
        let table = self.paths.path.to_string();
        let Some(now) = describe(self.client, path).await? else {
            return Err(Detail::TableGone { table }.into());
        };
        let alterations = alterations(self.pair.old(), &now);
        match alterations.is_empty() {
            true => self.refuse_collisions().await,
            false => Err(Detail::Altered { table, alterations }.into()),
        }
    }
}
