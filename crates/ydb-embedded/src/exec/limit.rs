//! LIMIT and OFFSET.

use std::sync::Arc;

use super::cursor::Cursor;
use crate::error::Result;
use crate::expr::{Env, Expr, Inputs, eval};
use crate::types::Value;

/// Some of the rows: at most `limit` of those after the first `offset`.
#[derive(Clone, Debug)]
pub struct Limit {
    /// How many are wanted.
    pub limit: Option<Expr>,
    /// How many are skipped.
    pub offset: Option<Expr>,
    /// Whether the rows before the offset are given as well, for an operator above that skips them.
    pub gives_skipped: bool,
}

impl Limit {
    /// The same, but with the rows that it would skip.
    pub fn with_skipped(&self) -> Self {
        Self { gives_skipped: true, ..self.clone() }
    }

    /// How many of the first rows hold all that are wanted; `None` if all may.
    pub(super) fn reach(&self, env: &Env) -> Result<Option<u64>> {
        let Some(limit) = count(self.limit.as_ref(), env)? else { return Ok(None) };
        let skipped = count(self.offset.as_ref(), env)?.unwrap_or(0);
        Ok(Some(limit.saturating_add(skipped)))
    }
}

pub(super) fn open(limit: &Arc<Limit>, input: Cursor) -> Cursor {
    let limit = Arc::clone(limit);
    // `None` when it has given all that are wanted.
    let mut input = Some(input);
    // How many rows are still to be skipped, and how many are still wanted, once that is known.
    let mut counts = None;
    Cursor::new(move |run| {
        let (skip, left) = match &mut counts {
            Some(counts) => counts,
            None => {
                let skip = count(limit.offset.as_ref(), run.env)?.unwrap_or(0);
                counts.insert(match limit.gives_skipped {
                    true => (0, limit.reach(run.env)?),
                    false => (skip, count(limit.limit.as_ref(), run.env)?),
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

/// The value of LIMIT or OFFSET; NULL means that there is none.
fn count(expr: Option<&Expr>, env: &Env) -> Result<Option<u64>> {
    Ok(match expr.map(|expr| eval(expr, &Inputs::new(&[], env))).transpose()? {
        Some(Value::Uint(count)) => Some(count),
        _ => None,
    })
}
