//! What was seen, column by column. Memory is bounded: when there are too many columns, each two become one.

use std::collections::BTreeMap;

use ydb_keys_bulk::__internal::Partitioned;
use ydb_keys_core::keys::ordered_bytes;

use super::axis::{Axis, Bound, Cell, Layout, Strip};
use crate::hot::change::compare;
use crate::hot::measure::Measure;
use crate::stats::Sample;

/// The most columns that are kept.
const COLUMNS: usize = 256;

/// A time between two samples.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// In microseconds since 1970, by the server's clock.
    pub(super) from_us: u64,
    pub(super) to_us: u64,
    pub(super) strips: BTreeMap<String, Strip>,
}

/// What was seen of all tables.
#[derive(Debug, Default)]
pub(crate) struct Heat {
    pub(super) columns: Vec<Column>,
    /// The last layout of each table, which the next column shares if it is the same.
    layouts: BTreeMap<String, Layout>,
}

impl Heat {
    /// Adds what happened between two samples. `tables` are the descriptions of tables, where known.
    pub(crate) fn add(&mut self, before: &Sample, after: &Sample, tables: &BTreeMap<String, Partitioned>) {
        let mut strips = BTreeMap::new();
        for (path, partitions) in &after.tables {
            let earlier = before.tables.get(path).map(Vec::as_slice).unwrap_or_default();
            let changes = compare((before.at_us, earlier), (after.at_us, partitions));
            let cell = |change| Measure::ALL.map(|measure| measure.of(change) as f32);
            let layout = self.layout(path, partitions.len(), tables.get(path));
            strips.insert(path.clone(), Strip { layout, cells: changes.partitions.iter().map(cell).collect() });
        }
        self.columns.push(Column { from_us: before.at_us, to_us: after.at_us, strips });
        if self.columns.len() > COLUMNS {
            self.halve();
        }
    }

    fn layout(&mut self, path: &str, partitions: usize, table: Option<&Partitioned>) -> Layout {
        let known = table.filter(|table| table.bounds.len() + 1 == partitions && !table.is_column_table);
        let layout = match known {
            None => Layout::Positions(partitions),
            Some(table) => {
                let bound = |values: &Vec<_>| Bound {
                    order: ordered_bytes(values),
                    text: values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
                };
                Layout::Keys(table.bounds.iter().map(bound).collect())
            }
        };
        if let Some(last) = self.layouts.get(path).filter(|last| **last == layout) {
            return last.clone();
        }
        self.layouts.insert(path.to_owned(), layout.clone());
        layout
    }

    /// Makes one column of each two.
    fn halve(&mut self) {
        let columns = std::mem::take(&mut self.columns);
        self.columns = columns.chunks(2).map(joined).collect();
    }
}

/// Columns that follow one another as one, with the mean of each cell over their time.
fn joined(columns: &[Column]) -> Column {
    let mut paths: Vec<&String> = columns.iter().flat_map(|column| column.strips.keys()).collect();
    paths.sort_unstable();
    paths.dedup();
    let strips = paths.into_iter().map(|path| {
        let of_path = || columns.iter().filter_map(|column| column.strips.get(path));
        let axis = Axis::of(of_path().map(|strip| &strip.layout));
        let mut cells = vec![Cell::default(); axis.ranges()];
        let total: u64 = columns.iter().map(Column::length).sum();
        for column in columns {
            let Some(strip) = column.strips.get(path) else { continue };
            let share = column.length() as f32 / total.max(1) as f32;
            axis.spread(strip, |range, cell| {
                for (sum, value) in cells.get_mut(range).into_iter().flatten().zip(cell) {
                    *sum += value * share;
                }
            });
        }
        (path.clone(), Strip { layout: axis.into_layout(), cells })
    });
    let strips = strips.collect();
    let from_us = columns.first().map_or(0, |column| column.from_us);
    Column { from_us, to_us: columns.last().map_or(0, |column| column.to_us), strips }
}

impl Column {
    pub(super) fn length(&self) -> u64 {
        self.to_us.saturating_sub(self.from_us)
    }
}
