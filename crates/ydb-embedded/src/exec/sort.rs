//! ORDER BY.

use std::cmp::Ordering;
use std::sync::Arc;

use super::cursor::Cursor;
use super::limit::Limit;
use super::project::project;
use crate::error::Result;
use crate::expr::memory::{MemoryGuard, size};
use crate::expr::{Env, Expr};
use crate::types::{Row, Value, sort_cmp};
use crate::work::sort_by;

/// With a LIMIT, at least this many rows are collected before the surplus is cut off.
const MIN_KEPT: usize = 1024;

/// Rows in the order of the keys.
#[derive(Clone, Debug)]
pub struct Sort {
    /// The keys, each with whether it descends.
    pub keys: Vec<(Expr, bool)>,
    /// The LIMIT above, of which no more rows are wanted.
    pub top: Option<Arc<Limit>>,
}

pub(super) fn open(sort: &Arc<Sort>, mut input: Cursor) -> Cursor {
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
    /// The values of the keys, and the row.
    rows: Vec<(Row, Row)>,
    held: MemoryGuard,
}

impl<'p> Sorter<'p> {
    /// No rows yet.
    fn new(sort: &'p Sort, env: &Env) -> Result<Self> {
        let top = match &sort.top {
            Some(limit) => limit.reach(env)?,
            None => None,
        };
        let top = top.map(|top| usize::try_from(top).unwrap_or(usize::MAX));
        Ok(Self { keys: &sort.keys, top, rows: Vec::new(), held: env.memory.part() })
    }

    /// Adds rows. With a LIMIT, at most twice as many rows are kept as are wanted.
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

    /// The rows in order, and the memory that they hold.
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

/// How two rows' keys are ordered.
pub(super) fn order(a: &[Value], b: &[Value], keys: &[(Expr, bool)]) -> Ordering {
    for ((a, b), (key, descending)) in a.iter().zip(b).zip(keys) {
        let ordering = sort_cmp(a, b, &key.ty);
        if ordering.is_ne() {
            return if *descending { ordering.reverse() } else { ordering };
        }
    }
    Ordering::Equal
}
