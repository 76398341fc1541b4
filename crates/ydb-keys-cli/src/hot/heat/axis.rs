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
use std::ops::Range;
use std::sync::Arc;

use crate::hot::change::Measure;

/// What a range has of each measure, in the order of [`Measure::ALL`]. Half as large as `f64`, and exact enough.
pub(super) type HeatCell = [f32; Measure::ALL.len()];

/// Where a partition begins.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RangeBound {
    /// The bytes of the key, in its order.
    pub(super) order: Vec<u8>,
    pub(super) text: String,
}

/// Bounds are compared by their bytes, which are in the order of the key.
type Bounds = Arc<[RangeBound]>;

/// The ranges of a table at one time.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum HeatLayout {
    /// The bounds, one less than ranges.
    Keys(Bounds),
    /// So many partitions, whose bounds are unknown.
    Positions(usize),
}

/// A table in one column.
#[derive(Clone, Debug)]
pub(super) struct HeatStrip {
    pub(super) layout: HeatLayout,
    /// One for each range of the layout.
    pub(super) cells: Vec<HeatCell>,
}

/// The ranges of a table over all columns.
pub(super) struct HeatAxis(HeatLayout);

impl HeatAxis {
    pub(super) fn of<'l>(layouts: impl Iterator<Item = &'l HeatLayout>) -> Self {
        let (mut cuts, mut positions, mut is_keyed) = (BTreeSet::new(), 1, false);
        let mut last: Option<&Bounds> = None;
        for layout in layouts {
            match layout {
                // Most columns share their layout with the one before.
                HeatLayout::Keys(bounds) if last.is_some_and(|last| Arc::ptr_eq(last, bounds)) => {}
                HeatLayout::Keys(bounds) => {
                    is_keyed = true;
                    last = Some(bounds);
                    cuts.extend(bounds.iter());
                }
                HeatLayout::Positions(count) => positions = positions.max(*count),
            }
        }
        if is_keyed {
            Self(HeatLayout::Keys(cuts.into_iter().cloned().collect()))
        } else {
            Self(HeatLayout::Positions(positions))
        }
    }

    pub(super) fn ranges(&self) -> usize {
        match &self.0 {
            HeatLayout::Keys(bounds) => bounds.len() + 1,
            HeatLayout::Positions(count) => *count,
        }
    }

    pub(super) fn into_layout(self) -> HeatLayout {
        self.0
    }

    /// Where a range begins, as text; `None` for the first, and where bounds are unknown.
    pub(super) fn begin(&self, range: usize) -> Option<&str> {
        match &self.0 {
            HeatLayout::Keys(bounds) => bounds.get(range.checked_sub(1)?).map(|bound| bound.text.as_str()),
            HeatLayout::Positions(_) => None,
        }
    }

    /// Gives each range its part of each cell of a strip.
    pub(super) fn spread(&self, strip: &HeatStrip, mut give: impl FnMut(usize, HeatCell)) {
        let ranges = self.ranges();
        let mut share = |from: usize, to: usize, cell: &HeatCell| {
            let part = 1.0 / to.saturating_sub(from).max(1) as f32;
            (from..to.max(from + 1)).for_each(|range| give(range, cell.map(|value| value * part)));
        };
        match (&self.0, &strip.layout) {
            (HeatLayout::Keys(axis), HeatLayout::Keys(bounds)) => {
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
            (HeatLayout::Keys(_), HeatLayout::Positions(_)) => {
                let whole = strip.cells.iter().fold(HeatCell::default(), |mut sum, cell| {
                    sum.iter_mut().zip(cell).for_each(|(sum, value)| *sum += value);
                    sum
                });
                share(0, ranges, &whole);
            }
            (HeatLayout::Positions(_), _) => {
                let count = strip.cells.len().max(1);
                for (at, cell) in strip.cells.iter().enumerate() {
                    share(at * ranges / count, (at + 1) * ranges / count, cell);
                }
            }
        }
    }
}

// Merges rows that follow one another until they fit: busy ones stay alone, idle ones become one.
//
// Each row has a weight, half of which is its share of the load and half its share of the rows. A merged row is full
// when it has its part of all weight. So a map of 10,000 partitions, of which one is hot, shows that one by itself, and
// the others in equal groups.

/// The ranges of rows that become one row each: `wanted` of them at most, and none is empty. `loads` are the loads of
/// the rows.
pub(super) fn groups(loads: &[f64], wanted: usize) -> Vec<Range<usize>> {
    let (rows, wanted) = (loads.len(), wanted.max(1));
    if rows <= wanted {
        return (0..rows).map(|row| row..row + 1).collect();
    }
    let total: f64 = loads.iter().sum();
    let weight = |load: &f64| 0.5 / rows as f64 + if total > 0.0 { 0.5 * load / total } else { 0.0 };
    let mut left: f64 = loads.iter().map(weight).sum();
    let (mut groups, mut begin, mut held) = (Vec::with_capacity(wanted), 0, 0.0);
    for (row, load) in loads.iter().enumerate() {
        let weight = weight(load);
        let part = left / (wanted - groups.len()) as f64;
        // A busy row does not join the idle ones before it.
        if row > begin && groups.len() + 1 < wanted && held + weight > part && weight > held {
            groups.push(begin..row);
            left -= held;
            (begin, held) = (row, 0.0);
        }
        held += weight;
        let part = left / (wanted - groups.len()) as f64;
        // Sums of fractions are not exact.
        if groups.len() + 1 < wanted && (held >= part * (1.0 - 1e-9) || rows - row - 1 < wanted - groups.len()) {
            groups.push(begin..row + 1);
            left -= held;
            (begin, held) = (row + 1, 0.0);
        }
    }
    if begin < rows {
        groups.push(begin..rows);
    }
    groups
}

/// How many rows each table gets of `wanted`, by their loads; at least one, as long as there are enough.
pub(super) fn shares(weights: &[f64], rows: &[usize], wanted: usize) -> Vec<usize> {
    let total: f64 = weights.iter().sum();
    let mut shares: Vec<usize> = weights
        .iter()
        .zip(rows)
        .map(|(weight, rows)| {
            ((weight / total.max(f64::MIN_POSITIVE) * wanted as f64) as usize).clamp(1, (*rows).max(1))
        })
        .collect();
    // Rounding down leaves some, and the least of one may take too many.
    loop {
        let sum: usize = shares.iter().sum();
        let room = |at: &usize| shares.get(*at).zip(rows.get(*at)).is_some_and(|(share, rows)| share < rows);
        let need = |at: &usize| weights.get(*at).copied().unwrap_or(0.0) / shares.get(*at).copied().unwrap_or(1) as f64;
        let of = 0..shares.len();
        let chosen = match sum.cmp(&wanted) {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => of.filter(room).max_by(|a, b| need(a).total_cmp(&need(b))).map(|at| (at, true)),
            std::cmp::Ordering::Greater => of
                .filter(|at| shares.get(*at).is_some_and(|share| *share > 1))
                .min_by(|a, b| need(a).total_cmp(&need(b)))
                .map(|at| (at, false)),
        };
        let Some((at, more)) = chosen else { return shares };
        if let Some(share) = shares.get_mut(at) {
            *share = if more { *share + 1 } else { *share - 1 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_rows_stay() {
        assert_eq!(groups(&[1.0, 2.0, 3.0], 5), [0..1, 1..2, 2..3]);
        assert!(groups(&[], 5).is_empty());
    }

    #[test]
    fn idle_rows_are_merged_in_equal_parts() {
        assert_eq!(groups(&[0.0; 12], 4), [0..3, 3..6, 6..9, 9..12]);
        assert_eq!(groups(&[5.0; 12], 3), [0..4, 4..8, 8..12]);
    }

    #[test]
    fn a_hot_row_stays_alone() {
        let mut loads = vec![1.0; 10_000];
        loads[6_543] = 50_000.0;
        let groups = groups(&loads, 20);
        assert!(groups.contains(&(6_543..6_544)), "{groups:?}");
        assert!(groups.len() <= 20 && groups.len() > 10, "{groups:?}");
    }

    #[test]
    fn nothing_is_lost() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize
        };
        for _ in 0..500 {
            let (rows, wanted) = (random() % 200, random() % 30 + 1);
            let loads: Vec<f64> =
                (0..rows).map(|_| if random() % 5 == 0 { (random() % 1000) as f64 } else { 0.0 }).collect();
            let groups = groups(&loads, wanted);
            assert!(
                groups.len() <= wanted && groups.iter().all(|group| !group.is_empty()),
                "{rows} {wanted} {groups:?}"
            );
            let all: Vec<usize> = groups.into_iter().flatten().collect();
            assert_eq!(all, (0..rows).collect::<Vec<_>>());
        }
    }

    #[test]
    fn every_table_has_a_row() {
        assert_eq!(shares(&[90.0, 5.0, 5.0], &[100, 10, 10], 10), [8, 1, 1]);
        assert_eq!(shares(&[50.0, 50.0], &[100, 2], 10), [8, 2]);
        assert_eq!(shares(&[0.0, 0.0], &[4, 4], 4).iter().sum::<usize>(), 4);
        // More tables than rows.
        assert_eq!(shares(&[1.0; 5], &[3; 5], 3), [1; 5]);
    }
}
