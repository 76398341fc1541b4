//! Subqueries as values.

use crate::error::Result;
use crate::exec::{Cursor, QueryRun};
use crate::expr::memory::size;
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
        SubqueryShape::List | SubqueryShape::Rows => {
            let single = subquery.shape == SubqueryShape::List && subquery.rel.columns.len() == 1;
            let item = |row: Row| match single {
                true => row.into_iter().next().unwrap_or(Value::Null),
                false => Value::Items(row.into()),
            };
            let (mut items, mut held) = (Vec::new(), run.env.memory.part());
            while let Some(rows) = cursor.next(&subquery.rel, run)? {
                rows.iter().try_for_each(|row| held.add(size(row)))?;
                items.extend(rows.into_iter().map(item));
            }
            Ok(Value::Items(items.into()))
        }
    }
}
