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

use super::evaluate::{count, keep, project};
use super::group::Groups;
use super::hash::RowSet;
use super::join::JoinState;
use super::query_run::{BATCH, QueryRun};
use super::scan::ScanState;
use super::sort::Sorter;
use super::window;
use crate::error::{Error, Result, Status};
use crate::expr::memory::{MemoryGuard, size};
use crate::expr::{Inputs, eval};
use crate::plan::rel::{Rel, RelKind};
use crate::types::{Row, Value};
use crate::work::tick;

/// A batch ends early when its expressions have made so many bytes.
const LARGE: usize = 16 << 20;

/// The state of an operator and of those below it.
pub struct Cursor(State);

enum State {
    /// Finished rows, the next one last, and the memory that they hold.
    Rows(Vec<Row>, #[expect(dead_code, reason = "gives the memory back when it is dropped")] MemoryGuard),
    /// Not begun.
    Ready,
    /// The items of a list, from this position on.
    List(Value, usize),
    /// The state of a scan.
    Scan(Box<ScanState>),
    /// The rows below an operator that keeps nothing from one call to the next.
    Above(Box<Cursor>),
    /// A cursor, and those of its rows that are still to be projected.
    Project(Box<(Cursor, std::vec::IntoIter<Row>)>),
    /// The first source and those joined to it, and the chain of joins.
    Join(Box<(Vec<Cursor>, JoinState)>),
    /// A cursor, and those of its rows that were given.
    Distinct(Box<(Cursor, RowSet)>),
    /// How many rows are still to be skipped, and how many are still wanted, once that is known.
    Limit { input: Box<Cursor>, counts: Option<(u64, Option<u64>)> },
    /// Several cursors, and the position of the one that is read.
    Union { inputs: Vec<Cursor>, next: usize },
    /// After the last row.
    Done,
}

impl Cursor {
    /// A cursor before the first row.
    pub fn new(rel: &Rel) -> Self {
        Self(match &rel.kind {
            RelKind::Unit => State::Rows(vec![Row::new()], MemoryGuard::default()),
            RelKind::Values(_) | RelKind::AsTable(_) | RelKind::SysView(_) => State::Ready,
            RelKind::Scan(_) => State::Scan(Box::default()),
            RelKind::Filter { input, .. }
            | RelKind::Window { input, .. }
            | RelKind::Group { input, .. }
            | RelKind::Sort { input, .. } => State::Above(Box::new(Self::new(input))),
            RelKind::Project { input, .. } => State::Project(Box::new((Self::new(input), Vec::new().into_iter()))),
            RelKind::Join(join) => {
                State::Join(Box::new((join.sources().map(Self::new).collect(), JoinState::new(join))))
            }
            RelKind::Distinct(input) => State::Distinct(Box::new((Self::new(input), RowSet::default()))),
            RelKind::Limit { input, .. } => State::Limit { input: Box::new(Self::new(input)), counts: None },
            RelKind::Union(inputs) => State::Union { inputs: inputs.iter().map(Self::new).collect(), next: 0 },
        })
    }

    /// The next rows; `None` after the last. A batch may be empty.
    pub fn next(&mut self, rel: &Rel, run: &mut QueryRun<'_>) -> Result<Option<Vec<Row>>> {
        if let State::Ready = self.0 {
            self.0 = begin(rel, run)?;
        }
        match (&mut self.0, &rel.kind) {
            (State::Rows(rows, _), _) => {
                if rows.is_empty() {
                    return Ok(None);
                }
                let kept = rows.len().saturating_sub(BATCH);
                let mut batch = rows.split_off(kept);
                batch.reverse();
                Ok(Some(batch))
            }
            (State::List(Value::Items(items), next), _) => {
                let from = std::mem::replace(next, items.len().min(*next + BATCH));
                tick(*next - from)?;
                let rows: Vec<Row> = items[from..*next].iter().map(row_of).collect();
                Ok(Some(rows).filter(|rows| !rows.is_empty()))
            }
            (State::List(..), _) => Ok(None),
            (State::Scan(state), RelKind::Scan(scan)) => state.next(scan, run),
            (State::Above(input), RelKind::Filter { input: below, predicate }) => {
                let Some(mut rows) = input.next(below, run)? else { return Ok(None) };
                keep(&mut rows, predicate, run.env)?;
                Ok(Some(rows))
            }
            (State::Project(state), RelKind::Project { input: below, exprs }) => {
                let (input, rows) = &mut **state;
                if rows.len() == 0 {
                    let Some(next) = input.next(below, run)? else { return Ok(None) };
                    *rows = next.into_iter();
                }
                let mut out = Vec::with_capacity(rows.len());
                let mut made = 0;
                for row in rows.by_ref() {
                    out.push(project(exprs, &row, run.env)?);
                    made += run.env.made();
                    if made > LARGE {
                        break;
                    }
                }
                Ok(Some(out))
            }
            (State::Above(below), RelKind::Window { input, windows }) => {
                let mut rows = below.all(input, run)?;
                window::add(&mut rows, windows, run.env)?;
                self.0 = State::Rows(reversed(rows), MemoryGuard::default());
                self.next(rel, run)
            }
            (State::Join(state), RelKind::Join(join)) => {
                let (sources, chain) = &mut **state;
                let mut pull = |source: usize, run: &mut QueryRun<'_>| match join.source(source) {
                    Some(rel) => sources[source].next(rel, run),
                    None => Ok(None),
                };
                chain.next(join, &mut pull, run)
            }
            (State::Above(below), RelKind::Group { input, keys, sets, aggregates }) => {
                let mut groups = Groups::new(keys, sets, aggregates, run.env);
                while let Some(batch) = below.next(input, run)? {
                    groups.add(batch, run.env)?;
                }
                let (rows, held) = groups.finish()?;
                self.0 = State::Rows(reversed(rows), held);
                self.next(rel, run)
            }
            (State::Distinct(state), RelKind::Distinct(below)) => {
                let (input, seen) = &mut **state;
                let Some(mut rows) = input.next(below, run)? else { return Ok(None) };
                tick(rows.len())?;
                seen.retain_new(&mut rows, run.env)?;
                Ok(Some(rows))
            }
            (State::Above(below), RelKind::Sort { input, keys, top }) => {
                let top = count(top.as_ref(), run.env)?;
                let mut sorter = Sorter::new(keys, top, run.env);
                while let Some(batch) = below.next(input, run)? {
                    sorter.add(batch, run.env)?;
                }
                let (rows, held) = sorter.finish()?;
                self.0 = State::Rows(reversed(rows), held);
                self.next(rel, run)
            }
            (State::Limit { input, counts }, RelKind::Limit { input: below, limit, offset }) => {
                let (skip, left) = match counts {
                    Some(counts) => counts,
                    None => {
                        let skip = count(offset.as_ref(), run.env)?.unwrap_or(0);
                        counts.insert((skip, count(limit.as_ref(), run.env)?))
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
        let (mut all, mut held) = (Vec::new(), run.env.memory.part());
        while let Some(rows) = self.next(rel, run)? {
            tick(rows.len())?;
            rows.iter().try_for_each(|row| held.add(size(row)))?;
            all.extend(rows);
        }
        Ok(all)
    }
}

/// Rows as [`State::Rows`] keeps them, because batches are split off at the end.
fn reversed(mut rows: Vec<Row>) -> Vec<Row> {
    rows.reverse();
    rows
}

/// The state of an operator that makes its rows of values at hand.
fn begin(rel: &Rel, run: &QueryRun<'_>) -> Result<State> {
    Ok(match &rel.kind {
        RelKind::Values(rows) => {
            let rows = rows.iter().map(|row| project(row, &[], run.env)).collect::<Result<_>>()?;
            State::Rows(reversed(rows), MemoryGuard::default())
        }
        RelKind::AsTable(list) => State::List(eval(list, &Inputs::new(&[], run.env))?, 0),
        RelKind::SysView(view) => State::Rows(reversed(run.host.system_rows(view)), MemoryGuard::default()),
        _ => State::Done,
    })
}

fn row_of(item: &Value) -> Row {
    match item {
        Value::Items(members) => members.to_vec(),
        // The planner accepts only lists of structs and tuples.
        other => vec![other.clone()],
    }
}
