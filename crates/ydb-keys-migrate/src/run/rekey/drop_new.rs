//! Gives up an unfinished copy.

use futures_util::future::BoxFuture;
use ydb::Client;
use ydb_keys::__internal::Phase;
use ydb_keys::{Layout, Table};
use ydb_keys_core::ddl::Name;

use super::RekeyOptions;
use super::change::{KeyRun, Refusal, last_paths, stored};
use super::look::Observed;
use crate::run::error::{Detail, MigrateError};
use crate::run::event::{Event, OnEvent, RekeyPhase};

/// Gives up a change of the key before the swap: writers go back to the old table alone, and the new table, which is at
/// `<path>__ydb_keys_new`, is dropped. Returns whether there was one.
///
/// Do not drop it by hand: as long as `ydb_keys/changes` says that writers write it, they would fail. `path` is the path
/// of the model's table, relative to the database. Of the options, [`runner`](RekeyOptions::runner) counts.
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
    // Boxed: the client's futures are so deeply nested that the caller's crate would need a higher `recursion_limit`.
    let run: BoxFuture<'_, _> = Box::pin(run(client, table, path, options, on));
    run.await
}

async fn run(
    client: &Client,
    table: &'static Table,
    path: &str,
    options: &RekeyOptions,
    on: &mut OnEvent<'_>,
) -> Result<bool, MigrateError> {
    let paths = last_paths(client, path).await?;
    let phase = RekeyPhase::DropNew;
    let failed = |source| Refusal::Ydb(source).of(&paths, phase);
    let observed = Observed::steadily(client, &paths).await?;
    let change = stored(client, &paths).await.map_err(failed)?.filter(|change| change.is_open());
    if observed.new.is_none() && change.is_none() {
        return Ok(false);
    }
    on(Event::Phase { table: &paths.path, phase });
    if let Some(change) = change {
        let layout = observed.table.as_ref().and_then(|live| live.attributes.get(Layout::ATTRIBUTE).cloned());
        let mut run = KeyRun::begin(client, &paths, table, layout.unwrap_or_default(), options).await?;
        // The look was before this runner had the change.
        let is_whole = Observed::of(client, &paths).await?.table.is_some();
        if run.doubt || change.phase == Phase::Fenced || !is_whole {
            run.release().await;
            return Err(Detail::MayBeSwapped { table: paths.path.to_string() }.into());
        }
        run.leave().await.map_err(|refusal| refusal.of(&paths, phase))?;
    }
    let sent = client.query_client().exec(format!("DROP TABLE IF EXISTS {}", Name(&paths.new))).idempotent(true).await;
    sent.map_err(failed)?;
    Ok(observed.new.is_some())
}
