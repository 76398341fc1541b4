//! The rows for which a predicate is true.

use std::sync::Arc;

use super::cursor::Cursor;
use crate::error::Result;
use crate::expr::{Env, Expr, Inputs, is_true};
use crate::types::Row;
use crate::work::tick;

pub(super) fn open(predicate: &Arc<Expr>, mut input: Cursor) -> Cursor {
    let predicate = Arc::clone(predicate);
    Cursor::new(move |run| {
        let Some(mut rows) = input.next(run)? else { return Ok(None) };
        keep(&mut rows, &predicate, run.env)?;
        Ok(Some(rows))
    })
}

/// Keeps the rows for which the predicate is true.
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
