//! Subqueries as values.

use crate::error::Result;
use crate::exec::{Cursor, QueryRun};
use crate::plan::steps::{Subquery, SubqueryShape};
use crate::types::{Row, Value};

/// The value of a subquery.
pub(super) fn evaluate(subquery: &Subquery, run: &mut QueryRun<'_>) -> Result<Value> {
    let mut cursor = Cursor::new(&subquery.rel);
    match subquery.shape {
        SubqueryShape::Exists => loop {
            match cursor.next(&subquery.rel, run)? {
                Some(rows) if rows.is_empty() => {}
                found => return Ok(Value::Bool(found.is_some())),
            }
        },
        SubqueryShape::Scalar => loop {
            match cursor.next(&subquery.rel, run)? {
                Some(rows) => {
                    if let Some(value) = rows.into_iter().next().and_then(|row| row.into_iter().next()) {
                        return Ok(value);
                    }
                }
                None => return Ok(Value::Null),
            }
        },
        SubqueryShape::List => {
            let rows = cursor.all(&subquery.rel, run)?;
            let single = subquery.rel.columns.len() == 1;
            let item = |row: Row| match single {
                true => row.into_iter().next().unwrap_or(Value::Null),
                false => Value::Items(row.into()),
            };
            Ok(Value::Items(rows.into_iter().map(item).collect()))
        }
    }
}
