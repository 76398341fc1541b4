//! The table that is exported: the live one, without what a layout or a model says how to compute.

use ydb_keys::Table;
use ydb_keys::schema::ColumnDef;
use ydb_keys_core::schema::rules::Nearest;

use super::args::ExportArgs;
use super::error::ExportFailed;
use crate::commands::database::Database;
use crate::commands::failure::Failure;
use crate::lint::{Models, plain};

/// A table, never freed: a run exports one.
pub(super) struct Target {
    /// The path relative to the database.
    pub(super) path: &'static str,
    /// The columns of the files.
    pub(super) columns: &'static [ColumnDef],
    /// The whole primary key.
    pub(super) key: &'static [ColumnDef],
    /// How many rows YDB counts, if it does.
    pub(super) rows: Option<u64>,
}

pub(super) fn target(database: &Database, args: &ExportArgs, models: &[&'static Table]) -> Result<Target, Failure> {
    let path = database.relative(&args.table);
    let (survey, seen) = database.look_at(&path, Models { tables: models, below: "" })?;
    let live = &seen.live;
    if let Some(name) = args.ignore.iter().find(|name| live.column(name).is_none()) {
        let nearest = live.columns.iter().fold(Nearest::to(name), |nearest, column| nearest.or(&column.name)).name();
        let hint = nearest.map(|nearest| format!("; did you mean `{nearest}`?")).unwrap_or_default();
        return Err(ExportFailed::NoColumn { table: path, name: name.clone(), hint }.into());
    }
    let shape = seen.shape();
    let indexes = shape.indexes();
    let table = shape.table(&indexes);
    // What only the rows show, a load into an empty table would not know.
    let leading = table.hash.filter(|_| shape.declared.is_none());
    let is_computed = |name: &str| {
        table.computed().any(|hash| hash.name == name) && leading.is_none_or(|leading| leading.name != name)
    };
    let mut columns = Vec::new();
    for column in &live.columns {
        if args.ignore.contains(&column.name) || !args.computed && is_computed(&column.name) {
            continue;
        }
        let (name, ty) = (column.name.clone(), column.type_text.clone());
        columns.push(plain(column).ok_or_else(|| ExportFailed::Untyped { table: path.clone(), name, ty })?);
    }
    if columns.is_empty() {
        return Err(ExportFailed::NoColumns(path).into());
    }
    let mut key = Vec::new();
    for column in live.primary_key.iter().filter_map(|name| live.column(name)) {
        let (name, ty) = (column.name.clone(), column.type_text.clone());
        key.push(plain(column).ok_or_else(|| ExportFailed::UntypedKey { table: path.clone(), name, ty })?);
    }
    let counted = survey.counters.as_ref().and_then(|counters| counters.of_table(&live.path));
    let rows = counted.map(|counted| counted.rows).filter(|&rows| rows > 0);
    Ok(Target { path: &live.path, columns: columns.leak(), key: key.leak(), rows })
}
