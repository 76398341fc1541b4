//! Positions of rows as ranges that do not touch.

use std::ops::Range;

/// Adds a range that overlaps no other one.
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

/// How many positions there are.
pub(super) fn count(ranges: &[Range<u64>]) -> u64 {
    ranges.iter().map(|range| range.end - range.start).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Batches of any lengths that finish in any order.
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
}
