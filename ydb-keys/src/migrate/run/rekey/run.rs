//! The copy from its beginning to its end.

use std::time::Instant;

use futures_util::future::BoxFuture;
use ydb::{AlterTableRequest, Client};

use super::look::{Sight, differences};
use super::runner::Runner;
use super::{RekeyOptions, RekeyReport, carry, require, sequences};
use crate::migrate::diff::TablePlan;
use crate::migrate::live::LiveTable;
use crate::migrate::rekey::{Pair, Paths};
use crate::migrate::run::describe::describe;
use crate::migrate::run::event::{Event, OnEvent, RekeyPhase};
use crate::migrate::run::failure::MigrateError;
use crate::schema::path::absolute;
use crate::schema::{Layout, Table};
use crate::statements::TEXT_LIMIT;

/// Carries out the copy of a table into a new one with the model's key, for a plan whose
/// [`rekey`](TablePlan::rekey) says why no ALTER TABLE will do.
///
/// The new table is made at `<path>__ydb_keys_new`, rows are copied in pages of the old key with the hash computed by the server,
/// both tables are compared until a whole pass finds them alike, and then both get their new names in one transaction. The old
/// table stays at `<path>__ydb_keys_old` until [`drop_old`](super::drop_old).
///
/// **Writers** must either stop, or write both tables in one transaction, from the moment that the new table is there until the swap.
/// **Readers** go on reading the old table, which has its name until the swap.
///
/// **Atomic** are each page, for it is read and written in one serializable transaction, and the swap of the names
/// ([RenameTables](https://ydb.tech/docs/en/reference/ydb-cli/commands/tools/rename)). **Not atomic** is the way from the last comparison
/// to the swap: what is written to the old table alone in between is found in the kept table only.
///
/// It can be repeated after any error: the tables that are there show what is left to do. A copy that was begun is compared page
/// by page, and what differs is copied again.
///
/// **Grants and attributes** of the old table are given to the new one before the first row is copied, and made equal once more before the swap: a table
/// that is renamed keeps its own. Where they, or the owner, cannot be, the copy stops ([`RekeyOptions::allow_lost_rights`]).
///
/// **Serial numbers** are not given twice: the new sequence goes on after all that the old one has given.
///
/// Column tables are copied in the same way, page by page in key order, which YDB must sort for each page; a table that changes its store needs a
/// server that lets one transaction read a row table and write a column table. An empty column table is renamed first: where the server cannot do that,
/// nothing is copied.
///
/// # Errors
/// Those of the client, with the phase; an obstacle of the plan; rows that the new table cannot hold, by their keys; tables that do not come
/// to agreement. Until the swap the old table is never changed.
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
    let paths = Paths::of(&plan.path);
    let mut sight = Sight::of(client, &paths).await?;
    if sight.is_swapped(table) {
        let notes = settled(client, table, &paths).await?;
        return Ok(RekeyReport { old_path: paths.kept, already_done: true, notes, ..RekeyReport::default() });
    }
    if sight.kept.is_some() {
        return Err(MigrateError::OldTableKept { table: paths.path, old: paths.kept });
    }
    let new = sight.new.take();
    let Some(old) = &sight.table else { return Err(MigrateError::NoTable { table: paths.path, new: paths.new }) };
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
        return Err(MigrateError::RekeyObstacles { table: paths.path, obstacles });
    }

    let groups = pair.groups(TEXT_LIMIT);
    let mut runner = Runner { client, pair, paths: &paths, options, groups, on, repaired: 0 };
    let resumed = new.is_some();
    create(&mut runner, table, new).await?;
    runner.carry_over(RekeyPhase::Create, &paths.path, &paths.new).await?;
    let begun = Instant::now();
    runner.copy(resumed).await?;
    let copied = Instant::now();
    let rows = runner.agree().await?;
    let verify = copied.elapsed();
    let notes = runner.swap(table, old).await?;
    Ok(RekeyReport {
        rows,
        repaired: runner.repaired,
        copy: copied - begun,
        verify,
        old_path: paths.kept.clone(),
        already_done: false,
        notes,
    })
}

/// Does what follows a swap, where an earlier run may have died in front of it; nothing where no table is kept. Returns what to look at.
#[cfg(feature = "cli")]
pub(crate) fn settle<'a>(
    client: &'a Client,
    table: &'static Table,
    path: &'a str,
) -> BoxFuture<'a, Result<Vec<String>, MigrateError>> {
    Box::pin(async move {
        let paths = Paths::of(path);
        match Sight::of(client, &paths).await?.is_swapped(table) {
            true => settled(client, table, &paths).await,
            false => Ok(Vec::new()),
        }
    })
}

/// What follows the swap of an earlier run.
async fn settled(client: &Client, table: &'static Table, paths: &Paths) -> Result<Vec<String>, MigrateError> {
    let mut notes = sequences::after_the_swap(client, table, paths, None).await?;
    // Who has changed rights since may have wanted it so.
    let lost = carry::lost(client, &paths.kept, &paths.path).await?;
    notes.extend(lost.iter().map(|lost| differs_from_kept(paths, lost)));
    Ok(notes)
}

/// What the table has not of the old one, as a sentence.
pub(super) fn differs_from_kept(paths: &Paths, lost: &str) -> String {
    format!("unlike `{}`, on `{}` {lost}", paths.kept, paths.path)
}

/// Makes the new table and writes its layout down, or makes sure that the one that is there is the model's.
async fn create(
    runner: &mut Runner<'_, '_>,
    table: &'static Table,
    new: Option<LiveTable>,
) -> Result<(), MigrateError> {
    runner.enter(RekeyPhase::Create);
    let failed = |runner: &Runner<'_, '_>, error| runner.failed(RekeyPhase::Create, error);
    let mut new = new;
    if new.is_none() {
        let ddl = table.create_table().at(&runner.paths.new).if_not_exists().to_string();
        let made = runner.client.query_client().exec(ddl).idempotent(true).await;
        made.map_err(|error| failed(runner, error))?;
        new = describe(runner.client, &runner.paths.new).await?;
    }
    let Some(new) = new else {
        return Err(MigrateError::NoTable { table: runner.paths.new.clone(), new: runner.paths.new.clone() });
    };
    let differences = differences(table, &new);
    if !differences.is_empty() {
        return Err(MigrateError::NewTableDiffers {
            table: runner.paths.path.clone(),
            new: runner.paths.new.clone(),
            differences,
        });
    }
    if !new.attributes.contains_key(Layout::ATTRIBUTE) {
        let path = absolute(&runner.client.database(), &runner.paths.new);
        let request = AlterTableRequest::new(path).alter_attribute(Layout::ATTRIBUTE, Layout::of(table).to_string());
        let written = runner.client.table_client().alter_table(request).idempotent(true).await;
        written.map_err(|error| failed(runner, error))?;
    }
    Ok(())
}

impl Runner<'_, '_> {
    /// Tells that a phase begins.
    pub(super) fn enter(&mut self, phase: RekeyPhase) {
        (self.on)(Event::Phase { table: &self.paths.path, phase });
    }
}
