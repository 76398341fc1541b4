//! Expressions over rows: values, predicates, counts.

use crate::error::Result;
use crate::expr::memory::check_row;
use crate::expr::{Env, Expr, Inputs, eval, is_true};
use crate::types::{Row, Value};
use crate::work::tick;

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

/// The value of LIMIT or OFFSET; NULL means that there is none.
pub(super) fn count(expr: Option<&Expr>, env: &Env) -> Result<Option<u64>> {
    Ok(match expr.map(|expr| eval(expr, &Inputs::new(&[], env))).transpose()? {
        Some(Value::Uint(count)) => Some(count),
        _ => None,
    })
}
