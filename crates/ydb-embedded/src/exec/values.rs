//! Rows that no table has: VALUES, and the items of a list.

use std::sync::Arc;

use super::cursor::Cursor;
use super::project::project;
use super::query_run::BATCH;
use crate::error::Result;
use crate::expr::memory::MemoryGuard;
use crate::expr::{Expr, Inputs, eval};
use crate::types::{Row, Value};
use crate::work::tick;

/// Rows of expressions.
pub(super) fn open(rows: &Arc<[Vec<Expr>]>) -> Cursor {
    let rows = Arc::clone(rows);
    Cursor::at_once(move |run| {
        let rows = rows.iter().map(|row| project(row, &[], run.env)).collect::<Result<_>>()?;
        Ok((rows, MemoryGuard::default()))
    })
}

/// The items of a list as rows.
pub(super) fn open_list(list: &Arc<Expr>) -> Cursor {
    let list = Arc::clone(list);
    // The list, once it is evaluated, and how many of its items were given.
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
