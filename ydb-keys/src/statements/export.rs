//! Reads a scan for an export: in parallel parts, each in the order of the key itself and request by request.
//!
//! A part is a range of the columns that rows are sorted by, with the hashes. The rest of a part that has been read
//! partly is a [`Rest`]: it begins after a row, or at a prefix of these columns, and ends before another prefix.
//!
//! ```text
//! ordering (h, a, b)      from (100)      after (h 117, a 5, b "x")      to (200)
//! ```
//!
//! A whole table is read by these ends. A scan with conditions after a bucket is read bucket by bucket, because only
//! then each request is one range of the key. The rows of a part are in the order of the key all the same.

use std::ops::Bound;

use super::scan::statement;
use super::{Location, Member, Purpose, Query, Select, Slice, Statement, TableAt, YdbRow, YdbTable};
use crate::error::{Detail, Result};
use crate::keys::PageToken;
use ydb_keys_core::keys::{Cuts, Rest, ordered_bytes};
use ydb_keys_core::schema::IndexDef;
use ydb_keys_core::types::Value;

impl<T: YdbTable> Select<T> {
    /// Makes a scan of all rows of the model's table.
    #[doc(hidden)]
    pub fn own() -> Self {
        Select::of(TableAt::OWN)
    }

    /// Makes a scan of all rows of a table.
    #[doc(hidden)]
    pub fn of(table: &TableAt<T>) -> Self {
        Select::new(table.location.clone(), None)
    }
}

impl<T: YdbTable, R: YdbRow> Select<T, R> {
    /// Makes the same scan of the same table at another path.
    #[doc(hidden)]
    pub fn of_copy(mut self, path: String) -> Self {
        self.location = Location::at(path);
        self
    }

    /// Returns the index that is read, if it is async.
    #[doc(hidden)]
    pub fn async_index(&self) -> Option<&'static IndexDef> {
        self.query.async_index()
    }

    /// Returns the name of the index that is read.
    #[doc(hidden)]
    pub fn index_name(&self) -> Option<&'static str> {
        self.query.sorting.index.map(|index| index.name)
    }

    /// Returns the path of the table.
    #[doc(hidden)]
    pub fn path(&self) -> &str {
        self.location.path_or(T::TABLE.name)
    }

    /// Returns the way to cut the scan into this many parts, or fewer.
    ///
    /// # Errors
    /// [`Usage`](crate::ErrorKind::Usage) for a scan with a limit.
    #[doc(hidden)]
    pub fn cuts(&self, parts: u32) -> Result<Cuts> {
        let query = &self.query;
        if parts > 1 && query.limit.is_some() {
            return Err(Detail::LimitedSplit { table: T::TABLE.name }.into());
        }
        if let Some((_, buckets)) = query.buckets() {
            let of = u64::from(parts.clamp(1, buckets));
            // The result is less than the number of buckets.
            let bound = |number| vec![Value::Uint32((u64::from(buckets) * number / of) as u32)];
            return Ok(Cuts::At((1..of).map(bound).collect()));
        }
        // Conditions on columns after a hash apply to all values of the hash alike.
        let is_spread = query.leads_unfixed() || query.fixed.is_empty() && query.is_unbounded();
        match Slice::all(T::TABLE, parts.max(1)) {
            _ if parts <= 1 => Ok(Cuts::At(Vec::new())),
            Ok(slices) if is_spread && query.sorting.index.is_none() => {
                Ok(Cuts::At(slices.iter().skip(1).map(|slice| slice.from.clone()).collect()))
            }
            _ => Ok(Cuts::Partitions),
        }
    }

    /// Returns the columns that rows are sorted by, with the hashes.
    #[doc(hidden)]
    pub fn ordering(&self) -> Vec<Member> {
        let sorting = self.query.sorting;
        sorting.ordering().into_iter().map(|part| sorting.member(part)).collect()
    }

    /// Makes at most this many parts between prefixes, which are sorted by the key. Prefixes outside of the scan are
    /// ignored. From those inside, as many as necessary are taken at equal distances. The parts are in the order of the
    /// scan.
    #[doc(hidden)]
    pub fn parts(&self, mut bounds: Vec<Vec<Value<'static>>>, parts: u32) -> Vec<Rest> {
        let query = &self.query;
        // NULLs at the end of a prefix sort before everything, so they change nothing.
        for bound in &mut bounds {
            bound.truncate(bound.iter().rposition(|value| *value != Value::Null).map_or(0, |last| last + 1));
        }
        bounds.retain(|bound| query.is_inside(bound));
        bounds.dedup();
        let (have, cuts) = (bounds.len(), bounds.len().min(parts.max(1) as usize - 1));
        let taken = (1..=cuts).filter_map(|cut| bounds.get(cut * (have + 1) / (cuts + 1) - 1).cloned());
        let ends: Vec<_> = [Vec::new()].into_iter().chain(taken).chain([Vec::new()]).collect();
        let rest = |ends: &[Vec<_>]| Rest { from: ends[0].clone(), after: None, to: ends[1].clone() };
        let mut parts: Vec<Rest> = ends.windows(2).map(rest).collect();
        if query.descending {
            parts.reverse();
        }
        parts
    }

    /// Returns the rest of a part after a request for its next rows has returned all rows of its range: nothing, unless
    /// there are more buckets.
    #[doc(hidden)]
    pub fn after_run(&self, rest: Rest) -> Result<Option<Rest>> {
        let query = &self.query;
        let (Some((_, buckets)), true) = (query.buckets(), query.is_read_by_bucket()) else { return Ok(None) };
        let bucket = query.bucket_of(&rest)?;
        let bound = |bucket: u32| vec![Value::Uint32(bucket)];
        Ok(match query.descending {
            false if bucket + 1 < bucket_in(&rest.to).unwrap_or(buckets) => {
                Some(Rest { from: bound(bucket + 1), after: None, to: rest.to })
            }
            true if bucket > bucket_in(&rest.from).unwrap_or(0) => {
                Some(Rest { from: rest.from, after: None, to: bound(bucket) })
            }
            _ => None,
        })
    }

    /// Writes the rest of a part as a token.
    ///
    /// # Errors
    /// A value in the key of the last row that its column in the model cannot hold.
    #[doc(hidden)]
    pub fn rest_token(&self, rest: &Rest) -> Result<PageToken> {
        let order = self.query.order();
        let (from, to) = self.query.open_ends(rest);
        let rest = Rest { from, after: rest.after.clone(), to };
        PageToken::of_rest(&self.query.export_scope(&order), &self.ordering(), &rest)
    }

    /// Reads the rest of a part from its token. The token must belong to an export of the same scan.
    ///
    /// # Errors
    /// [`PageToken`](crate::ErrorKind::PageToken) for another token.
    #[doc(hidden)]
    pub fn rest(&self, token: &PageToken) -> Result<Rest> {
        let order = self.query.order();
        token.rest(&self.query.export_scope(&order), &self.ordering())
    }
}

impl Query {
    fn leads_unfixed(&self) -> bool {
        self.sorting.lead().is_some() && self.fixed_lead().is_none()
    }

    /// Returns `true` if a prefix of the columns that rows are sorted by lies within the scan, and so cuts it.
    fn is_inside(&self, bound: &[Value<'_>]) -> bool {
        // The prefix lies between buckets, and all buckets are read.
        if self.buckets().is_some() {
            return true;
        }
        let known = self.known();
        let (Some(first), Some(next)) = (bound.get(..known), bound.get(known)) else { return false };
        let bytes = |value: &Value<'_>| ordered_bytes(std::slice::from_ref(value));
        let lead = if known > 0 { self.fixed_lead_value() } else { None };
        let fixed = lead.iter().chain(&self.fixed);
        let end = |end: &Bound<Value<'_>>| match end {
            Bound::Included(value) | Bound::Excluded(value) => Some(bytes(value)),
            Bound::Unbounded => None,
        };
        let next = bytes(next);
        // The range is on the column after the fixed columns.
        let in_range = || end(&self.from).is_none_or(|from| from <= next) && end(&self.to).is_none_or(|to| next <= to);
        first.iter().zip(fixed).all(|(bound, fixed)| bytes(bound) == bytes(fixed))
            && (self.leads_unfixed() || in_range())
    }
}

impl<T: YdbTable, R: YdbRow> Select<T, R> {
    /// Returns the statement for this many of the next rows of a part, in the order of the key itself. The rest's `after`
    /// has the values of [`position_columns`](Self::position_columns), which the statement also reads.
    #[doc(hidden)]
    pub fn next_of(&self, rest: &Rest, rows: u64) -> Result<Statement<'static>> {
        let mut query = self.query.clone();
        query.limit = Some(rows);
        if let Some(after) = rest.after.clone() {
            query.after = Some(self.position(after)?);
        }
        if self.query.is_read_by_bucket() {
            query.bucket = Some(query.bucket_of(rest)?);
        } else {
            let (from, to) = query.open_ends(rest);
            let is_cut = !from.is_empty() || !to.is_empty() || query.buckets().is_some();
            query.slice = is_cut.then_some(Slice { part: None, from, to });
        }
        statement::<T, R>(&self.location, &query, Purpose::Batch)
    }
}

impl Query {
    pub(super) fn is_unbounded(&self) -> bool {
        matches!((&self.from, &self.to), (Bound::Unbounded, Bound::Unbounded))
    }

    /// Returns `true` if each request reads one bucket, because there are conditions after it.
    pub(super) fn is_read_by_bucket(&self) -> bool {
        let bounded = !self.fixed.is_empty() || !self.is_unbounded();
        // The scan continues after a row in each bucket.
        let resumed = self.after.as_ref().is_some_and(|_| self.buckets().is_some());
        self.buckets().is_some() && (bounded || resumed)
    }

    pub(super) fn bucket_of(&self, rest: &Rest) -> Result<u32> {
        let buckets = self.buckets().map_or(1, |(_, buckets)| buckets);
        let after = rest.after.clone().map(|after| self.sorting.position(after)).transpose()?;
        let of_row = after.as_deref().and_then(bucket_in);
        Ok(of_row.unwrap_or_else(|| match self.descending {
            false => bucket_in(&rest.from).unwrap_or(0),
            true => bucket_in(&rest.to).unwrap_or(buckets).saturating_sub(1),
        }))
    }

    /// Returns the ends that do not follow from the row after which the part continues.
    pub(super) fn open_ends(&self, rest: &Rest) -> (Vec<Value<'static>>, Vec<Value<'static>>) {
        match (&rest.after, self.descending) {
            (Some(_), false) => (Vec::new(), rest.to.clone()),
            (Some(_), true) => (rest.from.clone(), Vec::new()),
            (None, _) => (rest.from.clone(), rest.to.clone()),
        }
    }
}

pub(super) fn bucket_in(prefix: &[Value<'static>]) -> Option<u32> {
    match prefix.first() {
        Some(Value::Uint32(bucket)) => Some(*bucket),
        _ => None,
    }
}
