//! The layout of a key as one line of text, which an attribute of the table holds. No other code reads or writes that
//! line.

use std::fmt;
use std::str::FromStr;

use super::{HashDef, HashFunction, Table};
use crate::types::YdbType;

/// First version of the format: without buckets, and without columns that are computed for indexes.
const PLAIN: u64 = 1;

/// Second version of the format: with buckets, and with columns that are computed for indexes.
const COMPUTED: u64 = 2;

/// Latest version of the format that this release writes and reads. A layout is written in the first version that can
/// express it. A release that does not know the version reports that a newer release wrote the layout.
const VERSION: u64 = 3;

/// End of the line for a key without NOT NULL.
const NULLABLE: &str = "; key_not_null = false";

/// Layout of a key: the key columns of a table in order, and the inputs of its hash and of the computed columns that
/// lead indexes. The table's attribute [`Layout::ATTRIBUTE`] holds it.
///
/// Types are a part of it, because the hashed bytes depend on them. [`Display`](fmt::Display) writes the line and
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
    /// Computed columns that lead indexes, sorted by their names.
    indexed: Vec<LayoutHash>,
    /// `true` if the key columns are created as NOT NULL.
    key_not_null: bool,
}

/// A computed column of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutHash {
    /// The name of the column.
    pub name: String,
    /// Function that computes the column.
    pub function: LayoutFunction,
    /// Columns from which it is computed.
    pub inputs: Vec<LayoutColumn>,
    /// The number of buckets; `None` for a hash of all 64 bits.
    pub buckets: Option<u32>,
}

/// The function of a computed column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutFunction {
    /// A function of this library.
    Own(HashFunction),
    /// A function of other programs.
    Foreign {
        /// Name of the function.
        name: String,
        /// Version of the function.
        version: u32,
        /// Type of the hash column.
        ty: YdbType,
    },
}

impl LayoutFunction {
    /// Returns the function, if it is one of this library.
    pub fn own(&self) -> Option<HashFunction> {
        match self {
            LayoutFunction::Own(function) => Some(*function),
            LayoutFunction::Foreign { .. } => None,
        }
    }
}

impl LayoutHash {
    /// Returns the type of the column.
    pub fn ty(&self) -> YdbType {
        match (&self.function, self.buckets) {
            (LayoutFunction::Foreign { ty, .. }, _) => *ty,
            (LayoutFunction::Own(_), None) => YdbType::Uint64,
            (LayoutFunction::Own(_), Some(_)) => YdbType::Uint32,
        }
    }
}

/// A column of a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutColumn {
    /// The name of the column.
    pub name: String,
    /// YDB type of the column.
    pub ty: YdbType,
}

/// Error of a line that is not a layout which this release can read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// A newer release of ydb-keys wrote the line: in a later format, or with a hash function or type that this release
    /// lacks.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#layouterrornewer).
    #[error("a newer release of ydb-keys wrote this layout")]
    Newer,
    /// No release of ydb-keys writes such a line.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#layouterrordamaged).
    #[error("this is not a layout: no release of ydb-keys writes such a line")]
    Damaged,
}

impl Layout {
    /// Name of the table attribute that holds the layout.
    pub const ATTRIBUTE: &str = "ydb_keys.layout";

    /// Returns the layout of a model.
    pub fn of(table: &Table) -> Self {
        let column = |i: &usize| LayoutColumn { name: table.columns[*i].name.to_owned(), ty: table.columns[*i].ty };
        let computed = |hash: HashDef| LayoutHash {
            name: hash.name.to_owned(),
            function: match hash.foreign() {
                None => LayoutFunction::Own(hash.function),
                Some(foreign) => {
                    LayoutFunction::Foreign { name: foreign.name.to_owned(), version: foreign.version, ty: foreign.ty }
                }
            },
            inputs: hash.inputs.iter().map(column).collect(),
            buckets: hash.buckets,
        };
        let mut indexed: Vec<LayoutHash> = table.indexes.iter().filter_map(|index| index.hash).map(computed).collect();
        // The order in which a model declares its indexes does not matter.
        indexed.sort_by(|one, other| one.name.cmp(&other.name));
        Layout {
            hash: table.hash.map(computed),
            key: table.key.iter().map(column).collect(),
            indexed,
            key_not_null: table.key_not_null,
        }
    }

    /// Returns the hash column, and the columns of the key without it.
    #[doc(hidden)]
    pub fn into_parts(self) -> (Option<LayoutHash>, Vec<LayoutColumn>) {
        (self.hash, self.key)
    }

    /// Returns `true` if the key columns are created as NOT NULL.
    #[doc(hidden)]
    pub const fn key_not_null(&self) -> bool {
        self.key_not_null
    }

    /// Returns the computed column of this name that leads an index.
    #[doc(hidden)]
    pub fn indexed(&self, name: &str) -> Option<&LayoutHash> {
        self.indexed.iter().find(|hash| hash.name == name)
    }

    /// Returns the computed column of this name: the hash of the key, or a column that leads an index.
    #[doc(hidden)]
    pub fn computed(&self, name: &str) -> Option<&LayoutHash> {
        self.hash.iter().find(|hash| hash.name == name).or_else(|| self.indexed(name))
    }

    /// Returns the names of the computed columns that lead indexes.
    #[doc(hidden)]
    pub fn indexed_names(&self) -> impl Iterator<Item = &str> {
        self.indexed.iter().map(|hash| hash.name.as_str())
    }

    /// Returns `true` if both keys have the same columns. The function of the hash does not matter.
    #[doc(hidden)]
    pub fn has_key_of(&self, other: &Layout) -> bool {
        let column = |layout: &Layout| layout.hash.as_ref().map(|hash| (hash.name.clone(), hash.buckets.is_some()));
        column(self) == column(other) && self.key == other.key
    }

    /// Returns `true` if both keys are the same, hash included, so that at most columns of indexes differ.
    #[doc(hidden)]
    pub fn has_rows_of(&self, other: &Layout) -> bool {
        self.hash == other.hash && self.key == other.key
    }

    /// Returns `true` if a stored line has the key of this layout. Columns that lead indexes are no part of a key.
    #[doc(hidden)]
    pub fn is_line(&self, line: &str) -> bool {
        line.parse().is_ok_and(|found: Layout| found.has_rows_of(self))
    }

    /// Returns the computed columns of indexes that both layouts have, but compute in different ways.
    #[doc(hidden)]
    pub fn computed_otherwise<'a>(&'a self, other: &'a Layout) -> impl Iterator<Item = &'a LayoutHash> {
        self.indexed.iter().filter(|own| other.indexed(&own.name).is_some_and(|hash| hash != *own))
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = self.indexed.is_empty() && self.hash.as_ref().is_none_or(|hash| hash.buckets.is_none());
        let is_foreign = self.hash.as_ref().is_some_and(|hash| hash.function.own().is_none());
        let version = match (self.key_not_null && !is_foreign, is_plain) {
            (false, _) => VERSION,
            (true, false) => COMPUTED,
            (true, true) => PLAIN,
        };
        write!(f, "v{version}: ")?;
        if let Some(hash) = &self.hash {
            write!(f, "{hash}, ")?;
        }
        Columns(&self.key).fmt(f)?;
        self.indexed.iter().try_for_each(|hash| write!(f, "; {hash}"))?;
        f.write_str(if self.key_not_null { "" } else { NULLABLE })
    }
}

/// Writes `shard = xxh3(event_id Uint64) % 16`, or `userhash Int64 = fnv1a@1(userid Uint64)`.
impl fmt::Display for LayoutHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LayoutHash { name, function, inputs, buckets } = self;
        match function {
            LayoutFunction::Own(function) => write!(f, "{name} = {function}({})", Columns(inputs))?,
            LayoutFunction::Foreign { name: function, version, ty } => {
                write!(f, "{name} {ty} = {function}@{version}({})", Columns(inputs))?;
            }
        }
        buckets.map_or(Ok(()), |buckets| write!(f, " % {buckets}"))
    }
}

/// Columns of a layout in a line: `order_id Uint64, line Uint32`.
pub struct Columns<'a>(pub &'a [LayoutColumn]);

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
        let (rest, key_not_null) = rest.strip_suffix(NULLABLE).map_or((rest, true), |rest| (rest, false));
        let mut parts = rest.split("; ");
        // `split` returns at least one part.
        let (hash, key) = hash_and_key(parts.next().unwrap_or_default())?;
        let layout = Layout {
            hash: hash.map(computed).transpose()?,
            key: resolve(columns(key)?)?,
            indexed: parts.map(computed).collect::<Result<_, _>>()?,
            key_not_null,
        };
        // Any other spelling than that of `Display` is not a layout.
        if layout.to_string() == line { Ok(layout) } else { Err(LayoutError::Damaged) }
    }
}

/// Splits a line into the text of the hash, if there is one, and that of the key columns.
fn hash_and_key(text: &str) -> Result<(Option<&str>, &str), LayoutError> {
    if !text.contains(" = ") {
        return Ok((None, text));
    }
    // A type that can be hashed has no parameters, so the first `)` ends the inputs.
    let end = match (text.find("), "), text.find(") % ")) {
        (plain, Some(bucket)) if plain.is_none_or(|plain| bucket < plain) => {
            bucket + text[bucket..].find(", ").ok_or(LayoutError::Damaged)?
        }
        (Some(plain), _) => plain + 1,
        (None, _) => return Err(LayoutError::Damaged),
    };
    Ok((Some(&text[..end]), &text[end + 2..]))
}

/// Parses a computed column: `shard = xxh3(event_id Uint64) % 16`.
fn computed(text: &str) -> Result<LayoutHash, LayoutError> {
    let (name, call) = text.split_once(" = ").ok_or(LayoutError::Damaged)?;
    let (call, buckets) = match call.rsplit_once(" % ") {
        Some((call, buckets)) => {
            (call, Some(buckets.parse().ok().filter(|&buckets| buckets > 1).ok_or(LayoutError::Damaged)?))
        }
        None => (call, None),
    };
    let (function, inputs) =
        call.strip_suffix(')').and_then(|call| call.split_once('(')).ok_or(LayoutError::Damaged)?;
    let inputs = columns(inputs)?;
    let (name, function) = match (name.split_once(' '), function.split_once('@')) {
        (None, None) => (name, LayoutFunction::Own(known(HashFunction::from_name(function), function)?)),
        (Some((name, ty)), Some((function, version))) => {
            let version = version.parse().map_err(|_| LayoutError::Damaged)?;
            let ty = known(YdbType::from_text(ty), ty)?;
            (name, LayoutFunction::Foreign { name: word(function)?.to_owned(), version, ty })
        }
        _ => return Err(LayoutError::Damaged),
    };
    Ok(LayoutHash { name: word(name)?.to_owned(), function, inputs: resolve(inputs)?, buckets })
}

/// Splits a line into the format's version and the text after it. Every format, including later ones, starts with `v`,
/// a number and a colon.
fn version(line: &str) -> Option<(u64, &str)> {
    let (number, rest) = line.strip_prefix('v')?.split_once(':')?;
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
    let version = number.parse().ok().filter(|_| is_number)?;
    if version > VERSION { Some((version, rest)) } else { Some((version, rest.strip_prefix(' ')?)) }
}

/// Splits a list of columns into names and types, which are not parsed yet.
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

/// Returns what was found for a name. If this release does not know the name, a newer one may have written it.
fn known<T>(found: Option<T>, name: &str) -> Result<T, LayoutError> {
    word(name)?;
    found.ok_or(LayoutError::Newer)
}

fn word(text: &str) -> Result<&str, LayoutError> {
    let is_word = !text.is_empty() && !text.contains([' ', ',', '(', ')', '=', ':', ';', '%']);
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
            "v2: shard = xxh3(event_id Uint64) % 16, at Timestamp, event_id Uint64",
            "v2: shard = xxh3(shop Utf8, id Int64) % 4, price Decimal(22,9), shop Utf8, id Int64",
            "v2: order_hash = numeric_hash(order_id Uint64), order_id Uint64; time_shard = xxh3(order_id Uint64) % 16",
            "v2: id Uuid; a_shard = int_hash64(id Uuid) % 2; b_hash = xxh3(id Uuid)",
            "v3: order_hash = numeric_hash(order_id Uint64), order_id Uint64; key_not_null = false",
            "v3: at Date; t = xxh3(at Date) % 4; key_not_null = false",
            "v3: userhash Int64 = fnv1a@1(userid Uint64), userid Uint64",
            "v3: userhash Int64 = fnv1a@1(userid Uint64, site Utf8), userid Uint64, site Utf8",
            "v3: h Utf8 = old_hash@20(a Utf8), a Utf8; key_not_null = false",
            "v2: s = xxh3(id Uint64) % 8, at Date, id Uint64; time_shard = xxh3(at Date, id Uint64) % 4294967295",
        ] {
            assert_eq!(line.parse::<Layout>().unwrap().to_string(), line);
        }
    }

    #[test]
    fn parts_of_a_line() {
        let layout: Layout = "v1: h = xxh3(a Utf8, b Date), a Utf8, b Date, c Int8".parse().unwrap();
        let column = |name: &str, ty| LayoutColumn { name: name.to_owned(), ty };
        let (a, b) = (column("a", YdbType::Utf8), column("b", YdbType::Date));
        let hash = LayoutHash {
            name: "h".to_owned(),
            function: LayoutFunction::Own(HashFunction::Xxh3),
            inputs: vec![a.clone(), b.clone()],
            buckets: None,
        };
        let key = vec![a, b, column("c", YdbType::Int8)];
        assert_eq!(layout, Layout { hash: Some(hash), key, indexed: Vec::new(), key_not_null: true });
    }

    #[test]
    fn parts_of_a_line_with_buckets() {
        let layout: Layout = "v2: s = xxh3(a Utf8) % 16, b Date, a Utf8; t = int_hash64(a Utf8) % 4".parse().unwrap();
        let column = |name: &str, ty| LayoutColumn { name: name.to_owned(), ty };
        let (a, b) = (column("a", YdbType::Utf8), column("b", YdbType::Date));
        let hash = |name: &str, function, buckets| LayoutHash {
            name: name.to_owned(),
            function: LayoutFunction::Own(function),
            inputs: vec![a.clone()],
            buckets: Some(buckets),
        };
        let indexed = vec![hash("t", HashFunction::IntHash64, 4)];
        let hash = Some(hash("s", HashFunction::Xxh3, 16));
        assert_eq!(layout, Layout { hash, key: vec![b, a], indexed, key_not_null: true });
    }

    #[test]
    fn newer_releases_are_recognized() {
        for line in [
            "v4: order_hash = numeric_hash(order_id Uint64), order_id Uint64",
            "v10: ",
            "v4:x",
            "v2: s = murmur(a Utf8) % 16, a Utf8",
            "v2: a Utf8; s = murmur(a Utf8) % 16",
            "v2: a Timestamp128; s = xxh3(a Timestamp128) % 16",
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
            // The first version has no buckets, and no computed columns of indexes.
            "v1: s = xxh3(a Utf8) % 16, a Utf8",
            "v1: a Utf8; s = xxh3(a Utf8) % 16",
            // The third version is written only without NOT NULL, or with a foreign hash.
            "v3: a Utf8",
            "v3: s = xxh3(a Utf8) % 16, a Utf8",
            "v2: a Utf8; s = xxh3(a Utf8) % 16; key_not_null = false",
            "v3: a Utf8; key_not_null = true",
            "v1: h Int64 = fnv1a@1(a Utf8), a Utf8",
            "v3: h = fnv1a@1(a Utf8), a Utf8",
            "v3: h Int64 = fnv1a(a Utf8), a Utf8",
            "v3: h Int64 = fnv1a@01(a Utf8), a Utf8",
            "v3: h Int64 = @1(a Utf8), a Utf8",
            "v3: h Uint64 = xxh3(a Utf8), a Utf8",
            "v3: a Utf8; key_not_null = false; s = xxh3(a Utf8) % 16",
            // The second version is written only with buckets, or with computed columns of indexes.
            "v2: a Utf8",
            "v2: h = xxh3(a Utf8), a Utf8",
            "v2:x",
            "v2: s = xxh3(a Utf8) % 16",
            "v2: s = xxh3(a Utf8) % 1, a Utf8",
            "v2: s = xxh3(a Utf8) % 0, a Utf8",
            "v2: s = xxh3(a Utf8) % 016, a Utf8",
            "v2: s = xxh3(a Utf8) % +16, a Utf8",
            "v2: s = xxh3(a Utf8) % 4294967296, a Utf8",
            "v2: s = xxh3(a Utf8)% 16, a Utf8",
            "v2: a Utf8;s = xxh3(a Utf8) % 16",
            "v2: a Utf8; s = xxh3(a Utf8) % 16; ",
            "v2: a Utf8; b Utf8",
        ] {
            assert_eq!(error(line), LayoutError::Damaged, "{line:?}");
        }
    }
}
