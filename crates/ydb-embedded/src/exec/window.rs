//! Window functions, and ORDER BY, which orders rows in the same way.
//!
//! A window divides the rows into partitions and orders the rows of each partition. The rows stay where they are, and
//! only their positions are sorted. The values of the functions go to columns at the end of the rows:
//!
//! ```text
//! rows: k v     SUM(v) OVER (PARTITION BY k ORDER BY v)      rows: k v sum
//! 0     a 5     partition a: rows 2, 0                       0     a 5 8
//! 1     b 1     partition b: row 1                     =>    1     b 1 1
//! 2     a 3                                                  2     a 3 3
//! ```
//!
//! A frame that begins with the partition only grows, so its aggregate takes each row once. Any other frame is
//! aggregated anew for each row.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::Cursor;
use super::group::bytes;
use super::rows::{Limit, project};
use crate::error::Result;
use crate::expr::accumulator::Accumulator;
use crate::expr::aggregate::{Aggregate, WindowFunction};
use crate::expr::memory::{MemoryGuard, size};
use crate::expr::{Env, Expr};
use crate::types::{Row, Value, sort_cmp};
use crate::work::{sort_by, tick};

#[derive(Clone, Debug)]
pub struct Window {
    /// Expressions that divide the rows into partitions.
    pub partition: Vec<Expr>,
    /// Expressions that order each partition, each with `true` if the order is descending.
    pub order: Vec<(Expr, bool)>,
    pub calls: Vec<WindowCall>,
}

#[derive(Clone, Debug)]
pub struct WindowCall {
    /// Position of the function's column among the columns after those of the rows.
    pub slot: usize,
    pub function: WindowFunction,
    pub args: Vec<Expr>,
    /// Rows that the function sees.
    pub frame: Frame,
}

/// Rows around the current row, given by their distances to it. Rows before it have negative distances.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Distance to the first row; `i64::MIN` means the first row of the partition.
    pub from: i64,
    /// Distance to the last row; `i64::MAX` means the last row of the partition.
    pub to: i64,
    /// `true` if the frame ends with the last row whose ORDER BY values equal those of the current row.
    pub with_peers: bool,
}

impl Frame {
    /// Returns `true` if some row may have an empty frame.
    pub fn may_be_empty(self) -> bool {
        self.from > 0 || self.to < 0
    }
}

pub(super) fn open_windows(windows: &Arc<[Window]>, mut input: Cursor) -> Cursor {
    let windows = Arc::clone(windows);
    Cursor::at_once(move |run| {
        let mut rows = input.all(run)?;
        add(&mut rows, &windows, run.env)?;
        Ok((rows, MemoryGuard::default()))
    })
}

/// Adds the columns of the window functions to rows.
fn add(rows: &mut [Row], windows: &[Window], env: &Env) -> Result<()> {
    let width = rows.first().map_or(0, Vec::len);
    let slots: usize = windows.iter().map(|window| window.calls.len()).sum();
    for row in rows.iter_mut() {
        row.resize(width + slots, Value::Null);
    }
    for window in windows {
        for partition in partitions(rows, window, env)? {
            for call in &window.calls {
                let values = partition.values(call, rows, env)?;
                for (place, value) in partition.rows.iter().zip(values) {
                    rows[place.row][width + call.slot] = value;
                }
            }
        }
    }
    Ok(())
}

/// Rows of one partition, in the order of the window.
struct WindowPartition {
    rows: Vec<RowPlace>,
}

struct RowPlace {
    /// Values of ORDER BY.
    keys: Row,
    row: usize,
}

fn partitions(rows: &[Row], window: &Window, env: &Env) -> Result<Vec<WindowPartition>> {
    let mut partitions: Vec<WindowPartition> = Vec::new();
    let mut known: HashMap<Vec<u8>, usize> = HashMap::new();
    for (position, row) in rows.iter().enumerate() {
        let partition = *known.entry(bytes(&project(&window.partition, row, env)?)).or_insert_with(|| {
            partitions.push(WindowPartition { rows: Vec::new() });
            partitions.len() - 1
        });
        let keys = project(window.order.iter().map(|(key, _)| key), row, env)?;
        partitions[partition].rows.push(RowPlace { keys, row: position });
    }
    for partition in &mut partitions {
        let rows = std::mem::take(&mut partition.rows);
        partition.rows = sort_by(rows, |a, b| order(&a.keys, &b.keys, &window.order))?;
    }
    Ok(partitions)
}

#[expect(clippy::cast_precision_loss, reason = "a share of that many rows is not exact")]
fn share(part: usize, whole: usize) -> Value {
    Value::Double(part as f64 / whole as f64)
}

fn signed(position: usize) -> i64 {
    i64::try_from(position).unwrap_or(i64::MAX)
}

impl WindowPartition {
    /// Returns the values of a function, in the order of the partition's rows.
    fn values(&self, call: &WindowCall, rows: &[Row], env: &Env) -> Result<Vec<Value>> {
        let count = self.rows.len();
        let mut args = Vec::with_capacity(count);
        for place in &self.rows {
            args.push(project(&call.args, &rows[place.row], env)?);
        }
        let each = |value: &dyn Fn(usize) -> Value| (0..count).map(value).collect();
        Ok(match &call.function {
            WindowFunction::RowNumber => each(&|i| Value::Uint(i as u64 + 1)),
            // YQL distributes the rows in its own way (yql_opt_window.cpp): the larger groups are not the first ones.
            WindowFunction::Ntile(groups) => each(&|i| Value::Uint(groups.saturating_mul(i as u64) / count as u64 + 1)),
            WindowFunction::Rank => self.ranks(&args).map(|(rank, _)| Value::Uint(rank as u64)).collect(),
            WindowFunction::DenseRank => self.ranks(&args).map(|(_, dense)| Value::Uint(dense as u64)).collect(),
            // A partition of one row gives 0 / 0, which is NaN, as in YQL.
            WindowFunction::PercentRank => self.ranks(&args).map(|(rank, _)| share(rank - 1, count - 1)).collect(),
            WindowFunction::CumeDist => {
                if call.frame.with_peers {
                    self.peers().map(|end| share(end, count)).collect()
                } else {
                    each(&|i| share(i + 1, count))
                }
            }
            WindowFunction::Lag(distance) => each(&|i| {
                let place = signed(i).checked_sub(*distance).and_then(|place| usize::try_from(place).ok());
                place.and_then(|place| args.get(place)).map_or(Value::Null, |args| args[0].clone())
            }),
            WindowFunction::Nth { row, from_end, ignore_nulls } => self
                .frames(call.frame)
                .map(|frame| {
                    tick(frame.len() + 1)?;
                    let mut values =
                        args[frame].iter().map(|args| &args[0]).filter(|v| !(*ignore_nulls && v.is_null()));
                    let value = if *from_end { values.next_back() } else { values.nth(*row) };
                    Ok(value.cloned().unwrap_or(Value::Null))
                })
                .collect::<Result<_>>()?,
            WindowFunction::Aggregate(aggregate) => self.aggregates(aggregate, call.frame, &args)?,
        })
    }

    fn frames(&self, frame: Frame) -> impl Iterator<Item = Range<usize>> {
        let count = self.rows.len();
        let peers: Vec<usize> = if frame.with_peers { self.peers().collect() } else { Vec::new() };
        (0..count).map(move |i| {
            let place = |distance: i64| usize::try_from(signed(i).saturating_add(distance)).unwrap_or(0).min(count);
            let from = place(frame.from);
            let to = if frame.with_peers { peers[i] } else { place(frame.to.saturating_add(1)) };
            from..to.max(from)
        })
    }

    /// Returns, for each row, the end of the rows that have the same ORDER BY values.
    fn peers(&self) -> impl Iterator<Item = usize> {
        let mut ends = vec![self.rows.len(); self.rows.len()];
        for i in (1..self.rows.len()).rev() {
            ends[i - 1] = if bytes(&self.rows[i - 1].keys) == bytes(&self.rows[i].keys) { ends[i] } else { i };
        }
        ends.into_iter()
    }

    /// Returns RANK and DENSE_RANK of each row. The rank depends on the argument or, without an argument, on the order
    /// of the window. NULL is the same as NULL (`AnsiRankForNullableKeys`, the default).
    fn ranks(&self, args: &[Row]) -> impl Iterator<Item = (usize, usize)> {
        let key = |(place, args): (&RowPlace, &Row)| bytes(if args.is_empty() { &place.keys } else { args });
        let keys: Vec<Vec<u8>> = self.rows.iter().zip(args).map(key).collect();
        let (mut rank, mut dense) = (0, 0);
        (0..keys.len()).map(move |i| {
            if i == 0 || keys[i] != keys[i - 1] {
                (rank, dense) = (i + 1, dense + 1);
            }
            (rank, dense)
        })
    }

    fn aggregates(&self, aggregate: &Aggregate, frame: Frame, args: &[Row]) -> Result<Vec<Value>> {
        let mut values: Vec<Value> = Vec::with_capacity(self.rows.len());
        let mut growing = Accumulator::new(aggregate);
        let mut end = 0;
        for rows in self.frames(frame) {
            tick(1)?;
            if frame.from == i64::MIN {
                if let (Some(last), true) = (values.last().cloned(), rows.end == end) {
                    values.push(last);
                    continue;
                }
                for args in &args[end..rows.end] {
                    growing.add(aggregate, args);
                }
                end = rows.end;
                values.push(growing.clone().finish(aggregate));
            } else {
                tick(rows.len())?;
                let mut own = Accumulator::new(aggregate);
                for args in &args[rows] {
                    own.add(aggregate, args);
                }
                values.push(own.finish(aggregate));
            }
        }
        Ok(values)
    }
}

/// Number of rows that a sort with a LIMIT always collects before it drops the surplus.
const MIN_KEPT: usize = 1024;

#[derive(Clone, Debug)]
pub struct Sort {
    /// Keys of the sort, each with `true` if it descends.
    pub keys: Vec<(Expr, bool)>,
    /// LIMIT above the sort: no more rows are wanted.
    pub top: Option<Arc<Limit>>,
}

pub(super) fn open_sort(sort: &Arc<Sort>, mut input: Cursor) -> Cursor {
    let sort = Arc::clone(sort);
    Cursor::at_once(move |run| {
        let mut sorter = Sorter::new(&sort, run.env)?;
        while let Some(batch) = input.next(run)? {
            sorter.add(batch, run.env)?;
        }
        sorter.finish()
    })
}

/// Rows to be sorted, or the first `top` of them. Rows with equal keys stay in the order in which they came.
struct Sorter<'p> {
    keys: &'p [(Expr, bool)],
    top: Option<usize>,
    /// Values of the sort keys, and the row.
    rows: Vec<(Row, Row)>,
    held: MemoryGuard,
}

impl<'p> Sorter<'p> {
    fn new(sort: &'p Sort, env: &Env) -> Result<Self> {
        let top = match &sort.top {
            Some(limit) => limit.reach(env)?,
            None => None,
        };
        let top = top.map(|top| usize::try_from(top).unwrap_or(usize::MAX));
        Ok(Self { keys: &sort.keys, top, rows: Vec::new(), held: env.memory.part() })
    }

    /// Adds rows. With a LIMIT, at most twice as many rows are kept as are wanted, or `MIN_KEPT`.
    fn add(&mut self, batch: Vec<Row>, env: &Env) -> Result<()> {
        for row in batch {
            let key = project(self.keys.iter().map(|(key, _)| key), &row, env)?;
            if self.top.is_none() {
                self.held.add(size(&key) + size(&row))?;
            }
            self.rows.push((key, row));
        }
        if self.top.is_some_and(|top| self.rows.len() > top.saturating_mul(2).max(MIN_KEPT)) {
            self.sort()?;
        }
        Ok(())
    }

    /// Returns the rows in order, and the guard of their memory.
    fn finish(mut self) -> Result<(Vec<Row>, MemoryGuard)> {
        self.sort()?;
        Ok((self.rows.into_iter().map(|(_, row)| row).collect(), self.held))
    }

    fn sort(&mut self) -> Result<()> {
        let keys = self.keys;
        self.rows = sort_by(std::mem::take(&mut self.rows), |a, b| order(&a.0, &b.0, keys))?;
        if let Some(top) = self.top {
            self.rows.truncate(top);
        }
        Ok(())
    }
}

pub(super) fn order(a: &[Value], b: &[Value], keys: &[(Expr, bool)]) -> Ordering {
    for ((a, b), (key, descending)) in a.iter().zip(b).zip(keys) {
        let ordering = sort_cmp(a, b, &key.ty);
        if ordering.is_ne() {
            return if *descending { ordering.reverse() } else { ordering };
        }
    }
    Ordering::Equal
}
