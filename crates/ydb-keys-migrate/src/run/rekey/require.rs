//! Checks that the server can do a copy, before the first row is copied.

use futures_util::future::BoxFuture;
use ydb::{Client, RenameTableItem, YdbError, YdbResult};
use ydb_keys::__internal::Reason;
use ydb_keys::Table;
use ydb_keys::schema::Store;
use ydb_keys_core::ddl::Name;
use ydb_keys_core::schema::path::TablePath;

use super::explain::refuse_collisions;
use crate::diff::{obstacle, too_old_for_key_changes};
use crate::live::LiveTable;
use crate::rekey::{Pair, Paths, may_have_sequences};
use crate::run::error::{Detail, MigrateError};
use crate::run::event::RekeyPhase;
use crate::run::release::knows_alter_sequence;
use crate::run::version::release;

/// The reasons why the server cannot do the copy, one sentence each.
///
/// # Errors
/// Two rows that have the same new key.
pub(super) async fn obstacles(
    client: &Client,
    pair: Pair<'_>,
    table: &Table,
    old: &LiveTable,
    paths: &Paths,
) -> Result<Vec<String>, MigrateError> {
    let failed = |source| Detail::Rekey { table: paths.path.to_string(), phase: RekeyPhase::Create, source };
    let mut obstacles = Vec::new();
    // The plan may have been made before, or on another server.
    let release = release(client).await;
    if too_old_for_key_changes(release) == Some(true) {
        obstacles.extend(release.map(obstacle));
    }
    // A server with SHOW CREATE TABLE is new enough. One that is too old may fail when such a table is renamed, so
    // there is no trial for it.
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
            client.query_client().exec(text).idempotent(true).await?;
        }
        let moves = vec![RenameTableItem::new(from.absolute(), to.absolute(), false)];
        let renamed = client.table_client().rename_tables(moves).await;
        for text in [drop(&from), drop(&to)] {
            client.query_client().exec(text).idempotent(true).await?;
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
