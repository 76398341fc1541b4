//! The columns of `*` and `t.*`.

use std::sync::Arc;

use super::from::conjuncts;
use crate::error::{Error, Position, Result};
use crate::exec::OutputColumn;
use crate::yql::ast;

/// Whether a column is one of a source, or of any if none is named.
fn is_of(column: &OutputColumn, source: Option<&ast::Ident>) -> bool {
    source.is_none_or(|source| column.source.as_ref().is_some_and(|known| *known == source.name))
}

fn is_left_out(column: &OutputColumn, without: &[(Option<ast::Ident>, ast::Ident)]) -> bool {
    without.iter().any(|(source, name)| column.name == name.name && is_of(column, source.as_ref()))
}

/// The positions of the columns of a star.
pub(super) fn positions(
    columns: &[OutputColumn],
    qualifier: Option<&ast::Ident>,
    without: &[(Option<ast::Ident>, ast::Ident)],
) -> Result<Vec<usize>> {
    if let Some(qualifier) = qualifier
        && !columns.iter().any(|column| is_of(column, Some(qualifier)))
    {
        return Err(Error::translation(qualifier.at, format!("Unknown correlation name: {}", qualifier.name)));
    }
    for (source, name) in without {
        if !columns.iter().any(|column| column.name == name.name && is_of(column, source.as_ref())) {
            return Err(Error::type_annotation(name.at, format!("Member not found: {}", name.name)));
        }
    }
    let own = |&position: &usize| is_of(&columns[position], qualifier) && !is_left_out(&columns[position], without);
    Ok((0..columns.len()).filter(own).collect())
}

/// The groups of columns that joins compare and that have the same name (YQL's `CoalesceJoinKeysOnQualifiedAll`, the
/// default). The stars of a list have each group once, under its first column: that of a source with a star.
pub(super) fn shared(core: &ast::SelectCore, columns: &[OutputColumn]) -> Vec<Vec<usize>> {
    let Some(from) = &core.from else { return Vec::new() };
    let stars = || {
        core.items.iter().filter_map(|item| match item {
            ast::SelectItem::Star { qualifier, .. } => qualifier.as_ref(),
            ast::SelectItem::Expr { .. } => None,
        })
    };
    if from.joins.is_empty() {
        return Vec::new();
    }
    let mut groups: Vec<(&Arc<str>, Vec<usize>)> = Vec::new();
    for (name, sources) in from.joins.iter().flat_map(|join| same_names(from, join)) {
        let of = |column: &OutputColumn| {
            column.name == *name
                && column.source.as_ref().is_some_and(|source| sources.contains(&source))
                && !is_left_out(column, &core.without)
        };
        let found = (0..columns.len()).filter(|&position| of(&columns[position]));
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, group)) => group.extend(found),
            None => groups.push((name, found.collect())),
        }
    }
    let starred = |position: &usize| stars().any(|star| is_of(&columns[*position], Some(star)));
    let ordered = groups.into_iter().map(|(_, mut group)| {
        group.sort_by_key(|position| (!starred(position), *position));
        group.dedup();
        group
    });
    ordered.filter(|group| !group.is_empty()).collect()
}

/// The names that a join compares with the same name, each with its sources.
fn same_names<'a>(from: &'a ast::From, join: &'a ast::Join) -> Vec<(&'a Arc<str>, [&'a Arc<str>; 2])> {
    match &join.on {
        None => Vec::new(),
        Some(ast::JoinOn::Using(names)) => match (from.source.label(), join.source.label()) {
            (Some(left), Some(right)) => names.iter().map(|name| (&name.name, [left, right])).collect(),
            _ => Vec::new(),
        },
        Some(ast::JoinOn::On(on)) => {
            let same = conjuncts(on).into_iter().filter_map(ast::Expr::equality).filter_map(|(a, b)| {
                match (&a.kind, &b.kind) {
                    (
                        ast::ExprKind::Column { qualifier: Some(a), name },
                        ast::ExprKind::Column { qualifier: Some(b), name: other },
                    ) if name.name == other.name => Some((&name.name, [&a.name, &b.name])),
                    _ => None,
                }
            });
            same.collect()
        }
    }
}

/// The first value of a group that is not NULL, as an expression over the columns.
pub(super) fn coalesced(columns: &[OutputColumn], group: &[usize], at: Position) -> ast::Expr {
    let ident = |name: &Arc<str>| ast::Ident::new(Arc::clone(name), at);
    let column = |&position: &usize| {
        let OutputColumn { source, name, .. } = &columns[position];
        ast::Expr::new(at, ast::ExprKind::Column { qualifier: source.as_ref().map(ident), name: ident(name) })
    };
    if let [only] = group {
        return column(only);
    }
    let operand = |position| ast::Operand { at, op: ast::BinaryOp::Coalesce, expr: column(position) };
    let (first, rest) = (Box::new(column(&group[0])), group[1..].iter().map(operand).collect());
    ast::Expr::new(at, ast::ExprKind::Binary { first, rest })
}
