//! Execution of a copy from beginning to end.
//!
//! The phases are explained in `rekey/mod.rs`. The current phase, which tells writers what to do, is stored in the
//! control table (`change.rs`). No other progress is stored: each run looks at the three tables of the copy, and
//! decides on the remaining work.
//!
//! | table at `<path>` | `__ydb_keys_new` | `__ydb_keys_old` | what this run does |
//! |---|---|---|---|
//! | old key | none | none | creates the new table and copies all pages |
//! | old key | exists | none | copies only the pages that differ; an error if it is not the model's table |
//! | the model's | none | exists | was swapped: settles sequences, compares both tables, reports lost rights |
//! | none | any | exists | the change is under way: the name is taken away, and goes to one of both (`swap.rs`) |
//! | anything else | any | exists | an error: the kept table must be dropped first |
//! | none | any | otherwise | an error: there is nothing to copy |
//!
//! The old table is only read until the swap; any run before it can fail and be repeated. Before the first row is
//! copied, everything that would stop the copy later is checked: obstacles of the plan, the length of the statements,
//! and what the server supports (`look.rs`).

use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use ydb::{AlterTableRequest, Client};
use ydb_keys::__internal::Phase;
use ydb_keys::{Layout, Table};
use ydb_keys_core::schema::rules::TEXT_LIMIT;

use super::change::{KeyRun, after, last_paths, stored_in};
use super::late::{DifferingRows, LateWrites};
use super::look::{ObservedTables, differences};
use super::runner::{Params, Runner, exec};
use super::{BATCH_ROWS, RekeyOptions, RekeyReport, carry, look, swap};
use crate::diff::TablePlan;
use crate::live::{LiveColumn, LiveTable};
use crate::rekey::{Paths, TablePair, old_programs};
use crate::run::describe::describe;
use crate::run::error::{Detail, MigrateError, MigrateErrorKind};
use crate::run::{Event, OnEvent, RekeyPhase};

/// Copies a table into a new one with the model's key. Use it for a plan with a [`rekey`](TablePlan::rekey), whose
/// changes ALTER TABLE cannot make.
///
/// The new table is created at `<path>__ydb_keys_new`. Rows are copied in pages of the old key, and the server computes
/// the hash. Then both tables are compared until a whole pass finds no difference, and both are renamed in one
/// transaction. The old table stays at `<path>__ydb_keys_old` until [`drop_old`](super::drop_old).
///
/// **Writers** behave as chosen by the constructor of the options: they write both tables
/// ([`RekeyOptions::dual_writers`]), or fail for the time of the last pass ([`RekeyOptions::fence`]), or stop
/// ([`RekeyOptions::writers_stopped`]). **Readers** continue to read the old table, which keeps its name until the
/// swap; behind a fence they fail too.
///
/// **Atomic**: each page, because one serializable transaction reads and writes it, and the swap of the names
/// ([RenameTables](https://ydb.tech/docs/en/reference/ydb-cli/commands/tools/rename)). **After the swap** both tables
/// are compared, and nothing is written: a row that a program wrote to one table alone is named in a note of the
/// report, with the values of both.
///
/// You can repeat the copy after any error: the existing tables show the remaining work. If a copy was begun, it is
/// compared page by page, and pages that differ are copied again.
///
/// **Grants and attributes** of the old table are given to the new one before the first row is copied, and again before
/// the swap, because a renamed table keeps its own. If they cannot be made equal, or the owner differs, the copy stops
/// ([`RekeyOptions::allow_lost_rights`]).
///
/// **Serial numbers** are not assigned twice: the new sequence continues after all numbers that the old one has
/// assigned.
///
/// Column tables are copied in the same way, page by page in key order; YDB must sort the rows for each page. A table
/// that changes its store needs a server that allows one transaction to read a row table and write a column table. For
/// a column table, an empty one is renamed first as a trial: if the server refuses, nothing is copied.
///
/// # Errors
/// [`Database`](crate::MigrateErrorKind::Database) with the phase in which a request failed;
/// [`Obstacle`](crate::MigrateErrorKind::Obstacle), among them those of the plan;
/// [`InvalidRows`](crate::MigrateErrorKind::InvalidRows) with the keys of rows that the new table cannot hold;
/// [`ConcurrentWrites`](crate::MigrateErrorKind::ConcurrentWrites) if the tables still differ after all passes;
/// [`LostRights`](crate::MigrateErrorKind::LostRights); [`NotFound`](crate::MigrateErrorKind::NotFound). The old table
/// is not changed until the swap.
pub async fn rekey(
    client: &Client,
    plan: &TablePlan,
    options: &RekeyOptions,
    on: &mut OnEvent<'_>,
) -> Result<RekeyReport, MigrateError> {
    // The future is boxed: the client's futures are so deeply nested that the caller's crate would need a higher
    // `recursion_limit`.
    let run: BoxFuture<'_, _> = Box::pin(run(client, plan, options, on));
    run.await
}

async fn run(
    client: &Client,
    plan: &TablePlan,
    options: &RekeyOptions,
    on: &mut OnEvent<'_>,
) -> Result<RekeyReport, MigrateError> {
    let table = plan.table;
    let paths = last_paths(client, &plan.path).await?;
    let observed = ObservedTables::steadily(client, &paths).await?;
    if observed.is_done(client, &paths, table).await? {
        open_late(client, table, &paths, options).await?;
        return already_done(client, table, &paths, options, on).await;
    }
    let change = stored_in(client, &paths, RekeyPhase::Create).await?;
    // The names of a change that is over are not used again: one of its requests may still be executed.
    let is_over = change.as_ref().is_some_and(|change| change.is_given_up() || change.is_swapped());
    let paths = if is_over && observed.new.is_none() && observed.kept.is_none() { paths.next() } else { paths };
    let is_open = change.is_some_and(|change| change.is_open());
    let old = match (&observed.table, &observed.kept) {
        (Some(old), None) => old,
        (None, Some(old)) if is_open => old,
        (Some(_), Some(_)) if is_open => return Err(swap::name_taken(&paths)),
        (Some(_), Some(_)) => {
            return Err(Detail::OldTableKept { table: paths.path.to_string(), old: paths.kept.to_string() }.into());
        }
        (None, _) => return Err(Detail::NoTable { table: paths.path.to_string(), new: paths.new.to_string() }.into()),
    };
    let away = paths.away();
    let pair = TablePair::new(table, old, &paths).dropping(options.destructive);
    let mut obstacles = plan.rekey.as_ref().map(|rekey| rekey.obstacles.clone()).unwrap_or_default();
    if obstacles.is_empty() {
        obstacles = pair.obstacles();
    }
    obstacles.extend(pair.too_long(TEXT_LIMIT));
    // With a fence, the programs are not changed.
    obstacles.extend(
        old_programs(table, old).filter(|_| options.fence).map(|programs| format!("{programs}, in place of a fence")),
    );
    if obstacles.is_empty() {
        let by_name = if observed.is_away() { &away } else { &paths };
        obstacles = look::obstacles(client, pair.at(by_name), table, old, &paths).await?;
    }
    if !obstacles.is_empty() {
        return Err(Detail::RekeyObstacles { table: paths.path.to_string(), obstacles }.into());
    }

    let groups = pair.groups(TEXT_LIMIT);
    let layout = old.attributes.get(Layout::ATTRIBUTE).cloned().unwrap_or_default();
    let mut change = match KeyRun::begin(client, &paths, table, layout, options).await {
        // Another runner may have just ended this change.
        Err(error) => {
            return if ObservedTables::of(client, &paths).await?.is_swapped(table) {
                already_done(client, table, &paths, options, on).await
            } else {
                Err(error)
            };
        }
        Ok(begun) => begun,
    };
    // The runner before this one may have swapped the names since the tables were read.
    let again = ObservedTables::of(client, &paths).await?;
    if again.is_swapped(table) {
        change.open(options.after_swap(), Some("")).await.map_err(|refusal| refusal.of(&paths, RekeyPhase::Swap))?;
        return already_done(client, table, &paths, options, on).await;
    }
    // The names may be swapped at any time from now on, too: no second copy may be made then.
    if change.doubt && again.new.is_none() {
        change.release().await;
        return Err(Detail::SwappedOtherwise { table: paths.path.to_string(), old: paths.kept.to_string() }.into());
    }
    let fenced = again.is_away();
    if change.doubt && options.fence && !fenced {
        change.release().await;
        return Err(Detail::FenceInDoubt { table: paths.path.to_string(), new: paths.new.to_string() }.into());
    }
    let renames = change.doubt;
    let mut runner = Runner {
        client,
        pair,
        paths: &paths,
        away: &away,
        options,
        groups,
        on,
        repaired: 0,
        remembered: Vec::new(),
        renames,
        fenced,
        change,
    };
    let mut report = runner.make(table, old, again.new).await;
    if let Err(error) = report {
        report = Err(runner.cause(error).await);
    }
    if let Err(error) = &report {
        if runner.fenced && !runner.renames && runner.give_back().await.is_err() {
            // Another runner owns the change, or the next one gives the name back.
            runner.renames = true;
        }
        match runner.renames {
            // Without this runner, writers must not write the copy; otherwise it could not be dropped.
            false => runner.change.give_up().await,
            true => runner.change.release().await,
        }
        if runner.fenced && error.kind() != MigrateErrorKind::Obstacle {
            let (table, old) = (paths.path.to_string(), paths.kept.to_string());
            return report.map_err(|source| Detail::NameAway { table, old, source }.into());
        }
    }
    report
}

/// Sets the phase of a change whose run was interrupted after the swap.
async fn open_late(
    client: &Client,
    table: &'static Table,
    paths: &Paths,
    options: &RekeyOptions,
) -> Result<(), MigrateError> {
    let stored = stored_in(client, paths, RekeyPhase::Swap).await?;
    let Some(stored) = stored.filter(|stored| !stored.is_swapped()) else { return Ok(()) };
    let change = KeyRun::begin(client, paths, table, String::new(), options).await?;
    // Behind a fence, the old table could not be written since its last comparison.
    let (phase, unsettled) = match stored.phase {
        Phase::Fenced => (Phase::Done, None),
        _ => (options.after_swap(), Some("")),
    };
    change.open(phase, unsettled).await.map_err(|refusal| refusal.of(paths, RekeyPhase::Swap))
}

/// Returns the report of a run that finds the names swapped.
async fn already_done(
    client: &Client,
    table: &'static Table,
    paths: &Paths,
    options: &RekeyOptions,
    on: &mut OnEvent<'_>,
) -> Result<RekeyReport, MigrateError> {
    let notes = settled(client, table, paths, options.batch_rows, on).await?;
    let stored = stored_in(client, paths, RekeyPhase::Settle).await?;
    let reversible = stored.is_some_and(|change| change.phase == Phase::New);
    Ok(RekeyReport { old_path: paths.kept.to_string(), reversible, already_done: true, notes, ..Default::default() })
}

impl Runner<'_, '_> {
    /// Makes the whole change.
    async fn make(
        &mut self,
        table: &'static Table,
        old: &LiveTable,
        new: Option<LiveTable>,
    ) -> Result<RekeyReport, MigrateError> {
        let (paths, resumed) = (self.paths, new.is_some());
        if self.fenced && self.change.found != Phase::Fenced {
            // The runner before this one was about to give the name back.
            self.give_back().await.map_err(|refusal| self.refused(RekeyPhase::Create, refusal))?;
        }
        let begun = Instant::now();
        if self.fenced {
            create(self, table, new).await?;
        } else {
            if self.renames {
                // Writers wait. They must write both tables before the names are swapped by a second request.
                self.writers(RekeyPhase::Create, Phase::Both).await?;
            }
            create(self, table, new).await?;
            self.carry_over(RekeyPhase::Create, &paths.path, &paths.new).await?;
            self.writers(RekeyPhase::Create, Phase::Both).await?;
            self.copy(resumed).await?;
        }
        self.compare_foreign_hash(table).await?;
        let copied = Instant::now();
        let mut fenced_at = copied;
        let rows = if self.fenced || self.options.fence {
            if !self.fenced {
                let expected = self.shrink().await?;
                fenced_at = Instant::now();
                self.take_away(old, expected).await?;
            }
            self.last_pass().await?
        } else {
            self.agree().await?
        };
        let verify = copied.elapsed();
        let fenced = self.fenced;
        let notes = self.swap(table, old).await?;
        Ok(RekeyReport {
            rows,
            repaired: self.repaired,
            copy: copied - begun,
            verify,
            away: if fenced { fenced_at.elapsed() } else { Duration::ZERO },
            old_path: paths.kept.to_string(),
            reversible: !fenced && self.options.dual,
            already_done: false,
            notes,
        })
    }
}

/// Finishes a copy whose run was interrupted after the swap; does nothing if no table is kept. Returns things that the
/// user should check, one sentence each.
pub fn settle<'a>(
    client: &'a Client,
    table: &'static Table,
    path: &'a str,
) -> BoxFuture<'a, Result<Vec<String>, MigrateError>> {
    Box::pin(async move {
        let paths = last_paths(client, path).await?;
        if ObservedTables::of(client, &paths).await?.is_swapped(table) {
            settled(client, table, &paths, BATCH_ROWS, &mut |_| ()).await
        } else {
            Ok(Vec::new())
        }
    })
}

/// Finishes a change of a key whose tables an earlier run has already swapped.
async fn settled(
    client: &Client,
    table: &'static Table,
    paths: &Paths,
    batch_rows: u64,
    on: &mut OnEvent<'_>,
) -> Result<Vec<String>, MigrateError> {
    let mut notes = carry::after_the_swap(client, table, paths, None).await?;
    notes.extend(compared(client, table, paths, batch_rows, on).await?.sentences());
    // Rights are only compared here: they may have been changed on purpose since the swap.
    let lost = carry::lost(client, &paths.kept, &paths.path).await?;
    notes.extend(lost.iter().map(|lost| paths.unlike_kept(lost)));
    Ok(notes)
}

/// Compares both tables after the swap, unless that is done. Returns the differences.
pub(super) async fn compared(
    client: &Client,
    table: &'static Table,
    paths: &Paths,
    batch_rows: u64,
    on: &mut OnEvent<'_>,
) -> Result<DifferingRows, MigrateError> {
    // Without a record of the comparison, the tables were not compared, or the record is lost.
    if let Some(change) = stored_in(client, paths, RekeyPhase::Settle).await?
        && change.unsettled.as_deref() != Some("")
    {
        return Ok(DifferingRows { only_kept: change.unsettled, only_new: None });
    }
    let differing = compared_again(client, table, paths, batch_rows, on).await?;
    let record = after(client, paths, |change| change.unsettled.clone_from(&differing.only_kept)).await;
    record.map_err(|refusal| refusal.of(paths, RekeyPhase::Settle))?;
    Ok(differing)
}

/// Compares both tables after the swap, without digests from before it. Returns the differences.
pub(super) async fn compared_again(
    client: &Client,
    table: &'static Table,
    paths: &Paths,
    batch_rows: u64,
    on: &mut OnEvent<'_>,
) -> Result<DifferingRows, MigrateError> {
    let Some(kept) = describe(client, &paths.kept).await? else { return Ok(DifferingRows::default()) };
    let stored = stored_in(client, paths, RekeyPhase::Settle).await?;
    let is_dual = stored.is_some_and(|change| change.phase == Phase::New);
    on(Event::Phase { table: &paths.path, phase: RekeyPhase::Settle });
    let swapped = paths.swapped();
    let mut pair = TablePair::new(table, &kept, &swapped);
    if pair.kept().next().is_some() {
        let new = describe(client, &paths.path).await?;
        let has = |column: &LiveColumn| new.as_ref().is_some_and(|new| new.column(&column.name).is_some());
        pair = pair.dropping(!pair.kept().all(has));
    }
    let groups = &pair.groups(TEXT_LIMIT);
    let found = LateWrites { client, pair, paths, groups, batch_rows }.compare(None, !is_dual, on).await;
    found.map_err(|refusal| refusal.of(paths, RekeyPhase::Settle))
}

/// Returns the old table if its name is taken away by a change of the key.
pub(in crate::run) async fn kept_of(client: &Client, path: &str) -> Result<Option<LiveTable>, MigrateError> {
    let paths = last_paths(client, path).await?;
    let Some(kept) = describe(client, &paths.kept).await? else { return Ok(None) };
    let change = stored_in(client, &paths, RekeyPhase::Create).await?;
    Ok(change.is_some_and(|change| change.is_open()).then_some(kept))
}

/// Creates the new table and sets its layout attribute. If the table exists, checks that it is the model's.
async fn create(
    runner: &mut Runner<'_, '_>,
    table: &'static Table,
    new: Option<LiveTable>,
) -> Result<(), MigrateError> {
    runner.enter(RekeyPhase::Create);
    let failed = |runner: &Runner<'_, '_>, error| runner.failed(RekeyPhase::Create, error);
    let mut new = new;
    if new.is_none() {
        let ddl = table.create_table().at_path(&runner.paths.new).if_not_exists().to_string();
        exec(runner.client, ddl, Params::new()).await.map_err(|error| failed(runner, error))?;
        new = describe(runner.client, &runner.paths.new).await?;
    }
    let Some(new) = new else {
        return Err(Detail::TableGone { table: runner.paths.new.to_string() }.into());
    };
    let differences = differences(table, &new);
    if !differences.is_empty() {
        return Err(Detail::NewTableDiffers {
            table: runner.paths.path.to_string(),
            new: runner.paths.new.to_string(),
            differences,
        }
        .into());
    }
    for set in table.create_table().at_path(&runner.paths.new).index_settings() {
        exec(runner.client, set.to_string(), Params::new()).await.map_err(|error| failed(runner, error))?;
    }
    runner.keep(&new).await?;
    if !new.attributes.contains_key(Layout::ATTRIBUTE) {
        let path = runner.paths.new.absolute();
        let request = AlterTableRequest::new(path).alter_attribute(Layout::ATTRIBUTE, Layout::of(table).to_string());
        let written = runner.client.table_client().alter_table(request).idempotent(true).await;
        written.map_err(|error| failed(runner, error))?;
    }
    Ok(())
}

impl Runner<'_, '_> {
    /// Reports that a phase begins.
    pub(super) fn enter(&mut self, phase: RekeyPhase) {
        (self.on)(Event::Phase { table: &self.paths.path, phase });
    }
}
