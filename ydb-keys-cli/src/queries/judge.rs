//! One query against the tables: its faults, and how the rows of each source are found.

use ydb_keys::__internal::queries::text::is_of;
use ydb_keys::__internal::queries::{self, Access, What, accesses, extent, index_hash, is_without_hash};
use ydb_keys::__internal::schema::any::{HashDef, Table};
use ydb_keys::__internal::schema::rules::Nearest;
use ydb_yql::ast::{Query, TableName};
use ydb_yql::facts::{self, ALL_SOURCES, Facts, Scope, Target, Values, Verb};
use ydb_yql::{Error, ErrorKind, Position};

use super::coded::coded;
use super::file::NamedQuery;
use super::fix::conditions;
use super::report::{Fault, Judged, Read};
use super::tables::Tables;
use super::values::Named;

/// What is taken for granted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Options {
    /// A computed column is fixed with its inputs: something adds the condition before the query runs.
    pub(crate) implied_hash: bool,
}

/// Judges a query.
pub(crate) fn judge(query: &NamedQuery<'_>, tables: &Tables<'_>, options: Options) -> Judged {
    let mut judge = Judge { query, tables, options, errors: Vec::new(), sources: Vec::new() };
    match ydb_yql::parse(query.text) {
        Ok(tree) => {
            let named = Named::of(&tree);
            judge.tree(&tree, &named);
            judge.hashes_of_rows(&tree, &named);
        }
        // YDB may know what it says.
        Err(Error { kind: ErrorKind::Unsupported | ErrorKind::Stopped, .. }) => judge.unparsed(),
        Err(Error { at, message, .. }) => judge.fault("syntax", None, at, message),
    }
    let Judge { mut errors, sources, .. } = judge;
    errors.sort_by_key(|fault| (fault.line, fault.column));
    errors.dedup();
    Judged { name: query.name.to_owned(), ok: errors.is_empty(), errors, sources }
}

pub(super) struct Judge<'j, 't> {
    query: &'j NamedQuery<'j>,
    tables: &'j Tables<'t>,
    pub(super) options: Options,
    errors: Vec<Fault>,
    sources: Vec<Read>,
}

impl<'j, 't> Judge<'j, 't> {
    pub(super) fn fault(&mut self, rule: &'static str, table: Option<&str>, at: Position, message: String) {
        let line = self.query.line + at.line;
        self.errors.push(Fault { rule, table: table.map(str::to_owned), line, column: at.column, message });
    }

    fn tree(&mut self, tree: &Query, named: &Named<'_>) {
        let facts = Facts::of(tree);
        // Of a parameter that is not declared, the program knows the type.
        let (values, types) = (Values::declared(tree, &facts), named.types_declared());
        coded(self.query.text, &facts, (&values, &types), self.tables, |query| {
            let found: Vec<queries::Fault<'_>> = queries::faults(query).collect();
            found.iter().for_each(|fault| self.found(query, fault, &found));
            for target in &facts.targets {
                self.target(target);
            }
            for (of, scope) in facts.scopes.iter().zip(query.scopes()) {
                let is_known = !found.iter().any(|fault| is_misnamed(fault) && names(of, fault.name));
                self.scope(of, (query, &scope.with_any_chain()), named, is_known);
            }
        });
    }

    /// A fault that the library has found, unless it follows from another one.
    fn found(&mut self, query: &queries::Query<'_>, fault: &queries::Fault<'_>, all: &[queries::Fault<'_>]) {
        let is_hash = || fault.table.is_some_and(|table| table.computed().any(|hash| hash.name == fault.name));
        let follows = match fault.what {
            // It is reported where VIEW names it.
            What::UnknownIndex => true,
            What::Missing(_) => all.iter().any(|other| is_misnamed(other) && other.nearest() == Some(fault.name)),
            // What belongs there is said with it.
            What::Null => is_hash(),
            What::Mismatch(mismatch) => mismatch.is_written && is_hash(),
            _ => false,
        };
        if !follows {
            let at = Position::of(self.query.text, fault.at);
            self.fault(fault.rule(), fault.table.map(|table| table.name), at, fault.shown(query));
        }
    }

    /// A text that is not understood: its tables, and no more.
    fn unparsed(&mut self) {
        for name in facts::tables(self.query.text) {
            self.unknown(&name);
        }
    }

    /// The table at a path.
    pub(super) fn find(&self, path: &str) -> Option<&'t Table<'t>> {
        self.tables.find(path)
    }

    pub(super) fn guessed(&self, table: &Table<'_>, hash: &HashDef<'_>) -> bool {
        self.tables.is_guessed(table, hash)
    }

    /// A table of which it is not known how it is read.
    fn unknown(&mut self, name: &TableName) {
        let table = self.table(name);
        self.sources.push(read_unknown(name, table));
    }

    /// The table of a name. System views and unknown tables have none; the latter are a fault.
    fn table(&mut self, name: &TableName) -> Option<&'t Table<'t>> {
        let path = name.path.name.trim_start_matches('/');
        let found = self.find(path);
        if found.is_none() && !self.tables.is_other(path) && !path.split('/').any(|part| part == ".sys") {
            let nearest = nearest(path, self.tables.all.iter().map(|table| table.name));
            self.fault("unknown_table", Some(path), name.path.at, format!("there is no table `{path}`{nearest}"));
        }
        if let (Some(table), Some(view)) = (found, &name.view)
            && !table.indexes.iter().any(|index| index.name == &*view.name)
            && !self.tables.is_other(&format!("{}/{}", table.name, view.name))
        {
            let nearest = nearest(&view.name, table.indexes.iter().map(|index| index.name));
            let message = format!("table `{}` has no index `{}`{nearest}", table.name, view.name);
            self.fault("unknown_index", Some(table.name), view.at, message);
        }
        found
    }

    fn target(&mut self, target: &Target) {
        let Some(table) = self.table(&target.table) else { return };
        let by_key = matches!(target.verb, Verb::UpdateOn | Verb::DeleteOn);
        if by_key {
            let (access, extent) = (Access::Point.name(), (Access::Point, Access::Point));
            self.sources.push(Read { table: table.name.to_owned(), index: None, access, extent });
        }
        if let Some(columns) = &target.columns
            && !self.options.implied_hash
        {
            self.hash_of_rows(target, table, columns);
        }
    }

    fn scope<'q>(
        &mut self,
        scope: &Scope,
        (query, coded): (&'q queries::Query<'q>, &queries::Scope<'q>),
        named: &Named<'_>,
        is_known: bool,
    ) {
        let mut tables = Vec::new();
        for source in &scope.sources {
            tables.push(match &source.kind {
                facts::SourceKind::Table(name) => self.table(name),
                facts::SourceKind::Altered(_) | facts::SourceKind::Rows(_) => None,
            });
        }
        self.compared_hashes(scope, coded);
        let found = accesses(coded, self.options.implied_hash);
        let is_outer =
            scope.sources.len() > 1 && scope.conditions.iter().any(|condition| condition.bounds != ALL_SOURCES);
        for (number, (source, table)) in scope.sources.iter().zip(&tables).enumerate() {
            let name = match &source.kind {
                facts::SourceKind::Table(name) if coded.is_understood => name,
                facts::SourceKind::Table(name) => {
                    self.sources.push(read_unknown(name, *table));
                    continue;
                }
                facts::SourceKind::Altered(name) => {
                    if !name.elsewhere {
                        self.unknown(name);
                    }
                    continue;
                }
                facts::SourceKind::Rows(_) => continue,
            };
            let index = name.view.as_ref().map(|view| view.name.to_string());
            let access = table.map_or(Access::Unknown, |_| found[number]);
            let path = table.map_or(&*name.path.name, |table| table.name).to_owned();
            let mut extent = extent(coded, number, self.options.implied_hash);
            // What WHERE says of the side of an outer join that may be missing goes to its table only in some releases.
            if is_outer {
                extent.1 = Access::Full;
            }
            self.sources.push(Read { table: path, index: index.clone(), access: access.name(), extent });
            // How a table is read follows from the columns that its conditions name.
            let Some(table) = table.filter(|_| is_known) else { continue };
            let hash = index_hash(table, index.as_deref());
            let lacks_hash = !self.options.implied_hash && is_without_hash(coded, number);
            if let Some(hash) = hash.filter(|_| lacks_hash) {
                if !is_of_all_buckets(table, &hash, scope, number, coded) {
                    let additions = conditions(self.query.text, scope, coded, number, (table, hash), named);
                    self.missing_hash(table, &hash, source.at, &additions);
                } else if self.query.full_scan.is_none() {
                    self.missing_buckets(table, &hash, source.at);
                }
            } else if access == Access::Full
                && self.query.full_scan.is_none()
                && let Some(fault) = queries::full_scan(query, coded, number)
            {
                self.found(query, &fault, &[]);
            }
        }
    }

    /// A fault of a table that is read by the columns after its bucket: the database does not try all buckets by itself.
    fn missing_buckets(&mut self, table: &Table<'_>, hash: &HashDef<'_>, at: Position) {
        let &HashDef { name: bucket, buckets, .. } = hash;
        let all = match buckets.filter(|_| !self.tables.guessed.contains(&table.name)) {
            Some(count @ 0..=16) => (0..count).map(|bucket| bucket.to_string()).collect::<Vec<_>>().join(", "),
            Some(count) => format!("0, 1, .., {}", count - 1),
            None => "0, 1, ..".to_owned(),
        };
        let message = format!(
            "`{bucket}` is not given, so all rows of table `{}` are read: name all buckets, as in `{bucket} IN ({all})`",
            table.name
        );
        self.fault("missing_hash", Some(table.name), at, message);
    }

    fn missing_hash(&mut self, table: &Table<'_>, hash: &HashDef<'_>, at: Position, additions: &[(usize, String)]) {
        let inputs: Vec<String> = hash.inputs.iter().map(|&input| format!("`{}`", table.columns[input].name)).collect();
        let inputs = inputs.join(", ");
        let cure = match additions {
            _ if self.guessed(table, hash) => format!(
                "add a condition on it next to those on {inputs}; how it is computed is not known, because the table has \
                 no layout (`ydb_keys.layout`)"
            ),
            [] => format!(
                "compute it in the program for each value of {inputs}, and compare both, as in `({}, {}) IN $keys`",
                hash.name,
                inputs.replace('`', "")
            ),
            [(_, first), ..] => format!("add `{first}` next to the condition on {inputs}; `--fix` does it"),
        };
        let message = format!("`{}` is not given, so all rows of table `{}` are read: {cure}", hash.name, table.name);
        self.fault("missing_hash", Some(table.name), at, message);
    }
}

fn read_unknown(name: &TableName, table: Option<&Table<'_>>) -> Read {
    let index = name.view.as_ref().map(|view| view.name.to_string());
    let table = table.map_or(&*name.path.name, |table| table.name).to_owned();
    Read { table, index, access: Access::Unknown.name(), extent: (Access::Unknown, Access::Unknown) }
}

/// Whether a column is a bucket of which the text does not name all inputs.
fn is_of_all_buckets(
    table: &Table<'_>,
    hash: &HashDef<'_>,
    of: &Scope,
    source: usize,
    scope: &queries::Scope<'_>,
) -> bool {
    let is_named = |&input: &usize| {
        let mut all = of.compared.iter().filter(|comparison| is_of(&comparison.column, source, scope));
        all.any(|comparison| &*comparison.column.name.name == table.columns[input].name)
    };
    hash.buckets.is_some() && !hash.inputs.iter().all(is_named)
}

/// Whether a column is in no source, or in several.
fn is_misnamed(fault: &queries::Fault<'_>) -> bool {
    matches!(fault.what, What::UnknownColumn | What::OfNone(_) | What::Ambiguous)
}

/// Whether the conditions of a scope name a column.
fn names(scope: &Scope, name: &str) -> bool {
    scope.bounding().iter().any(|column| &*column.name.name == name)
}

/// `; did you mean ..`, or nothing.
fn nearest<'n>(name: &'n str, names: impl Iterator<Item = &'n str>) -> String {
    match names.fold(Nearest::to(name), Nearest::or).name() {
        Some(found) => format!("; did you mean `{found}`?"),
        None => String::new(),
    }
}
