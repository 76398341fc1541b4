//! Tables from files of DDL: each CREATE TABLE and the ALTER TABLE statements after it, in the order of the files.
//!
//! A comment `-- ydb_keys.layout: v1: ..` after the statement declares the table's layout with its hash. Without the
//! comment, the names decide, as in `lint`: an unsigned column `..hash` that leads the key is computed from the column
//! after it whose name begins alike (`user_hash`, `user_id`), or else from the next one.

use ydb_keys::schema::HashFunction;
use ydb_keys::{Layout, YdbType};
use ydb_keys_migrate::__internal::{Candidate, KeyFinding, LiveIndexKind, LiveTable, by_layout};
use ydb_yql::advice::{Advice, advice};
use ydb_yql::ast::StatementKind;
use ydb_yql::facts::{created as name_of, head};
use ydb_yql::{Definitions, Error, ErrorKind, Form, Position, definitions};

use super::ddl::{RefusedStatement, apply};
use super::migrations::{Migrations, SchemaError, Tool};
use crate::lint::{LiveShape, shape};

/// Table that the files describe.
#[derive(Debug)]
pub(crate) struct Described {
    live: LiveTable,
    key: KeyFinding,
}

impl Described {
    /// Converts the table into the form that the rules of models read.
    pub(crate) fn shape(&self) -> LiveShape<'_> {
        shape(&self.live, Some(&self.key), None).with_defaults()
    }

    pub(crate) fn path(&self) -> &str {
        &self.live.path
    }

    /// Returns `true` if the leading column is taken for a hash because of its name.
    pub(crate) fn is_guessed(&self) -> bool {
        matches!(self.key, KeyFinding::Chosen(_))
    }
}

/// Returns the error of a text with advice for its author.
fn advised(text: &str, error: Error) -> Error {
    match advice(text, &error, &[]) {
        Some(Advice { at, fault, cure }) => Error { at, message: format!("{fault}: {cure}"), ..error },
        None => error,
    }
}

/// Tables that the files describe.
#[derive(Debug)]
pub(crate) struct DdlSchema {
    pub(crate) tables: Vec<Described>,
    /// Names of other objects that queries can read.
    pub(crate) others: Vec<String>,
    /// Files that were read, in their order.
    pub(crate) migrations: Migrations,
}

/// Reads the tables that files of DDL make. The files are given as name and text, and run in the order of a tool.
pub(crate) fn schema(files: &[(String, String)], tool: Option<Tool>) -> Result<DdlSchema, SchemaError> {
    let mut migrations = Migrations::of(files, tool)?;
    let (mut tables, mut others, mut skipped) = (Vec::new(), Vec::new(), Vec::new());
    for (file, up) in &migrations.read {
        let failed = |source| SchemaError { file: file.clone(), source };
        // A statement that is not understood may make an object that queries read.
        let Definitions { statements, unread } =
            definitions(up, Form::File).map_err(|error| failed(advised(up, error)))?;
        let unread: Vec<_> = unread.iter().filter(|unread| unread.is_statement).collect();
        others.extend(unread.iter().filter_map(|unread| name_of(&unread.text)).map(|name| name.name.to_string()));
        let passed = statements.iter().filter(|statement| is_skipped(&statement.kind)).map(|statement| statement.span);
        let mut passed: Vec<_> = unread.iter().map(|unread| unread.span).chain(passed).collect();
        passed.sort_by_key(|span| span.start);
        skipped.extend(passed.into_iter().map(|span| {
            let line = Position::of(up, span.start as usize).line;
            format!("{file}:{line}: {}", head(span.of(up)))
        }));
        let mut layouts = up.lines().zip(1..).filter_map(|(line, number)| Some((layout_in(line)?, number))).peekable();
        let (mut early, mut prefix) = (Vec::new(), None);
        for statement in statements {
            while let Some((layout, _)) = layouts.next_if(|(_, number)| *number < statement.at.line) {
                if !set_layout(layout, &mut tables) {
                    early.push(layout);
                }
            }
            let applied = apply(statement.kind, &mut prefix, &mut tables, &others);
            applied
                .map_err(|RefusedStatement { at, message }| failed(Error { kind: ErrorKind::Refused, at, message }))?;
        }
        for layout in layouts.map(|(layout, _)| layout).chain(early) {
            set_layout(layout, &mut tables);
        }
    }
    others.extend(tables.iter().flat_map(other_indexes));
    migrations.skipped = skipped;
    let key = |live: &LiveTable| match by_layout(live) {
        Some(hash) => KeyFinding::Layout(hash),
        None => called_hash(live).map_or(KeyFinding::NoHash, KeyFinding::Chosen),
    };
    let tables = tables.into_iter().map(|live| Described { key: key(&live), live }).collect();
    Ok(DdlSchema { tables, others, migrations })
}

/// Returns `true` if a statement makes no table and nothing that later statements of the file need.
fn is_skipped(kind: &StatementKind) -> bool {
    use StatementKind::{AlterTable, Commit, CreateTable, Declare, DropTable, Let, Pragma, Rollback};
    !matches!(
        kind,
        CreateTable(_)
            | AlterTable { .. }
            | DropTable { .. }
            | Pragma { .. }
            | Declare { .. }
            | Let { .. }
            | Commit
            | Rollback
    )
}

/// Lists the paths of a table's indexes to which no rule applies, such as indexes of vectors.
pub(crate) fn other_indexes(live: &LiveTable) -> impl Iterator<Item = String> + use<'_> {
    let others = live.indexes.iter().filter(|index| index.kind == LiveIndexKind::Other);
    others.map(|index| format!("{}/{}", live.path, index.name))
}

/// Finds the layout in a comment: after the name of the attribute, as `ddl` writes it, or alone, as in the steps of
/// `diff`.
fn layout_in(line: &str) -> Option<&str> {
    let comment = line.trim().strip_prefix("--")?.trim();
    let comment = comment.strip_prefix(Layout::ATTRIBUTE).map_or(comment, |rest| rest.trim_start_matches(':').trim());
    comment.parse::<Layout>().is_ok().then_some(comment)
}

/// Gives a layout to the last table with its key. Returns `false` if no table has it.
fn set_layout(line: &str, tables: &mut [LiveTable]) -> bool {
    for live in tables.iter_mut().rev() {
        let before = live.attributes.insert(Layout::ATTRIBUTE.to_owned(), line.to_owned());
        if by_layout(live).is_some() {
            return true;
        }
        match before {
            Some(before) => drop(live.attributes.insert(Layout::ATTRIBUTE.to_owned(), before)),
            None => drop(live.attributes.remove(Layout::ATTRIBUTE)),
        }
    }
    false
}

fn called_hash(live: &LiveTable) -> Option<Candidate> {
    let [first, rest @ ..] = &live.primary_key[..] else { return None };
    let column = live.column(first)?;
    let name = first.to_ascii_lowercase();
    let position = |name: &String| live.columns.iter().position(|column| column.name == *name);
    match column.ty? {
        YdbType::Uint64 if name.contains("hash") => {
            let stem = name.replace("hash", "");
            let stem = stem.trim_matches('_');
            let alike = |name: &&String| !stem.is_empty() && name.to_ascii_lowercase().starts_with(stem);
            let input = rest.iter().find(alike).or(rest.first())?;
            Some(Candidate { function: HashFunction::Xxh3, inputs: vec![position(input)?], buckets: None })
        }
        // The last columns of the key tell rows apart; the bucket is computed from the last one.
        YdbType::Uint32 if ["shard", "bucket"].iter().any(|word| name.contains(word)) => {
            Some(Candidate { function: HashFunction::Xxh3, inputs: vec![position(rest.last()?)?], buckets: Some(16) })
        }
        _ => None,
    }
}
