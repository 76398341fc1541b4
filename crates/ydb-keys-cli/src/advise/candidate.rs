//! Candidate keys, and the key of a row under each of them.
//!
//! The columns of the reads are arranged in *orders*. Up to three columns are tried in every order. With more columns,
//! only the columns of a single read are permuted. The id alone is also an order. An order without the id gets the id
//! at its end; columns after the id are cut off. Each order is a candidate without a prefix, and with each of these in
//! front:
//!
//! - a hash of its first column, by every function that takes its type;
//! - a hash of its first two columns, if a read fixes both;
//! - a bucket of the id, and a bucket of the first column that a read fixes and that does not grow.
//!
//! If a number is the id and leads, a UUID of version 4 or 7 in its place.

use ydb_keys::Value;
use ydb_keys::hash::xxh3;
use ydb_keys::schema::HashFunction;
use ydb_keys_core::keys::append_ordered;

use super::profile::{Cells, ProfiledColumn};
use super::read::WantedRead;

/// Number of buckets of a candidate with a bucket.
pub(super) const BUCKETS: u32 = 16;
/// Greatest number of columns that are tried in every order.
const EVERY_ORDER: usize = 3;
/// Greatest number of candidates.
const MOST: usize = 60;

/// A key that the table could have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    /// Positions of the key's columns, without a computed column in front.
    pub(super) order: Vec<usize>,
    pub(super) prefix: Option<Prefix>,
    /// The version of the UUIDs that replace the values of the first column.
    pub(super) uuid: Option<u8>,
}

/// A hash or a bucket in front of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prefix {
    pub(super) function: HashFunction,
    pub(super) inputs: Vec<usize>,
    pub(super) buckets: Option<u32>,
}

impl Candidate {
    /// Returns the first column of the key if no hash, bucket or new UUID stands in front of it.
    pub(super) fn leading_column<'c>(&self, columns: &'c [ProfiledColumn]) -> Option<&'c ProfiledColumn> {
        let plain = self.prefix.is_none() && self.uuid.is_none();
        self.order.first().filter(|_| plain).and_then(|&column| columns.get(column))
    }

    /// Returns the name of the column for the hash or the bucket. No column of the data has this name.
    pub(super) fn computed_name(&self, columns: &[ProfiledColumn]) -> Option<String> {
        let prefix = self.prefix.as_ref()?;
        let name = |&input: &usize| columns.get(input).map_or("", |column| column.name.as_str());
        let mut name = match prefix.buckets {
            Some(_) => "shard".to_owned(),
            None => format!("{}_hash", prefix.inputs.iter().map(name).collect::<Vec<_>>().join("_")),
        };
        while columns.iter().any(|column| column.name == name) {
            name.push('_');
        }
        Some(name)
    }

    /// Formats the key as in `primary_key(...)`.
    pub(super) fn text(&self, columns: &[ProfiledColumn]) -> String {
        let name = |&column: &usize| columns.get(column).map_or("", |column| column.name.as_str());
        let mut parts: Vec<String> = self.order.iter().map(|column| name(column).to_owned()).collect();
        if let (Some(version), Some(first)) = (self.uuid, parts.first_mut()) {
            *first = format!("{first} as a UUID v{version}");
        }
        if let (Some(prefix), Some(computed)) = (&self.prefix, self.computed_name(columns)) {
            let inputs = prefix.inputs.iter().map(name).collect::<Vec<_>>().join(", ");
            let modulo = prefix.buckets.map(|buckets| format!(" % {buckets}")).unwrap_or_default();
            parts.insert(0, format!("{computed} = {}({inputs}){modulo}", prefix.function));
        }
        parts.join(", ")
    }
}

/// Lists all candidates, each once.
pub(super) fn candidates(columns: &[ProfiledColumn], reads: &[WantedRead], id: &[usize]) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    for mut order in orders(reads, id) {
        // Columns may differ in all rows of the sample by chance; only the id differs in all later rows, too.
        let missing: Vec<usize> = id.iter().copied().filter(|column| !order.contains(column)).collect();
        order.extend(missing);
        // Columns after the whole id do not change the order of the rows.
        let end = id.iter().filter_map(|column| order.iter().position(|other| other == column)).max();
        order.truncate(end.map_or(order.len(), |last| last + 1));
        found.extend(with_prefixes(columns, reads, id, &order));
    }
    let mut distinct: Vec<Candidate> = Vec::new();
    for candidate in found {
        if !distinct.contains(&candidate) {
            distinct.push(candidate);
        }
    }
    distinct.truncate(MOST);
    distinct
}

/// Lists the orders of the columns that the reads ask for. The orders of the first read come first.
fn orders(reads: &[WantedRead], id: &[usize]) -> Vec<Vec<usize>> {
    let mut asked: Vec<usize> = Vec::new();
    for column in reads.iter().flat_map(WantedRead::columns) {
        if !asked.contains(&column) {
            asked.push(column);
        }
    }
    let mut orders = Vec::new();
    for read in reads {
        let columns: Vec<usize> = read.columns().collect();
        orders.push(columns.clone());
        // Columns of this read first, then the columns of all other reads.
        orders.push(columns.iter().chain(asked.iter().filter(|column| !columns.contains(column))).copied().collect());
    }
    if asked.len() <= EVERY_ORDER {
        orders.extend(permutations(&asked));
    } else {
        let few = |read: &&WantedRead| read.columns().count() <= EVERY_ORDER;
        orders.extend(reads.iter().filter(few).flat_map(|read| permutations(&read.columns().collect::<Vec<_>>())));
    }
    if !id.is_empty() {
        orders.push(id.to_vec());
    }
    orders.retain(|order: &Vec<usize>| !order.is_empty());
    orders
}

fn permutations(columns: &[usize]) -> Vec<Vec<usize>> {
    if columns.len() < 2 {
        return vec![columns.to_vec()];
    }
    let mut all = Vec::new();
    for (i, &first) in columns.iter().enumerate() {
        let rest: Vec<usize> = columns.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, &column)| column).collect();
        all.extend(permutations(&rest).into_iter().map(|rest| [&[first], rest.as_slice()].concat()));
    }
    all
}

fn with_prefixes(columns: &[ProfiledColumn], reads: &[WantedRead], id: &[usize], order: &[usize]) -> Vec<Candidate> {
    let candidate = |prefix| Candidate { order: order.to_vec(), prefix, uuid: None };
    let mut found = vec![candidate(None)];
    let hashable =
        |&&input: &&usize| columns.get(input).is_some_and(|column| column.ty.is_hashable() && !column.is_nullable());
    let number = |input: &usize| columns.get(*input).is_some_and(|column| column.ty.stored_as().is_some());
    if let Some(first) = order.first().filter(hashable) {
        let functions = HashFunction::ALL.into_iter().filter(|function| !function.is_numeric() || number(first));
        found.extend(
            functions.map(|function| candidate(Some(Prefix { function, inputs: vec![*first], buckets: None }))),
        );
    }
    let xxh3 = |inputs: Vec<usize>, buckets| Prefix { function: HashFunction::Xxh3, inputs, buckets };
    if let [a, b, ..] = order
        && reads.iter().any(|read| read.fixed.contains(a) && read.fixed.contains(b))
        && [a, b].iter().all(hashable)
    {
        found.push(candidate(Some(xxh3(vec![*a, *b], None))));
    }
    let steady = |&&column: &&usize| columns.get(column).is_some_and(|column| !column.grows() && !column.ty.is_time());
    let fixed = order.iter().filter(|column| reads.iter().any(|read| read.fixed.contains(column))).find(steady);
    let in_order = !id.is_empty() && id.iter().all(|column| order.contains(column) && hashable(&column));
    let of_id = in_order.then(|| id.to_vec());
    // A bucket computed from the whole key only keeps an order that is needed if a range is read or the key has more
    // columns.
    let ranged = order.len() > 1 || reads.iter().any(|read| read.range.is_some_and(|range| order.contains(&range)));
    for inputs in of_id.into_iter().chain(fixed.filter(hashable).map(|&column| vec![column])).filter(|_| ranged) {
        found.push(candidate(Some(xxh3(inputs, Some(BUCKETS)))));
    }
    if let [only] = id
        && order == id
        && columns.get(*only).is_some_and(|column| column.ty.is_integer())
    {
        let versions = [4, 7].into_iter();
        found.extend(versions.map(|version| Candidate { order: order.to_vec(), prefix: None, uuid: Some(version) }));
    }
    found
}

// Keys of the sampled rows under a candidate, as bytes that sort like keys in YDB.
//
// A key is the bytes of the computed number, if it has one, and then the bytes of each column.

/// A column that may be in a key.
#[derive(Debug)]
pub(super) struct KeyColumn<'a> {
    pub(super) values: Vec<Value<'a>>,
    pub(super) cells: Cells,
}

/// Columns that candidates use, indexed by position.
#[derive(Debug)]
pub(super) struct KeyColumns<'a> {
    /// `None` for a column that no candidate uses.
    pub(super) columns: Vec<Option<KeyColumn<'a>>>,
    /// Milliseconds since 1970 of each row, for UUIDs that are made from a clock.
    pub(super) clock: Vec<u64>,
}

impl KeyColumns<'_> {
    /// Returns the encoded key of a row under a candidate.
    pub(super) fn key(&self, candidate: &Candidate, row: usize) -> Box<[u8]> {
        let mut key = Vec::with_capacity(48);
        if let Some(number) = self.computed(candidate, row) {
            append_ordered(&number, &mut key);
        }
        let mut order = candidate.order.as_slice();
        if let (Some(version), [_, rest @ ..]) = (candidate.uuid, order) {
            append_ordered(&Value::Uuid(self.uuid(version, row)), &mut key);
            order = rest;
        }
        for &column in order {
            key.extend_from_slice(self.cell(column, row));
        }
        key.into()
    }

    /// Computes the hash or the bucket in front of the key.
    fn computed(&self, candidate: &Candidate, row: usize) -> Option<Value<'static>> {
        let prefix = candidate.prefix.as_ref()?;
        let inputs = prefix.inputs.iter().filter_map(|&input| self.columns.get(input)?.as_ref()?.values.get(row));
        // The value is NULL if it cannot be hashed. Nullable columns are not hashed at all.
        let hash = prefix.function.hash_each(inputs)?;
        Some(match prefix.buckets {
            None => Value::Uint64(hash),
            // The remainder is less than the number of buckets, which is a `u32`.
            Some(buckets) => Value::Uint32((hash % u64::from(buckets.max(1))) as u32),
        })
    }

    pub(super) fn cell(&self, column: usize, row: usize) -> &[u8] {
        self.columns.get(column).and_then(Option::as_ref).map_or(&[], |column| column.cells.get(row))
    }

    /// Makes a UUID for a row from random bits. Version 7 begins with the milliseconds of a clock.
    fn uuid(&self, version: u8, row: usize) -> [u8; 16] {
        let half = |half: u8| xxh3(&[&row.to_le_bytes(), &[half][..]].concat()).to_be_bytes();
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&half(0));
        bytes[8..].copy_from_slice(&half(1));
        if version == 7 {
            let millis = self.clock.get(row).copied().unwrap_or_default();
            bytes[..6].copy_from_slice(&millis.to_be_bytes()[2..]);
        }
        bytes[6] = bytes[6] & 0x0f | version << 4;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        bytes
    }
}
