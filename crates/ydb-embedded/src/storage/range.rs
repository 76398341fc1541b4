//! Ranges of encoded keys, and their unions.

use std::cmp::Ordering;
use std::ops::Bound;

use crate::error::Result;
use crate::work::sort_by;

/// Returns the least bytes above all bytes that begin with `prefix`; `None` if there are none.
pub fn successor(prefix: &[u8]) -> Option<Vec<u8>> {
    let last = prefix.iter().rposition(|&byte| byte != u8::MAX)?;
    let mut next = prefix[..=last].to_vec();
    next[last] += 1;
    Some(next)
}

/// A range of encoded keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRange {
    pub from: Bound<Vec<u8>>,
    pub to: Bound<Vec<u8>>,
}

impl KeyRange {
    pub const fn all() -> Self {
        Self { from: Bound::Unbounded, to: Bound::Unbounded }
    }

    pub const fn empty() -> Self {
        Self { from: Bound::Included(Vec::new()), to: Bound::Excluded(Vec::new()) }
    }

    pub fn point(key: Vec<u8>) -> Self {
        Self { from: Bound::Included(key.clone()), to: Bound::Included(key) }
    }

    /// Returns the range of keys that begin with these bytes.
    pub fn prefix(prefix: Vec<u8>) -> Self {
        let to = successor(&prefix).map_or(Bound::Unbounded, Bound::Excluded);
        Self { to, from: Bound::Included(prefix) }
    }

    /// Returns the range of keys that are in both ranges.
    pub fn intersect(&self, other: &Self) -> Self {
        let from = if starts(&self.from, &other.from).is_ge() { &self.from } else { &other.from };
        let to = if ends(&self.to, &other.to).is_le() { &self.to } else { &other.to };
        Self { from: from.clone(), to: to.clone() }
    }

    pub fn is_empty(&self) -> bool {
        use Bound::{Excluded, Included, Unbounded};
        match (&self.from, &self.to) {
            (Unbounded, Excluded(to)) => to.is_empty(),
            (_, Unbounded) | (Unbounded, _) => false,
            (Included(from), Included(to)) => from > to,
            (Included(from), Excluded(to)) | (Excluded(from), Included(to)) => from >= to,
            (Excluded(from), Excluded(to)) => from >= to || to.strip_prefix(from.as_slice()) == Some(&[0]),
        }
    }

    /// Returns the key if the range contains exactly one key.
    pub fn as_point(&self) -> Option<&[u8]> {
        match (&self.from, &self.to) {
            (Bound::Included(from), Bound::Included(to)) if from == to => Some(from),
            (Bound::Included(from), Bound::Excluded(to)) if to.strip_prefix(from.as_slice()) == Some(&[0]) => {
                Some(from)
            }
            _ => None,
        }
    }

    pub(super) fn bounds(&self) -> (Bound<&[u8]>, Bound<&[u8]>) {
        (self.from.as_ref().map(Vec::as_slice), self.to.as_ref().map(Vec::as_slice))
    }

    /// Returns the range with an included start (an empty key for no start) and an excluded end (`None` for no end).
    pub(super) fn half_open(self) -> (Vec<u8>, Option<Vec<u8>>) {
        let from = match self.from {
            Bound::Included(from) => from,
            Bound::Excluded(from) => next(from),
            Bound::Unbounded => Vec::new(),
        };
        let to = match self.to {
            Bound::Included(to) => Some(next(to)),
            Bound::Excluded(to) => Some(to),
            Bound::Unbounded => None,
        };
        (from, to)
    }
}

/// Direction of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Forward,
    Reverse,
}

impl Direction {
    /// Returns `true` if a scan in this direction reaches `a` before `b`.
    pub(super) fn before(self, a: &[u8], b: &[u8]) -> bool {
        match self {
            Self::Forward => a < b,
            Self::Reverse => a > b,
        }
    }

    /// Returns the rest of a range after a key.
    pub(super) fn rest(self, range: &KeyRange, after: Option<&[u8]>) -> KeyRange {
        let Some(key) = after else { return range.clone() };
        let key = Bound::Excluded(key.to_vec());
        range.intersect(&match self {
            Self::Forward => KeyRange { from: key, to: Bound::Unbounded },
            Self::Reverse => KeyRange { from: Bound::Unbounded, to: key },
        })
    }

    /// Returns the part of a range up to and including a key.
    pub(super) fn part(self, range: &KeyRange, last: Vec<u8>) -> KeyRange {
        match self {
            Self::Forward => KeyRange { from: range.from.clone(), to: Bound::Included(last) },
            Self::Reverse => KeyRange { from: Bound::Included(last), to: range.to.clone() },
        }
    }
}

/// Returns the least bytes above these.
pub(super) fn next(mut key: Vec<u8>) -> Vec<u8> {
    key.push(0);
    key
}

fn starts(a: &Bound<Vec<u8>>, b: &Bound<Vec<u8>>) -> Ordering {
    fn place(bound: &Bound<Vec<u8>>) -> Option<(&[u8], bool)> {
        match bound {
            Bound::Included(key) => Some((key, false)),
            Bound::Excluded(key) => Some((key, true)),
            Bound::Unbounded => None,
        }
    }
    place(a).cmp(&place(b))
}

fn ends(a: &Bound<Vec<u8>>, b: &Bound<Vec<u8>>) -> Ordering {
    fn place(bound: &Bound<Vec<u8>>) -> (bool, &[u8], bool) {
        match bound {
            Bound::Excluded(key) => (false, key, false),
            Bound::Included(key) => (false, key, true),
            Bound::Unbounded => (true, &[], false),
        }
    }
    place(a).cmp(&place(b))
}

/// Returns the union of these ranges in key order. Empty ranges are dropped; ranges that overlap or touch are merged.
pub fn union(mut ranges: Vec<KeyRange>) -> Result<Vec<KeyRange>> {
    ranges.retain(|range| !range.is_empty());
    let ranges = sort_by(ranges, |a, b| starts(&a.from, &b.from))?;
    let mut merged: Vec<KeyRange> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match merged.last_mut() {
            Some(last) if touch(&last.to, &range.from) => {
                if ends(&range.to, &last.to).is_gt() {
                    last.to = range.to;
                }
            }
            _ => merged.push(range),
        }
    }
    Ok(merged)
}

/// Returns `true` if no key lies between the end of one range and the start of a later one.
fn touch(end: &Bound<Vec<u8>>, start: &Bound<Vec<u8>>) -> bool {
    use Bound::{Excluded, Included, Unbounded};
    match (end, start) {
        (Unbounded, _) | (_, Unbounded) => true,
        (Included(end) | Excluded(end), Included(start)) | (Included(end), Excluded(start)) if start <= end => true,
        (Included(end), Included(start)) => start.strip_prefix(end.as_slice()) == Some(&[0]),
        // The first range lacks `end`, the second one lacks `start`: without a gap only if `start` is smaller.
        (Excluded(end), Excluded(start)) => start < end,
        _ => false,
    }
}
