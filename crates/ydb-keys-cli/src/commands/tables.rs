//! `tables`: prints the tables with their keys, indexes and references, as a list or a drawing.

use std::path::PathBuf;

use clap::Args;
use ydb_keys::Table;
use ydb_keys_core::schema::any;

use super::database::{Connection, TableNames};
use super::failure::Failure;
use super::files::put;
use super::findings::{Lines, ModelFiles};
use super::page::{Page, Tone};
use super::queries::by_database;
use super::streams::Streams;
use crate::plot::{Drawing, KeyMark, mermaid, svg};

#[derive(Args, Debug)]
pub(super) struct TablesArgs {
    #[command(flatten)]
    pub(super) tables: TableNames,
    /// Write a drawing into a file: schema.svg, or schema.mmd for mermaid
    #[arg(long, value_name = "FILE")]
    pub(super) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(super) models: ModelFiles,
    #[command(flatten)]
    pub(super) connection: Connection,
}

pub(super) fn tables(args: &TablesArgs, models: &[&'static Table], streams: &mut Streams<'_>) -> Result<(), Failure> {
    let draw = match args.plot.as_ref().map(|path| path.extension().and_then(|extension| extension.to_str())) {
        None => None,
        Some(Some("svg")) => Some(svg as fn(&Drawing) -> String),
        Some(Some("mmd" | "mermaid")) => Some(mermaid as fn(&Drawing) -> String),
        Some(_) => return Err(Failure::NoPlot(args.plot.clone().unwrap_or_default())),
    };
    let lines = Lines::read(&args.models.models)?;
    let drawing = drawing(models, &lines, &args.tables.paths, &args.connection, streams)?;
    if let (Some(path), Some(draw)) = (&args.plot, draw) {
        return put(path, draw(&drawing).as_bytes());
    }
    Ok(list(&drawing, &mut streams.page())?)
}

/// Draws the tables of the models, or else of the database; only those with the given paths, if there are any.
pub(super) fn drawing(
    models: &[&'static Table],
    lines: &Lines,
    paths: &[String],
    connection: &Connection,
    streams: &mut Streams<'_>,
) -> Result<Drawing, Failure> {
    let of = |tables: &[any::Table<'_>]| Drawing::of(tables, |table, column| lines.newtype(table, column));
    if !models.is_empty() {
        let chosen = super::database::choose(models, paths)?;
        return Ok(of(&chosen.into_iter().copied().collect::<Vec<_>>()));
    }
    by_database(connection, streams, |database, live| {
        let paths: Vec<String> = paths.iter().map(|path| database.relative(path)).collect();
        if let Some(path) = paths.iter().find(|path| !live.all.iter().any(|table| table.name == **path)) {
            return Err(Failure::NoTable(path.clone()));
        }
        let chosen = |table: &&any::Table<'_>| paths.is_empty() || paths.iter().any(|path| path == table.name);
        Ok(of(&live.all.iter().filter(chosen).copied().collect::<Vec<_>>()))
    })
}

fn list(drawing: &Drawing, page: &mut Page<'_>) -> std::io::Result<()> {
    for (at, table) in drawing.tables.iter().enumerate() {
        let store = if table.is_column_store { " (column table)" } else { "" };
        page.line(&format!("{}{store}", page.paint(Tone::Strong, &table.path)))?;
        let key: Vec<String> = table
            .columns
            .iter()
            .filter(|row| row.mark != KeyMark::None)
            .map(|row| match &row.computed {
                Some(computed) => format!("{} = {computed}", row.name),
                None => row.name.clone(),
            })
            .collect();
        page.paragraph("  key ", "      ", &format!("({})", key.join(", ")))?;
        for index in &table.indexes {
            page.paragraph("  index ", "      ", index)?;
        }
        for reference in drawing.references.iter().filter(|reference| reference.from.0 == at) {
            let (column, to) = (&table.columns[reference.from.1].name, &drawing.tables[reference.to].path);
            page.paragraph("  ", "      ", &format!("{column} refers to {to} ({})", reference.newtype))?;
        }
    }
    if drawing.references.is_empty() {
        page.line("")?;
        let why = "No references are known: they come from newtypes in the Rust files of the models (`--models`).";
        page.paragraph("", "", why)?;
    }
    Ok(())
}
