//! The last step of a copy: drops the old table.

use futures_util::future::BoxFuture;
use ydb::Client;
use ydb_keys::__internal::Phase;
use ydb_keys::{Layout, Table};

use super::change::{after, last_paths, stored};
use super::look::{Observed, is_changed};
use super::options::BATCH_ROWS;
use super::run::compared;
use super::sequences;
use crate::run::error::{Detail, MigrateError};
use crate::run::event::{Event, OnEvent, RekeyPhase};

/// Drops the table that a [`rekey`](super::rekey) kept at `<path>__ydb_keys_old`, and returns whether there was one.
///
/// `path` is the path of the model's table, relative to the database. If nobody has compared both tables since the swap,
/// this does. `anyway` drops the old one even if it may be the only one with some rows.
///
/// # Errors
/// [`Obstacle`](crate::MigrateErrorKind::Obstacle) unless the table at `path` has the layout of the model, or the one of the
/// change that has kept the other, and, without `anyway`, if rows of the old table were written to it alone and not copied
/// over: the error has their keys;
/// [`Database`](crate::MigrateErrorKind::Database) if a request fails.
pub async fn drop_old(
    client: &Client,
    table: &'static Table,
    path: &str,
    anyway: bool,
    on: &mut OnEvent<'_>,
) -> Result<bool, MigrateError> {
    // Boxed: the client's futures are so deeply nested that the caller's crate would need a higher `recursion_limit`.
    let run: BoxFuture<'_, _> = Box::pin(run(client, table, path, anyway, on));
    run.await
}

async fn run(
    client: &Client,
    table: &'static Table,
    path: &str,
    anyway: bool,
    on: &mut OnEvent<'_>,
) -> Result<bool, MigrateError> {
    let paths = last_paths(client, path).await?;
    let observed = Observed::of(client, &paths).await?;
    if observed.kept.is_none() {
        return Ok(false);
    }
    let live = observed.table.and_then(|live| live.attributes.get(Layout::ATTRIBUTE).cloned());
    let model = Layout::of(table).to_string();
    let failed = |source| Detail::Rekey { table: paths.path.to_string(), phase: RekeyPhase::DropOld, source };
    if !is_changed(client, &paths, live.as_deref(), &model).await.map_err(failed)? {
        return Err(
            Detail::DropOldRefused { table: paths.path.to_string(), old: paths.kept.to_string(), model, live }.into()
        );
    }
    if stored(client, &paths).await.map_err(failed)?.is_some_and(|change| change.phase == Phase::New) {
        return Err(Detail::NotFinished { table: paths.path.to_string(), old: paths.kept.to_string() }.into());
    }
    if !anyway && let Some(rows) = compared(client, table, &paths, BATCH_ROWS, on).await?.only_kept {
        return Err(Detail::KeptDiffers { old: paths.kept.to_string(), table: paths.path.to_string(), rows }.into());
    }
    // This is the last chance: dropping the old table also drops its sequences, which know the numbers that it
    // assigned.
    sequences::after_the_swap(client, table, &paths, None).await?;
    on(Event::Phase { table: &paths.path, phase: RekeyPhase::DropOld });
    let text = format!("DROP TABLE IF EXISTS {}", ydb_keys_core::ddl::Name(&paths.kept));
    let sent = client.query_client().exec(text).idempotent(true).await;
    sent.map_err(failed)?;
    let dropped = after(client, &paths, |change| (change.phase, change.unsettled) = (Phase::Dropped, None)).await;
    dropped.map_err(|refusal| refusal.of(&paths, RekeyPhase::DropOld))?;
    Ok(true)
}
