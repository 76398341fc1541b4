//! The table that is loaded: the live one, with its layout or the hash of its model.

use ydb_keys::Table;
use ydb_keys_core::schema::any::IndexDef;
use ydb_keys_migrate::__internal::{KeyFinding, LiveIndexKind, foreign_by_layout};

use super::LoadFailed;
use crate::commands::database::Database;
use crate::commands::failure::Failure;
use crate::lint::{LiveShape, ModelTables};

/// Reads the table. It is never freed: a table of a loader is one of the whole program, and a run loads one.
pub(super) fn target(database: &Database, path: &str, models: &[&'static Table]) -> Result<&'static Table, Failure> {
    let models = ModelTables { tables: models, below: "" };
    let (_, seen) = database.look_at(path, models)?;
    let live = &seen.live;
    if models.of(path).is_some_and(|model| model.version.is_some()) {
        return Err(LoadFailed::Versioned(live.path.clone()).into());
    }
    let kind = |kind| match kind {
        LiveIndexKind::Async => None,
        LiveIndexKind::Sync => Some("sync"),
        LiveIndexKind::Unique => Some("unique"),
        LiveIndexKind::Other => Some("vector, full-text or local"),
    };
    if let Some((index, kind)) = live.indexes.iter().find_map(|index| Some((index, kind(index.kind)?))) {
        return Err(LoadFailed::Indexed { table: live.path.clone(), kind, index: index.name.clone() }.into());
    }
    // Only a program with the model has the function.
    if let (Some(hash), None) = (foreign_by_layout(live), models.of(path)) {
        return Err(LoadFailed::ForeignHash { table: live.path.clone(), hash: hash.to_string() }.into());
    }
    let shape: &'static LiveShape<'static> = Box::leak(Box::new(seen.shape().with_known_defaults()));
    let shown = matches!(&seen.key, Some(KeyFinding::Sampled { rows: 1.., fits }) if fits.len() == 1);
    let indexes: &'static [IndexDef<'static>] = shape.indexes().leak();
    let table: &'static Table = Box::leak(Box::new(shape.table(indexes)));
    match table.hash {
        Some(hash) if shape.declared.is_none() && !shown => {
            Err(LoadFailed::UnknownHash { table: live.path.clone(), column: hash.name.to_owned() }.into())
        }
        _ => Ok(table),
    }
}
