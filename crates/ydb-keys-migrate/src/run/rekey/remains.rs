//! What changes of its key have left of a table, for a look at it. Changes nothing.

use ydb::Client;
use ydb_keys::__internal::{KeyChange, Phase};

use super::change::{Refusal, last_paths, stored, time_of};
use super::look::Observed;
use crate::run::error::MigrateError;
use crate::run::event::RekeyPhase;

/// What changes of its key have left of a table.
#[derive(Debug)]
pub struct Remains {
    /// The path of the table with the old key, which is kept until it is dropped.
    pub kept: Option<String>,
    /// The path of a copy that was not swapped in.
    pub unfinished: Option<String>,
    /// Whether the name of the table is taken away.
    pub is_away: bool,
    /// The last change that a runner has recorded.
    pub change: Option<Recorded>,
}

/// A change of the key, as its runner has recorded it.
#[derive(Debug)]
pub struct Recorded {
    /// Whether the tables are swapped.
    pub swapped: bool,
    /// Whether the names can be swapped back.
    pub reversible: bool,
    /// The layout that the table has afterwards.
    pub layout: String,
    /// The name of that runner.
    pub runner: String,
    /// When it was begun: `2026-01-01T10:00:00Z`.
    pub begun_at: String,
}

/// Looks for what changes of the key have left of the table at a path, relative to the database.
///
/// # Errors
/// [`Database`](crate::MigrateErrorKind::Database) if a request fails.
pub async fn remains(client: &Client, path: &str) -> Result<Remains, MigrateError> {
    let paths = last_paths(client, path).await?;
    let observed = Observed::steadily(client, &paths).await?;
    let change = stored(client, &paths).await.map_err(|source| Refusal::Ydb(source).of(&paths, RekeyPhase::Create))?;
    Ok(Remains {
        is_away: observed.is_away(),
        kept: observed.kept.map(|_| paths.kept.to_string()),
        unfinished: observed.new.map(|_| paths.new.to_string()),
        // A row of epoch 0 is one that a writer has read; nobody has changed the key.
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
