//! The values of rows that a statement writes.

use crate::ast::{Expr, Ident, SelectBody, SelectItem, SelectQuery};

/// The values of rows by column, as far as the text has them.
pub fn rows<'q>(columns: Option<&'q [Ident]>, source: &'q SelectQuery) -> Vec<Vec<(&'q Ident, &'q Expr)>> {
    match &source.body {
        SelectBody::Values(rows) => {
            let Some(columns) = columns else { return Vec::new() };
            rows.iter().map(|row| columns.iter().zip(row).collect()).collect()
        }
        SelectBody::Core(core) => {
            let value = |(number, item): (usize, &'q SelectItem)| {
                let SelectItem::Expr { expr, .. } = item else { return None };
                // Columns are matched by name, unless the statement names them.
                let name = match columns {
                    Some(columns) => columns.get(number),
                    None => item.name(),
                };
                Some((name?, expr))
            };
            let stars = core.items.iter().any(|item| matches!(item, SelectItem::Star { .. }));
            if stars { Vec::new() } else { vec![core.items.iter().enumerate().filter_map(value).collect()] }
        }
        SelectBody::Query(query) => rows(columns, query),
        SelectBody::Union { .. } => Vec::new(),
    }
}
