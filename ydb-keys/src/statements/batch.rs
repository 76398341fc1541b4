//! Splits many rows or keys into requests within YDB's limits, and finds rows of one call with equal keys.
//!
//! One pass encodes every row, so a row that cannot be sent is found before anything is written. A request takes rows
//! until one more would exceed its number of rows or its bytes. A row larger than the limit is sent alone. Only ranges
//! of positions are kept: each request encodes its rows again when it is sent, so memory holds the values of only one
//! request at a time. The first request, which is often the only one, keeps the encoded rows of the pass.
//!
//! The same pass hashes the key of each row: 64 bits of XXH3 over its ordered bytes, which are equal exactly if YDB
//! considers the keys equal. If the keys do not ascend, the hashes are sorted at the end. Only rows with equal hashes
//! are encoded again and compared by their bytes, so a collision of hashes only costs time.
//!
//! Each request is a transaction of its own (`sdk/many.rs`). The client retries a request by its own rules. If a
//! request fails for good, the requests before it are written and those after it are not sent. An error of kind
//! `PartlyWritten` reports that.

use std::ops::Range;

use crate::error::{Detail, OperationName, Result};
use ydb_keys_core::keys::append_ordered;
use ydb_keys_core::keys::sink::show_values;
use ydb_keys_core::schema::Table;
use ydb_keys_core::types::Value;

/// Limits of one request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Largest number of rows or keys in one request.
    pub(crate) rows: usize,
    /// Bytes of all values, with their tags and lengths.
    pub(crate) bytes: usize,
}

impl Limits {
    /// No limits: a single request for all rows.
    pub(super) const NONE: Self = Limits { rows: usize::MAX, bytes: usize::MAX };
}

/// Bytes of tags and lengths that a request needs for each value.
const OVERHEAD: usize = 8;

/// Splits `len` rows into requests. `put` puts the values of a row into a list, or returns an error if the row cannot
/// be sent.
pub(super) fn cut<'v>(
    len: usize,
    limits: Limits,
    put: impl FnMut(usize, &mut Vec<Value<'v>>) -> Result<()>,
) -> Result<Vec<Range<usize>>> {
    cut_some(len, limits, &[], put, |_| Ok(()))
}

/// Splits `len` rows into requests, without the rows at the positions in `skipped`, which are in order. Ranges are
/// positions among all rows. `first` gets the values of each row of the first request.
fn cut_some<'v>(
    len: usize,
    limits: Limits,
    skipped: &[usize],
    mut put: impl FnMut(usize, &mut Vec<Value<'v>>) -> Result<()>,
    mut first: impl FnMut(&mut Vec<Value<'v>>) -> Result<()>,
) -> Result<Vec<Range<usize>>> {
    let mut parts = Vec::new();
    let mut values = Vec::new();
    let (mut start, mut rows, mut bytes) = (0, 0, 0);
    for index in 0..len {
        if is_skipped(skipped, index) {
            continue;
        }
        put(index, &mut values)?;
        let size: usize = values.iter().map(|value| value.size() + OVERHEAD).sum();
        if rows > 0 && (rows == limits.rows || bytes + size > limits.bytes) {
            parts.push(start..index);
            (start, rows, bytes) = (index, 0, 0);
        }
        rows += 1;
        bytes += size;
        if parts.is_empty() {
            first(&mut values)?;
        }
    }
    if start < len {
        parts.push(start..len);
    }
    Ok(parts)
}

pub(crate) fn is_skipped(skipped: &[usize], index: usize) -> bool {
    !skipped.is_empty() && skipped.binary_search(&index).is_ok()
}

struct Keys<'r> {
    rows: &'r Rows,
    /// Hash of each key, with the position of its row.
    hashes: Vec<(u64, usize)>,
    bytes: Vec<u8>,
    /// Bytes of the key before, as long as each key is greater than the previous one.
    greatest: Option<Vec<u8>>,
}

/// Function that puts the values of the row at a position into a list.
type Put<'p, 'v> = &'p mut dyn FnMut(usize, &mut Vec<Value<'v>>) -> Result<()>;

impl<'r> Keys<'r> {
    fn of(rows: &'r Rows) -> Self {
        Keys { rows, hashes: Vec::with_capacity(rows.len), bytes: Vec::new(), greatest: Some(Vec::new()) }
    }

    /// Adds the key of the row at `index`. `values` are the sent values of that row.
    fn add(&mut self, index: usize, values: &[Value<'_>]) {
        if !self.put_bytes(values) {
            return;
        }
        self.hashes.push((xxhash_rust::xxh3::xxh3_64(&self.bytes), index));
        match &mut self.greatest {
            Some(greatest) if self.bytes > *greatest => std::mem::swap(greatest, &mut self.bytes),
            _ => self.greatest = None,
        }
    }

    fn put_bytes(&mut self, values: &[Value<'_>]) -> bool {
        let Some(positions) = &self.rows.key else { return false };
        self.bytes.clear();
        for &position in positions {
            append_ordered(&values[position], &mut self.bytes);
        }
        true
    }

    /// Returns the positions of rows that a later row with the same key supersedes, in order.
    ///
    /// # Errors
    /// [`Usage`](crate::ErrorKind::Usage) for the first row that has the key of an earlier row, unless the last row of
    /// each key is kept.
    fn superseded(mut self, put: Put<'_, '_>) -> Result<Vec<usize>> {
        if self.greatest.is_some() {
            return Ok(Vec::new());
        }
        let mut hashes = std::mem::take(&mut self.hashes);
        hashes.sort_unstable_by_key(|(hash, _)| *hash);
        let mut pairs = Vec::new();
        for same in hashes.chunk_by(|a, b| a.0 == b.0).filter(|same| same.len() > 1) {
            self.compare(same, put, &mut pairs)?;
        }
        match pairs.iter().min_by_key(|(_, second)| *second) {
            Some(&(first, second)) if !self.rows.keep_last => {
                let mut values = Vec::new();
                put(second, &mut values)?;
                let key: Vec<_> = self.rows.key.iter().flatten().map(|&position| values[position].clone()).collect();
                let (table, operation, key) = (self.rows.table.name, self.rows.operation.as_str(), show_values(&key));
                Err(Detail::RepeatedKey { table, operation, key, first, second }.into())
            }
            _ => {
                let mut superseded: Vec<usize> = pairs.into_iter().map(|(first, _)| first).collect();
                superseded.sort_unstable();
                Ok(superseded)
            }
        }
    }

    /// Finds neighbors among rows with one hash that really have the same key.
    fn compare(&mut self, same: &[(u64, usize)], put: Put<'_, '_>, pairs: &mut Vec<(usize, usize)>) -> Result<()> {
        let mut keys = Vec::with_capacity(same.len());
        let mut values = Vec::new();
        for &(_, index) in same {
            put(index, &mut values)?;
            self.put_bytes(&values);
            keys.push((self.bytes.clone(), index));
        }
        keys.sort_unstable();
        let equal = keys.windows(2).filter(|pair| pair[0].0 == pair[1].0);
        pairs.extend(equal.map(|pair| (pair[0].1, pair[1].1)));
        Ok(())
    }
}

/// Rows to be split into requests.
pub(crate) struct Rows {
    pub(super) table: &'static Table,
    /// Positions of the key's values among the sent values; `None` if the server chooses one of them.
    pub(super) key: Option<Vec<usize>>,
    pub(super) operation: OperationName,
    pub(super) len: usize,
    /// `true` if only the last of several rows with one key is sent, instead of an error.
    pub(super) keep_last: bool,
}

pub(crate) struct Requests<F> {
    pub(crate) parts: Vec<Range<usize>>,
    /// Positions of rows that are not sent, because a later row has the same key.
    pub(crate) superseded: Vec<usize>,
    /// Results of `first` for the rows of the first request.
    pub(crate) first: Vec<F>,
}

impl Rows {
    /// Splits the rows into requests within the limits. `put` puts the values of a row into a list. `first` takes the
    /// values of each row of the first request, so that they need not be encoded twice.
    ///
    /// # Errors
    /// The errors of `put` and `first`; [`Usage`](crate::ErrorKind::Usage) for rows with the same key.
    pub(super) fn cut<'v, F>(
        &self,
        limits: Limits,
        put: Put<'_, 'v>,
        mut first: impl FnMut(&mut Vec<Value<'v>>) -> Result<F>,
    ) -> Result<Requests<F>> {
        let mut keys = Keys::of(self);
        let mut taken = Vec::with_capacity(self.len.min(limits.rows));
        let mut take = |values: &mut Vec<Value<'v>>, taken: &mut Vec<F>| first(values).map(|row| taken.push(row));
        let add = |index, values: &mut Vec<Value<'v>>| {
            put(index, values)?;
            keys.add(index, values);
            Ok(())
        };
        let parts = cut_some(self.len, limits, &[], add, |values| take(values, &mut taken))?;
        let superseded = keys.superseded(put)?;
        if superseded.is_empty() {
            return Ok(Requests { parts, superseded, first: taken });
        }
        taken.clear();
        let parts = cut_some(self.len, limits, &superseded, put, |values| take(values, &mut taken))?;
        Ok(Requests { parts, superseded, first: taken })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Splits rows that have one value of each of these sizes, plus 8 bytes each.
    fn parts(sizes: &[usize], rows: usize, bytes: usize) -> Vec<Range<usize>> {
        let texts: Vec<String> = sizes.iter().map(|&size| "x".repeat(size)).collect();
        let put = |index: usize, values: &mut Vec<_>| {
            *values = vec![Value::Utf8(texts[index].as_str().into())];
            Ok(())
        };
        cut(sizes.len(), Limits { rows, bytes }, put).unwrap()
    }

    #[test]
    fn by_rows_and_by_bytes() {
        assert!(parts(&[], 2, 100).is_empty());
        assert_eq!(parts(&[1, 1, 1, 1, 1], 2, 100), [0..2, 2..4, 4..5]);
        assert_eq!(parts(&[12, 12, 12], 10, 40), [0..2, 2..3]);
        assert_eq!(parts(&[12, 12, 12], 10, 39), [0..1, 1..2, 2..3]);
        assert_eq!(parts(&[1, 500, 1], 10, 40), [0..1, 1..2, 2..3]);
    }

    #[test]
    fn a_bad_row_is_found_first() {
        let bad: crate::Error = Detail::EmptyUpdate { table: "t" }.into();
        let put = |index: usize, _: &mut Vec<_>| if index == 7 { Err(bad.clone()) } else { Ok(()) };
        assert!(cut(8, Limits { rows: 1, bytes: 1 }, put).is_err());
    }
}
