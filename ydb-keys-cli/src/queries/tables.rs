//! The tables by which queries are judged, and what a name of a text means among them.

use ydb_keys::__internal::schema::any::{HashDef, Table};
use ydb_yql::ast::TableName;
use ydb_yql::facts::{self, ColumnRef, Scope};

/// The tables by which queries are judged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tables<'t> {
    pub(crate) all: &'t [Table<'t>],
    /// The tables whose leading column is taken for a hash by its name only: with which function it is computed is not
    /// known.
    pub(crate) guessed: &'t [&'t str],
}

impl<'t> Tables<'t> {
    /// The table at a path, which may be absolute, or below another directory.
    pub(super) fn find(&self, path: &str) -> Option<&'t Table<'t>> {
        let path = path.trim_start_matches('/');
        let tables: &'t [Table<'t>] = self.all;
        tables.iter().find(|table| table.name == path).or_else(|| {
            let mut ends =
                tables.iter().filter(|table| path.strip_suffix(table.name).is_some_and(|before| before.ends_with('/')));
            ends.next().filter(|_| ends.next().is_none())
        })
    }

    /// Whether a table is one of these.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.find(path).is_some()
    }

    /// Whether nobody says how a column is computed.
    pub(super) fn is_guessed(&self, table: &Table<'_>, hash: &HashDef<'_>) -> bool {
        table.hash.is_some_and(|leading| leading.name == hash.name) && self.guessed.contains(&table.name)
    }
}

/// The computed column that leads what a name reads: the index, or else the table.
pub(super) fn hash_of<'t>(table: &Table<'t>, name: &TableName) -> Option<HashDef<'t>> {
    let index = name.view.as_ref().and_then(|view| table.indexes.iter().find(|index| index.name == &*view.name));
    index.map_or(table.hash, |index| index.hash)
}

/// Whether a column is certainly one of a source.
pub(super) fn is_of(column: &ColumnRef, source: usize, tables: &[Option<&Table<'_>>], scope: &Scope) -> bool {
    if let Some(of) = column.source {
        return of == source;
    }
    // Without a qualifier, it may be of a source whose columns are not known.
    let has = |number: usize| match (&scope.sources[number].kind, tables[number]) {
        (facts::SourceKind::Table(_), Some(table)) => all_columns(table).any(|name| name == &*column.name.name),
        (facts::SourceKind::Rows(Some(names)), _) => names.contains(&column.name.name),
        _ => true,
    };
    (0..scope.sources.len()).all(|number| has(number) == (number == source))
}

/// All columns that a query may name.
pub(super) fn all_columns<'t>(table: &Table<'t>) -> impl Iterator<Item = &'t str> + use<'t> {
    let computed: Vec<&'t str> = table.computed().map(|hash| hash.name).collect();
    table.columns.iter().map(|column| column.name).chain(computed)
}
