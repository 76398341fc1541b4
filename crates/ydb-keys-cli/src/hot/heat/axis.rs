//! The ranges of a table over time: partitions split and merge, and a map needs the same rows for all columns.
//!
//! The axis of a table has a cut wherever some column has one. A partition that covers several ranges of the axis is
//! spread over them evenly, because nobody knows better: before a split its halves look alike.
//!
//! ```text
//! one column     |    a    |  b  |
//! another        | c  | d  |  b  |
//! the axis       |----|----|-----|      a counts as a half in each of the first two
//! ```
//!
//! Where bounds are unknown (the user may not describe the table, or it is a column table), the ranges are the positions
//! of the partitions. Beside columns with bounds such a column is spread over the whole table.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::hot::measure::Measure;

/// What a range has of each measure, in the order of [`Measure::ALL`]. Half as large as `f64`, and exact enough.
pub(super) type Cell = [f32; Measure::ALL.len()];

/// Where a partition begins.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bound {
    /// The bytes of the key, in its order.
    pub(super) order: Vec<u8>,
    pub(super) text: String,
}

/// Bounds are compared by their bytes, which are in the order of the key.
pub(super) type Bounds = Arc<[Bound]>;

/// The ranges of a table at one time.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Layout {
    /// The bounds, one less than ranges.
    Keys(Bounds),
    /// So many partitions, whose bounds are unknown.
    Positions(usize),
}

/// A table in one column.
#[derive(Clone, Debug)]
pub(super) struct Strip {
    pub(super) layout: Layout,
    /// One for each range of the layout.
    pub(super) cells: Vec<Cell>,
}

/// The ranges of a table over all columns.
pub(super) struct Axis(Layout);

impl Axis {
    pub(super) fn of<'l>(layouts: impl Iterator<Item = &'l Layout>) -> Self {
        let (mut cuts, mut positions, mut is_keyed) = (BTreeSet::new(), 1, false);
        let mut last: Option<&Bounds> = None;
        for layout in layouts {
            match layout {
                // Most columns share their layout with the one before.
                Layout::Keys(bounds) if last.is_some_and(|last| Arc::ptr_eq(last, bounds)) => {}
                Layout::Keys(bounds) => {
                    is_keyed = true;
                    last = Some(bounds);
                    cuts.extend(bounds.iter());
                }
                Layout::Positions(count) => positions = positions.max(*count),
            }
        }
        match is_keyed {
            true => Self(Layout::Keys(cuts.into_iter().cloned().collect())),
            false => Self(Layout::Positions(positions)),
        }
    }

    pub(super) fn ranges(&self) -> usize {
        match &self.0 {
            Layout::Keys(bounds) => bounds.len() + 1,
            Layout::Positions(count) => *count,
        }
    }

    pub(super) fn into_layout(self) -> Layout {
        self.0
    }

    /// Where a range begins, as text; `None` for the first, and where bounds are unknown.
    pub(super) fn begin(&self, range: usize) -> Option<&str> {
        match &self.0 {
            Layout::Keys(bounds) => bounds.get(range.checked_sub(1)?).map(|bound| bound.text.as_str()),
            Layout::Positions(_) => None,
        }
    }

    /// Gives each range its part of each cell of a strip.
    pub(super) fn spread(&self, strip: &Strip, mut give: impl FnMut(usize, Cell)) {
        let ranges = self.ranges();
        let mut share = |from: usize, to: usize, cell: &Cell| {
            let part = 1.0 / to.saturating_sub(from).max(1) as f32;
            (from..to.max(from + 1)).for_each(|range| give(range, cell.map(|value| value * part)));
        };
        match (&self.0, &strip.layout) {
            (Layout::Keys(axis), Layout::Keys(bounds)) => {
                let mut from = 0;
                for (at, cell) in strip.cells.iter().enumerate() {
                    // Every bound of a column is one of the axis.
                    let to = match bounds.get(at) {
                        Some(bound) => axis.partition_point(|cut| cut < bound) + 1,
                        None => ranges,
                    };
                    share(from, to, cell);
                    from = to;
                }
            }
            (Layout::Keys(_), Layout::Positions(_)) => {
                let whole = strip.cells.iter().fold(Cell::default(), |mut sum, cell| {
                    sum.iter_mut().zip(cell).for_each(|(sum, value)| *sum += value);
                    sum
                });
                share(0, ranges, &whole);
            }
            (Layout::Positions(_), _) => {
                let count = strip.cells.len().max(1);
                for (at, cell) in strip.cells.iter().enumerate() {
                    share(at * ranges / count, (at + 1) * ranges / count, cell);
                }
            }
        }
    }
}
