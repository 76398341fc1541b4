//! Observation of the three tables of a copy: the table itself, the new one, and the kept old one. The observation
//! shows existing tables, remains of earlier changes, and alterations of the table since the copy began.

use futures_util::future::BoxFuture;
use ydb::{Client, RenameTableItem, YdbError, YdbResult};
use ydb_keys::__internal::{KeyChange, Phase, Reason};
use ydb_keys::schema::Store;
use ydb_keys::{Layout, Table};
use ydb_keys_core::ddl::Name;
use ydb_keys_core::ddl::hash_expression::SAMPLE_ROWS;
use ydb_keys_core::keys::sink::show_values;
use ydb_keys_core::schema::path::TablePath;

use super::change::{ChangeRefusal, last_paths, stored, stored_in, time_of};
use super::runner::{Params, Runner, exec, field, read_snapshot};
use crate::diff::{Difference, compare, obstacle, too_old_for_key_changes};
use crate::live::{HashSample, LiveTable};
use crate::rekey::{Paths, TablePair, alterations, may_have_sequences};
use crate::run::describe::describe;
use crate::run::error::{Detail, MigrateError};
use crate::run::{RekeyPhase, knows_alter_sequence, release};

/// Tables that exist. They decide the next step of a copy; no other state is stored anywhere.
pub(super) struct ObservedTables {
    pub(super) table: Option<LiveTable>,
    pub(super) new: Option<LiveTable>,
    pub(super) kept: Option<LiveTable>,
}

impl ObservedTables {
    pub(super) async fn of(client: &Client, paths: &Paths) -> Result<Self, MigrateError> {
        Ok(ObservedTables {
            table: describe(client, &paths.path).await?,
            new: describe(client, &paths.new).await?,
            kept: describe(client, &paths.kept).await?,
        })
    }

    /// Observes the tables repeatedly until two looks agree: another run may swap the names between the three requests.
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

    /// Returns `true` if the name is taken away: the old table is kept, and nothing is at the path.
    pub(super) fn is_away(&self) -> bool {
        self.table.is_none() && self.kept.is_some()
    }

    /// Returns `true` if the tables were swapped: the table at the path is the model's, and the old one is kept.
    pub(super) fn is_swapped(&self, table: &'static Table) -> bool {
        self.is_in_place(table) && self.new.is_none()
    }

    fn is_in_place(&self, table: &'static Table) -> bool {
        self.table.as_ref().is_some_and(|live| differences(table, live).is_empty()) && self.kept.is_some()
    }

    /// Returns `true` if the tables were swapped, also according to the control table. A runner that had lost the
    /// change may have created a new table since. Only this change makes the kept table.
    pub(super) async fn is_done(
        &self,
        client: &Client,
        paths: &Paths,
        table: &'static Table,
    ) -> Result<bool, MigrateError> {
        if self.is_swapped(table) || !self.is_in_place(table) {
            return Ok(self.is_swapped(table));
        }
        let is_made = |change: KeyChange| {
            matches!(change.phase, Phase::Closing | Phase::Fenced | Phase::New | Phase::Done)
                && Layout::of(table).is_line(&change.new_layout)
        };
        Ok(stored_in(client, paths, RekeyPhase::Create).await?.is_some_and(is_made))
    }
}

/// Describes the differences between a model and a table, one line each. Partitioning of indexes is left out, because
/// each run sets it again. Extra columns are left out, because the copy keeps them.
pub(super) fn differences(table: &'static Table, live: &LiveTable) -> Vec<String> {
    let differences = compare(table, &live.path, Some(live)).differences;
    let matter =
        |found: &&Difference| !matches!(found, Difference::IndexSetting { .. } | Difference::ExtraColumn { .. });
    differences.iter().filter(matter).map(ToString::to_string).collect()
}

/// Lists things that earlier changes of the key have left and that must be removed first, one sentence each.
pub(in crate::run) async fn left_over(
    client: &Client,
    table: &'static Table,
    path: &str,
) -> Result<Vec<String>, MigrateError> {
    let paths = last_paths(client, path).await?;
    let observed = ObservedTables::of(client, &paths).await?;
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

/// Returns `true` if layouts permit that the kept table is dropped: the table at the path has the layout of the model,
/// or the layout to which the change led that kept the old table.
pub(super) async fn is_changed(client: &Client, paths: &Paths, live: Option<&str>, model: &str) -> YdbResult<bool> {
    let made = |change: KeyChange| change.is_swapped() && live == Some(&*change.new_layout);
    Ok(live == Some(model) || stored(client, paths).await?.is_some_and(made))
}

impl Runner<'_, '_> {
    /// Returns the error of this run. If another runner has taken over the change, that is returned as the cause
    /// instead.
    pub(super) async fn cause(&mut self, error: MigrateError) -> MigrateError {
        match stored(self.client, self.paths).await {
            Ok(Some(change)) if change.epoch != self.change.epoch => {
                self.refused(RekeyPhase::Swap, ChangeRefusal::Other(Box::new(change)))
            }
            _ => error,
        }
    }

    /// Gives the new table the columns and settings that it keeps of the old one beyond the model.
    pub(super) async fn keep(&mut self, new: &LiveTable) -> Result<(), MigrateError> {
        for text in self.pair.keep(new) {
            let sent = exec(self.client, text, Params::new()).await;
            sent.map_err(|source| self.failed(RekeyPhase::Create, source))?;
        }
        Ok(())
    }

    /// Checks, while the writers wait, that the old table, which is at `path` now, is unchanged since the copy began;
    /// otherwise the copy would lack added parts. Also checks that no two rows have the same new key. The second check
    /// reads the whole table, but only if the new key lacks a column of the old one.
    pub(super) async fn still_fits(&mut self, path: &TablePath) -> Result<(), MigrateError> {
        let table = self.paths.path.to_string();
        let Some(now) = describe(self.client, path).await? else {
            return Err(Detail::TableGone { table }.into());
        };
        let alterations = alterations(self.pair.old(), &now);
        if alterations.is_empty() {
            self.refuse_collisions().await
        } else {
            Err(Detail::Altered { table, alterations }.into())
        }
    }
}

impl Runner<'_, '_> {
    /// Explains the error of a page by rows that the new table cannot hold; without such rows, it is the client's
    /// error.
    pub(super) async fn explain(&mut self, phase: RekeyPhase, error: YdbError) -> MigrateError {
        // A transport error does not depend on the rows.
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

    /// Returns an error if two rows of the old table have the same new key.
    pub(super) async fn refuse_collisions(&mut self) -> Result<(), MigrateError> {
        refuse_collisions(self.client, self.pair, self.paths, RekeyPhase::Verify).await
    }
}

/// Returns an error if two rows of the old table have the same new key.
pub(super) async fn refuse_collisions(
    client: &Client,
    pair: TablePair<'_>,
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

async fn keys(client: &Client, text: String, names: &[&str]) -> YdbResult<Vec<String>> {
    let mut shown = Vec::new();
    for mut row in read_snapshot(client, text, Params::new()).await? {
        let values = names.iter().map(|name| field(&mut row, name)).collect::<YdbResult<Vec<_>>>()?;
        shown.push(show_values(&values));
    }
    Ok(shown)
}

/// Lists the reasons why the server cannot do the copy, one sentence each.
///
/// # Errors
/// An error if two rows have the same new key, or if a request fails.
pub(super) async fn obstacles(
    client: &Client,
    pair: TablePair<'_>,
    table: &Table,
    old: &LiveTable,
    paths: &Paths,
) -> Result<Vec<String>, MigrateError> {
    let failed = |source| Detail::Rekey { table: paths.path.to_string(), phase: RekeyPhase::Create, source };
    let mut obstacles = Vec::new();
    // The plan may have been made earlier, or on another server.
    let release = release(client).await;
    if too_old_for_key_changes(release) == Some(true) {
        obstacles.extend(release.map(obstacle));
    }
    // A server with SHOW CREATE TABLE is new enough. A server that is too old may fail when such a table is renamed;
    // therefore it is not tested by a trial.
    let may_be_old = old.settings.is_none() && may_have_sequences(table, old);
    if may_be_old && !knows_alter_sequence(client).await.map_err(failed)? {
        obstacles.push(
            "this server does not support ALTER SEQUENCE, so it is older than YDB 25.1; such a server cannot rename a \
             table with serial columns and does not report which columns are serial: update the server first"
                .to_owned(),
        );
    }
    refuse_collisions(client, pair, paths, RekeyPhase::Create).await?;
    if table.store == Store::Column || old.store == Store::Column {
        obstacles.extend(trial(client, paths).await.map_err(failed)?);
    }
    Ok(obstacles)
}

/// Renames an empty column table as a trial, and returns the reason if the server refuses. For a long time YDB could
/// not rename column tables (<https://github.com/ydb-platform/ydb/issues/14976>); newer releases can, if a flag is set.
fn trial<'c>(client: &'c Client, paths: &'c Paths) -> BoxFuture<'c, YdbResult<Option<String>>> {
    Box::pin(async move {
        let [from, to] = paths.trial();
        let drop = |path: &TablePath| format!("DROP TABLE IF EXISTS {}", Name(path));
        let create = format!(
            "CREATE TABLE {} (`id` Int32 NOT NULL, PRIMARY KEY (`id`)) \
             WITH (STORE = COLUMN, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 1)",
            Name(&from)
        );
        // An interrupted run may have left these tables.
        for text in [drop(&from), drop(&to), create] {
            exec(client, text, Params::new()).await?;
        }
        let moves = vec![RenameTableItem::new(from.absolute(), to.absolute(), false)];
        let renamed = client.table_client().rename_tables(moves).await;
        for text in [drop(&from), drop(&to)] {
            exec(client, text, Params::new()).await?;
        }
        match renamed {
            Ok(()) => Ok(None),
            Err(error @ YdbError::YdbStatusError(_)) => Ok(Some(format!(
                "this server cannot rename column tables, so the new table could not take the name of the old one \
                 ({}): create a table with the model's key at another path, fill it with INSERT INTO ... SELECT, and \
                 give the model that path",
                Reason(&error)
            ))),
            Err(error) => Err(error),
        }
    })
}

impl Runner<'_, '_> {
    /// Returns an error if rows of the new table have another hash than the program computes, because no read by key
    /// would find them after the swap. Hashes of this library are not checked: tests show that their expressions and
    /// functions agree.
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

/// Tables and records that changes of a table's key have left.
#[derive(Debug)]
pub struct Remains {
    /// Path of the table with the old key, which is kept until it is dropped.
    pub kept: Option<String>,
    /// Path of a copy that was not swapped in.
    pub unfinished: Option<String>,
    /// `true` if the name of the table is taken away.
    pub is_away: bool,
    /// Last change that a runner has recorded.
    pub change: Option<Recorded>,
}

/// Change of the key, from its runner's record.
#[derive(Debug)]
pub struct Recorded {
    /// `true` if the tables are swapped.
    pub swapped: bool,
    /// `true` if the names can be swapped back.
    pub reversible: bool,
    /// Layout of the table after the change.
    pub layout: String,
    /// Name of the runner that recorded the change.
    pub runner: String,
    /// Time at which the change was begun: `2026-01-01T10:00:00Z`.
    pub begun_at: String,
}

/// Looks for tables and records that changes of the key have left of the table at a path, relative to the database.
///
/// # Errors
/// [`Database`](crate::MigrateErrorKind::Database) if a request fails.
pub async fn remains(client: &Client, path: &str) -> Result<Remains, MigrateError> {
    let paths = last_paths(client, path).await?;
    let observed = ObservedTables::steadily(client, &paths).await?;
    let change = stored_in(client, &paths, RekeyPhase::Create).await?;
    Ok(Remains {
        is_away: observed.is_away(),
        kept: observed.kept.map(|_| paths.kept.to_string()),
        unfinished: observed.new.map(|_| paths.new.to_string()),
        // A row of epoch 0 was only read by a writer; no change of the key was begun.
        change: change.filter(|change| change.epoch > 0).map(recorded),
    })
}

fn recorded(change: KeyChange) -> Recorded {
    Recorded {
        swapped: change.is_swapped(),
        reversible: change.phase == Phase::New,
        layout: change.new_layout,
        runner: change.runner,
        begun_at: time_of(change.begun_at),
    }
}
