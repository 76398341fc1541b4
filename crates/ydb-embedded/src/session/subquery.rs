//! Subqueries as values.

use crate::error::Result;
use crate::exec::QueryRun;
use crate::expr::memory::size;
use crate::plan::steps::{Subquery, SubqueryShape};
use crate::types::{Row, Value};

/// The value of a subquery.
pub(super) fn evaluate(subquery: &Subquery, run: &mut QueryRun<'_>) -> Result<Value> {
    let mut cursor = subquery.rel.open();
    match subquery.shape {
        SubqueryShape::Exists => Ok(Value::Bool(cursor.some(run)?.is_some())),
        SubqueryShape::Scalar => {
            let first = cursor.some(run)?.and_then(|rows| rows.into_iter().flatten().next());
            Ok(first.unwrap_or(Value::Null))
        }
        SubqueryShape::List | SubqueryShape::Rows => {
            let single = subquery.shape == SubqueryShape::List && subquery.rel.columns.len() == 1;
            let item = |row: Row| match single {
                true => row.into_iter().next().unwrap_or(Value::Null),
                false => Value::Items(row.into()),
            };
            let (mut items, mut held) = (Vec::new(), run.env.memory.part());
            while let Some(rows) = cursor.next(run)? {
                rows.iter().try_for_each(|row| held.add(size(row)))?;
                items.extend(rows.into_iter().map(item));
            }
            Ok(Value::Items(items.into()))
        }
    }
}
