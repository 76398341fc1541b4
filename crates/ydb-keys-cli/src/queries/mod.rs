//! Queries in files. Each query is judged by the keys of the tables that it reads. Pure. Types of queries, tables and
//! results are here.

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

/// Query with its faults and the tables that it reads.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct JudgedQuery {
    /// Name of the query.
    pub(crate) name: String,
    /// `true` if the query has no fault.
    pub(crate) ok: bool,
    /// Faults of the query.
    pub(crate) errors: Vec<QueryFault>,
    /// Possible faults: a value that does not fit a column that is only guessed to be a hash, by its name or rows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) questions: Vec<QueryFault>,
    /// Tables that the query reads, with the access to their rows.
    pub(crate) sources: Vec<JudgedRead>,
    /// Combinations of the query's optional pieces; the first has all pieces.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) combinations: Vec<CombinationReads>,
}

/// Combination of a query's optional pieces.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct CombinationReads {
    /// Pieces that are left out, values that are sent, and choices; empty for the combination with all pieces.
    pub(crate) name: String,
    /// `true` if the combination has no fault.
    pub(crate) ok: bool,
    /// Tables that the combination reads, with the access to their rows.
    pub(crate) sources: Vec<JudgedRead>,
}

/// Fault of a query.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct QueryFault {
    /// Id of the rule.
    pub(crate) rule: &'static str,
    /// Path of the table that the fault is about, if there is one.
    pub(crate) table: Option<String>,
    /// Line of the file, from 1.
    pub(crate) line: u32,
    /// Column of the line, from 1.
    pub(crate) column: u32,
    /// Fault and cure.
    pub(crate) message: String,
}

/// Table that a query reads, with the access to its rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct JudgedRead {
    /// Path of the table.
    pub(crate) table: String,
    /// Index that the text names or that YDB chooses.
    pub(crate) index: Option<String>,
    /// `true` if YDB chooses the index.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_chosen: bool,
    /// Access: `point`, `prefix`, `range`, `first`, `full` or `unknown`.
    pub(crate) access: &'static str,
    /// Best and worst possible access. They may differ in a join, because the database chooses the table that is read
    /// first.
    #[serde(skip)]
    pub(crate) extent: (Access, Access),
}

impl JudgedRead {
    /// Creates a read with its access, and with the best and the worst possible access.
    fn new(table: &str, index: Option<&str>, access: Access, extent: (Access, Access)) -> Self {
        let (table, index) = (table.to_owned(), index.map(str::to_owned));
        JudgedRead { table, index, is_chosen: false, access: access.name(), extent }
    }
}

impl JudgedQuery {
    /// Returns `true` if the query reads an index that YDB chooses.
    pub(crate) fn is_chosen(&self) -> bool {
        let of = self.combinations.iter().flat_map(|combination| &combination.sources);
        self.sources.iter().chain(of).any(|read| read.is_chosen)
    }
}

/// Returns advice for this number of queries that read an index that YDB chooses; `None` for zero.
pub(crate) fn chosen_note(queries: usize) -> Option<String> {
    let reads = match queries {
        0 => return None,
        1 => "one query reads an index that YDB chooses".to_owned(),
        several => format!("{several} queries read an index that YDB chooses"),
    };
    let cure = "write `VIEW` with its name, so that no release and no new index changes that";
    Some(format!("{reads}: {cure}; `queries check --fix` does it"))
}

/// Tables for the judgement of queries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueryTables<'t> {
    pub(crate) all: &'t [Table<'t>],
    /// Paths of tables whose leading column is taken for a hash because of its name. Its function is unknown.
    pub(crate) guessed: &'t [&'t str],
    /// Paths of tables whose leading column is taken for a hash because their sampled rows hold one.
    pub(crate) sampled: &'t [&'t str],
    /// Paths of other objects that queries can read: views, external tables, and tables and indexes without a known
    /// definition.
    pub(crate) others: &'t [String],
}

impl<'t> QueryTables<'t> {
    /// Finds the table at a path. The path may be absolute or relative to another directory.
    fn find(&self, path: &str) -> Option<&'t Table<'t>> {
        self.number(path).map(|number| &self.all[number])
    }

    /// Returns `true` if the path names another object that queries can read, such as a system view.
    fn is_other(&self, path: &str) -> bool {
        let is = |other: &String| {
            path.strip_suffix(other.as_str()).is_some_and(|before| before.is_empty() || before.ends_with('/'))
        };
        self.others.iter().any(is) || path.split('/').any(|part| part == ".sys")
    }

    /// Finds the number of the table at a path.
    pub(crate) fn number(&self, path: &str) -> Option<usize> {
        let path = path.trim_start_matches('/');
        let names = || self.all.iter().map(|table| table.name);
        let ends = |long: &str, short: &str| long.strip_suffix(short).is_some_and(|before| before.ends_with('/'));
        let exact = names().position(|name| name == path);
        // The table with the longest matching name is the most certain.
        let below = || names().enumerate().filter(|(_, name)| ends(path, name)).max_by_key(|(_, name)| name.len());
        let above = || {
            let mut above = names().enumerate().filter(|(_, name)| ends(name, path));
            above.next().filter(|_| above.next().is_none())
        };
        exact.or_else(|| below().or_else(above).map(|(number, _)| number))
    }

    /// Returns `true` if there is a table at the path.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.find(path).is_some()
    }

    /// Returns `true` if the function of the condition's hash column is unknown.
    fn is_guessed_of(&self, scope: &Scope<'_>, added: &Added<'_, '_>) -> bool {
        match scope.source(added.source).kind {
            SourceKind::Table(table, _) => self.is_guessed(table, &added.hash),
            SourceKind::Rows(_) => true,
        }
    }

    /// Returns `true` if a layout or a model declares the column as a hash; its name and its current rows do not count.
    fn is_declared(&self, table: &Table<'_>, hash: &HashDef<'_>) -> bool {
        let is_leading = table.hash.is_some_and(|leading| leading.name == hash.name);
        !(is_leading && (self.guessed.contains(&table.name) || self.sampled.contains(&table.name)))
    }

    /// Returns `true` if the function of a hash column is unknown.
    fn is_guessed(&self, table: &Table<'_>, hash: &HashDef<'_>) -> bool {
        table.hash.is_some_and(|leading| leading.name == hash.name) && self.guessed.contains(&table.name)
    }
}

/// Query of a file, with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedQuery<'t> {
    /// Name of the query; the name of the file if it has none.
    pub(crate) name: &'t str,
    /// Text of the query.
    pub(crate) text: &'t str,
    /// Byte in the file at which the query's text begins.
    pub(crate) begin: usize,
    /// Line of the file in which the query's text begins, from 0.
    pub(crate) line: u32,
    /// Reason in `-- full_scan(reason)`, which permits the query to read all rows.
    pub(crate) full_scan: Option<&'t str>,
}

/// Splits a file into its queries. Text before the first name belongs to no query. A file without names is one query,
/// unless it is blank.
pub(crate) fn named<'t>(file: &'t str, text: &'t str) -> Vec<NamedQuery<'t>> {
    let mut found: Vec<(&str, usize, u32)> = Vec::new();
    // Bytes at which the comments right above the names begin.
    let mut comments: Vec<usize> = Vec::new();
    let (mut offset, mut above) = (0, None);
    for (number, line) in (0..).zip(text.split_inclusive('\n')) {
        if let Some(name) = name_of(line) {
            found.push((name, offset, number));
            comments.push(above.take().unwrap_or(offset));
        } else if comment(line).is_some() {
            above = above.or(Some(offset));
        } else {
            above = None;
        }
        offset += line.len();
    }
    if found.is_empty() && !is_blank(text) {
        found.push((file, 0, 0));
        comments.push(0);
    }
    let ends = |begins: Vec<usize>| begins.into_iter().skip(1).chain([text.len()]).collect::<Vec<_>>();
    let places = ends(found.iter().map(|&(_, begin, _)| begin).collect()).into_iter();
    let permitted =
        comments.clone().into_iter().zip(ends(comments)).map(|(begin, end)| text[begin..end].lines().find_map(opt_out));
    let queries = found.into_iter().zip(places).zip(permitted);
    let queries = queries.map(|(((name, begin, line), end), full_scan)| NamedQuery {
        name,
        text: &text[begin..end],
        begin,
        line,
        full_scan,
    });
    queries.collect()
}

/// Returns `true` if a text has nothing but comments.
pub(crate) fn is_blank(text: &str) -> bool {
    text.lines().all(|line| line.trim().is_empty() || comment(line).is_some())
}

/// Makes a query of a whole text. A name in the text replaces `name`.
pub(crate) fn whole<'t>(name: &'t str, text: &'t str) -> NamedQuery<'t> {
    let name = text.lines().find_map(name_of).unwrap_or(name);
    NamedQuery { name, text, begin: 0, line: 0, full_scan: text.lines().find_map(opt_out) }
}

/// Finds the name in a line such as `-- name: latest_orders :many`.
fn name_of(line: &str) -> Option<&str> {
    let rest = comment(line)?.strip_prefix("name:")?;
    rest.split_whitespace().next()
}

/// Finds the reason in a line such as `-- full_scan(reason)`.
fn opt_out(line: &str) -> Option<&str> {
    let reason = comment(line)?.strip_prefix("full_scan(")?.strip_suffix(')')?.trim();
    (!reason.is_empty()).then_some(reason)
}

fn comment(line: &str) -> Option<&str> {
    line.trim().strip_prefix("--").map(str::trim)
}

/// Calls `run` with the facts of a text in the form that the library reads.
pub(crate) fn coded<R>(
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
