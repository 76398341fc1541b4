//! Runs a copy from beginning to end.
//!
//! The phases are explained in `migrate/rekey/mod.rs`. What writers must do is stored in the control table (`change.rs`).
//! No other progress is stored: each run looks at the three tables of the copy and decides what is left to do.
//!
//! | table at `<path>` | `__ydb_keys_new` | `__ydb_keys_old` | what this run does |
//! |---|---|---|---|
//! | old key | none | none | creates the new table and copies all pages |
//! | old key | exists | none | copies only the pages that differ; an error if it is not the model's table |
//! | the model's | none | exists | was swapped: settles sequences, reports lost rights |
//! | anything else | any | exists | an error: the kept table must be dropped first |
//! | none | any | none | an error: there is nothing to copy |
//!
//! The old table is only read until the swap, so any run before it can fail and be repeated. Before the first row is
//! copied, everything that would stop the copy later is checked: obstacles of the plan, the length of the statements,
//! and what the server supports (`require.rs`).

use std::time::Instant;

use futures_util::future::BoxFuture;
use ydb::{AlterTableRequest, Client};
use ydb_keys::__internal::schema::TEXT_LIMIT;
use ydb_keys::__internal::schema::TablePath;
use ydb_keys::__internal::statements::Phase;
use ydb_keys::{Layout, Table};

use super::change::{KeyRun, stored};
use super::look::{Observed, differences};
use super::runner::Runner;
use super::{RekeyOptions, RekeyReport, carry, require, sequences};
use crate::diff::TablePlan;
use crate::live::LiveTable;
use crate::rekey::{Pair, Paths};
use crate::run::describe::describe;
use crate::run::error::{Detail, MigrateError};
use crate::run::event::{Event, OnEvent, RekeyPhase};

/// Copies a table into a new one with the model's key. Use it for a plan whose [`rekey`](TablePlan::rekey) says why
/// ALTER TABLE cannot make the change.
///
/// The new table is created at `<path>__ydb_keys_new`. Rows are copied in pages of the old key, and the server computes
/// the hash. Then both tables are compared until a whole pass finds no difference, and both are renamed in one
/// transaction. The old table stays at `<path>__ydb_keys_old` until [`drop_old`](super::drop_old).
///
/// **Writers** must either stop, or write both tables in one transaction, from the creation of the new table until the
/// swap. **Readers** continue to read the old table, which keeps its name until the swap.
///
/// **Atomic**: each page, because one serializable transaction reads and writes it, and the swap of the names
/// ([RenameTables](https://ydb.tech/docs/en/reference/ydb-cli/commands/tools/rename)). **Not atomic**: the time between
/// the last comparison and the swap. Rows written only to the old table in that time are only in the kept table.
///
/// You can repeat it after any error: the existing tables show what is left to do. If a copy was begun, it is compared
/// page by page, and pages that differ are copied again.
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
    // Boxed: the client's futures are so deeply nested that the caller's crate would need a higher `recursion_limit`.
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
    let paths = Paths::of(TablePath::of(client, &plan.path));
    let observed = Observed::of(client, &paths).await?;
    if observed.is_swapped(table) {
        finish(client, table, &paths, options).await?;
        let notes = settled(client, table, &paths).await?;
        return Ok(RekeyReport {
            old_path: paths.kept.to_string(),
            already_done: true,
            notes,
            ..RekeyReport::default()
        });
    }
    if observed.kept.is_some() {
        return Err(Detail::OldTableKept { table: paths.path.to_string(), old: paths.kept.to_string() }.into());
    }
    let Some(old) = &observed.table else {
        return Err(Detail::NoTable { table: paths.path.to_string(), new: paths.new.to_string() }.into());
    };
    let pair = Pair::new(table, old, &paths);
    let mut obstacles = plan.rekey.as_ref().map(|rekey| rekey.obstacles.clone()).unwrap_or_default();
    if obstacles.is_empty() {
        obstacles = pair.obstacles();
    }
    obstacles.extend(pair.too_long(TEXT_LIMIT));
    if obstacles.is_empty() {
        obstacles = require::obstacles(client, table, old, &paths).await?;
    }
    if !obstacles.is_empty() {
        return Err(Detail::RekeyObstacles { table: paths.path.to_string(), obstacles }.into());
    }

    let groups = pair.groups(TEXT_LIMIT);
    let layout = old.attributes.get(Layout::ATTRIBUTE).cloned().unwrap_or_default();
    let change = KeyRun::begin(client, &paths, table, layout, options).await?;
    // The names may have been swapped since the look, by the runner before this one.
    let mut change = change;
    let again = Observed::of(client, &paths).await?;
    if again.is_swapped(table) {
        change.enter(Phase::New, false).await.map_err(|refusal| refusal.of(&paths, RekeyPhase::Swap))?;
        let notes = settled(client, table, &paths).await?;
        return Ok(RekeyReport { old_path: paths.kept.to_string(), already_done: true, notes, ..Default::default() });
    }
    // The names may be swapped from now on too: no second copy may be made then.
    if change.doubt && again.new.is_none() {
        change.release().await;
        return Err(Detail::SwappedOtherwise { table: paths.path.to_string(), old: paths.kept.to_string() }.into());
    }
    let mut runner =
        Runner { client, pair, paths: &paths, options, groups, on, repaired: 0, renames: change.doubt, change };
    let report = runner.make(table, old, again.new).await;
    match (&report, runner.renames) {
        (Ok(_), _) => {}
        // Without this runner, writers must not write the copy, or nobody could drop it.
        (Err(_), false) => runner.change.give_up().await,
        (Err(_), true) => runner.change.release().await,
    }
    report
}

/// Sets the phase of a change whose run was interrupted after the swap.
async fn finish(
    client: &Client,
    table: &'static Table,
    paths: &Paths,
    options: &RekeyOptions,
) -> Result<(), MigrateError> {
    let failed = |source| Detail::Rekey { table: paths.path.to_string(), phase: RekeyPhase::Swap, source };
    let stored = stored(client, paths).await.map_err(failed)?;
    if stored.is_none_or(|stored| matches!(stored.phase, Phase::New | Phase::Dropped)) {
        return Ok(());
    }
    let mut change = KeyRun::begin(client, paths, table, String::new(), options).await?;
    change.enter(Phase::New, false).await.map_err(|refusal| refusal.of(paths, RekeyPhase::Swap))
}

impl Runner<'_, '_> {
    /// The whole change.
    async fn make(
        &mut self,
        table: &'static Table,
        old: &LiveTable,
        new: Option<LiveTable>,
    ) -> Result<RekeyReport, MigrateError> {
        let (paths, resumed) = (self.paths, new.is_some());
        if self.renames {
            // Writers wait. Before the names are asked for again, they write both.
            self.writers(RekeyPhase::Create, Phase::Both).await?;
        }
        create(self, table, new).await?;
        self.carry_over(RekeyPhase::Create, &paths.path, &paths.new).await?;
        self.writers(RekeyPhase::Create, Phase::Both).await?;
        let begun = Instant::now();
        self.copy(resumed).await?;
        let copied = Instant::now();
        let mut attempts = 0;
        let (rows, verify, notes) = loop {
            let rows = self.agree().await?;
            let verify = copied.elapsed();
            if let Some(notes) = self.swap(table, old).await? {
                break (rows, verify, notes);
            }
            // Writers who do not wait have written since the comparison.
            self.writers(RekeyPhase::Verify, Phase::Both).await?;
            attempts += 1;
            if attempts == self.options.passes {
                return Err(Detail::NoAgreement {
                    table: paths.path.to_string(),
                    new: paths.new.to_string(),
                    passes: attempts,
                    keys: Vec::new(),
                }
                .into());
            }
        };
        Ok(RekeyReport {
            rows,
            repaired: self.repaired,
            copy: copied - begun,
            verify,
            old_path: paths.kept.to_string(),
            already_done: false,
            notes,
        })
    }
}

/// Finishes a copy whose run was interrupted after the swap; does nothing if no table is kept. Returns what the user
/// should check, one sentence each.
pub fn settle<'a>(
    client: &'a Client,
    table: &'static Table,
    path: &'a str,
) -> BoxFuture<'a, Result<Vec<String>, MigrateError>> {
    Box::pin(async move {
        let paths = Paths::of(TablePath::of(client, path));
        match Observed::of(client, &paths).await?.is_swapped(table) {
            true => settled(client, table, &paths).await,
            false => Ok(Vec::new()),
        }
    })
}

/// The work after a swap that an earlier run made.
async fn settled(client: &Client, table: &'static Table, paths: &Paths) -> Result<Vec<String>, MigrateError> {
    let mut notes = sequences::after_the_swap(client, table, paths, None).await?;
    // Rights are only compared here: they may have been changed on purpose since the swap.
    let lost = carry::lost(client, &paths.kept, &paths.path).await?;
    notes.extend(lost.iter().map(|lost| differs_from_kept(paths, lost)));
    Ok(notes)
}

/// A sentence about rights or attributes that differ between the kept table and the new one.
pub(super) fn differs_from_kept(paths: &Paths, lost: &str) -> String {
    format!("unlike `{}`, on `{}` {lost}", paths.kept, paths.path)
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
        let made = runner.client.query_client().exec(ddl).idempotent(true).await;
        made.map_err(|error| failed(runner, error))?;
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
        let done = runner.client.query_client().exec(set.to_string()).idempotent(true).await;
        done.map_err(|error| failed(runner, error))?;
    }
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
