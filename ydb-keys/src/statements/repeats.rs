//! Rows of one call with equal keys: found before anything is sent.
//!
//! While the rows are encoded to be split into requests, the key of each is hashed: 64 bits of XXH3 over its ordered
//! bytes, which are equal exactly if YDB considers the keys the same. If the keys do not ascend, the hashes are sorted at
//! the end. Only rows whose hashes are equal are encoded again and compared by their bytes, so a collision of hashes costs
//! time and nothing else.

use std::ops::Range;

use super::batch::{Limits, cut_some};
use crate::error::{Detail, OperationName, Result};
use ydb_keys_core::keys::append_ordered;
use ydb_keys_core::keys::sink::show_values;
use ydb_keys_core::schema::Table;
use ydb_keys_core::types::Value;

/// The keys of the rows of a call.
struct Keys {
    table: &'static Table,
    operation: OperationName,
    /// Where the values of the key are among those that are sent; `None` if the server chooses one of them.
    positions: Option<Vec<usize>>,
    /// The hash of each key, and the position of its row.
    hashes: Vec<(u64, usize)>,
    bytes: Vec<u8>,
    /// The bytes of the key before, as long as each key is greater than the one before.
    greatest: Option<Vec<u8>>,
}

/// Puts the values of the row at a position into a list.
type Put<'p, 'v> = &'p mut dyn FnMut(usize, &mut Vec<Value<'v>>) -> Result<()>;

impl Keys {
    fn of(rows: &Rows) -> Self {
        Keys {
            table: rows.table,
            operation: rows.operation,
            positions: rows.key.clone(),
            hashes: Vec::with_capacity(rows.len),
            bytes: Vec::new(),
            greatest: Some(Vec::new()),
        }
    }

    /// Adds the key of the row at `index`, whose sent values these are.
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

    /// The ordered bytes of the key.
    fn put_bytes(&mut self, values: &[Value<'_>]) -> bool {
        let Some(positions) = &self.positions else { return false };
        self.bytes.clear();
        for &position in positions {
            append_ordered(&values[position], &mut self.bytes);
        }
        true
    }

    /// The rows that a later row with the same key supersedes, in order.
    ///
    /// # Errors
    /// [`Usage`](crate::ErrorKind::Usage) for the first row whose key an earlier one has, unless the last one is kept.
    fn superseded(mut self, keep_last: bool, put: Put<'_, '_>) -> Result<Vec<usize>> {
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
            Some(&(first, second)) if !keep_last => {
                let mut values = Vec::new();
                put(second, &mut values)?;
                let key: Vec<_> = self.positions.iter().flatten().map(|&position| values[position].clone()).collect();
                let (table, operation, key) = (self.table.name, self.operation.as_str(), show_values(&key));
                Err(Detail::RepeatedKey { table, operation, key, first, second }.into())
            }
            _ => {
                let mut superseded: Vec<usize> = pairs.into_iter().map(|(first, _)| first).collect();
                superseded.sort_unstable();
                Ok(superseded)
            }
        }
    }

    /// The neighbors among rows of one hash that really have one key.
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
    /// Where the values of the key are among those that are sent; `None` if the server chooses one of them.
    pub(super) key: Option<Vec<usize>>,
    pub(super) operation: OperationName,
    pub(super) len: usize,
    /// Whether the last one of several rows with one key is sent, instead of an error.
    pub(super) keep_last: bool,
}

/// Rows split into requests.
pub(crate) struct Requests<F> {
    /// The positions of the rows of each request.
    pub(crate) parts: Vec<Range<usize>>,
    /// The positions of rows that are not sent, because a later row has the same key.
    pub(crate) superseded: Vec<usize>,
    /// What `first` made of each row of the first request.
    pub(crate) first: Vec<F>,
}

impl Rows {
    /// Splits the rows into requests within the limits. `put` puts the values of a row into a list; `first` takes those
    /// of each row of the first request, so that they need not be encoded twice.
    ///
    /// # Errors
    /// Those of `put` and `first`; [`Usage`](crate::ErrorKind::Usage).
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
        let superseded = keys.superseded(self.keep_last, put)?;
        if superseded.is_empty() {
            return Ok(Requests { parts, superseded, first: taken });
        }
        taken.clear();
        let parts = cut_some(self.len, limits, &superseded, put, |values| take(values, &mut taken))?;
        Ok(Requests { parts, superseded, first: taken })
    }

    /// The rows that are not sent, because a later row has the same key.
    ///
    /// # Errors
    /// Those of `put`; [`Usage`](crate::ErrorKind::Usage).
    pub(super) fn superseded(&self, put: Put<'_, '_>) -> Result<Vec<usize>> {
        let mut keys = Keys::of(self);
        let mut values = Vec::new();
        for index in 0..self.len {
            put(index, &mut values)?;
            keys.add(index, &values);
        }
        keys.superseded(self.keep_last, put)
    }
}
