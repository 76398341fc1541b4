//! ORDER BY.

use std::cmp::Ordering;

use super::cursor::{Cursor, Cx, project};
use crate::error::Result;
use crate::expr::Expr;
use crate::plan::rel::Rel;
use crate::types::{Row, Value, sort_cmp};

/// All rows in order, or the first `top` of them; rows of equal keys stay in the order they came in.
pub(super) fn run(
    input: &mut Cursor,
    below: &Rel,
    keys: &[(Expr, bool)],
    top: Option<u64>,
    cx: &mut Cx<'_>,
) -> Result<Vec<Row>> {
    let exprs: Vec<Expr> = keys.iter().map(|(key, _)| key.clone()).collect();
    let top = top.map(|top| usize::try_from(top).unwrap_or(usize::MAX));
    let compare = |a: &(Row, Row), b: &(Row, Row)| order(&a.0, &b.0, keys);
    let mut rows: Vec<(Row, Row)> = Vec::new();
    while let Some(batch) = input.next(below, cx)? {
        for row in batch {
            rows.push((project(&exprs, &row, cx.env)?, row));
        }
        // Keeps no more than twice what is wanted.
        if let Some(top) = top
            && rows.len() > top.saturating_mul(2).max(1024)
        {
            rows.sort_by(compare);
            rows.truncate(top);
        }
    }
    rows.sort_by(compare);
    if let Some(top) = top {
        rows.truncate(top);
    }
    Ok(rows.into_iter().map(|(_, row)| row).collect())
}

fn order(a: &[Value], b: &[Value], keys: &[(Expr, bool)]) -> Ordering {
    for ((a, b), (key, descending)) in a.iter().zip(b).zip(keys) {
        let ordering = sort_cmp(a, b, &key.ty);
        if ordering.is_ne() {
            return if *descending { ordering.reverse() } else { ordering };
        }
    }
    Ordering::Equal
}
