//! Expressions over each row, one for each column.

use std::sync::Arc;

use super::cursor::Cursor;
use crate::error::Result;
use crate::expr::memory::check_row;
use crate::expr::{Env, Expr, Inputs, eval};
use crate::types::{Row, Value};
use crate::work::tick;

/// A batch ends early when its expressions have made so many bytes.
const LARGE: usize = 16 << 20;

pub(super) fn open(exprs: &Arc<[Expr]>, mut input: Cursor) -> Cursor {
    let exprs = Arc::clone(exprs);
    // Those of the last batch that are still to be projected.
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

/// The values of some expressions over a row.
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
