//! The statements of an export: the next rows of what is left of a part.
//!
//! What is left is after a row, or from a prefix of what rows are sorted by, hashes included, and before another
//! prefix:
//!
//! ```text
//! ordering (h, a, b)      from (100)      after (h 117, a 5, b "x")      to (200)
//! ```

use std::ops::Bound;

use super::model::YdbTable;
use super::query::{Purpose, Query};
use super::row::YdbRow;
use super::scan::{Select, statement};
use super::split::Slice;
use super::statement::Statement;
use crate::error::Result;
use ydb_keys_core::keys::Rest;
use ydb_keys_core::types::Value;

impl<T: YdbTable, R: YdbRow> Select<T, R> {
    /// The statement for this many rows of a part of the scan, in the order of the key itself. The arguments are what
    /// is left of the part; `after` has the values of [`position_columns`](Self::position_columns), which the statement
    /// reads as well.
    #[doc(hidden)]
    pub fn part(
        &self,
        rows: u64,
        from: Vec<Value<'static>>,
        after: Option<Vec<Value<'static>>>,
        to: Vec<Value<'static>>,
    ) -> Result<Statement<'static>> {
        self.next_of(&Rest { from, after, to }, rows)
    }

    /// The statement for this many of the next rows of a part.
    #[doc(hidden)]
    pub fn next_of(&self, rest: &Rest, rows: u64) -> Result<Statement<'static>> {
        let mut query = self.query.clone();
        query.limit = Some(rows);
        if let Some(after) = rest.after.clone() {
            query.after = Some(self.position(after)?);
        }
        match self.query.is_read_by_bucket() {
            true => query.bucket = Some(query.bucket_of(rest)?),
            false => {
                let (from, to) = query.open_ends(rest);
                query.slice = (!from.is_empty() || !to.is_empty() || query.buckets().is_some()).then_some(Slice {
                    part: None,
                    from,
                    to,
                });
            }
        }
        statement::<T, R>(&self.location, &query, Purpose::Batch)
    }
}

impl Query {
    pub(super) fn is_unbounded(&self) -> bool {
        matches!((&self.from, &self.to), (Bound::Unbounded, Bound::Unbounded))
    }

    /// Whether each request reads one bucket, since there are conditions after it.
    pub(super) fn is_read_by_bucket(&self) -> bool {
        let bounded = !self.fixed.is_empty() || !self.is_unbounded();
        // The scan goes on after a row in each bucket.
        let resumed = self.after.as_ref().is_some_and(|_| self.buckets().is_some());
        self.buckets().is_some() && (bounded || resumed)
    }

    /// The bucket that is read next.
    pub(super) fn bucket_of(&self, rest: &Rest) -> Result<u32> {
        let buckets = self.buckets().map_or(1, |(_, buckets)| buckets);
        let after = rest.after.clone().map(|after| self.position(after)).transpose()?;
        let of_row = after.as_deref().and_then(bucket_in);
        Ok(of_row.unwrap_or_else(|| match self.descending {
            false => bucket_in(&rest.from).unwrap_or(0),
            true => bucket_in(&rest.to).unwrap_or(buckets).saturating_sub(1),
        }))
    }

    /// The ends that do not follow from the row after which the part goes on.
    pub(super) fn open_ends(&self, rest: &Rest) -> (Vec<Value<'static>>, Vec<Value<'static>>) {
        match (&rest.after, self.descending) {
            (Some(_), false) => (Vec::new(), rest.to.clone()),
            (Some(_), true) => (rest.from.clone(), Vec::new()),
            (None, _) => (rest.from.clone(), rest.to.clone()),
        }
    }
}

/// The bucket that leads a prefix.
pub(super) fn bucket_in(prefix: &[Value<'static>]) -> Option<u32> {
    match prefix.first() {
        Some(Value::Uint32(bucket)) => Some(*bucket),
        _ => None,
    }
}
