//! The key of one table, as its layout says.

use ydb_keys::__internal::schema::{LayoutColumn, LayoutHash};
use ydb_keys::{Layout, YdbType};

/// A table whose keys are written in another language.
#[derive(Debug)]
pub(crate) struct KeyTable {
    /// The path, relative to the database.
    pub(crate) path: String,
    /// The layout line.
    pub(super) layout: String,
    /// The hash or bucket that leads the key.
    pub(super) hash: Option<LayoutHash>,
    /// The computed columns that lead indexes.
    pub(super) indexed: Vec<LayoutHash>,
    /// The columns of the key without the hash.
    pub(super) key: Vec<LayoutColumn>,
}

impl KeyTable {
    /// The key that a layout describes; `None` if a computed column has an input that is not in the key, which no
    /// release of ydb-keys writes.
    pub(crate) fn new(path: &str, layout: &Layout) -> Option<Self> {
        let indexed = layout.indexed_names().filter_map(|name| layout.indexed(name)).cloned().collect();
        let (hash, key) = layout.clone().into_parts();
        let table = KeyTable { path: path.to_owned(), layout: layout.to_string(), hash, indexed, key };
        let is_in_key = |input: &LayoutColumn| table.key.iter().any(|column| column.name == input.name);
        let is_whole = table.computed().flat_map(|hash| &hash.inputs).all(is_in_key);
        is_whole.then_some(table)
    }

    /// Whether this is the key of a table with this primary key and columns of these types.
    pub(crate) fn is_of(&self, primary_key: &[String], has: impl Fn(&str, YdbType) -> bool) -> bool {
        let primary = self.hash.iter().map(|hash| &hash.name).chain(self.key.iter().map(|column| &column.name));
        primary.eq(primary_key)
            && self.key.iter().all(|column| has(&column.name, column.ty))
            && self.computed().all(|hash| has(&hash.name, type_of(hash)))
    }

    /// All computed columns, that of the key first.
    pub(super) fn computed(&self) -> impl Iterator<Item = &LayoutHash> {
        self.hash.iter().chain(&self.indexed)
    }

    /// The ranges that do not read the whole table: how many columns of the key are fixed, and whether the rows are in
    /// every bucket, since an input of the bucket is not fixed. All inputs of a hash are fixed; buckets can all be read.
    pub(super) fn ranges(&self) -> impl Iterator<Item = (usize, bool)> {
        let is_input = |column: &LayoutColumn| {
            self.hash.iter().flat_map(|hash| &hash.inputs).any(|input| input.name == column.name)
        };
        let needed = self.key.iter().rposition(is_input).map_or(0, |last| last + 1);
        let is_bucket = self.hash.as_ref().is_some_and(|hash| hash.buckets.is_some());
        let first = if is_bucket { 0 } else { needed };
        (first..self.key.len()).map(move |fixed| (fixed, fixed < needed))
    }
}

/// The type of a hash or a bucket.
pub(super) fn type_of(hash: &LayoutHash) -> YdbType {
    if hash.buckets.is_some() { YdbType::Uint32 } else { YdbType::Uint64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(layout: &str) -> Vec<(usize, bool)> {
        KeyTable::new("t", &layout.parse().unwrap()).unwrap().ranges().collect()
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
}
