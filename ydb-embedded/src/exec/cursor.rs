//! Running operators: rows are pulled through the tree of a plan, a batch at a time.
//!
//! The plan is a tree of [`Rel`]s. A [`Cursor`] is a tree of the same shape that holds what has happened so far. They
//! are kept apart, so that a cached plan, which never changes, can serve many queries at once:
//!
//! ```text
//! plan, shared              cursor of one query
//! Limit 10                  Limit: 3 rows left
//!   Sort v                    Rows: sorted, the next one last
//!     Scan t
//! ```
//!
//! [`Cursor::next`] gives the next batch of an operator, which pulls batches from the operators below:
//!
//! - A scan reads a chunk of a range; filters and projections make one batch of one batch.
//! - Groups, windows and sorts take all rows from below first, and then become the rows that they have made.
//! - A limit stops pulling when it has enough.
//!
//! A batch may be empty, because a filter has dropped all its rows. Only `None` is the end.

use std::vec::IntoIter;

use super::evaluate::{count, keep, project};
use super::group::Groups;
use super::hash::RowSet;
use super::join::Joiner;
use super::query_run::{BATCH, QueryRun};
use super::scan::ScanState;
use super::sort::Sorter;
use super::window;
use crate::error::{Error, Result, Status};
use crate::expr::{Inputs, eval};
use crate::plan::rel::{Join, Rel, RelKind};
use crate::types::{Row, Value};
use crate::work::tick;

/// The state of an operator and of those below it.
pub struct Cursor(State);

enum State {
    /// Finished rows, the next one last.
    Rows(Vec<Row>),
    /// Not begun.
    Ready,
    Scan(Box<ScanState>),
    Above(Box<Cursor>),
    Join(Box<JoinState>),
    Group(Box<Cursor>),
    Distinct(Box<(Cursor, RowSet)>),
    Sort(Box<Cursor>),
    Limit {
        input: Box<Cursor>,
        counts: Option<(u64, Option<u64>)>,
    },
    Union {
        inputs: Vec<Cursor>,
        next: usize,
    },
    Done,
}

struct JoinState {
    left: Cursor,
    right: Cursor,
    joiner: Option<Joiner>,
    /// Left rows that are still to be joined.
    waiting: IntoIter<Row>,
    left_done: bool,
}

impl Cursor {
    /// A cursor before the first row.
    pub fn new(rel: &Rel) -> Self {
        Self(match &rel.kind {
            RelKind::Unit => State::Rows(vec![Row::new()]),
            RelKind::Values(_) | RelKind::AsTable(_) | RelKind::SysView(_) => State::Ready,
            RelKind::Scan(_) => State::Scan(Box::default()),
            RelKind::Filter { input, .. } | RelKind::Project { input, .. } | RelKind::Window { input, .. } => {
                State::Above(Box::new(Self::new(input)))
            }
            RelKind::Join(join) => State::Join(Box::new(JoinState::new(join))),
            RelKind::Group { input, .. } => State::Group(Box::new(Self::new(input))),
            RelKind::Distinct(input) => State::Distinct(Box::new((Self::new(input), RowSet::default()))),
            RelKind::Sort { input, .. } => State::Sort(Box::new(Self::new(input))),
            RelKind::Limit { input, .. } => State::Limit { input: Box::new(Self::new(input)), counts: None },
            RelKind::Union(inputs) => State::Union { inputs: inputs.iter().map(Self::new).collect(), next: 0 },
        })
    }

    /// The next rows; `None` after the last. A batch may be empty.
    pub fn next(&mut self, rel: &Rel, run: &mut QueryRun<'_>) -> Result<Option<Vec<Row>>> {
        if let State::Ready = self.0 {
            self.0 = State::Rows(reversed(begin(rel, run)?));
        }
        match (&mut self.0, &rel.kind) {
            (State::Rows(rows), _) => {
                if rows.is_empty() {
                    return Ok(None);
                }
                let kept = rows.len().saturating_sub(BATCH);
                let mut batch = rows.split_off(kept);
                batch.reverse();
                Ok(Some(batch))
            }
            (State::Scan(state), RelKind::Scan(scan)) => state.next(scan, run),
            (State::Above(input), RelKind::Filter { input: below, predicate }) => {
                let Some(mut rows) = input.next(below, run)? else { return Ok(None) };
                keep(&mut rows, predicate, run.env)?;
                Ok(Some(rows))
            }
            (State::Above(input), RelKind::Project { input: below, exprs }) => {
                let Some(rows) = input.next(below, run)? else { return Ok(None) };
                let mut out = Vec::with_capacity(rows.len());
                for row in &rows {
                    out.push(project(exprs, row, run.env)?);
                }
                Ok(Some(out))
            }
            (State::Above(below), RelKind::Window { input, windows }) => {
                let mut rows = below.all(input, run)?;
                window::add(&mut rows, windows, run.env)?;
                self.0 = State::Rows(reversed(rows));
                self.next(rel, run)
            }
            (State::Join(state), RelKind::Join(join)) => state.next(join, run),
            (State::Group(below), RelKind::Group { input, keys, sets, aggregates }) => {
                let mut groups = Groups::new(keys, sets, aggregates);
                while let Some(batch) = below.next(input, run)? {
                    groups.add(batch, run.env)?;
                }
                self.0 = State::Rows(reversed(groups.finish()?));
                self.next(rel, run)
            }
            (State::Distinct(state), RelKind::Distinct(below)) => {
                let (input, seen) = &mut **state;
                let Some(mut rows) = input.next(below, run)? else { return Ok(None) };
                tick(rows.len())?;
                rows.retain(|row| seen.insert(row));
                Ok(Some(rows))
            }
            (State::Sort(below), RelKind::Sort { input, keys, top }) => {
                let top = top.as_ref().map(|top| count(top, run.env)).transpose()?.flatten();
                let mut sorter = Sorter::new(keys, top);
                while let Some(batch) = below.next(input, run)? {
                    sorter.add(batch, run.env)?;
                }
                self.0 = State::Rows(reversed(sorter.finish()?));
                self.next(rel, run)
            }
            (State::Limit { input, counts }, RelKind::Limit { input: below, limit, offset }) => {
                let (skip, left) = match counts {
                    Some(counts) => counts,
                    None => {
                        let skip = offset.as_ref().map(|offset| count(offset, run.env)).transpose()?.flatten();
                        let left = limit.as_ref().map(|limit| count(limit, run.env)).transpose()?.flatten();
                        counts.insert((skip.unwrap_or(0), left))
                    }
                };
                if *left == Some(0) {
                    self.0 = State::Done;
                    return Ok(None);
                }
                let Some(mut rows) = input.next(below, run)? else { return Ok(None) };
                let skipped = rows.len().min(usize::try_from(*skip).unwrap_or(usize::MAX));
                rows.drain(..skipped);
                *skip -= skipped as u64;
                if let Some(left) = left {
                    rows.truncate(usize::try_from(*left).unwrap_or(usize::MAX));
                    *left -= rows.len() as u64;
                }
                Ok(Some(rows))
            }
            (State::Union { inputs, next }, RelKind::Union(below)) => {
                while let (Some(input), Some(below)) = (inputs.get_mut(*next), below.get(*next)) {
                    if let Some(rows) = input.next(below, run)? {
                        return Ok(Some(rows));
                    }
                    *next += 1;
                }
                Ok(None)
            }
            (State::Done, _) => Ok(None),
            _ => Err(Error::new(Status::InternalError, "an operator was run with another operator's plan")),
        }
    }

    /// All rows.
    pub fn all(&mut self, rel: &Rel, run: &mut QueryRun<'_>) -> Result<Vec<Row>> {
        let mut all = self.next(rel, run)?.unwrap_or_default();
        while let Some(rows) = self.next(rel, run)? {
            tick(rows.len())?;
            all.extend(rows);
        }
        Ok(all)
    }
}

impl JoinState {
    fn new(join: &Join) -> Self {
        Self {
            left: Cursor::new(&join.left),
            right: Cursor::new(&join.right),
            joiner: None,
            waiting: Vec::new().into_iter(),
            left_done: false,
        }
    }

    fn next(&mut self, join: &Join, run: &mut QueryRun<'_>) -> Result<Option<Vec<Row>>> {
        let joiner = match &mut self.joiner {
            Some(joiner) => joiner,
            None => {
                let mut joiner = Joiner::new(join);
                while joiner.needs_right()
                    && let Some(batch) = self.right.next(&join.right, run)?
                {
                    joiner.add(batch, run.env)?;
                }
                self.joiner.insert(joiner)
            }
        };
        if self.waiting.as_slice().is_empty() && !self.left_done {
            let batch = self.left.next(&join.left, run)?;
            self.left_done = batch.is_none();
            self.waiting = batch.unwrap_or_default().into_iter();
        }
        if !self.left_done || !self.waiting.as_slice().is_empty() {
            return joiner.batch(join, &mut self.waiting, run).map(Some);
        }
        Ok(joiner.unmet(join))
    }
}

/// Rows as [`State::Rows`] keeps them, because batches are split off at the end.
fn reversed(mut rows: Vec<Row>) -> Vec<Row> {
    rows.reverse();
    rows
}

/// The rows of an operator that makes them all at once.
fn begin(rel: &Rel, run: &QueryRun<'_>) -> Result<Vec<Row>> {
    match &rel.kind {
        RelKind::Values(rows) => rows.iter().map(|row| project(row, &[], run.env)).collect(),
        RelKind::AsTable(list) => match eval(list, &Inputs::new(&[], run.env))? {
            Value::Items(items) => Ok(items
                .iter()
                .map(|item| match item {
                    Value::Items(members) => members.to_vec(),
                    // The planner accepts only lists of structs.
                    other => vec![other.clone()],
                })
                .collect()),
            _ => Ok(Vec::new()),
        },
        RelKind::SysView(view) => Ok(run.host.system_rows(view)),
        _ => Ok(Vec::new()),
    }
}
