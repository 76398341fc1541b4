//! The table of an export, and its state on disk: the options, and the progress of each part.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use ydb_keys::schema::ColumnDef;
use ydb_keys::{Table, Value};
use ydb_keys_bulk::__internal::Key;
use ydb_keys_core::schema::rules::Nearest;

use super::{ExportArgs, ExportFailed};
use crate::commands::database::{Database, lasting};
use crate::commands::failure::Failure;
use crate::commands::files::{keep, kept};
use crate::lint::{ModelTables, SeenTable, plain};
use crate::parse;

const VERSION: u32 = 1;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ExportState {
    version: u32,
    export: ExportIdentity,
    pub(super) parts: Vec<ExportPart>,
}

/// Options that must not differ in a run that continues an export.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ExportIdentity {
    pub(super) table: String,
    pub(super) directory: PathBuf,
    pub(super) format: String,
    /// Names and types of the columns.
    pub(super) columns: Vec<(String, String)>,
}

/// Part of the table between two keys, with its progress.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct ExportPart {
    from: KeyTexts,
    to: KeyTexts,
    /// Key of the last row in a complete file.
    after: Option<KeyTexts>,
    /// Number of complete files; `rows` counts the rows in them.
    pub(super) files: u32,
    pub(super) rows: u64,
    pub(super) is_done: bool,
}

type KeyTexts = Vec<Option<String>>;

impl ExportState {
    /// Creates the state at the start of an export whose parts are separated by these keys.
    pub(super) fn new(export: ExportIdentity, cuts: &[Key]) -> Self {
        let mut parts = vec![ExportPart::default()];
        for cut in cuts {
            let cut = texts(cut);
            if let Some(last) = parts.last_mut() {
                last.to.clone_from(&cut);
            }
            parts.push(ExportPart { from: cut, ..ExportPart::default() });
        }
        ExportState { version: VERSION, export, parts }
    }

    /// Reads the state of an earlier run of the same export, if there is one. Fails if the state belongs to another
    /// export.
    pub(super) fn of_earlier(path: &Path, export: &ExportIdentity) -> Result<Option<Self>, ExportFailed> {
        let other = |what: &str| ExportFailed::OtherState { path: path.to_owned(), what: what.to_owned() };
        let failed = |source| ExportFailed::File { what: "read", path: path.to_owned(), source, again: "" };
        let Some(text) = kept(path).map_err(failed)? else { return Ok(None) };
        let found: ExportState = serde_json::from_slice(&text).map_err(|_| other("it cannot be read"))?;
        let theirs = &found.export;
        Err(if found.version != VERSION {
            other("another version of this program wrote it")
        } else if found.parts.is_empty() {
            other("it cannot be read")
        } else if theirs.table != export.table {
            other(&format!("its table is `{}`", theirs.table))
        } else if theirs.directory != export.directory {
            other(&format!("its directory is `{}`", theirs.directory.display()))
        } else if theirs.format != export.format {
            other("its files have another format")
        } else if theirs.columns != export.columns {
            other("its files have other columns, or the table has changed since")
        } else {
            return Ok(Some(found));
        })
    }

    pub(super) fn save(&self, path: &Path) -> Result<(), ExportFailed> {
        let text = serde_json::to_vec(self).map_err(io::Error::from);
        text.and_then(|text| keep(path, &text)).map_err(|source| ExportFailed::File {
            what: "write",
            path: path.to_owned(),
            source,
            again: "",
        })
    }

    pub(super) fn rows(&self) -> u64 {
        self.parts.iter().map(|part| part.rows).sum()
    }
}

impl ExportPart {
    /// Returns the range of rows to read next: its first key, the key to continue after, its end. Returns `None` if the
    /// texts are not values of the key.
    pub(super) fn rest(&self, key: &[ColumnDef]) -> Option<(Key, Option<Key>, Key)> {
        let after = match &self.after {
            Some(after) => Some(values(after, key)?),
            None => None,
        };
        Some((values(&self.from, key)?, after, values(&self.to, key)?))
    }

    /// Records that another file is complete.
    pub(super) fn has_file(&mut self, last: &Key, rows: u64) {
        self.after = Some(texts(last));
        self.files += 1;
        self.rows += rows;
    }
}

fn texts(key: &[Value<'_>]) -> KeyTexts {
    key.iter().map(|value| parse::text(value).map(|text| text.into_owned())).collect()
}

fn values(texts: &KeyTexts, key: &[ColumnDef]) -> Option<Key> {
    let value = |(text, column): (&Option<String>, &ColumnDef)| match text {
        Some(text) => parse::value(column.ty, text).map(Value::into_owned),
        None => Some(Value::Null),
    };
    texts.iter().zip(key).map(value).collect()
}

/// Description of the exported table that lives as long as the program.
pub(super) struct ExportTarget {
    /// Path relative to the database.
    pub(super) path: &'static str,
    pub(super) columns: &'static [ColumnDef],
    /// Columns of the whole primary key.
    pub(super) key: &'static [ColumnDef],
    /// Number of rows by YDB's statistics, if known.
    pub(super) rows: Option<u64>,
}

pub(super) fn target(
    database: &Database,
    args: &ExportArgs,
    models: &[&'static Table],
) -> Result<ExportTarget, Failure> {
    let path = database.relative(&args.table);
    let (seen, survey) = database.look_at(&path, ModelTables { tables: models, below: "" })?;
    let seen: &'static SeenTable = lasting(seen);
    let live = &seen.live;
    if let Some(name) = args.ignore.iter().find(|name| live.column(name).is_none()) {
        let nearest = live.columns.iter().fold(Nearest::to(name), |nearest, column| nearest.or(&column.name)).name();
        let hint = nearest.map(|nearest| format!("; did you mean `{nearest}`?")).unwrap_or_default();
        return Err(ExportFailed::NoColumn { table: path, name: name.clone(), hint }.into());
    }
    let shape = seen.shape();
    let indexes = shape.indexes();
    let table = shape.table(&indexes);
    // A hash that only the rows show is exported: a load into an empty table would not know its function.
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
    Ok(ExportTarget { path: &live.path, columns: lasting(columns), key: lasting(key), rows })
}
