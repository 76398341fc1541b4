//! Keys of one table, from its layout and its indexes, and the reasons why a language cannot write them.

use std::iter;

use ydb_keys::{Layout, YdbType};
use ydb_keys_core::schema::layout::{LayoutColumn, LayoutFunction, LayoutHash};

use super::language::Language;

/// A table whose keys are written in another language.
#[derive(Debug)]
pub(crate) struct KeyTable {
    /// Path of the table, relative to the database.
    pub(crate) path: String,
    pub(super) layout: String,
    pub(super) key: KeyOrder,
    /// Computed columns that lead indexes.
    pub(super) indexed: Vec<LayoutHash>,
    /// Indexes that begin with a computed column, sorted by name.
    indexes: Vec<KeyOrder>,
}

/// Order of rows: the primary key, or an index.
#[derive(Debug)]
pub(super) struct KeyOrder {
    /// Name of the index; empty for the primary key.
    pub(super) index: String,
    /// Hash or bucket that leads the key.
    pub(super) hash: Option<LayoutHash>,
    /// Columns of the key without the hash or bucket.
    pub(super) columns: Vec<LayoutColumn>,
}

impl KeyTable {
    /// Builds the key that a layout describes. Returns `None` if a computed column has an input that is not in the key;
    /// no release of ydb-keys writes such a layout.
    pub(crate) fn new(path: &str, layout: &Layout) -> Option<Self> {
        let indexed = layout.indexed_names().filter_map(|name| layout.indexed(name)).cloned().collect();
        let (hash, columns) = layout.clone().into_parts();
        let key = KeyOrder { index: String::new(), hash, columns };
        let table = KeyTable { path: path.to_owned(), layout: layout.to_string(), key, indexed, indexes: Vec::new() };
        let is_in_key = |input: &LayoutColumn| table.key.columns.iter().any(|column| column.name == input.name);
        let is_whole = table.computed().flat_map(|hash| &hash.inputs).all(is_in_key);
        is_whole.then_some(table)
    }

    /// Adds the indexes that begin with a computed column of the layout. `indexes` has the name of each index, its
    /// first column, and the columns after it.
    pub(crate) fn with_indexes<'a>(
        mut self,
        indexes: impl Iterator<Item = (&'a str, &'a str, Vec<LayoutColumn>)>,
    ) -> Self {
        let order = |(index, leading, columns): (&str, &str, _)| {
            let hash = self.indexed.iter().find(|hash| hash.name == leading)?;
            Some(KeyOrder { index: index.to_owned(), hash: Some(hash.clone()), columns })
        };
        self.indexes = indexes.filter_map(order).collect();
        self.indexes.sort_by(|one, other| one.index.cmp(&other.index));
        self
    }

    /// Returns `true` if a table with this primary key has the key. `has` tells if the table has a column of a name and
    /// type.
    pub(crate) fn is_of(&self, primary_key: &[String], has: impl Fn(&str, YdbType) -> bool) -> bool {
        let KeyOrder { hash, columns, .. } = &self.key;
        let primary = hash.iter().map(|hash| &hash.name).chain(columns.iter().map(|column| &column.name));
        primary.eq(primary_key)
            && columns.iter().all(|column| has(&column.name, column.ty))
            && self.computed().all(|hash| has(&hash.name, hash.ty()))
    }

    /// Lists all computed columns, the one of the key first.
    pub(super) fn computed(&self) -> impl Iterator<Item = &LayoutHash> {
        self.key.hash.iter().chain(&self.indexed)
    }

    /// Lists the primary key, then the indexes.
    pub(super) fn orders(&self) -> impl Iterator<Item = &KeyOrder> {
        iter::once(&self.key).chain(&self.indexes)
    }
}

impl KeyOrder {
    /// Lists the ranges that do not read all rows, as pairs: the number of fixed columns, and `true` if the rows are in
    /// every bucket because an input of the bucket is not fixed. All inputs of a hash must be fixed. For a bucket, all
    /// buckets can be read instead.
    pub(super) fn ranges(&self) -> impl Iterator<Item = (usize, bool)> {
        let place = |input: &LayoutColumn| self.columns.iter().position(|column| column.name == input.name);
        // An index may lack the input.
        let needed = |input| place(input).map_or(usize::MAX, |at| at + 1);
        let needed = self.hash.iter().flat_map(|hash| &hash.inputs).map(needed).max().unwrap_or_default();
        let is_bucket = self.hash.as_ref().is_some_and(|hash| hash.buckets.is_some());
        let first = if is_bucket { 0 } else { needed };
        (first..self.columns.len()).map(move |fixed| (fixed, fixed < needed))
    }
}

/// Table whose key cannot be written in a language, with the reason and the cure.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// A column of the key has a type that the language's client cannot send exactly.
    #[error(
        "`{path}`: the column `{column}` of its key is {ty}, which {why}\n  \
         Leave the table out by naming the others with `--table`, or give the column another type."
    )]
    Type { path: String, column: String, ty: YdbType, why: &'static str },
    #[error(
        "`{path}`: `{function}` computes its hash, a function that only its own program has\n  \
         Leave the table out by naming the others with `--table`, and write its keys by hand."
    )]
    Foreign { path: String, function: String },
    #[error(
        "`{path}`: the table has no layout, so nothing says how its key is computed\n  \
         Run `apply` of the program with its model, which compares the rows and stores the layout; or run `keys` of that \
         program; or leave the table out by naming the others with `--table`."
    )]
    NoLayout { path: String },
    #[error(
        "`{path}`: a newer release of ydb-keys wrote the layout of the table\n  \
         Use the `ydb-keys` of that release, or a later one."
    )]
    Newer { path: String },
    #[error(
        "`{path}`: the layout of the table is damaged, or describes another key\n  \
         `check` of the program with its model says what differs, and what to do about it."
    )]
    Damaged { path: String },
}

impl Refusal {
    /// Lists the parts of a table that cannot be written in a language: a hash function of another program, and
    /// columns.
    pub(crate) fn of(table: &KeyTable, language: Language) -> impl Iterator<Item = Self> + '_ {
        let foreign = table.computed().find_map(|hash| match &hash.function {
            LayoutFunction::Own(_) => None,
            LayoutFunction::Foreign { name, version, .. } => {
                Some(Refusal::Foreign { path: table.path.clone(), function: format!("{name}@{version}") })
            }
        });
        foreign.into_iter().chain(table.key.columns.iter().filter_map(move |column| {
            Some(Refusal::Type {
                path: table.path.clone(),
                column: column.name.clone(),
                ty: column.ty,
                why: language.refuses(column.ty)?,
            })
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(layout: &str) -> Vec<(usize, bool)> {
        KeyTable::new("t", &layout.parse().unwrap()).unwrap().key.ranges().collect()
    }

    #[test]
    fn a_hash_needs_its_inputs() {
        assert_eq!(ranges("v1: h = numeric_hash(id Uint64), id Uint64"), []);
        assert_eq!(ranges("v1: h = xxh3(a Utf8), a Utf8, b Date, c Int8"), [(1, false), (2, false)]);
        assert_eq!(ranges("v1: h = xxh3(b Date), a Utf8, b Date, c Int8"), [(2, false)]);
    }

    #[test]
    fn a_bucket_can_be_read_without_them() {
        assert_eq!(ranges("v2: s = xxh3(id Uint64) % 4, at Date, id Uint64"), [(0, true), (1, true)]);
        assert_eq!(ranges("v2: s = xxh3(id Uint64) % 4, id Uint64, at Date"), [(0, true), (1, false)]);
    }

    #[test]
    fn without_a_hash_every_prefix_is_a_range() {
        assert_eq!(ranges("v1: a Utf8, b Date"), [(0, false), (1, false)]);
    }

    #[test]
    fn an_index_need_not_have_the_inputs() {
        let layout = "v2: id Uint64, at Date; b = xxh3(id Uint64) % 4; h = xxh3(id Uint64)".parse().unwrap();
        let of = |leading, columns: &str| {
            let column = |name: &str| LayoutColumn { name: name.to_owned(), ty: YdbType::Uint64 };
            let index = ("by", leading, columns.split(' ').map(column).collect());
            let table = KeyTable::new("t", &layout).unwrap().with_indexes([index].into_iter());
            Some(table.indexes.first()?.ranges().collect::<Vec<_>>())
        };
        assert_eq!(of("b", "size"), Some(vec![(0, true)]));
        assert_eq!(of("b", "size id at"), Some(vec![(0, true), (1, true), (2, false)]));
        assert_eq!(of("h", "size"), Some(vec![]));
        assert_eq!(of("h", "id size"), Some(vec![(1, false)]));
        assert_eq!(of("size", "id"), None);
    }
}
