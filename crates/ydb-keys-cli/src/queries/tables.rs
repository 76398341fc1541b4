//! The tables by which queries are judged.

use ydb_keys_core::queries::added::Added;
use ydb_keys_core::queries::{Scope, SourceKind};
use ydb_keys_core::schema::any::{HashDef, Table};

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
    pub(super) fn find(&self, path: &str) -> Option<&'t Table<'t>> {
        self.number(path).map(|number| &self.all[number])
    }

    /// Whether this is the path of something else that queries may read, such as a system view.
    pub(super) fn is_other(&self, path: &str) -> bool {
        let is = |other: &String| {
            path.strip_suffix(other.as_str()).is_some_and(|before| before.is_empty() || before.ends_with('/'))
        };
        self.others.iter().any(is) || path.split('/').any(|part| part == ".sys")
    }

    /// Its number.
    pub(super) fn number(&self, path: &str) -> Option<usize> {
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

    /// Whether a table is one of these.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.find(path).is_some()
    }

    /// Whether nobody says how the column of a condition is computed.
    pub(super) fn is_guessed_of(&self, scope: &Scope<'_>, added: &Added<'_, '_>) -> bool {
        match scope.source(added.source).kind {
            SourceKind::Table(table, _) => self.is_guessed(table, &added.hash),
            SourceKind::Rows(_) => true,
        }
    }

    /// Whether a layout or a model says how a column is computed, and not only its name or the rows of today.
    pub(super) fn is_declared(&self, table: &Table<'_>, hash: &HashDef<'_>) -> bool {
        let is_leading = table.hash.is_some_and(|leading| leading.name == hash.name);
        !(is_leading && (self.guessed.contains(&table.name) || self.sampled.contains(&table.name)))
    }

    /// Whether nobody says how a column is computed.
    pub(super) fn is_guessed(&self, table: &Table<'_>, hash: &HashDef<'_>) -> bool {
        table.hash.is_some_and(|leading| leading.name == hash.name) && self.guessed.contains(&table.name)
    }
}
