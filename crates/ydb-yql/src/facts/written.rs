//! The values of rows that a statement writes.

use std::sync::Arc;

use crate::ast::{Expr, ExprKind, Ident, SelectBody, SelectItem, SelectQuery, SourceKind};

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

/// The columns of rows that somewhere have another value than a parameter or a literal.
pub(super) fn made(
    columns: &[Ident],
    by_name: bool,
    body: &SelectBody,
    is_parameter: &dyn Fn(&Ident) -> bool,
) -> Vec<Arc<str>> {
    let is_made = |expr: &Expr| match &expr.kind {
        ExprKind::Named(name) => !is_parameter(name),
        ExprKind::Literal(_) => false,
        _ => true,
    };
    let values: Vec<(Option<&Ident>, &Expr)> = match body {
        SelectBody::Values(rows) => rows.iter().flat_map(|row| columns.iter().map(Some).zip(row)).collect(),
        SelectBody::Core(core) => {
            let items = core.items.iter().enumerate();
            let values = items.filter_map(|(number, item)| match item {
                SelectItem::Expr { expr, .. } if by_name => Some((item.name(), expr)),
                SelectItem::Expr { expr, .. } => Some((columns.get(number), expr)),
                SelectItem::Star { .. } => None,
            });
            values.collect()
        }
        SelectBody::Query(query) => return made(columns, by_name, &query.body, is_parameter),
        SelectBody::Union { first, rest } => {
            let bodies = std::iter::once(&**first).chain(rest.iter().map(|(_, body)| body));
            return bodies.flat_map(|body| made(columns, by_name, body, is_parameter)).collect();
        }
    };
    let made = values.into_iter().filter(|(_, value)| is_made(value));
    made.filter_map(|(column, _)| column.map(|column| Arc::clone(&column.name))).collect()
}

/// Whether a query gives the rows of a parameter as they are.
pub(super) fn are_given(query: &SelectQuery, is_parameter: &dyn Fn(&Ident) -> bool) -> bool {
    let SelectBody::Core(core) = &query.body else { return false };
    let Some(from) = &core.from else { return false };
    let is_all = matches!(&core.items[..], [SelectItem::Star { .. }]) && core.without.is_empty();
    is_all
        && core.group_by.is_empty()
        && from.joins.is_empty()
        && !from.source.altered
        && matches!(&from.source.kind, SourceKind::AsTable(Expr { kind: ExprKind::Named(name), .. }) if is_parameter(name))
}
