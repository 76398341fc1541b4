//! The SELECT list: the names of its items, and the columns of its stars.

use std::collections::HashSet;
use std::sync::Arc;

use super::planner::Planner;
use super::star;
use crate::error::{Error, Result};
use crate::exec::OutputColumn;
use crate::expr::{Expr, ExprKind};
use crate::yql::ast;

/// The columns that a SELECT list makes: a name and an expression for each.
pub(super) type Items = Vec<(Arc<str>, Expr)>;

impl Planner<'_> {
    /// Plans the SELECT list over some columns: expands stars and gives names.
    pub(super) fn items(
        &mut self,
        core: &ast::SelectCore,
        columns: &[OutputColumn],
        mut compile: impl FnMut(&mut Self, &[OutputColumn], &ast::Expr) -> Result<Expr>,
    ) -> Result<Items> {
        check_list(core, self.allow_dot_in_alias)?;
        let joined = core.from.as_ref().is_some_and(|from| !from.joins.is_empty());
        let shared = if self.simple_columns { star::shared(core, columns) } else { Vec::new() };
        let mut items = Items::new();
        for (i, item) in core.items.iter().enumerate() {
            match item {
                ast::SelectItem::Star { qualifier, at, .. } => {
                    if core.from.is_none() {
                        return Err(Error::translation(*at, "Column references are not allowed without FROM"));
                    }
                    for position in star::positions(columns, qualifier.as_ref(), &core.without)? {
                        let column = &columns[position];
                        let name = match &column.source {
                            Some(source) if !self.simple_columns && (joined || qualifier.is_some()) => {
                                format!("{source}.{}", column.name).into()
                            }
                            _ => Arc::clone(&column.name),
                        };
                        let value = match shared.iter().find(|group| group.contains(&position)) {
                            Some(group) if group[0] != position => continue,
                            Some(group) => compile(self, columns, &star::coalesced(columns, group, *at))?,
                            None => Expr { ty: column.ty.clone(), at: *at, kind: ExprKind::Column(position) },
                        };
                        items.push((name, value));
                    }
                }
                ast::SelectItem::Expr { expr, alias } => {
                    let compiled = compile(self, columns, expr)?;
                    let name = match (alias, &expr.kind) {
                        (Some(alias), _) => Arc::clone(&alias.name),
                        (None, ast::ExprKind::Column { qualifier: Some(source), name })
                            if joined && matches!(compiled.kind, ExprKind::Column(_)) =>
                        {
                            format!("{}.{}", source.name, name.name).into()
                        }
                        (None, ast::ExprKind::Column { name, .. }) => Arc::clone(&name.name),
                        (None, _) => format!("column{i}").into(),
                    };
                    items.push((name, compiled));
                }
            }
        }
        // To YQL a list with a star is a struct, and a struct's members are sorted by name.
        if starred(core) && !self.ordered_columns {
            items.sort_by(|a, b| a.0.cmp(&b.0));
        }
        let mut seen = HashSet::new();
        for (name, _) in &items {
            if !seen.insert(Arc::clone(name)) {
                return Err(Error::translation(core.at, format!("Duplicate column: {name}")));
            }
        }
        Ok(items)
    }
}

/// Whether a SELECT list has a star, whose columns only the types know.
pub(super) fn starred(core: &ast::SelectCore) -> bool {
    core.items.iter().any(|item| matches!(item, ast::SelectItem::Star { .. }))
}

/// The rules of a SELECT list that need no types.
fn check_list(core: &ast::SelectCore, allow_dot: bool) -> Result<()> {
    let mut labels = HashSet::new();
    let mut sources = HashSet::new();
    for item in &core.items {
        match item {
            ast::SelectItem::Star { qualifier: None, at, .. } if core.items.len() > 1 => {
                let message = "Unable to use plain '*' with other projection items. Please use qualified asterisk instead: \
                               '<table>.*' (<table> can be either table name or table alias).";
                return Err(Error::translation(*at, message));
            }
            ast::SelectItem::Star { qualifier: None, .. } => {}
            ast::SelectItem::Star { qualifier: Some(source), at, .. } => {
                if !sources.insert(&source.name) {
                    let message =
                        format!("Unable to use twice same qualified asterisk. Invalid source: {}", source.name);
                    return Err(Error::translation(*at, message));
                }
            }
            ast::SelectItem::Expr { expr, alias } => {
                let label = match (alias, &expr.kind) {
                    (Some(alias), _) => alias,
                    (None, ast::ExprKind::Column { qualifier: None, name }) => name,
                    _ => continue,
                };
                if label.name.contains('.') && !allow_dot {
                    let message = format!("Unable to use '.' in column name. Invalid column name: {}", label.name);
                    return Err(Error::translation(expr.at, message));
                }
                if !labels.insert(&label.name) {
                    let message = format!("Unable to use duplicate column names. Collision in name: {}", label.name);
                    return Err(Error::translation(expr.at, message));
                }
            }
        }
    }
    Ok(())
}
