//! Rows of a load that are not written yet, in parts of one request each. Their positions are ranges that do not touch.

use std::ops::Range;

use std::fmt;

/// Rows that were pushed one after another, and go into one request.
pub(super) struct Part<T> {
    /// Position of the first row.
    pub(super) first: u64,
    pub(super) rows: Vec<T>,
}

impl<T> Part<T> {
    pub(super) fn positions(&self) -> Range<u64> {
        self.first..self.first + self.rows.len() as u64
    }
}

/// Rows that a failed load gives back, with their positions.
#[non_exhaustive]
pub struct PendingRows<T> {
    /// Positions of the rows, in order.
    pub positions: Vec<Range<u64>>,
    /// Rows, in the order of their positions.
    pub rows: Vec<T>,
}

impl<T> PendingRows<T> {
    /// Splits the rows by ranges of positions; each part has its first position.
    pub(super) fn parts(self) -> impl Iterator<Item = (u64, Vec<T>)> {
        let mut rows = self.rows.into_iter();
        self.positions.into_iter().map(move |range| {
            let len = usize::try_from(range.end - range.start).unwrap_or(usize::MAX);
            (range.start, rows.by_ref().take(len).collect())
        })
    }
}

impl<T> fmt::Debug for PendingRows<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PendingRows").field("positions", &self.positions).finish_non_exhaustive()
    }
}

/// Joins the rows of several parts, in the order of their positions.
pub(super) fn unwritten<T>(mut parts: Vec<Part<T>>) -> PendingRows<T> {
    parts.sort_unstable_by_key(|part| part.first);
    let mut positions = Vec::new();
    parts.iter().for_each(|part| insert(&mut positions, part.positions()));
    PendingRows { positions, rows: parts.into_iter().flat_map(|part| part.rows).collect() }
}

/// Adds a range to sorted ranges, and merges it with its neighbours. The range must not overlap another one.
pub(super) fn insert(ranges: &mut Vec<Range<u64>>, new: Range<u64>) {
    if new.is_empty() {
        return;
    }
    let at = ranges.partition_point(|range| range.start < new.start);
    let joins_before = at > 0 && ranges[at - 1].end == new.start;
    let joins_after = ranges.get(at).is_some_and(|range| range.start == new.end);
    match (joins_before, joins_after) {
        (true, true) => {
            ranges[at - 1].end = ranges[at].end;
            ranges.remove(at);
        }
        (true, false) => ranges[at - 1].end = new.end,
        (false, true) => ranges[at].start = new.start,
        (false, false) => ranges.insert(at, new),
    }
}

/// Returns the number of positions in all ranges.
pub(super) fn count(ranges: &[Range<u64>]) -> u64 {
    ranges.iter().map(|range| range.end - range.start).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Tests batches of any lengths that finish in any order.
        #[test]
        fn ranges_hold_what_was_added(lengths in prop::collection::vec(1_u64..5, 1..20), skip in any::<u32>()) {
            let mut start = 0;
            let mut batches: Vec<_> = lengths.iter().map(|length| { start += length; start - length..start }).collect();
            let skipped = batches.iter().enumerate().filter(|(at, _)| skip >> at & 1 == 1);
            let skipped: Vec<u64> = skipped.flat_map(|(_, batch)| batch.clone()).collect();
            batches.retain(|batch| !skipped.contains(&batch.start));
            let turn = skip as usize % batches.len().max(1);
            batches.rotate_left(turn);
            let mut ranges = Vec::new();
            batches.iter().for_each(|batch| insert(&mut ranges, batch.clone()));
            let held: Vec<u64> = ranges.iter().cloned().flatten().collect();
            let expected: Vec<u64> = (0..start).filter(|position| !skipped.contains(position)).collect();
            prop_assert_eq!(count(&ranges), expected.len() as u64);
            prop_assert_eq!(held, expected);
            prop_assert!(ranges.windows(2).all(|pair| pair[0].end < pair[1].start));
        }
    }

    #[test]
    fn parts_are_put_in_order() {
        let part = |first: u64, len: u64| Part { first, rows: (first..first + len).collect() };
        let all = unwritten(vec![part(7, 2), part(0, 2), part(2, 3), part(9, 0)]);
        assert_eq!(all.positions, [0..5, 7..9]);
        assert_eq!(all.rows, [0, 1, 2, 3, 4, 7, 8]);
    }
}
