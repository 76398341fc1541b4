//! Heat maps: load of key ranges over time, with as many rows and columns as the screen holds. Pure.

mod axis;

use std::collections::BTreeMap;
use std::ops::Range;

use ydb_keys_bulk::__internal::Partitioned;
use ydb_keys_core::keys::ordered_bytes;

use super::change::{Measure, compare};
use crate::stats::{PartitionSample, owner};
use axis::{HeatAxis, HeatCell, HeatLayout, HeatStrip, RangeBound, groups, shares};

/// A heat map that fits a screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct HeatMap {
    pub(crate) rows: Vec<MapRow>,
    /// Start and end of each column, in microseconds since 1970.
    pub(crate) columns: Vec<(u64, u64)>,
    /// Number of tables without a row because there are too many; they have the least load.
    pub(crate) left_out: usize,
}

/// Row of a heat map: a range of keys.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MapRow {
    /// Path of the table in the samples.
    pub(crate) path: String,
    pub(crate) table: String,
    pub(crate) index: Option<String>,
    /// First key of the range; `None` at the beginning of the table and for unknown bounds.
    pub(crate) from: Option<String>,
    /// First key of the next range.
    pub(crate) to: Option<String>,
    /// Number of ranges that were merged into this row.
    pub(crate) ranges: usize,
    /// Values of each measure for each column, in the order of [`Measure::ALL`].
    cells: Vec<HeatCell>,
}

impl MapRow {
    pub(crate) fn values(&self, measure: Measure) -> impl Iterator<Item = f64> {
        let at = Measure::ALL.iter().position(|other| *other == measure).unwrap_or(0);
        self.cells.iter().map(move |cell| cell.get(at).copied().map_or(0.0, f64::from))
    }
}

impl HeatMap {
    /// Returns the greatest value of a measure.
    pub(crate) fn most(&self, measure: Measure) -> f64 {
        self.rows.iter().flat_map(|row| row.values(measure)).fold(0.0, f64::max)
    }
}

impl Heat {
    /// Draws the map with at most this many rows and columns. Its rows are the same for all measures.
    pub(crate) fn map(&self, rows: usize, columns: usize) -> HeatMap {
        let times = groups(&vec![1.0; self.columns.len()], columns);
        let mut paths: Vec<&String> = self.columns.iter().flat_map(|column| column.strips.keys()).collect();
        paths.sort_unstable();
        paths.dedup();
        let mut tables: Vec<TableCells> = paths.into_iter().map(|path| self.table(path, &times)).collect();
        relate(&mut tables);
        let tables_seen = tables.len();
        let mut by_load: Vec<f64> = tables.iter().map(TableCells::load).collect();
        by_load.sort_by(|a, b| b.total_cmp(a));
        if let Some(least) = by_load.get(rows.max(1) - 1).copied().filter(|_| tables_seen > rows) {
            tables.retain(|table| table.load() >= least);
            tables.truncate(rows);
        }
        let weights: Vec<f64> = tables.iter().map(|table| table.load() + 0.1).collect();
        let counts: Vec<usize> = tables.iter().map(|table| table.cells.len()).collect();
        let shares = shares(&weights, &counts, rows);
        let mut map = HeatMap { left_out: tables_seen - tables.len(), ..HeatMap::default() };
        for (table, wanted) in tables.iter().zip(shares) {
            let owner = owner(table.path);
            for group in groups(&table.loads, wanted) {
                map.rows.push(MapRow {
                    path: table.path.clone(),
                    table: owner.table.clone(),
                    index: owner.index.clone(),
                    from: table.axis.begin(group.start).map(str::to_owned),
                    to: table.axis.begin(group.end).map(str::to_owned),
                    ranges: group.len(),
                    cells: summed(table.cells.get(group).unwrap_or_default(), times.len()),
                });
            }
        }
        let time = |group: &Range<usize>| {
            let columns = self.columns.get(group.clone()).unwrap_or_default();
            (columns.first().map_or(0, |column| column.from_us), columns.last().map_or(0, |column| column.to_us))
        };
        map.columns = times.iter().map(time).collect();
        map
    }

    /// Returns all ranges of a table, with the mean of each group of columns.
    fn table<'h>(&'h self, path: &'h String, times: &[Range<usize>]) -> TableCells<'h> {
        let strips = self.columns.iter().filter_map(|column| column.strips.get(path));
        let axis = HeatAxis::of(strips.map(|strip| &strip.layout));
        let mut cells = vec![Vec::with_capacity(times.len()); axis.ranges()];
        for group in times {
            let means = means(self.columns.get(group.clone()).unwrap_or_default(), path, &axis);
            cells.iter_mut().zip(means).for_each(|(row, mean)| row.push(mean));
        }
        TableCells { path, axis, cells, loads: Vec::new() }
    }
}

struct TableCells<'h> {
    path: &'h String,
    axis: HeatAxis,
    /// Cells of each range, by column.
    cells: Vec<Vec<HeatCell>>,
    /// Load of each range relative to all tables: the sum of its shares of writes, reads and CPU.
    loads: Vec<f64>,
}

impl TableCells<'_> {
    fn load(&self) -> f64 {
        self.loads.iter().sum()
    }
}

/// Computes the load of each range, relative to the total of all tables.
fn relate(tables: &mut [TableCells<'_>]) {
    const LOADS: usize = 3;
    let sums = |row: &Vec<HeatCell>| {
        row.iter().fold([0.0; LOADS], |mut sums, cell| {
            sums.iter_mut().zip(cell).for_each(|(sum, value)| *sum += f64::from(*value));
            sums
        })
    };
    let mut totals = [0.0; LOADS];
    for sum in tables.iter().flat_map(|table| table.cells.iter().map(sums)) {
        totals.iter_mut().zip(sum).for_each(|(total, value)| *total += value);
    }
    let share = |(value, total): (f64, f64)| if total > 0.0 { value / total } else { 0.0 };
    for table in tables {
        table.loads = table.cells.iter().map(|row| sums(row).into_iter().zip(totals).map(share).sum()).collect();
    }
}

/// Adds up several ranges.
fn summed(ranges: &[Vec<HeatCell>], columns: usize) -> Vec<HeatCell> {
    let mut sum = vec![HeatCell::default(); columns];
    for range in ranges {
        for (sum, cell) in sum.iter_mut().zip(range) {
            sum.iter_mut().zip(cell).for_each(|(sum, value)| *sum += value);
        }
    }
    sum
}

/// Greatest number of columns that are kept.
const COLUMNS: usize = 256;

/// Column of a heat map: the time between two samples.
#[derive(Clone, Debug)]
struct HeatColumn {
    /// Start in microseconds since 1970, by the server's clock; `to_us` is the end.
    from_us: u64,
    to_us: u64,
    strips: BTreeMap<String, HeatStrip>,
}

/// Recorded load of all tables over time.
#[derive(Debug, Default)]
pub(crate) struct Heat {
    columns: Vec<HeatColumn>,
    /// Last layout of each table. The next column shares it if the layout is the same.
    layouts: BTreeMap<String, HeatLayout>,
}

impl Heat {
    /// Adds the load between two samples. `tables` has the descriptions of tables that are known.
    pub(crate) fn add(
        &mut self,
        before: &PartitionSample,
        after: &PartitionSample,
        tables: &BTreeMap<String, Partitioned>,
    ) {
        let mut strips = BTreeMap::new();
        for (path, partitions) in &after.tables {
            let earlier = before.tables.get(path).map(Vec::as_slice).unwrap_or_default();
            let changes = compare((before.at_us, earlier), (after.at_us, partitions));
            let cell = |change| Measure::ALL.map(|measure| measure.of(change) as f32);
            let layout = self.layout(path, partitions.len(), tables.get(path));
            strips.insert(path.clone(), HeatStrip { layout, cells: changes.partitions.iter().map(cell).collect() });
        }
        self.columns.push(HeatColumn { from_us: before.at_us, to_us: after.at_us, strips });
        if self.columns.len() > COLUMNS {
            // Each two columns become one.
            let columns = std::mem::take(&mut self.columns);
            self.columns = columns.chunks(2).map(joined).collect();
        }
    }

    fn layout(&mut self, path: &str, partitions: usize, table: Option<&Partitioned>) -> HeatLayout {
        let known = table.filter(|table| table.bounds.len() + 1 == partitions && !table.is_column_table);
        let layout = match known {
            None => HeatLayout::Positions(partitions),
            Some(table) => {
                let bound = |values: &Vec<_>| RangeBound {
                    order: ordered_bytes(values),
                    text: values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
                };
                HeatLayout::Keys(table.bounds.iter().map(bound).collect())
            }
        };
        if let Some(last) = self.layouts.get(path).filter(|last| **last == layout) {
            return last.clone();
        }
        self.layouts.insert(path.to_owned(), layout.clone());
        layout
    }
}

/// Joins consecutive columns into one, with the mean of each cell over their time.
fn joined(columns: &[HeatColumn]) -> HeatColumn {
    let mut paths: Vec<&String> = columns.iter().flat_map(|column| column.strips.keys()).collect();
    paths.sort_unstable();
    paths.dedup();
    let strips = paths.into_iter().map(|path| {
        let of_path = || columns.iter().filter_map(|column| column.strips.get(path));
        let axis = HeatAxis::of(of_path().map(|strip| &strip.layout));
        let cells = means(columns, path, &axis);
        (path.clone(), HeatStrip { layout: axis.into_layout(), cells })
    });
    let strips = strips.collect();
    let from_us = columns.first().map_or(0, |column| column.from_us);
    HeatColumn { from_us, to_us: columns.last().map_or(0, |column| column.to_us), strips }
}

/// Returns the mean of each cell of an axis over the time of some columns.
fn means(columns: &[HeatColumn], path: &str, axis: &HeatAxis) -> Vec<HeatCell> {
    let mut cells = vec![HeatCell::default(); axis.ranges()];
    let total: u64 = columns.iter().map(HeatColumn::length).sum();
    for column in columns {
        let Some(strip) = column.strips.get(path) else { continue };
        let share = column.length() as f32 / total.max(1) as f32;
        axis.spread(strip, |range, cell| {
            let sums = cells.get_mut(range).into_iter().flatten();
            sums.zip(cell).for_each(|(sum, value)| *sum += value * share);
        });
    }
    cells
}

impl HeatColumn {
    fn length(&self) -> u64 {
        self.to_us.saturating_sub(self.from_us)
    }
}
