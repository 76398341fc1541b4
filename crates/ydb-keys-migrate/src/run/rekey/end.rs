//! Ends of a change: dropping the old table or the new one, finishing the change, or taking it back.

use futures_util::future::BoxFuture;
use ydb::{Client, RenameTableItem};
use ydb_keys::__internal::Phase;
use ydb_keys::{Layout, Table};
use ydb_keys_core::ddl::Name;

use super::change::{ChangeRefusal, KeyRun, after, last_paths, stored_in};
use super::late::DifferingRows;
use super::look::{ObservedTables, is_changed};
use super::run::{compared, compared_again};
use super::runner::{Params, exec};
use super::swap::is_refused;
use super::{BATCH_ROWS, RekeyOptions, carry};
use crate::rekey::{Paths, serials};
use crate::run::error::{Detail, MigrateError};
use crate::run::{Event, OnEvent, RekeyPhase};

/// Drops the table that a [`rekey`](super::rekey) kept at `<path>__ydb_keys_old`. Returns `true` if there was one.
///
/// `path` is the path of the model's table, relative to the database. If both tables have not been compared since the
/// swap, they are compared now. `anyway` drops the old table even if it may be the only one with some rows.
///
/// # Errors
/// [`Obstacle`](crate::MigrateErrorKind::Obstacle) unless the table at `path` has the layout of the model, or the
/// layout of the change that kept the old table. Also, without `anyway`, if rows were written only to the old table and
/// not copied: the error has their keys. [`Database`](crate::MigrateErrorKind::Database) if a request fails.
pub async fn drop_old(
    client: &Client,
    table: &'static Table,
    path: &str,
    anyway: bool,
    on: &mut OnEvent<'_>,
) -> Result<bool, MigrateError> {
    // The future is boxed: the client's futures are so deeply nested that the caller's crate would need a higher
    // `recursion_limit`.
    let run: BoxFuture<'_, _> = Box::pin(async move {
        let paths = last_paths(client, path).await?;
        let observed = ObservedTables::of(client, &paths).await?;
        if observed.kept.is_none() {
            return Ok(false);
        }
        let live = observed.table.and_then(|live| live.attributes.get(Layout::ATTRIBUTE).cloned());
        let model = Layout::of(table).to_string();
        let failed = |source| Detail::Rekey { table: paths.path.to_string(), phase: RekeyPhase::DropOld, source };
        if !is_changed(client, &paths, live.as_deref(), &model).await.map_err(failed)? {
            return Err(Detail::DropOldRefused {
                table: paths.path.to_string(),
                old: paths.kept.to_string(),
                model,
                live,
            }
            .into());
        }
        if stored_in(client, &paths, RekeyPhase::DropOld).await?.is_some_and(|change| change.phase == Phase::New) {
            return Err(Detail::NotFinished { table: paths.path.to_string(), old: paths.kept.to_string() }.into());
        }
        if !anyway && let Some(rows) = compared(client, table, &paths, BATCH_ROWS, on).await?.only_kept {
            return Err(Detail::KeptDiffers { old: paths.kept.to_string(), table: paths.path.to_string(), rows }.into());
        }
        // The sequences must be checked now: dropping the old table also drops its sequences, which know the numbers
        // that they assigned.
        carry::after_the_swap(client, table, &paths, None).await?;
        on(Event::Phase { table: &paths.path, phase: RekeyPhase::DropOld });
        let text = format!("DROP TABLE IF EXISTS {}", Name(&paths.kept));
        exec(client, text, Params::new()).await.map_err(failed)?;
        let dropped = after(client, &paths, |change| (change.phase, change.unsettled) = (Phase::Dropped, None)).await;
        dropped.map_err(|refusal| refusal.of(&paths, RekeyPhase::DropOld))?;
        Ok(true)
    });
    run.await
}

/// Gives up a change of the key before the swap: writers go back to the old table alone, and the new table at
/// `<path>__ydb_keys_new` is dropped. Returns `true` if there was one.
///
/// Do not drop the new table by hand: writers would fail as long as `ydb_keys/changes` tells them to write it. `path`
/// is the path of the model's table, relative to the database. Only [`runner`](RekeyOptions::runner) is read from the
/// options.
///
/// # Errors
/// [`Obstacle`](crate::MigrateErrorKind::Obstacle) if another runner is at work, or if the names may be swapped;
/// [`Database`](crate::MigrateErrorKind::Database) if a request fails.
pub async fn drop_new(
    client: &Client,
    table: &'static Table,
    path: &str,
    options: &RekeyOptions,
    on: &mut OnEvent<'_>,
) -> Result<bool, MigrateError> {
    // The future is boxed: the client's futures are so deeply nested that the caller's crate would need a higher
    // `recursion_limit`.
    let run: BoxFuture<'_, _> = Box::pin(async move {
        let paths = last_paths(client, path).await?;
        let phase = RekeyPhase::DropNew;
        let failed = |source| ChangeRefusal::Ydb(source).of(&paths, phase);
        let observed = ObservedTables::steadily(client, &paths).await?;
        let change = stored_in(client, &paths, phase).await?.filter(|change| change.is_open());
        if observed.new.is_none() && change.is_none() {
            return Ok(false);
        }
        on(Event::Phase { table: &paths.path, phase });
        if let Some(change) = change {
            let layout = observed.table.as_ref().and_then(|live| live.attributes.get(Layout::ATTRIBUTE).cloned());
            let mut run = KeyRun::begin(client, &paths, table, layout.unwrap_or_default(), options).await?;
            // The tables were read before this runner owned the change.
            let is_whole = ObservedTables::of(client, &paths).await?.table.is_some();
            if run.doubt || change.phase == Phase::Fenced || !is_whole {
                run.release().await;
                return Err(Detail::MayBeSwapped { table: paths.path.to_string() }.into());
            }
            run.leave().await.map_err(|refusal| refusal.of(&paths, phase))?;
        }
        let text = format!("DROP TABLE IF EXISTS {}", Name(&paths.new));
        exec(client, text, Params::new()).await.map_err(failed)?;
        Ok(observed.new.is_some())
    });
    run.await
}

// Two ends after the swap of a change with dual writers: `finish` ends it for good, `back` swaps the names again.
//
// ```text
// both -> closing -> new -> done        finish: writers write the new table alone
//   ^                 |
//   +---- closing <---+                 back: the table has its old key again, and the new one is its copy
// ```
//
// In the phase `new` each dual write goes to both tables. Both therefore have all rows at every moment. `back` compares
// them first. A row that differs was written by a program that writes one table alone, and swapping back would lose it:
// `back` then refuses, and names the row. The rename is the reverse of that in `swap.rs`, with the same rules for an
// answer that is lost.

impl RekeyOptions {
    /// Ends a change of the key with dual writers: from now on they write the new table alone, and
    /// [`drop_old`](super::drop_old) may drop the old one. Returns `None` if there was no change to end. Otherwise
    /// returns differing rows for the user to check, one sentence each. `drop_old` refuses to drop rows and values that
    /// only the old table has.
    ///
    /// `path` is the path of the model's table, relative to the database.
    ///
    /// # Errors
    /// [`Obstacle`](crate::MigrateErrorKind::Obstacle) if another runner is at work;
    /// [`Database`](crate::MigrateErrorKind::Database) if a request fails.
    pub async fn finish(
        &self,
        client: &Client,
        table: &'static Table,
        path: &str,
        on: &mut OnEvent<'_>,
    ) -> Result<Option<Vec<String>>, MigrateError> {
        // The future is boxed: the client's futures are so deeply nested that the caller's crate would need a higher
        // `recursion_limit`.
        let run: BoxFuture<'_, _> = Box::pin(async move {
            let paths = last_paths(client, path).await?;
            let stored = stored_in(client, &paths, RekeyPhase::Settle).await?;
            if stored.is_none_or(|change| change.phase != Phase::New) {
                return Ok(None);
            }
            let run = KeyRun::reopen(client, &paths, self).await?;
            let observed = ObservedTables::of(client, &paths).await?;
            let differing = if observed.is_swapped(table) {
                compared_again(client, table, &paths, self.batch_rows, on).await?
            } else {
                // The model has changed since; only the result of the comparison after the swap is known.
                let stored = stored_in(client, &paths, RekeyPhase::Settle).await?;
                DifferingRows { only_kept: stored.and_then(|change| change.unsettled), only_new: None }
            };
            let ended = run.open(Phase::Done, differing.only_kept.as_deref()).await;
            ended.map_err(|refusal| refusal.of(&paths, RekeyPhase::Settle))?;
            Ok(Some(differing.sentences()))
        });
        run.await
    }

    /// Takes back a change of the key with dual writers: the table has its old key again within seconds, and the change
    /// is in its state before the swap. [`rekey`](super::rekey) makes it again, [`drop_new`](super::drop_new) gives it
    /// up. Returns `true` if there was a change to take back.
    ///
    /// `path` is the path of the model's table, relative to the database.
    ///
    /// # Errors
    /// [`Obstacle`](crate::MigrateErrorKind::Obstacle) if rows differ between the tables, because swapping back would
    /// lose them; if the table has a `serial` column, because its old sequence does not know the numbers that were
    /// given since; if another runner is at work. [`Database`](crate::MigrateErrorKind::Database) if a request fails.
    pub async fn back(
        &self,
        client: &Client,
        table: &'static Table,
        path: &str,
        on: &mut OnEvent<'_>,
    ) -> Result<bool, MigrateError> {
        let run: BoxFuture<'_, _> = Box::pin(take_back(client, table, path, self, on));
        run.await
    }
}

async fn take_back(
    client: &Client,
    table: &'static Table,
    path: &str,
    options: &RekeyOptions,
    on: &mut OnEvent<'_>,
) -> Result<bool, MigrateError> {
    let paths = &last_paths(client, path).await?;
    let observed = ObservedTables::of(client, paths).await?;
    let phase = stored_in(client, paths, RekeyPhase::Settle).await?.map(|change| change.phase);
    let refused = |refusal: ChangeRefusal| refusal.of(paths, RekeyPhase::Swap);
    let is_back =
        |observed: &ObservedTables| observed.kept.is_none() && observed.new.is_some() && observed.table.is_some();
    match phase {
        // The names were swapped by a request whose answer was lost.
        Some(Phase::New | Phase::Closing) if is_back(&observed) => {
            let mut run = KeyRun::reopen(client, paths, options).await?;
            run.enter(Phase::Both, false).await.map_err(refused)?;
            run.release().await;
            return Ok(true);
        }
        Some(Phase::New | Phase::Closing) if observed.is_swapped(table) => {}
        _ => return Ok(false),
    }
    if serials(table).next().is_some() {
        return Err(Detail::SerialBack { table: paths.path.to_string(), old: paths.kept.to_string() }.into());
    }
    let mut run = KeyRun::reopen(client, paths, options).await?;
    let differing = compared_again(client, table, paths, options.batch_rows, on).await?;
    let rows = differing.sentences().join("; ");
    if !rows.is_empty() {
        run.open(Phase::New, differing.only_kept.as_deref()).await.map_err(refused)?;
        return Err(Detail::BackLoses { old: paths.kept.to_string(), table: paths.path.to_string(), rows }.into());
    }
    on(Event::Phase { table: &paths.path, phase: RekeyPhase::Swap });
    run.enter(Phase::Closing, true).await.map_err(refused)?;
    let Paths { path, new, kept, .. } = paths;
    let moves = vec![
        RenameTableItem::new(path.absolute(), new.absolute(), false),
        RenameTableItem::new(kept.absolute(), path.absolute(), false),
    ];
    let renamed = client.table_client().rename_tables(moves).await;
    let observed = ObservedTables::of(client, paths).await;
    match (renamed, observed) {
        (_, Ok(observed)) if is_back(&observed) => {
            run.enter(Phase::Both, false).await.map_err(refused)?;
            run.release().await;
            Ok(true)
        }
        (Err(error), Ok(observed)) if is_refused(&error) && observed.is_swapped(table) => {
            run.open(Phase::New, Some("")).await.map_err(refused)?;
            Err(refused(ChangeRefusal::Ydb(error)))
        }
        // YDB may still execute the request: writers wait until the next run looks again.
        (Err(error), _) => {
            run.release().await;
            Err(refused(ChangeRefusal::Ydb(error)))
        }
        (Ok(()), Err(error)) => Err(error),
        (Ok(()), Ok(_)) => Err(Detail::SwappedOtherwise { table: path.to_string(), old: kept.to_string() }.into()),
    }
}
