//! Queries in files: each one judged by the keys of the tables that it reads. Pure. Here: what is judged, and by what.

mod ddl;
mod fix;
mod hashes;
mod judge;
mod migrations;
mod pieces;
mod plan;
mod schema;
#[cfg(test)]
mod tests;

use serde::Serialize;
use ydb_keys::YdbType;
use ydb_keys_core::queries::added::Added;
use ydb_keys_core::queries::{Access, Query, Scope, SourceKind};
use ydb_keys_core::schema::any::{HashDef, Table};
use ydb_yql::facts::code::Known;
use ydb_yql::facts::{Facts, Values, code};

pub(crate) use judge::{Options, judge_ran};
pub(crate) use migrations::{Migrations, SchemaError, Tool};
pub(crate) use pieces::{fixed, judge, texts};
pub(crate) use plan::{PlanDifference, PlanKeys, PlanRead, declarations, differences, place, reads};
pub(crate) use schema::{DdlSchema, Described, other_indexes, schema};

/// A query with its faults and the tables that it reads.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct JudgedQuery {
    /// Its name.
    pub(crate) name: String,
    /// `true` if it has no fault.
    pub(crate) ok: bool,
    /// What is wrong.
    pub(crate) errors: Vec<QueryFault>,
    /// What may be meant: a column that only its name or its rows make a hash has something else in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) questions: Vec<QueryFault>,
    /// The tables, and how their rows are found.
    pub(crate) sources: Vec<JudgedRead>,
    /// The combinations of its optional pieces, the one with all of them first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) combinations: Vec<CombinationReads>,
}

/// A combination of the optional pieces of a query.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct CombinationReads {
    /// What it leaves out, sends and chooses; empty for the one with all pieces.
    pub(crate) name: String,
    /// `true` if it has no fault.
    pub(crate) ok: bool,
    /// The tables, and how their rows are found.
    pub(crate) sources: Vec<JudgedRead>,
}

/// A fault of a query.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct QueryFault {
    /// The id of the rule.
    pub(crate) rule: &'static str,
    /// The table, if it is about one.
    pub(crate) table: Option<String>,
    /// The line of the file, from 1.
    pub(crate) line: u32,
    /// The column, from 1.
    pub(crate) column: u32,
    /// What is wrong, and what to do.
    pub(crate) message: String,
}

/// A table that a query reads.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct JudgedRead {
    /// The path.
    pub(crate) table: String,
    /// The index that the text names, or that YDB chooses.
    pub(crate) index: Option<String>,
    /// `true` if YDB chooses the index.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_chosen: bool,
    /// `point`, `prefix`, `range`, `first`, `full` or `unknown`.
    pub(crate) access: &'static str,
    /// The best and the worst that it may be: in a join, the database chooses which table is read first.
    #[serde(skip)]
    pub(crate) extent: (Access, Access),
}

impl JudgedRead {
    /// A read whose access is certain, or as good and as bad as `extent` says.
    fn new(table: &str, index: Option<&str>, access: Access, extent: (Access, Access)) -> Self {
        let (table, index) = (table.to_owned(), index.map(str::to_owned));
        JudgedRead { table, index, is_chosen: false, access: access.name(), extent }
    }
}

impl JudgedQuery {
    /// Returns `true` if it reads an index that YDB chooses.
    pub(crate) fn is_chosen(&self) -> bool {
        let of = self.combinations.iter().flat_map(|combination| &combination.sources);
        self.sources.iter().chain(of).any(|read| read.is_chosen)
    }
}

/// What to do about so many queries that read an index that YDB chooses.
pub(crate) fn chosen_note(queries: usize) -> Option<String> {
    let reads = match queries {
        0 => return None,
        1 => "one query reads an index that YDB chooses".to_owned(),
        several => format!("{several} queries read an index that YDB chooses"),
    };
    let cure = "write `VIEW` with its name, so that no release and no new index changes that";
    Some(format!("{reads}: {cure}; `queries check --fix` does it"))
}

/// The tables by which queries are judged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueryTables<'t> {
    pub(crate) all: &'t [Table<'t>],
    /// The tables whose leading column is taken for a hash by its name only: with which function it is computed is not
    /// known.
    pub(crate) guessed: &'t [&'t str],
    /// The tables whose leading column is taken for a hash because that is what their rows hold.
    pub(crate) sampled: &'t [&'t str],
    /// What else is read like a table: views, external tables, tables and indexes of which nothing is known.
    pub(crate) others: &'t [String],
}

impl<'t> QueryTables<'t> {
    /// The table at a path, which may be absolute, or below another directory.
    fn find(&self, path: &str) -> Option<&'t Table<'t>> {
        self.number(path).map(|number| &self.all[number])
    }

    /// Returns `true` if this is the path of something else that queries may read, such as a system view.
    fn is_other(&self, path: &str) -> bool {
        let is = |other: &String| {
            path.strip_suffix(other.as_str()).is_some_and(|before| before.is_empty() || before.ends_with('/'))
        };
        self.others.iter().any(is) || path.split('/').any(|part| part == ".sys")
    }

    /// Its number.
    fn number(&self, path: &str) -> Option<usize> {
        let path = path.trim_start_matches('/');
        let names = || self.all.iter().map(|table| table.name);
        let ends = |long: &str, short: &str| long.strip_suffix(short).is_some_and(|before| before.ends_with('/'));
        let exact = names().position(|name| name == path);
        // The longest name says most of the path.
        let below = || names().enumerate().filter(|(_, name)| ends(path, name)).max_by_key(|(_, name)| name.len());
        let above = || {
            let mut above = names().enumerate().filter(|(_, name)| ends(name, path));
            above.next().filter(|_| above.next().is_none())
        };
        exact.or_else(|| below().or_else(above).map(|(number, _)| number))
    }

    /// Returns `true` if a table is one of these.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.find(path).is_some()
    }

    /// Returns `true` if nobody says how the column of a condition is computed.
    fn is_guessed_of(&self, scope: &Scope<'_>, added: &Added<'_, '_>) -> bool {
        match scope.source(added.source).kind {
            SourceKind::Table(table, _) => self.is_guessed(table, &added.hash),
            SourceKind::Rows(_) => true,
        }
    }

    /// Returns `true` if a layout or a model says how a column is computed, and not only its name or the rows of today.
    fn is_declared(&self, table: &Table<'_>, hash: &HashDef<'_>) -> bool {
        let is_leading = table.hash.is_some_and(|leading| leading.name == hash.name);
        !(is_leading && (self.guessed.contains(&table.name) || self.sampled.contains(&table.name)))
    }

    /// Returns `true` if nobody says how a column is computed.
    fn is_guessed(&self, table: &Table<'_>, hash: &HashDef<'_>) -> bool {
        table.hash.is_some_and(|leading| leading.name == hash.name) && self.guessed.contains(&table.name)
    }
}

/// A query of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedQuery<'t> {
    /// Its name; that of the file if it has none.
    pub(crate) name: &'t str,
    /// Its text.
    pub(crate) text: &'t str,
    /// Where its text begins in the file.
    pub(crate) begin: usize,
    /// The line of the file in which the text begins, from 0.
    pub(crate) line: u32,
    /// The reason of `-- full_scan(reason)`: the query may read all rows.
    pub(crate) full_scan: Option<&'t str>,
}

/// The queries of a file. What comes before the first name belongs to no query; a file without names is one query.
pub(crate) fn named<'t>(file: &'t str, text: &'t str) -> Vec<NamedQuery<'t>> {
    let mut found: Vec<(&str, usize, u32)> = Vec::new();
    let mut offset = 0;
    for (number, line) in (0..).zip(text.split_inclusive('\n')) {
        if let Some(name) = name_of(line) {
            found.push((name, offset, number));
        }
        offset += line.len();
    }
    if found.is_empty() {
        found.push((file, 0, 0));
    }
    let ends = found.iter().skip(1).map(|&(_, begin, _)| begin).chain([text.len()]).collect::<Vec<_>>();
    let queries = found.into_iter().zip(ends).map(|((name, begin, line), end)| {
        let text = &text[begin..end];
        NamedQuery { name, text, begin, line, full_scan: text.lines().find_map(opt_out) }
    });
    queries.collect()
}

/// A text that is one query, with its name if it says one.
pub(crate) fn whole<'t>(name: &'t str, text: &'t str) -> NamedQuery<'t> {
    let name = text.lines().find_map(name_of).unwrap_or(name);
    NamedQuery { name, text, begin: 0, line: 0, full_scan: text.lines().find_map(opt_out) }
}

/// The name in `-- name: latest_orders :many`.
fn name_of(line: &str) -> Option<&str> {
    let rest = comment(line)?.strip_prefix("name:")?;
    rest.split_whitespace().next()
}

/// The reason in `-- full_scan(reason)`.
fn opt_out(line: &str) -> Option<&str> {
    let reason = comment(line)?.strip_prefix("full_scan(")?.strip_suffix(')')?.trim();
    (!reason.is_empty()).then_some(reason)
}

fn comment(line: &str) -> Option<&str> {
    line.trim().strip_prefix("--").map(str::trim)
}

/// Runs with the facts of a text as the library reads them.
fn coded<R>(
    text: &str,
    facts: &Facts,
    (values, types): (&Values<'_>, &[(&str, YdbType, bool)]),
    tables: &QueryTables<'_>,
    run: impl FnOnce(&Query<'_>) -> R,
) -> R {
    let code = code(text, facts, values, &|name| match tables.number(&name.path.name) {
        _ if name.elsewhere => None,
        Some(table) => Some(Known::Table(table, name.view.clone())),
        None => (!tables.is_other(&name.path.name)).then_some(Known::Missing),
    });
    let names: Vec<&str> = code.names.iter().map(|name| &**name).collect();
    let tables: Vec<&Table<'_>> = tables.all.iter().collect();
    run(&Query { text, code: &code.numbers, names: &names, tables: &tables, chosen: types, ..Query::NOTHING })
}
