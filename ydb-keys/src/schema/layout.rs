//! The layout of a key as one line of text, which is kept in an attribute of the table. The only reader and writer of
//! that line.

use std::fmt;
use std::str::FromStr;

use super::{HashFunction, Table};
use crate::types::YdbType;

/// The version of the format that this release writes and reads.
const VERSION: u64 = 1;

/// The key columns of a table in order and what its hash is computed from, as the table's attribute
/// [`Layout::ATTRIBUTE`] holds them.
///
/// Types are a part of it, since the hashed bytes depend on them. [`Display`](fmt::Display) writes the line and
/// [`FromStr`] reads it. The format is frozen, so equal layouts are equal lines.
///
/// ```
/// use ydb_keys::{Layout, YdbTable};
///
/// #[derive(YdbTable)]
/// #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
/// struct Order {
///     order_id: u64,
/// }
///
/// let line = "v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64";
/// assert_eq!(Layout::of(Order::TABLE).to_string(), line);
/// assert_eq!(line.parse(), Ok(Layout::of(Order::TABLE)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    hash: Option<LayoutHash>,
    key: Vec<LayoutColumn>,
}

/// The hash column of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LayoutHash {
    pub(crate) name: String,
    pub(crate) function: HashFunction,
    pub(crate) inputs: Vec<LayoutColumn>,
}

/// A column of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LayoutColumn {
    pub(crate) name: String,
    pub(crate) ty: YdbType,
}

/// Why a line is not a layout that this release can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// A newer release of ydb-keys wrote it: in a later format, or with a hash function or type that this release
    /// lacks.
    #[error("a newer release of ydb-keys wrote this layout")]
    Newer,
    /// No release of ydb-keys writes such a line.
    #[error("this is not a layout: no release of ydb-keys writes such a line")]
    Damaged,
}

impl Layout {
    /// The attribute of a table that holds its layout.
    pub const ATTRIBUTE: &str = "ydb_keys.layout";

    /// The layout of a model.
    pub fn of(table: &Table) -> Self {
        let column = |i: &usize| LayoutColumn { name: table.columns[*i].name.to_owned(), ty: table.columns[*i].ty };
        let hash = table.hash.map(|hash| LayoutHash {
            name: hash.name.to_owned(),
            function: hash.function,
            inputs: hash.inputs.iter().map(column).collect(),
        });
        Layout { hash, key: table.key.iter().map(column).collect() }
    }

    /// The hash column, and the columns of the key without it.
    #[cfg(feature = "migrate")]
    pub(crate) fn into_parts(self) -> (Option<LayoutHash>, Vec<LayoutColumn>) {
        (self.hash, self.key)
    }

    fn hash_name(&self) -> Option<&str> {
        self.hash.as_ref().map(|hash| hash.name.as_str())
    }

    /// Whether both keys have the same columns. How the hash is computed does not matter.
    pub(crate) fn has_key_of(&self, other: &Layout) -> bool {
        self.hash_name() == other.hash_name() && self.key == other.key
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{VERSION}: ")?;
        if let Some(LayoutHash { name, function, inputs }) = &self.hash {
            write!(f, "{name} = {function}({}), ", Columns(inputs))?;
        }
        Columns(&self.key).fmt(f)
    }
}

/// `order_id Uint64, line Uint32`
pub(crate) struct Columns<'a>(pub(crate) &'a [LayoutColumn]);

impl fmt::Display for Columns<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, LayoutColumn { name, ty }) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            write!(f, "{name} {ty}")?;
        }
        Ok(())
    }
}

impl FromStr for Layout {
    type Err = LayoutError;

    fn from_str(line: &str) -> Result<Self, LayoutError> {
        let (version, rest) = version(line).ok_or(LayoutError::Damaged)?;
        if version > VERSION {
            return Err(LayoutError::Newer);
        }
        let (hash, key) = match rest.split_once(" = ") {
            Some((name, rest)) => {
                let (function, rest) = rest.split_once('(').ok_or(LayoutError::Damaged)?;
                // A type that can be hashed has no parameters, so the first `)` ends the inputs.
                let (inputs, key) = rest.split_once("), ").ok_or(LayoutError::Damaged)?;
                (Some((name, function, columns(inputs)?)), columns(key)?)
            }
            None => (None, columns(rest)?),
        };
        let hash = hash.map(|(name, function, inputs)| {
            let function = known(HashFunction::from_name(function), function)?;
            Ok(LayoutHash { name: word(name)?.to_owned(), function, inputs: resolve(inputs)? })
        });
        let layout = Layout { hash: hash.transpose()?, key: resolve(key)? };
        // Only the spelling that `Display` writes is a layout.
        if layout.to_string() == line { Ok(layout) } else { Err(LayoutError::Damaged) }
    }
}

/// The format's version and the text after it. Every format, including later ones, starts with `v`, a number and a
/// colon.
fn version(line: &str) -> Option<(u64, &str)> {
    let (number, rest) = line.strip_prefix('v')?.split_once(':')?;
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
    let version = number.parse().ok().filter(|_| is_number)?;
    if version > VERSION { Some((version, rest)) } else { Some((version, rest.strip_prefix(' ')?)) }
}

/// The names and types in a list of columns, not parsed yet.
fn columns(list: &str) -> Result<Vec<(&str, &str)>, LayoutError> {
    list.split(", ").map(|column| column.rsplit_once(' ').ok_or(LayoutError::Damaged)).collect()
}

fn resolve(columns: Vec<(&str, &str)>) -> Result<Vec<LayoutColumn>, LayoutError> {
    let column = |(name, ty): (&str, &str)| {
        let bare = ty.split_once('(').map_or(ty, |(bare, _)| bare);
        Ok(LayoutColumn { name: word(name)?.to_owned(), ty: known(YdbType::from_text(ty), bare)? })
    };
    columns.into_iter().map(column).collect()
}

/// A name that this release knows. If it does not know the name, a newer release may have written it.
fn known<T>(found: Option<T>, name: &str) -> Result<T, LayoutError> {
    word(name)?;
    found.ok_or(LayoutError::Newer)
}

fn word(text: &str) -> Result<&str, LayoutError> {
    let is_word = !text.is_empty() && !text.contains([' ', ',', '(', ')', '=', ':']);
    if is_word { Ok(text) } else { Err(LayoutError::Damaged) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(line: &str) -> LayoutError {
        line.parse::<Layout>().unwrap_err()
    }

    #[test]
    fn a_line_is_read_and_written_alike() {
        for line in [
            "v1: order_hash = numeric_hash(order_id Uint64), order_id Uint64",
            "v1: line_hash = xxh3(shop Utf8, order_id Int64), shop Utf8, order_id Int64, line Uint32",
            "v1: address Utf8, sent Uint64",
            "v1: price Decimal(22,9)",
            "v1: id-1 Uuid",
        ] {
            assert_eq!(line.parse::<Layout>().unwrap().to_string(), line);
        }
    }

    #[test]
    fn parts_of_a_line() {
        let layout: Layout = "v1: h = xxh3(a Utf8, b Date), a Utf8, b Date, c Int8".parse().unwrap();
        let column = |name: &str, ty| LayoutColumn { name: name.to_owned(), ty };
        let (a, b) = (column("a", YdbType::Utf8), column("b", YdbType::Date));
        let hash =
            LayoutHash { name: "h".to_owned(), function: HashFunction::Xxh3, inputs: vec![a.clone(), b.clone()] };
        assert_eq!(layout, Layout { hash: Some(hash), key: vec![a, b, column("c", YdbType::Int8)] });
    }

    #[test]
    fn newer_releases_are_recognized() {
        for line in [
            "v2: order_hash = numeric_hash(order_id Uint64), order_id Uint64",
            "v10: ",
            "v2:x",
            "v1: h = murmur(a Utf8), a Utf8",
            "v1: at Timestamp128",
            "v1: at TzTime(3), id Uint64",
        ] {
            assert_eq!(error(line), LayoutError::Newer, "{line}");
        }
    }

    #[test]
    fn no_release_writes_these() {
        for line in [
            "",
            "foo",
            "v",
            "v:",
            "v0: a Utf8",
            "v01: a Utf8",
            "v+1: a Utf8",
            "v2",
            "v1:a Utf8",
            "v1: ",
            "v1: a",
            "v1: a Utf8 ",
            "v1: a Utf8,b Utf8",
            "v1: a utf8",
            "v1: a Decimal(22, 9)",
            "v1: a Decimal(022,9)",
            "v1: = xxh3(a Utf8), a Utf8",
            "v1: h = xxh3(a Utf8)",
            "v1: h = xxh3(), a Utf8",
            "v1: h = (a Utf8), a Utf8",
            "v1: h = XXH 3(a Utf8), a Utf8",
            "V1: a Utf8",
        ] {
            assert_eq!(error(line), LayoutError::Damaged, "{line:?}");
        }
    }
}
