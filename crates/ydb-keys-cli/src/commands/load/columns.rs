//! Finds the table to load, matches a file's columns to the table's by name, and parses a row's texts into values.

use std::borrow::Cow;

use ydb_keys::schema::{HashDef, IndexDef, Store};
use ydb_keys::{Table, Value, YdbType};
use ydb_keys_core::error::Printable;
use ydb_keys_core::schema::rules::Nearest;
use ydb_keys_migrate::__internal::{LiveIndexKind, foreign_by_layout};

use super::LoadFailed;
use crate::commands::database::{Database, lasting};
use crate::commands::failure::Failure;
use crate::commands::rows::{RowCell, Rows};
use crate::lint::{LiveShape, ModelTables, SeenTable};
use crate::parse;

/// Most characters of a value that an error shows.
const SHOWN: usize = 60;

/// Columns of a file, matched to a table that has only the columns to write.
pub(super) struct LoadColumns {
    pub(super) table: &'static Table,
    ignored: Vec<String>,
    /// Place of each column of the file in the table; grows when the file has new columns.
    places: Vec<ColumnPlace>,
}

enum ColumnPlace {
    Column(usize),
    Ignored,
    /// Error for a row that has a value in this column.
    Unknown(String),
}

impl LoadColumns {
    /// Accepts all columns of the table, for a file without a header: each row may have other columns.
    pub(super) fn all(table: &'static Table, ignored: &[String]) -> Self {
        LoadColumns { table, ignored: ignored.to_vec(), places: Vec::new() }
    }

    /// Matches the columns of a header.
    ///
    /// # Errors
    /// The header has a column that the table lacks, or lacks a column that the load needs.
    pub(super) fn of_header(
        table: &'static Table,
        file: &str,
        header: &[String],
        ignored: &[String],
    ) -> Result<Self, LoadFailed> {
        for name in header.iter().filter(|name| !ignored.contains(name) && !is_computed(table, name)) {
            if position(table, name).is_none() {
                let (file, table, hint) = (file.to_owned(), table.name.to_owned(), hint(table, name));
                return Err(LoadFailed::UnknownColumn { file, table, name: name.clone(), hint });
            }
        }
        let has = |at: usize| {
            let name = table.columns[at].name;
            header.iter().any(|other| other == name) && !ignored.iter().any(|other| other == name)
        };
        demanded(table, file, has)?;
        // YDB accepts only whole rows for column tables.
        let kept: Vec<usize> = (0..table.columns.len()).filter(|&at| has(at) || table.store == Store::Column).collect();
        Ok(LoadColumns { table: narrowed(table, &kept), ignored: ignored.to_vec(), places: Vec::new() })
    }

    /// Returns the values of the current row, one for each column of the table.
    ///
    /// # Errors
    /// The reason why the row cannot be stored.
    pub(super) fn values(&mut self, rows: &dyn Rows) -> Result<Vec<Value<'static>>, String> {
        for name in &rows.columns()[self.places.len()..] {
            self.places.push(match position(self.table, name) {
                _ if self.ignored.contains(name) || is_computed(self.table, name) => ColumnPlace::Ignored,
                Some(at) => ColumnPlace::Column(at),
                None => ColumnPlace::Unknown(format!(
                    "the table has no column `{}`; {}",
                    Printable(name),
                    hint(self.table, name)
                )),
            });
        }
        let mut values = vec![Value::Null; self.table.columns.len()];
        for (place, of_file) in self.places.iter().zip(0..) {
            let Some(cell) = rows.cell(of_file) else { continue };
            match place {
                ColumnPlace::Ignored => {}
                ColumnPlace::Unknown(reason) => return Err(reason.clone()),
                ColumnPlace::Column(at) => {
                    let column = &self.table.columns[*at];
                    values[*at] = value(column.ty, cell).ok_or_else(|| {
                        format!("column `{}`: {} is not a value of type {}", column.name, shown(cell), column.ty)
                    })?;
                }
            }
        }
        for hash in self.table.computed() {
            if let Some(&at) = hash.inputs.iter().find(|&&at| values[at] == Value::Null) {
                let name = self.table.columns[at].name;
                return Err(format!("column `{name}`: NULL, but `{}` is computed from it", hash.name));
            }
        }
        Ok(values)
    }
}

fn position(table: &Table, name: &str) -> Option<usize> {
    table.columns.iter().position(|column| column.name == name)
}

fn is_computed(table: &Table, name: &str) -> bool {
    table.computed().any(|hash| hash.name == name)
}

fn hint(table: &Table, name: &str) -> String {
    match table.columns.iter().fold(Nearest::to(name), |nearest, column| nearest.or(column.name)).name() {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None => format!("`--ignore {name}` leaves it out"),
    }
}

/// Error for a missing key column that may be a hash, although nothing in the database says so.
const KEY_OR_HASH: &str = "is in the primary key\n\
    help: add it to the file; if it is a hash, load with the program over your models, which computes it";

/// Error for a missing column that has a default; a load could only store NULL.
const HAS_DEFAULT: &str = "has a default that a load does not fill in\n\
    help: add the column to the file; an empty field is NULL";

/// Checks that the file has the key, the inputs of hashes, and every column that is NOT NULL or has a default.
fn demanded(table: &'static Table, file: &str, has: impl Fn(usize) -> bool) -> Result<(), LoadFailed> {
    let missing = |names: String, of: &str| LoadFailed::Missing { file: file.to_owned(), names, of: of.to_owned() };
    let name = |at: usize| format!("`{}`", table.columns[at].name);
    if let Some(&at) = table.key.iter().find(|&&at| !has(at)) {
        return Err(missing(name(at), if table.hash.is_some() { "is in the primary key" } else { KEY_OR_HASH }));
    }
    for hash in table.computed() {
        if let Some(&at) = hash.inputs.iter().find(|&&at| !has(at)) {
            return Err(missing(name(at), &format!("`{}` is computed from", hash.name)));
        }
    }
    if let Some(at) = (0..table.columns.len()).find(|&at| !has(at) && !table.columns[at].is_nullable()) {
        return Err(missing(name(at), "is NOT NULL; a load fills in no defaults and no sequences"));
    }
    // BulkUpsert refuses such rows since 25.2.1 and 25.3; older releases stored NULL.
    match (0..table.columns.len()).find(|&at| !has(at) && table.columns[at].default.is_some()) {
        Some(at) => Err(missing(name(at), HAS_DEFAULT)),
        None => Ok(()),
    }
}

/// Returns the table with only some columns: they must include its key and the inputs of its hashes.
fn narrowed(table: &'static Table, kept: &[usize]) -> &'static Table {
    let moved = |positions: &[usize]| -> &'static [usize] {
        lasting(positions.iter().filter_map(|at| kept.binary_search(at).ok()).collect::<Vec<_>>())
    };
    let hash = |hash: HashDef| HashDef { inputs: moved(hash.inputs), ..hash };
    let index = |index: &IndexDef| IndexDef { hash: index.hash.map(hash), on: &[], cover: &[], ..*index };
    lasting(Table {
        columns: lasting(kept.iter().map(|&at| table.columns[at]).collect::<Vec<_>>()),
        key: moved(table.key),
        hash: table.hash.map(hash),
        indexes: lasting(table.indexes.iter().map(index).collect::<Vec<_>>()),
        partition_by: &[],
        ttl: None,
        version: None,
        ..*table
    })
}

fn value(ty: YdbType, cell: RowCell<'_>) -> Option<Value<'static>> {
    match (cell, ty) {
        (RowCell::Empty, YdbType::Utf8 | YdbType::String) => parse::value(ty, "").map(Value::into_owned),
        (RowCell::Empty, _) => Some(Value::Null),
        (RowCell::Text(text), _) => parse::value(ty, text).map(Value::into_owned),
        (RowCell::Bytes(bytes), YdbType::String) => Some(Value::String(Cow::Owned(bytes.to_vec()))),
        (RowCell::Bytes(bytes), YdbType::Yson) => Some(Value::Yson(Cow::Owned(bytes.to_vec()))),
        (RowCell::Bytes(bytes), YdbType::Uuid) if bytes.len() == 16 => Some(Value::Uuid(bytes.try_into().ok()?)),
        (RowCell::Bytes(bytes), _) => parse::value(ty, str::from_utf8(bytes).ok()?).map(Value::into_owned),
    }
}

fn shown(cell: RowCell<'_>) -> String {
    match cell {
        RowCell::Bytes(bytes) => format!("a value of {} bytes", bytes.len()),
        RowCell::Empty => "``".to_owned(),
        RowCell::Text(text) => match text.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("`{}..`", Printable(&text[..end])),
            None => format!("`{}`", Printable(text)),
        },
    }
}

/// Reads the description of the table to load, and checks that rows can be loaded into it.
pub(super) fn target(database: &Database, path: &str, models: &[&'static Table]) -> Result<&'static Table, Failure> {
    let models = ModelTables { tables: models, below: "" };
    let seen: &'static SeenTable = lasting(database.look_at(path, models)?.0);
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
    // Only a program with the model has the hash function.
    if let (Some(hash), None) = (foreign_by_layout(live), models.of(path)) {
        return Err(LoadFailed::ForeignHash { table: live.path.clone(), hash: hash.to_string() }.into());
    }
    let shape: &'static LiveShape<'_> = lasting(seen.shape().with_known_defaults());
    let table = lasting(shape.table(lasting(shape.indexes())));
    match table.hash {
        Some(hash) if shape.declared.is_none() && !seen.shows_hash() => {
            Err(LoadFailed::UnknownHash { table: live.path.clone(), column: hash.name.to_owned() }.into())
        }
        _ => Ok(table),
    }
}
