//! The rows of a load that are not written yet: those of one request each, and of the next one.

use std::ops::Range;

use super::error::PendingRows;
use super::ranges::insert;

/// Rows that were pushed one after another.
pub(super) struct Part<T> {
    /// The position of the first one.
    pub(super) first: u64,
    pub(super) rows: Vec<T>,
}

impl<T> Part<T> {
    pub(super) fn positions(&self) -> Range<u64> {
        self.first..self.first + self.rows.len() as u64
    }
}

/// The rows of several parts in the order of their positions.
pub(super) fn unwritten<T>(mut parts: Vec<Part<T>>) -> PendingRows<T> {
    parts.sort_unstable_by_key(|part| part.first);
    let mut positions = Vec::new();
    parts.iter().for_each(|part| insert(&mut positions, part.positions()));
    PendingRows { positions, rows: parts.into_iter().flat_map(|part| part.rows).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_put_in_order() {
        let part = |first: u64, len: u64| Part { first, rows: (first..first + len).collect() };
        let all = unwritten(vec![part(7, 2), part(0, 2), part(2, 3), part(9, 0)]);
        assert_eq!(all.positions, [0..5, 7..9]);
        assert_eq!(all.rows, [0, 1, 2, 3, 4, 7, 8]);
    }
}
