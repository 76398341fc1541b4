//! Small operators: VALUES and the items of a list, filters, expressions over each row, UNION ALL, LIMIT and OFFSET,
//! FLATTEN BY.

use std::sync::Arc;

use super::{BATCH, Cursor};
use crate::error::Result;
use crate::expr::memory::{MemoryGuard, check_row};
use crate::expr::{Env, Expr, Inputs, eval, is_true};
use crate::types::{Row, Value, unwrap_present};
use crate::work::tick;

pub(super) fn open_values(rows: &Arc<[Vec<Expr>]>) -> Cursor {
    let rows = Arc::clone(rows);
    Cursor::at_once(move |run| {
        let rows = rows.iter().map(|row| project(row, &[], run.env)).collect::<Result<_>>()?;
        Ok((rows, MemoryGuard::default()))
    })
}

pub(super) fn open_list(list: &Arc<Expr>) -> Cursor {
    let list = Arc::clone(list);
    // Value of the list, once it is evaluated, and the number of items that were given.
    let (mut value, mut given) = (None, 0);
    Cursor::new(move |run| {
        let value = match &value {
            Some(value) => value,
            None => value.insert(eval(&list, &Inputs::new(&[], run.env))?),
        };
        let Value::Items(items) = value else { return Ok(None) };
        let next = &items[given..items.len().min(given + BATCH)];
        given += next.len();
        tick(next.len())?;
        let rows: Vec<Row> = next.iter().map(row_of).collect();
        Ok(Some(rows).filter(|rows| !rows.is_empty()))
    })
}

fn row_of(item: &Value) -> Row {
    match item {
        Value::Items(members) => members.to_vec(),
        // The planner accepts only lists of structs and tuples.
        other => vec![other.clone()],
    }
}

pub(super) fn open_filter(predicate: &Arc<Expr>, mut input: Cursor) -> Cursor {
    let predicate = Arc::clone(predicate);
    Cursor::new(move |run| {
        let Some(mut rows) = input.next(run)? else { return Ok(None) };
        keep(&mut rows, &predicate, run.env)?;
        Ok(Some(rows))
    })
}

pub(super) fn keep(rows: &mut Vec<Row>, predicate: &Expr, env: &Env) -> Result<()> {
    let mut failed = None;
    rows.retain(|row| {
        // Nothing is evaluated after an error.
        failed.is_none()
            && tick(1).and_then(|()| is_true(predicate, &Inputs::new(row, env))).unwrap_or_else(|error| {
                failed = Some(error);
                false
            })
    });
    failed.map_or(Ok(()), Err)
}

/// Number of bytes in a projection's values that ends a batch early.
const LARGE: usize = 16 << 20;

pub(super) fn open_projection(exprs: &Arc<[Expr]>, mut input: Cursor) -> Cursor {
    let exprs = Arc::clone(exprs);
    // Rows of the last batch that are still to be projected.
    let mut rows = Vec::new().into_iter();
    Cursor::new(move |run| {
        if rows.len() == 0 {
            let Some(next) = input.next(run)? else { return Ok(None) };
            rows = next.into_iter();
        }
        let mut out = Vec::with_capacity(rows.len());
        let mut made = 0;
        for row in rows.by_ref() {
            out.push(project(&*exprs, &row, run.env)?);
            made += run.env.made();
            if made > LARGE {
                break;
            }
        }
        Ok(Some(out))
    })
}

/// Returns the values of some expressions over a row.
pub(super) fn project<'e>(
    exprs: impl IntoIterator<Item = &'e Expr, IntoIter: ExactSizeIterator>,
    row: &[Value],
    env: &Env,
) -> Result<Row> {
    tick(1)?;
    let inputs = Inputs::new(row, env);
    let exprs = exprs.into_iter();
    let mut out = Row::with_capacity(exprs.len());
    for expr in exprs {
        out.push(eval(expr, &inputs)?);
    }
    check_row(&out)?;
    Ok(out)
}

pub(super) fn open_union(mut inputs: Vec<Cursor>) -> Cursor {
    let mut next = 0;
    Cursor::new(move |run| {
        while let Some(input) = inputs.get_mut(next) {
            if let Some(rows) = input.next(run)? {
                return Ok(Some(rows));
            }
            next += 1;
        }
        Ok(None)
    })
}

/// LIMIT and OFFSET: at most `limit` of the rows after the first `offset`.
#[derive(Clone, Debug)]
pub struct Limit {
    /// Number of rows that are wanted; `None` means all.
    pub limit: Option<Expr>,
    /// Number of rows that are skipped.
    pub offset: Option<Expr>,
    /// `true` if the rows before the offset are given as well, because an operator above skips them.
    pub gives_skipped: bool,
}

impl Limit {
    /// Returns the limit in a form that also gives the rows before the offset.
    pub fn with_skipped(&self) -> Self {
        Self { gives_skipped: true, ..self.clone() }
    }

    /// Returns the number of first rows that contain all wanted rows; `None` if all rows are wanted.
    pub(super) fn reach(&self, env: &Env) -> Result<Option<u64>> {
        let Some(limit) = count(self.limit.as_ref(), env)? else { return Ok(None) };
        let skipped = count(self.offset.as_ref(), env)?.unwrap_or(0);
        Ok(Some(limit.saturating_add(skipped)))
    }
}

pub(super) fn open_limit(limit: &Arc<Limit>, input: Cursor) -> Cursor {
    let limit = Arc::clone(limit);
    // The input becomes `None` when it has given all wanted rows.
    let mut input = Some(input);
    // Number of rows still to be skipped, and number of rows still wanted, once they are known.
    let mut counts = None;
    Cursor::new(move |run| {
        let (skip, left) = match &mut counts {
            Some(counts) => counts,
            None => {
                let skip = count(limit.offset.as_ref(), run.env)?.unwrap_or(0);
                counts.insert(if limit.gives_skipped {
                    (0, limit.reach(run.env)?)
                } else {
                    (skip, count(limit.limit.as_ref(), run.env)?)
                })
            }
        };
        if *left == Some(0) {
            input = None;
        }
        let Some(input) = &mut input else { return Ok(None) };
        let Some(mut rows) = input.next(run)? else { return Ok(None) };
        let skipped = rows.len().min(usize::try_from(*skip).unwrap_or(usize::MAX));
        rows.drain(..skipped);
        *skip -= skipped as u64;
        if let Some(left) = left {
            rows.truncate(usize::try_from(*left).unwrap_or(usize::MAX));
            *left -= rows.len() as u64;
        }
        Ok(Some(rows))
    })
}

/// Evaluates LIMIT or OFFSET. NULL is the same as no LIMIT or OFFSET.
fn count(expr: Option<&Expr>, env: &Env) -> Result<Option<u64>> {
    Ok(match expr.map(|expr| eval(expr, &Inputs::new(&[], env))).transpose()? {
        Some(Value::Uint(count)) => Some(count),
        _ => None,
    })
}

// FLATTEN BY: gives each row once for each item of a container in it. With several containers, it gives the row once
// for each combination of their items.
//
// The combinations are made one after another, and the items of the last container change first. Only a batch of
// combinations is in memory, however many there are.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Container {
    /// Position of the column with the container, whose value each item replaces.
    pub column: usize,
    pub kind: ContainerKind,
}

/// Kinds of containers. NULL is an empty container of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContainerKind {
    /// List, which gives its items.
    List,
    /// Dict, which gives its pairs as tuples.
    Dict,
    /// Optional, which gives its value, if it has one.
    Optional,
}

pub(super) fn open_flatten(containers: &Arc<[Container]>, mut input: Cursor) -> Cursor {
    let containers = Arc::clone(containers);
    let mut rows = Vec::new().into_iter();
    let mut current: Option<Combinations> = None;
    Cursor::new(move |run| {
        let mut out = Vec::new();
        while out.len() < BATCH {
            if let Some(row) = current.as_mut().and_then(|combinations| combinations.next(&containers)) {
                tick(1)?;
                check_row(&row)?;
                out.push(row);
                continue;
            }
            current = match rows.next() {
                Some(row) => Some(Combinations::of(row, &containers)?),
                None if !out.is_empty() => break,
                None => match input.next(run)? {
                    Some(next) => {
                        rows = next.into_iter();
                        None
                    }
                    None => return Ok(None),
                },
            };
        }
        Ok(Some(out))
    })
}

/// Combinations of the items of a row's containers.
struct Combinations {
    row: Row,
    items: Vec<Vec<Value>>,
    /// Position in the items of each container; `None` after the last combination.
    at: Option<Vec<usize>>,
}

impl Combinations {
    fn of(row: Row, containers: &[Container]) -> Result<Self> {
        let mut items = Vec::with_capacity(containers.len());
        for Container { column, kind } in containers {
            let found: Vec<Value> = match (kind, row.get(*column).unwrap_or(&Value::Null)) {
                (_, Value::Null) => Vec::new(),
                (ContainerKind::Optional, value) => vec![unwrap_present(value).clone()],
                (ContainerKind::List, value) => match unwrap_present(value) {
                    Value::Items(items) => items.to_vec(),
                    _ => Vec::new(),
                },
                (ContainerKind::Dict, value) => match unwrap_present(value) {
                    Value::Dict(pairs) => {
                        let pair = |(key, value): &(Value, Value)| Value::Items([key.clone(), value.clone()].into());
                        pairs.iter().map(pair).collect()
                    }
                    _ => Vec::new(),
                },
            };
            tick(found.len())?;
            items.push(found);
        }
        let at = items.iter().all(|items| !items.is_empty()).then(|| vec![0; items.len()]);
        Ok(Self { row, items, at })
    }

    fn next(&mut self, containers: &[Container]) -> Option<Row> {
        let at = self.at.as_mut()?;
        let mut row = self.row.clone();
        for ((place, items), Container { column, .. }) in at.iter().zip(&self.items).zip(containers) {
            row[*column] = items[*place].clone();
        }
        let mut is_over = true;
        for (place, items) in at.iter_mut().zip(&self.items).rev() {
            *place += 1;
            if *place < items.len() {
                is_over = false;
                break;
            }
            *place = 0;
        }
        if is_over {
            self.at = None;
        }
        Some(row)
    }
}
