//! Search for the hash in the first key column.
//!
//! A first key column that is a `Uint64` may be a hash of the columns after it, or an ordinary column. The layout
//! attribute tells, if `apply` has written it (`by_layout`). Without the attribute, the rows must show it:
//!
//! 1. [`candidates`] lists the hashes that a model could declare for this key: each hash function over each list of key
//!    columns. The number of lists grows quickly, and therefore all orders are tried only for a few columns; for many,
//!    only single columns, pairs and the beginnings of the key.
//! 2. [`statements`] makes the server compute all candidates for up to 1000 rows, and count for how many rows each
//!    candidate equals the column.
//! 3. A candidate *fits* if it equals the column in all of these rows. If several fit, the first one wins, because it
//!    has the fewest columns, and the source names the others. If none fits, the column becomes an ordinary field. A
//!    table without rows shows nothing, and the source gets a TODO.
//!
//! A first key column that is a `Uint32` may be a bucket, and so may a `Uint32` in front of an index: `bucket.rs`.

use ydb_keys::schema::{HashFunction, Store};
use ydb_keys::{Layout, YdbType};
use ydb_keys_core::ddl::{HashExpression, Name};
use ydb_keys_core::schema::layout::{LayoutColumn, LayoutHash};

use super::name::identifier;
use crate::live::{LiveColumn, LiveTable};

/// Greatest number of key columns for which all lists in all orders are tried.
const ANY_ORDER: usize = 4;
/// Greatest number of key columns for which all lists in the order of the key are tried.
const KEY_ORDER: usize = 6;

/// Hash that the first key column may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Candidate {
    pub function: HashFunction,
    /// Positions of the hashed columns in [`LiveTable::columns`], in the order of hashing.
    pub inputs: Vec<usize>,
    /// Number of buckets, if the column is a bucket.
    pub buckets: Option<u32>,
}

/// Finding about the first key column.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum Finding {
    /// The column cannot be a hash.
    NoHash,
    /// The table's layout attribute declares the hash, or `None` if it declares that there is none.
    Layout(Option<Candidate>),
    /// The author of a new table has chosen this hash.
    Chosen(Candidate),
    /// These candidates equal the column in all sampled rows.
    Sampled { rows: u64, fits: Vec<Candidate> },
    /// The column looks like a hash of another program. In all sampled rows it equals the expression; `None` if no
    /// known expression equals it.
    Foreign { rows: u64, expression: Option<String> },
}

impl Finding {
    /// Returns the hash, if there is one. Among candidates that fit, it is the first, which is the simplest.
    #[doc(hidden)]
    pub fn hash(&self) -> Option<&Candidate> {
        match self {
            Finding::NoHash | Finding::Foreign { .. } => None,
            Finding::Layout(hash) => hash.as_ref(),
            Finding::Chosen(hash) => Some(hash),
            Finding::Sampled { fits, .. } => fits.first(),
        }
    }
}

impl Candidate {
    /// Returns the expression for computing the hash on the server.
    pub(super) fn expression<'a>(&self, live: &'a LiveTable) -> HashExpression<Name<'a>> {
        let columns = self.inputs.iter().map(|&input| &live.columns[input]);
        let optional = columns.clone().any(|column| column.nullable);
        let inputs = columns.filter_map(|column| Some((Name(&column.name), column.ty?))).collect();
        HashExpression { function: self.function, inputs, buckets: None, optional }
    }

    /// Formats the hash as in `primary_key(...)`, such as `xxh3(site, user)`.
    #[doc(hidden)]
    pub fn call<'a>(&self, name: impl Fn(usize) -> &'a str) -> String {
        let inputs: Vec<&str> = self.inputs.iter().map(|&input| name(input)).collect();
        let modulo = self.buckets.map(|buckets| format!(" % {buckets}")).unwrap_or_default();
        format!("{}({}){modulo}", self.function, inputs.join(", "))
    }
}

/// Returns the first key column if it can be the hash column of a model: a Uint64 for a hash or a Uint32 for a bucket,
/// with a name that is a Rust identifier.
pub(super) fn may_be_hash(live: &LiveTable) -> Option<&LiveColumn> {
    let column = live.column(live.primary_key.first()?)?;
    let fits = live.store == Store::Row
        && live.primary_key.len() > 1
        && matches!(column.ty, Some(YdbType::Uint64 | YdbType::Uint32))
        && identifier(&column.name).is_some();
    fits.then_some(column)
}

/// Lists the hashes that a model could declare for the first key column, the simplest first; at most a few dozen.
pub(crate) fn candidates(live: &LiveTable) -> Vec<Candidate> {
    match may_be_hash(live) {
        Some(_) => over(live, &live.primary_key[1..]),
        None => Vec::new(),
    }
}

/// Lists all hashes of these key columns.
pub(super) fn over(live: &LiveTable, key: &[String]) -> Vec<Candidate> {
    let position = |name: &String| live.columns.iter().position(|column| column.name == *name);
    let inputs: Vec<usize> = key.iter().filter_map(position).collect();
    let hashable = |&input: &usize| {
        let column = &live.columns[input];
        column.ty.is_some_and(YdbType::is_hashable) && column.serial != Some(true)
    };
    let inputs: Vec<usize> = inputs.into_iter().filter(hashable).collect();
    let mut found = Vec::new();
    for list in lists(&inputs) {
        let number = matches!(*list, [input] if live.columns[input].ty.is_some_and(|ty| ty.stored_as().is_some()));
        let (numeric, others) = HashFunction::ALL.into_iter().partition::<Vec<_>, _>(|function| function.is_numeric());
        let functions = numeric.into_iter().filter(|_| number).chain(others);
        found.extend(functions.map(|function| Candidate { function, inputs: list.clone(), buckets: None }));
    }
    found
}

/// Lists the inputs to try, short lists first. A few columns are tried in all lists; of many columns, only single ones,
/// pairs and the beginnings of the key are tried.
fn lists(inputs: &[usize]) -> Vec<Vec<usize>> {
    let mut lists: Vec<Vec<usize>> = Vec::new();
    let mut longer: Vec<Vec<usize>> = vec![Vec::new()];
    for length in 1..=inputs.len() {
        if length > 2 && inputs.len() > KEY_ORDER {
            lists.push(inputs[..length].to_vec());
            continue;
        }
        let next = |list: &Vec<usize>| {
            let may_follow = |input: &&usize| {
                if inputs.len() <= ANY_ORDER {
                    !list.contains(input)
                } else {
                    list.last().is_none_or(|last| rank(inputs, last) < rank(inputs, input))
                }
            };
            inputs.iter().filter(may_follow).map(|&input| [list.as_slice(), &[input]].concat()).collect::<Vec<_>>()
        };
        longer = longer.iter().flat_map(next).collect();
        // Lists in the order of the key come first.
        longer.sort_by_key(|list| !list.is_sorted_by_key(|input| rank(inputs, input)));
        lists.extend(longer.iter().cloned());
    }
    lists
}

/// Returns the position of an input in the key.
fn rank(inputs: &[usize], input: &usize) -> Option<usize> {
    inputs.iter().position(|other| other == input)
}

/// Writes `WHERE ...` for the rows without NULL in the key; empty if no key column is nullable.
fn with_whole_keys(live: &LiveTable) -> String {
    let columns = live.primary_key.iter().filter(|name| live.column(name).is_some_and(|column| column.nullable));
    let parts: Vec<String> = columns.map(|name| format!("{} IS NOT NULL", Name(name))).collect();
    if parts.is_empty() { String::new() } else { format!(" WHERE {}", parts.join(" AND ")) }
}

/// Writes the statements that compare candidates with rows, each with the positions of its candidates.
///
/// A statement selects one row: the number of sampled rows, and for each of its candidates the number of rows that it
/// fits. No text is longer than `limit` bytes. A candidate that is too long by itself is in no statement.
pub(crate) fn statements(
    live: &LiveTable,
    candidates: &[Candidate],
    rows: u64,
    limit: usize,
) -> Vec<(Vec<usize>, String)> {
    let Some(hash) = may_be_hash(live) else { return Vec::new() };
    let key: Vec<String> = live.primary_key.iter().map(|name| Name(name).to_string()).collect();
    let whole = with_whole_keys(live);
    let tail = format!("\nFROM (SELECT {} FROM {}{whole} LIMIT {rows})", key.join(", "), Name(&live.path));
    let counts = candidates.iter().enumerate().map(|(i, candidate)| {
        format!(",\n    COUNT_IF({} = {}) AS `fits{i}`", Name(&hash.name), candidate.expression(live))
    });
    within("SELECT COUNT(*) AS `rows`", counts, &tail, limit)
}

/// Joins parts between a head and a tail into texts of at most `limit` bytes, each with the positions of its parts. A
/// part that is too long by itself is in no text.
pub(super) fn within(
    head: &str,
    parts: impl Iterator<Item = String>,
    tail: &str,
    limit: usize,
) -> Vec<(Vec<usize>, String)> {
    let mut texts: Vec<(Vec<usize>, String)> = Vec::new();
    for (i, part) in parts.enumerate() {
        match texts.last_mut() {
            Some((covered, text)) if text.len() + part.len() + tail.len() <= limit => {
                covered.push(i);
                text.push_str(&part);
            }
            _ if head.len() + part.len() + tail.len() <= limit => texts.push((vec![i], format!("{head}{part}"))),
            _ => {}
        }
    }
    texts.iter_mut().for_each(|(_, text)| text.push_str(tail));
    texts
}

/// Returns the hash in the layout attribute; `Some(None)` if the attribute declares that the key has no hash.
///
/// `None` if there is no attribute, if this release cannot read it, if it describes another table, or if another
/// program's function computes the hash.
pub fn by_layout(live: &LiveTable) -> Option<Option<Candidate>> {
    let Some((hash, inputs)) = hash_by_layout(live)? else { return Some(None) };
    may_be_hash(live)?;
    Some(Some(Candidate { function: hash.function.own()?, inputs, buckets: hash.buckets }))
}

/// Returns the hash that leads the key and is computed by another program's function, from the layout attribute: `h
/// Int64 = fnv1a@1(id Uint64)`.
pub fn foreign_by_layout(live: &LiveTable) -> Option<LayoutHash> {
    let (hash, _) = hash_by_layout(live)??;
    hash.function.own().is_none().then_some(hash)
}

/// Returns the hash and the positions of its inputs from the layout attribute, if that is the layout of this table.
#[allow(clippy::type_complexity, reason = "no layout, no hash, or a hash")]
fn hash_by_layout(live: &LiveTable) -> Option<Option<(LayoutHash, Vec<usize>)>> {
    let layout: Layout = live.attributes.get(Layout::ATTRIBUTE)?.parse().ok()?;
    let (hash, key) = layout.into_parts();
    let (hash_column, own_key) = live.primary_key.split_at(usize::from(hash.is_some()).min(live.primary_key.len()));
    let is_column = |(column, name): (&LayoutColumn, &String)| column.name == *name && position(live, column).is_some();
    if key.len() != own_key.len() || !key.iter().zip(own_key).all(is_column) {
        return None;
    }
    let Some(hash) = hash else { return Some(None) };
    let inputs = hash.inputs.iter().map(|input| position(live, input).filter(|_| key.contains(input)));
    let inputs = inputs.collect::<Option<Vec<_>>>()?;
    let is_there = live.column(&hash.name).is_some_and(|column| column.ty == Some(hash.ty()));
    (is_there && *hash_column == [hash.name.clone()]).then_some(Some((hash, inputs)))
}

/// Returns the hash and bucket columns of the indexes, by their names, as the table attribute `ydb_keys.layout`
/// declares them.
pub fn indexed_by_layout(live: &LiveTable) -> Vec<(String, Candidate)> {
    let layout: Option<Layout> = live.attributes.get(Layout::ATTRIBUTE).and_then(|line| line.parse().ok());
    let Some(layout) = layout else { return Vec::new() };
    let found = layout.indexed_names().filter_map(|name| layout.indexed(name)).filter_map(|hash| {
        let is_there = live.column(&hash.name).is_some_and(|column| column.ty == Some(hash.ty()));
        let leads = live.indexes.iter().filter(|index| index.on.first() == Some(&hash.name)).count() == 1;
        let inputs = hash.inputs.iter().map(|input| position(live, input)).collect::<Option<Vec<_>>>()?;
        let candidate = Candidate { function: hash.function.own()?, inputs, buckets: hash.buckets };
        (is_there && leads && identifier(&hash.name).is_some()).then(|| (hash.name.clone(), candidate))
    });
    found.collect()
}

/// Returns the position of the column with this name and type.
fn position(live: &LiveTable, wanted: &LayoutColumn) -> Option<usize> {
    live.columns.iter().position(|column| column.name == wanted.name && column.ty == Some(wanted.ty))
}

// Search for the `Digest::` function of YDB that fills the first key column, if the column is no hash of this library.
//
// YDB's documentation leaves the function to the application, and existing tables have CityHash, FNV, Murmur or a CRC
// of a text or of the bytes of a number. The hash is signed if the program's language has no unsigned numbers. Each
// function is tried over each of the columns that follow; the server computes it, and counts for how many rows it
// equals the column. A text or bytes may be the MD5 or the SHA of one of these columns, also in hexadecimal digits.

/// Functions of one text that return 64 bits; those of `NARROW` return 32.
const WIDE: [&str; 8] =
    ["CityHash", "Fnv64", "MurMurHash", "MurMurHash2A", "Crc64", "FarmHashFingerprint64", "Md5HalfMix", "XXH3"];
const NARROW: [&str; 6] =
    ["Crc32c", "Fnv32", "MurMurHash32", "MurMurHash2A32", "FarmHashFingerprint32", "SuperFastHash"];

/// Expressions that return bytes or hexadecimal digits.
const TEXTS: [&str; 8] = [
    "Digest::Md5Hex({})",
    "Digest::Md5Raw({})",
    "Digest::Sha1({})",
    "Digest::Sha256({})",
    "String::HexEncode(Digest::Sha1({}))",
    "String::HexEncode(Digest::Sha256({}))",
    "String::AsciiToLower(String::HexEncode(Digest::Sha1({})))",
    "String::AsciiToLower(String::HexEncode(Digest::Sha256({})))",
];

/// Number of columns after the first one over which each function is tried.
const INPUTS: usize = 4;

/// Least number of rows that shows the distribution of values.
const FEWEST_ROWS: u64 = 20;

/// Statement that counts matching rows. It returns the number of all rows, that of values in the greater half, and then
/// a count for each of the expressions.
pub(crate) struct Tried {
    pub(crate) expressions: Vec<String>,
    pub(crate) text: String,
}

/// Writes one statement for each function, because a server may lack a function. The list is empty if the first key
/// column cannot be a hash.
pub(crate) fn tried(live: &LiveTable, rows: u64) -> Vec<Tried> {
    let Some((hash, ty)) = leading(live) else { return Vec::new() };
    let inputs = live.primary_key.iter().skip(1).filter_map(|name| live.column(name)).take(INPUTS);
    let arguments: Vec<String> = inputs.flat_map(arguments).collect();
    let key: Vec<String> = live.primary_key.iter().map(|name| Name(name).to_string()).collect();
    let (key, path, whole) = (key.join(", "), Name(&live.path), with_whole_keys(live));
    let (is_wide, is_text) =
        (matches!(ty, YdbType::Uint64 | YdbType::Int64), matches!(ty, YdbType::Utf8 | YdbType::String));
    let greater = match (is_text, is_wide) {
        // The distribution of texts is not examined.
        (true, _) => "0ul".to_owned(),
        (_, true) => format!("COUNT_IF(BITCAST({} AS Uint64) > 9223372036854775807ul)", Name(&hash.name)),
        (_, false) => format!("COUNT_IF(BITCAST({} AS Uint32) > 2147483647u)", Name(&hash.name)),
    };
    let numbers = WIDE.iter().filter(|_| is_wide).chain(&NARROW).map(|function| match ty {
        YdbType::Int64 | YdbType::Int32 => format!("BITCAST(Digest::{function}({{}}) AS {ty})"),
        _ => format!("Digest::{function}({{}})"),
    });
    let functions: Vec<String> =
        if is_text { TEXTS.iter().map(ToString::to_string).collect() } else { numbers.collect() };
    let statement = |function: String| {
        let expressions: Vec<String> = arguments.iter().map(|argument| function.replace("{}", argument)).collect();
        let mut text = format!("SELECT COUNT(*), {greater}");
        for expression in &expressions {
            text += &format!(",\n    COUNT_IF({} = {expression})", Name(&hash.name));
        }
        text += &format!("\nFROM (SELECT {key} FROM {path}{whole} LIMIT {rows})");
        Tried { expressions, text }
    };
    if arguments.is_empty() { Vec::new() } else { functions.into_iter().map(statement).collect() }
}

/// Returns the first key column and its type if it can be a hash.
fn leading(live: &LiveTable) -> Option<(&LiveColumn, YdbType)> {
    let column = live.column(live.primary_key.first()?)?;
    let ty = column.ty.filter(|ty| {
        use YdbType::{Int32, Int64, String, Uint32, Uint64, Utf8};
        matches!(ty, Uint64 | Int64 | Uint32 | Int32 | Utf8 | String)
    })?;
    (live.store == Store::Row && column.serial != Some(true)).then_some((column, ty))
}

/// Lists the values of a column that programs hash: a text, or the bytes or decimal digits of a number.
fn arguments(column: &LiveColumn) -> Vec<String> {
    let name = Name(&column.name);
    match column.ty {
        Some(YdbType::Utf8 | YdbType::String) => vec![name.to_string()],
        Some(YdbType::Uuid) => vec![format!("CAST({name} AS String)")],
        Some(ty) if ty.is_integer() => vec![format!("ToBytes({name})"), format!("CAST({name} AS String)")],
        _ => Vec::new(),
    }
}

/// Returns `true` if values are spread like hashes: about half of them are in the greater half of the type's range.
pub(crate) fn looks_spread(rows: u64, greater: u64) -> bool {
    rows >= FEWEST_ROWS && (rows / 4..=rows - rows / 4).contains(&greater)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_of_a_few_columns_is_tried() {
        assert_eq!(lists(&[7]), [vec![7]]);
        assert_eq!(lists(&[7, 3]), [vec![7], vec![3], vec![7, 3], vec![3, 7]]);
        // 4 + 4 * 3 + 4 * 3 * 2 + 4 * 3 * 2 * 1
        assert_eq!(lists(&[1, 2, 3, 4]).len(), 64);
    }

    #[test]
    fn many_columns_are_tried_in_the_order_of_the_key() {
        assert_eq!(lists(&[1, 2, 3, 4, 5, 6]).len(), 63);
        // 7 columns, 7 * 6 / 2 pairs, and the beginnings of 3 to 7.
        assert_eq!(lists(&[1, 2, 3, 4, 5, 6, 7]).len(), 7 + 21 + 5);
        assert!(lists(&[1, 2, 3, 4, 5, 6, 7]).contains(&vec![1, 2, 3, 4, 5]));
    }
}
