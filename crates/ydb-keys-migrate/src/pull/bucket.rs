//! Search for buckets: tells if a `Uint32` at the start of a key or of an index is a bucket, and of how many.
//!
//! A bucket is a hash modulo n, and n therefore divides the difference of hash and bucket in every row. The greatest
//! common divisor of these differences is n, or with few rows a multiple of it; if the values are not buckets of this
//! hash, it is soon 1. The server therefore computes all candidates, and one number for each remains. The first rows of
//! a key that begins with a bucket all have bucket 0; therefore rows of several buckets are read.

use ydb_keys::YdbType;
use ydb_keys::schema::Store;
use ydb_keys_core::ddl::Name;

use super::hash::{Candidate, may_be_hash, over, within};
use super::name::identifier;
use crate::live::{LiveIndex, LiveIndexKind, LiveTable};

/// Least number of rows. Fewer show nothing: each row halves the chance that another column passes for a bucket.
const FEWEST_ROWS: u64 = 20;
/// Greatest number of buckets that is looked for.
const MOST: u32 = 4096;
/// Number of buckets of the key from which rows are read.
const SAMPLED: u32 = 16;

/// Column that may be a bucket.
pub(crate) struct Suspect<'a> {
    pub(crate) column: &'a str,
    /// `true` if the column leads an index, not the key.
    is_of_index: bool,
    pub(crate) candidates: Vec<Candidate>,
}

/// Returns the first key column if it is a `Uint32`.
pub(crate) fn leading(live: &LiveTable) -> Option<Suspect<'_>> {
    let column = may_be_hash(live).filter(|column| column.ty == Some(YdbType::Uint32))?;
    Some(Suspect { column: &column.name, is_of_index: false, candidates: over(live, &live.primary_key[1..]) })
}

/// Returns the columns that lead an index and are used nowhere else. `computed` is `true` if the first key column is
/// computed.
pub(crate) fn of_indexes(live: &LiveTable, computed: bool) -> Vec<Suspect<'_>> {
    if live.store != Store::Row {
        return Vec::new();
    }
    let key = &live.primary_key[usize::from(computed).min(live.primary_key.len())..];
    let uses = |column: &str| {
        let of_index = |index: &LiveIndex| index.on.iter().chain(&index.cover).filter(|name| *name == column).count();
        live.indexes.iter().map(of_index).sum::<usize>()
    };
    let ttl = live.settings.as_ref().and_then(|settings| settings.ttl.as_ref()).map(|ttl| ttl.column.as_str());
    let suspect = |index: &'_ LiveIndex| -> Option<usize> {
        let column = live.columns.iter().position(|column| Some(&column.name) == index.on.first())?;
        let name = live.columns[column].name.as_str();
        let plain = matches!(index.kind, LiveIndexKind::Sync | LiveIndexKind::Async) && index.on.len() > 1;
        let free = uses(name) == 1 && !live.primary_key.iter().any(|key| key == name) && ttl != Some(name);
        let fits = live.columns[column].ty == Some(YdbType::Uint32) && identifier(name).is_some();
        (plain && free && fits && index.ready).then_some(column)
    };
    let found = live.indexes.iter().filter_map(suspect);
    found
        .map(|column| Suspect { column: &live.columns[column].name, is_of_index: true, candidates: over(live, key) })
        .collect()
}

impl Suspect<'_> {
    /// Writes the statement that reads the greatest value of the first key column by one lookup.
    pub(crate) fn greatest(&self, live: &LiveTable) -> String {
        let order: Vec<String> = live.primary_key.iter().map(|name| format!("{} DESC", Name(name))).collect();
        let (column, path) = (Name(self.column), Name(&live.path));
        format!("SELECT {column}\nFROM {path}\nORDER BY {}\nLIMIT 1", order.join(", "))
    }

    /// Writes the statements that select, for some rows, the column and the hashes of some candidates. A hash is named
    /// `h` and the candidate's position. Each statement comes with the positions of its candidates. `last` is the
    /// greatest bucket of the key, if the key has buckets.
    pub(crate) fn statements(
        &self,
        live: &LiveTable,
        last: Option<u32>,
        rows: u64,
        limit: usize,
    ) -> Vec<(Vec<usize>, String)> {
        let head = format!("SELECT {} AS `bucket`", Name(self.column));
        let tail = format!("\nFROM ({})", self.rows(live, last, rows));
        let candidates = self.candidates.iter().enumerate();
        let hashes = candidates.map(|(i, candidate)| format!(",\n    {} AS `h{i}`", candidate.expression(live)));
        within(&head, hashes, &tail, limit)
    }

    fn rows(&self, live: &LiveTable, last: Option<u32>, rows: u64) -> String {
        let mut columns: Vec<&str> = live.primary_key.iter().map(String::as_str).collect();
        if self.is_of_index {
            columns.push(self.column);
        }
        let columns: Vec<String> = columns.into_iter().map(|name| Name(name).to_string()).collect();
        let select = format!("SELECT {} FROM {}", columns.join(", "), Name(&live.path));
        let (Some(last), Some(lead)) = (last, live.primary_key.first()) else {
            return format!("{select} LIMIT {rows}");
        };
        let of = last.saturating_add(1).min(SAMPLED);
        let rows = (rows / u64::from(of)).max(1);
        let bucket = |i: u32| u64::from(last) * u64::from(i) / u64::from((of - 1).max(1));
        let part = |i: u32| format!("({select} WHERE {} = {}u LIMIT {rows})", Name(lead), bucket(i));
        (0..of).map(part).collect::<Vec<_>>().join(" UNION ALL ")
    }
}

/// Result of one candidate over the sampled rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Modulus {
    rows: u64,
    greatest: u32,
    divisor: u64,
    is_out: bool,
}

impl Modulus {
    pub(crate) fn add(&mut self, bucket: u32, hash: u64) {
        self.rows += 1;
        self.greatest = self.greatest.max(bucket);
        match hash.checked_sub(bucket.into()) {
            Some(difference) => self.divisor = divisor(self.divisor, difference),
            None => self.is_out = true,
        }
    }

    pub(crate) const fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the number of buckets if the rows are buckets of the hash.
    pub(crate) fn buckets(&self) -> Option<u32> {
        let found = u32::try_from(self.divisor).ok()?;
        let fits = !self.is_out && self.rows >= FEWEST_ROWS && (2..=MOST).contains(&found) && found > self.greatest;
        fits.then_some(found)
    }
}

/// Returns the greatest common divisor. If one number is 0, it is the other number.
fn divisor(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns numbers without an order, like hashes: multiples of an odd constant.
    fn hashes(of: u64) -> impl Iterator<Item = u64> {
        (1..=of).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29))
    }

    fn found(rows: impl Iterator<Item = (u32, u64)>) -> Option<u32> {
        let mut modulus = Modulus::default();
        rows.for_each(|(bucket, hash)| modulus.add(bucket, hash));
        modulus.buckets()
    }

    #[test]
    fn the_number_of_buckets_is_what_divides_all_differences() {
        for buckets in [2, 3, 16, 24, 1000] {
            let rows = hashes(200).map(|hash| ((hash % buckets) as u32, hash));
            assert_eq!(found(rows), Some(buckets as u32));
        }
    }

    #[test]
    fn other_values_are_no_buckets() {
        // The values are buckets of another hash, and then consecutive numbers.
        assert_eq!(found(hashes(200).map(|hash| ((hash.rotate_left(7) % 16) as u32, hash))), None);
        assert_eq!(found(hashes(200).zip(0..).map(|(hash, number)| (number, hash))), None);
        // A single row has another value.
        let rows = hashes(200).map(|hash| ((hash % 16) as u32, hash));
        assert_eq!(found(rows.chain([(5, 16)])), None);
        // There are too few rows.
        assert_eq!(found(hashes(FEWEST_ROWS - 1).map(|hash| ((hash % 16) as u32, hash))), None);
        assert_eq!(found(std::iter::empty()), None);
    }
}
