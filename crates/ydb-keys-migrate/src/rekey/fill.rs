//! Statements that fill the computed column of an index in the rows that have no value in it.

use ydb_keys::Table;
use ydb_keys::schema::HashDef;
use ydb_keys_core::ddl::Name;

use super::copy::last_key;
use super::range::{Ends, KeyColumn, Nulls, condition, declare, key_of};

/// A computed column of a table that keeps its key.
pub(crate) struct Fill<'a> {
    table: &'static Table,
    path: &'a str,
    hash: &'a HashDef,
}

impl<'a> Fill<'a> {
    pub(crate) const fn new(table: &'static Table, path: &'a str, hash: &'a HashDef) -> Self {
        Fill { table, path, hash }
    }

    /// The key, with its own hash.
    pub(crate) fn key(&self) -> impl Iterator<Item = KeyColumn<'static>> + Clone + use<> {
        key_of(self.table)
    }

    /// The last key of the page after a key: the key `$skip` rows later. If no row is found, the rest of the table is
    /// one page.
    pub(crate) fn last_key(&self, after: Option<Nulls>) -> String {
        last_key(self.path, self.key(), after)
    }

    /// Fills a range. It reads and writes in one transaction; a row that has a value keeps it.
    pub(crate) fn page(&self, ends: &Ends) -> String {
        let range = condition(self.key(), ends);
        let range = if range.is_empty() { "\nWHERE".to_owned() } else { format!("{range} AND") };
        format!("{}{} {}", declare(self.key(), ends), self.set() + &range, self.is_empty())
    }

    /// Fills the whole table, for people.
    pub(crate) fn all(&self) -> String {
        self.page(&Ends::default())
    }

    fn set(&self) -> String {
        let HashDef { name, .. } = self.hash;
        // Hashes in front of an index are of this library, and have an expression.
        let expression = self.hash.yql(self.table).map_or_else(String::new, |expression| expression.to_string());
        format!("UPDATE {} SET {} = {expression}", Name(self.path), Name(name))
    }

    fn is_empty(&self) -> String {
        format!("{} IS NULL", Name(self.hash.name))
    }
}
