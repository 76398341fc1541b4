//! The key of one table: what its layout says, with the names of parameters.

use ydb_keys::__internal::schema::{LayoutColumn, LayoutHash};
use ydb_keys::schema::HashFunction;
use ydb_keys::{Layout, YdbType};

use super::name::unique;

/// The parameters of the bounds of a range.
pub(super) const AT_LEAST: &str = "at_least";
pub(super) const BELOW: &str = "below";

/// A table whose keys are written in another language.
#[derive(Debug)]
pub(crate) struct KeyTable {
    /// The path, relative to the database.
    pub(crate) path: String,
    /// The layout line.
    pub(super) layout: String,
    /// The hash or bucket that leads the key.
    pub(super) hash: Option<Computed>,
    /// The computed columns that lead indexes.
    pub(super) indexed: Vec<Computed>,
    /// The columns of the key without the hash.
    pub(super) key: Vec<KeyColumn>,
}

/// A column of a key.
#[derive(Debug)]
pub(super) struct KeyColumn {
    pub(super) name: String,
    /// The name of its parameter, without `$`.
    pub(super) parameter: String,
    pub(super) ty: YdbType,
}

/// A hash or a bucket.
#[derive(Debug)]
pub(super) struct Computed {
    pub(super) name: String,
    pub(super) parameter: String,
    pub(super) function: HashFunction,
    /// Positions in the key.
    pub(super) inputs: Vec<usize>,
    pub(super) buckets: Option<u32>,
}

impl Computed {
    pub(super) fn ty(&self) -> YdbType {
        if self.buckets.is_some() { YdbType::Uint32 } else { YdbType::Uint64 }
    }
}

/// Rows whose first columns of the key are fixed, between two values of the next one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    /// How many columns of the key are fixed.
    pub(super) fixed: usize,
    /// Whether the rows are in every bucket, since an input of the bucket is not fixed.
    pub(super) every_bucket: bool,
}

impl KeyTable {
    /// The key that a layout describes; `None` if a computed column has an input that is not in the key, which no
    /// release of ydb-keys writes.
    pub(crate) fn new(path: &str, layout: &Layout) -> Option<Self> {
        let mut taken = vec![AT_LEAST.to_owned(), BELOW.to_owned()];
        let (hash, columns) = layout.clone().into_parts();
        let key: Vec<KeyColumn> = columns
            .into_iter()
            .map(|LayoutColumn { name, ty }| KeyColumn { parameter: parameter(&name, &mut taken), name, ty })
            .collect();
        let mut computed = |hash: &LayoutHash| {
            let position = |input: &LayoutColumn| key.iter().position(|column| column.name == input.name);
            Some(Computed {
                name: hash.name.clone(),
                parameter: parameter(&hash.name, &mut taken),
                function: hash.function,
                inputs: hash.inputs.iter().map(position).collect::<Option<_>>()?,
                buckets: hash.buckets,
            })
        };
        let hash = match hash.as_ref() {
            Some(hash) => Some(computed(hash)?),
            None => None,
        };
        let indexed = layout.indexed_names().filter_map(|name| layout.indexed(name)).map(computed);
        let indexed = indexed.collect::<Option<_>>()?;
        Some(KeyTable { path: path.to_owned(), layout: layout.to_string(), hash, indexed, key })
    }

    /// Whether this is the key of a table with this primary key and columns of these types.
    pub(crate) fn is_of(&self, primary_key: &[String], has: impl Fn(&str, YdbType) -> bool) -> bool {
        self.primary_key().eq(primary_key)
            && self.key.iter().all(|column| has(&column.name, column.ty))
            && self.computed().all(|hash| has(&hash.name, hash.ty()))
    }

    /// The columns of the primary key.
    pub(super) fn primary_key(&self) -> impl Iterator<Item = &str> {
        let key = self.key.iter().map(|column| column.name.as_str());
        self.hash.iter().map(|hash| hash.name.as_str()).chain(key)
    }

    /// All computed columns, that of the key first.
    pub(super) fn computed(&self) -> impl Iterator<Item = &Computed> {
        self.hash.iter().chain(&self.indexed)
    }

    /// The ranges that do not read the whole table: all inputs of a hash are fixed; buckets can all be read.
    pub(super) fn ranges(&self) -> impl Iterator<Item = Range> + '_ {
        let inputs = |hash: &Computed| hash.inputs.iter().map(|input| input + 1).max().unwrap_or_default();
        let needed = self.hash.as_ref().map_or(0, inputs);
        let is_bucket = self.hash.as_ref().is_some_and(|hash| hash.buckets.is_some());
        let first = if is_bucket { 0 } else { needed };
        (first..self.key.len()).map(move |fixed| Range { fixed, every_bucket: fixed < needed })
    }

    /// Whether a type is in the key.
    pub(super) fn has(&self, is_it: impl Fn(YdbType) -> bool) -> bool {
        self.key.iter().any(|column| is_it(column.ty))
    }
}

/// A parameter's name: YDB's columns may have `-`, and may begin with a digit.
fn parameter(column: &str, taken: &mut Vec<String>) -> String {
    let mut name = column.replace('-', "_");
    if name.starts_with(|first: char| first.is_ascii_digit()) {
        name.insert(0, '_');
    }
    unique(name, taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(layout: &str) -> Vec<(usize, bool)> {
        let table = KeyTable::new("t", &layout.parse().unwrap()).unwrap();
        table.ranges().map(|range| (range.fixed, range.every_bucket)).collect()
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
    fn parameters_are_names_of_yql_and_differ() {
        let layout = "v1: a-b = xxh3(below Utf8), below Utf8, a_b Utf8, 1st Utf8".parse().unwrap();
        let table = KeyTable::new("t", &layout).unwrap();
        let names: Vec<&str> = table.key.iter().map(|column| column.parameter.as_str()).collect();
        assert_eq!(names, ["below_", "a_b", "_1st"]);
        assert_eq!(table.hash.unwrap().parameter, "a_b_");
    }
}
