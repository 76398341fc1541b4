//! One query against the tables: its faults, and how the rows of each source are found.

use ydb_keys::__internal::queries::text::is_of;
use ydb_keys::__internal::queries::{
    self, Access, Kind, SourceKind, accesses, extent, index_hash, is_for_scans, is_without_hash,
};
use ydb_keys::__internal::schema::any::{HashDef, Table};
use ydb_keys::__internal::schema::rules::Nearest;
use ydb_keys::YdbType;
use ydb_yql::ast::{Ident, TableName};
use ydb_yql::facts::{self, ALL_SOURCES, ColumnRef, Facts, Scope, Target, Verb};
use ydb_yql::{Error, ErrorKind, Position};

use super::coded::coded;
use super::file::NamedQuery;
use super::fix::conditions;
use super::report::{Fault, Judged, Read};
use super::tables::{Tables, all_columns};
use super::values::{Known, Named};

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
            judge.facts(&Facts::of(&tree), &named);
            judge.values(&tree, &named);
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

    fn facts(&mut self, facts: &Facts, named: &Named<'_>) {
        for target in &facts.targets {
            self.target(target);
        }
        coded(self.query.text, facts, self.tables, |query| {
            for (of, scope) in facts.scopes.iter().zip(query.scopes()) {
                self.scope(of, &scope.with_any_chain(), named);
            }
        });
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
        let Some(columns) = &target.columns else { return };
        columns.iter().for_each(|column| self.known(table, column));
        self.lacks(target, table, columns);
    }

    /// A fault if a table has no such column.
    fn known(&mut self, table: &Table<'_>, column: &Ident) {
        let names = || all_columns(table);
        if !names().any(|name| name == &*column.name) {
            let nearest = nearest(&column.name, names());
            let message = format!("table `{}` has no column `{}`{nearest}", table.name, column.name);
            self.fault("unknown_column", Some(table.name), column.at, message);
        }
    }

    fn scope(&mut self, scope: &Scope, coded: &queries::Scope<'_>, named: &Named<'_>) {
        let mut tables = Vec::new();
        for source in &scope.sources {
            tables.push(match &source.kind {
                facts::SourceKind::Table(name) => self.table(name),
                facts::SourceKind::Altered(_) | facts::SourceKind::Rows(_) => None,
            });
        }
        scope.columns.iter().for_each(|column| self.column(column, scope, &tables));
        if let (Some(Some(table)), [_]) = (tables.first(), &scope.sources[..]) {
            scope.set.iter().for_each(|column| self.known(table, column));
        }
        self.compared(scope, coded, named);
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
            let Some(table) = table else { continue };
            let hash = index_hash(table, index.as_deref());
            let lacks_hash = !self.options.implied_hash && is_without_hash(coded, number);
            if let Some(hash) = hash.filter(|_| lacks_hash) {
                if !is_of_all_buckets(table, &hash, scope, number, coded) {
                    let additions = conditions(self.query.text, scope, coded, number, (table, hash), named);
                    self.missing_hash(table, &hash, source.at, &additions);
                } else if self.query.full_scan.is_none() {
                    self.missing_buckets(table, &hash, source.at);
                }
            } else if access == Access::Full && !is_for_scans(table) && self.query.full_scan.is_none() {
                self.full_scan(table, coded.source(number).kind, source.at);
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

    /// Faults of columns that are compared with what YDB does not compare them with.
    fn compared(&mut self, of: &Scope, scope: &queries::Scope<'_>, named: &Named<'_>) {
        for comparison in &of.compared {
            let Some(known) = named.met(&comparison.value) else { continue };
            let Some(kind) = known.kind() else { continue };
            for number in 0..scope.sources {
                let SourceKind::Table(table, _) = scope.source(number).kind else { continue };
                if !is_of(&comparison.column, number, scope) {
                    continue;
                }
                let name = &*comparison.column.name.name;
                let columns = table.columns.iter().map(|column| (column.name, column.ty));
                let computed = table.computed().map(|hash| (hash.name, hash.ty()));
                if let Some(column) = columns.chain(computed).find(|(other, _)| *other == name)
                    && let Some(message) = mismatch(column, kind, &known, "is compared with it")
                {
                    self.fault("type_mismatch", Some(table.name), comparison.column.name.at, message);
                }
            }
        }
    }

    fn full_scan(&mut self, table: &Table<'_>, kind: SourceKind<'_>, at: Position) {
        let key = match kind {
            SourceKind::Table(_, Some(index)) => format!("index `{index}` of table `{}`", table.name),
            _ => format!("table `{}`", table.name),
        };
        let first = first_columns(table, kind).join("`, `");
        let message = format!(
            "all rows of {key} are read: give a value for `{first}`, or write `-- full_scan(reason)` before the query"
        );
        self.fault("full_scan", Some(table.name), at, message);
    }

    /// A fault if a column is in none of the sources that it may be of, or in several.
    fn column(&mut self, column: &ColumnRef, scope: &Scope, tables: &[Option<&Table<'_>>]) {
        let has = |number: usize| match (&scope.sources[number].kind, tables[number]) {
            (facts::SourceKind::Table(_), Some(table)) => {
                Some(all_columns(table).any(|name| name == &*column.name.name))
            }
            (facts::SourceKind::Rows(Some(names)), _) => Some(names.contains(&column.name.name)),
            _ => None,
        };
        if let Some(source) = column.source {
            match tables[source] {
                Some(table) => self.known(table, &column.name),
                None if has(source) == Some(false) => {
                    let message = format!("the source has no column `{}`", column.name.name);
                    self.fault("unknown_column", None, column.name.at, message);
                }
                None => {}
            }
            return;
        }
        let all: Vec<Option<bool>> = (0..scope.sources.len()).map(has).collect();
        if all.contains(&None) {
            return;
        }
        match all.iter().filter(|has| **has == Some(true)).count() {
            0 => match tables {
                [Some(table)] if !column.doubtful => self.known(table, &column.name),
                _ => {
                    let names = tables.iter().flatten().flat_map(|table| all_columns(table));
                    let nearest = nearest(&column.name.name, names);
                    let message = format!("no source has a column `{}`{nearest}", column.name.name);
                    self.fault("unknown_column", None, column.name.at, message);
                }
            },
            1 => {}
            _ => {
                let message = format!("several sources have a column `{}`: name the one", column.name.name);
                self.fault("ambiguous_column", None, column.name.at, message);
            }
        }
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

/// The columns that a condition must name first.
fn first_columns<'t>(table: &Table<'t>, kind: SourceKind<'t>) -> Vec<&'t str> {
    let index = match kind {
        SourceKind::Table(_, Some(name)) => table.indexes.iter().find(|index| index.name == name),
        _ => None,
    };
    let (hash, first) = match index {
        Some(index) => (index.hash, index.on.first()),
        None => (table.hash, table.key.first()),
    };
    let inputs = hash.map_or(first.map_or(&[][..], std::slice::from_ref), |hash| hash.inputs);
    inputs.iter().map(|&input| table.columns[input].name).collect()
}

/// What is wrong with a value of a kind for a column, if it is certain.
pub(super) fn mismatch((name, ty): (&str, YdbType), kind: Kind, known: &Known, done: &str) -> Option<String> {
    let own = Kind::of(ty).filter(|own| own.refuses(kind))?;
    let cure = match known {
        Known::Typed { name: Some(_), .. } => format!("declare it as {ty}"),
        Known::Typed { name: None, .. } => format!("cast to {ty}"),
        _ => own.cure(ty).whole(),
    };
    Some(format!("`{name}` is a {ty}, and {} {done}: {cure}", known.shown()))
}

/// `; did you mean ..`, or nothing.
fn nearest<'n>(name: &'n str, names: impl Iterator<Item = &'n str>) -> String {
    match names.fold(Nearest::to(name), Nearest::or).name() {
        Some(found) => format!("; did you mean `{found}`?"),
        None => String::new(),
    }
}
