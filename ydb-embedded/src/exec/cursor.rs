//! The state of a running operator; the plan stands beside it, so that one plan serves many runs.

use super::group::GroupState;
use super::hash::RowSet;
use super::join::JoinState;
use super::scan::ScanState;
use super::sort;
use super::usage::Usage;
use super::write::Conflicts;
use crate::catalog::Table;
use crate::error::{Error, Result, Status};
use crate::expr::Expr;
use crate::expr::{Ctx, Env, eval, is_true};
use crate::plan::rel::{Rel, RelKind};
use crate::storage::Transaction;
use crate::types::{Row, Value};

/// What operators need beside the plan and their state.
pub struct Cx<'a> {
    /// The transaction that reads and writes.
    pub tx: &'a mut Transaction,
    /// Parameters and subqueries.
    pub env: &'a Env,
    /// What becomes of writes that meet an existing key.
    pub conflicts: &'a mut Conflicts,
    /// What the query reads and writes.
    pub usage: &'a mut Usage,
    /// What only the engine knows.
    pub host: &'a dyn Host,
}

/// What operators ask of the engine.
pub trait Host {
    /// The next number of a serial column's sequence.
    ///
    /// # Errors
    ///
    /// When the sequence is used up.
    fn next_serial(&self, table: &Table, column: usize) -> Result<i64>;

    /// The rows of a system view, all columns in their order.
    fn system_rows(&self, view: &Table) -> Vec<Row>;
}

/// How many rows an operator gives at a time.
pub(super) const BATCH: usize = 1024;

/// The state of an operator and of those below it.
pub struct Cursor(State);

enum State {
    /// Rows that are there already, the next one last.
    Rows(Vec<Row>),
    /// Not begun.
    Ready,
    Scan(Box<ScanState>),
    Above(Box<Cursor>),
    Join(Box<JoinState>),
    Group(Box<GroupState>),
    Distinct(Box<(Cursor, RowSet)>),
    Sort(Option<Box<Cursor>>),
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

impl Cursor {
    /// The state before the first row.
    pub fn new(rel: &Rel) -> Self {
        Self(match &rel.kind {
            RelKind::Unit => State::Rows(vec![Row::new()]),
            RelKind::Values(_) | RelKind::AsTable(_) | RelKind::SysView(_) => State::Ready,
            RelKind::Scan(_) => State::Scan(Box::default()),
            RelKind::Filter { input, .. } | RelKind::Project { input, .. } => State::Above(Box::new(Self::new(input))),
            RelKind::Join(join) => State::Join(Box::new(JoinState::new(join))),
            RelKind::Group { input, .. } => State::Group(Box::new(GroupState::new(Self::new(input)))),
            RelKind::Distinct(input) => State::Distinct(Box::new((Self::new(input), RowSet::default()))),
            RelKind::Sort { input, .. } => State::Sort(Some(Box::new(Self::new(input)))),
            RelKind::Limit { input, .. } => State::Limit { input: Box::new(Self::new(input)), counts: None },
            RelKind::Union(inputs) => State::Union { inputs: inputs.iter().map(Self::new).collect(), next: 0 },
        })
    }

    /// The next rows; `None` after the last. A batch may be empty.
    ///
    /// # Errors
    ///
    /// Those of evaluating expressions.
    pub fn next(&mut self, rel: &Rel, cx: &mut Cx<'_>) -> Result<Option<Vec<Row>>> {
        if let State::Ready = self.0 {
            let mut rows = begin(rel, cx)?;
            rows.reverse();
            self.0 = State::Rows(rows);
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
            (State::Scan(state), RelKind::Scan(scan)) => state.next(scan, cx),
            (State::Above(input), RelKind::Filter { input: below, predicate }) => {
                let Some(mut rows) = input.next(below, cx)? else { return Ok(None) };
                keep(&mut rows, predicate, cx.env)?;
                Ok(Some(rows))
            }
            (State::Above(input), RelKind::Project { input: below, exprs }) => {
                let Some(rows) = input.next(below, cx)? else { return Ok(None) };
                let mut out = Vec::with_capacity(rows.len());
                for row in &rows {
                    out.push(project(exprs, row, cx.env)?);
                }
                Ok(Some(out))
            }
            (State::Join(state), RelKind::Join(join)) => state.next(join, cx),
            (State::Group(state), RelKind::Group { input, keys, aggregates }) => {
                let mut rows = state.run(input, keys, aggregates, cx)?;
                rows.reverse();
                self.0 = State::Rows(rows);
                self.next(rel, cx)
            }
            (State::Distinct(state), RelKind::Distinct(below)) => {
                let (input, seen) = &mut **state;
                let Some(mut rows) = input.next(below, cx)? else { return Ok(None) };
                rows.retain(|row| seen.insert(row));
                Ok(Some(rows))
            }
            (State::Sort(input), RelKind::Sort { input: below, keys, top }) => {
                let Some(mut input) = input.take() else { return Ok(None) };
                let top = top.as_ref().map(|top| count(top, cx.env)).transpose()?.flatten();
                let mut rows = sort::run(&mut input, below, keys, top, cx)?;
                rows.reverse();
                self.0 = State::Rows(rows);
                self.next(rel, cx)
            }
            (State::Limit { input, counts }, RelKind::Limit { input: below, limit, offset }) => {
                let (skip, left) = match counts {
                    Some(counts) => counts,
                    None => {
                        let skip = offset.as_ref().map(|offset| count(offset, cx.env)).transpose()?.flatten();
                        let left = limit.as_ref().map(|limit| count(limit, cx.env)).transpose()?.flatten();
                        counts.insert((skip.unwrap_or(0), left))
                    }
                };
                if *left == Some(0) {
                    self.0 = State::Done;
                    return Ok(None);
                }
                let Some(mut rows) = input.next(below, cx)? else { return Ok(None) };
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
                    if let Some(rows) = input.next(below, cx)? {
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
    ///
    /// # Errors
    ///
    /// As [`Cursor::next`].
    pub fn all(&mut self, rel: &Rel, cx: &mut Cx<'_>) -> Result<Vec<Row>> {
        let mut all = self.next(rel, cx)?.unwrap_or_default();
        while let Some(rows) = self.next(rel, cx)? {
            all.extend(rows);
        }
        Ok(all)
    }
}

/// The rows of an operator that has them at once.
fn begin(rel: &Rel, cx: &Cx<'_>) -> Result<Vec<Row>> {
    match &rel.kind {
        RelKind::Values(rows) => rows.iter().map(|row| project(row, &[], cx.env)).collect(),
        RelKind::AsTable(list) => match eval(list, &Ctx::new(&[], cx.env))? {
            Value::Items(items) => Ok(items
                .iter()
                .map(|item| match item {
                    Value::Items(members) => members.to_vec(),
                    // Only a list of structs comes this far.
                    other => vec![other.clone()],
                })
                .collect()),
            _ => Ok(Vec::new()),
        },
        RelKind::SysView(view) => Ok(cx.host.system_rows(view)),
        _ => Ok(Vec::new()),
    }
}

/// The values of some expressions over a row.
pub(super) fn project(exprs: &[Expr], row: &[Value], env: &Env) -> Result<Row> {
    let ctx = Ctx::new(row, env);
    let mut out = Row::with_capacity(exprs.len());
    for expr in exprs {
        out.push(eval(expr, &ctx)?);
    }
    Ok(out)
}

/// Leaves the rows for which the predicate is true.
pub(super) fn keep(rows: &mut Vec<Row>, predicate: &Expr, env: &Env) -> Result<()> {
    let mut failed = None;
    rows.retain(|row| match is_true(predicate, &Ctx::new(row, env)) {
        Ok(kept) => kept,
        Err(error) => {
            failed.get_or_insert(error);
            false
        }
    });
    failed.map_or(Ok(()), Err)
}

/// The value of LIMIT or OFFSET; NULL is none.
pub(super) fn count(expr: &Expr, env: &Env) -> Result<Option<u64>> {
    Ok(match eval(expr, &Ctx::new(&[], env))? {
        Value::Uint(count) => Some(count),
        _ => None,
    })
}
