//! Ranges of a table over time. Partitions split and merge, but a map needs the same rows in all columns.
//!
//! The axis of a table has every cut that some column has. A partition that covers several ranges of the axis is spread
//! over them evenly, because nothing is known of its halves before a split.
//!
//! ```text
//! one column     |    a    |  b  |
//! another        | c  | d  |  b  |
//! the axis       |----|----|-----|      a counts as a half in each of the first two
//! ```
//!
//! If bounds are unknown (the user may not describe the table, or it is a column table), the ranges are the positions
//! of the partitions. If other columns have bounds, a column without them is spread over the whole table.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use crate::hot::change::Measure;

/// Values of a range for each measure, in the order of [`Measure::ALL`]. `f32` is exact enough, at half the size of
/// `f64`.
pub(super) type HeatCell = [f32; Measure::ALL.len()];

/// First key of a partition.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RangeBound {
    /// Encoded key; the bytes sort like the keys.
    pub(super) order: Vec<u8>,
    pub(super) text: String,
}

/// Bounds between partitions. They are compared by their bytes, which sort like the keys.
type Bounds = Arc<[RangeBound]>;

/// Ranges of a table at one time.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum HeatLayout {
    /// Bounds between the ranges: one less than there are ranges.
    Keys(Bounds),
    /// Number of partitions whose bounds are unknown.
    Positions(usize),
}

/// Cells of a table in one column of time.
#[derive(Clone, Debug)]
pub(super) struct HeatStrip {
    pub(super) layout: HeatLayout,
    /// Values of each range of the layout.
    pub(super) cells: Vec<HeatCell>,
}

/// Ranges of a table over all columns of time.
pub(super) struct HeatAxis(HeatLayout);

impl HeatAxis {
    pub(super) fn of<'l>(layouts: impl Iterator<Item = &'l HeatLayout>) -> Self {
        let (mut cuts, mut positions, mut is_keyed) = (BTreeSet::new(), 1, false);
        let mut last: Option<&Bounds> = None;
        for layout in layouts {
            match layout {
                // Most columns share the layout of the column before.
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

    /// Returns the first key of a range as text; `None` for the first range and for unknown bounds.
    pub(super) fn begin(&self, range: usize) -> Option<&str> {
        match &self.0 {
            HeatLayout::Keys(bounds) => bounds.get(range.checked_sub(1)?).map(|bound| bound.text.as_str()),
            HeatLayout::Positions(_) => None,
        }
    }

    /// Divides each cell of a strip among the ranges that it covers, and calls `give` for each of them.
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
                    // Every bound of a column is also a bound of the axis.
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

// Merges neighbouring rows until the map fits: busy rows stay alone, idle rows become one.
//
// The weight of a row is half its share of the load plus half its share of the rows. A merged row is full when it has
// its part of all weight. A map of 10,000 partitions with a single hot one therefore shows the hot one alone, and the
// rest in equal groups.

/// Groups rows, and returns the rows of each group: at most `wanted` groups, none of them empty. `loads` has the load
/// of each row.
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
        // Sums of fractions are not exact; a small difference is ignored.
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

/// Divides `wanted` rows among the tables by their loads. Each table gets at least one row, even if there are more
/// tables than rows.
pub(super) fn shares(weights: &[f64], rows: &[usize], wanted: usize) -> Vec<usize> {
    let total: f64 = weights.iter().sum();
    let mut shares: Vec<usize> = weights
        .iter()
        .zip(rows)
        .map(|(weight, rows)| {
            ((weight / total.max(f64::MIN_POSITIVE) * wanted as f64) as usize).clamp(1, (*rows).max(1))
        })
        .collect();
    // Rounding down leaves some rows over, and the minimum of one row per table may take too many.
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
