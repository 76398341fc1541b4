//! The SELECT list: names of items, and columns of the stars `*` and `t.*`.

use std::collections::HashSet;
use std::sync::Arc;

use super::Planner;
use super::from::conjuncts;
use crate::error::{Error, Position, Result};
use crate::exec::OutputColumn;
use crate::expr::{Expr, ExprKind};
use crate::yql::ast;

/// Columns of a SELECT list: a name and an expression for each.
pub(super) type Items = Vec<(Arc<str>, Expr)>;

impl Planner<'_> {
    /// Plans the SELECT list over some columns: expands stars and names the items.
    pub(super) fn items(
        &mut self,
        core: &ast::SelectCore,
        columns: &[OutputColumn],
        mut compile: impl FnMut(&mut Self, &[OutputColumn], &ast::Expr) -> Result<Expr>,
    ) -> Result<Items> {
        check_list(core, self.allow_dot_in_alias)?;
        let joined = core.from.as_ref().is_some_and(|from| !from.joins.is_empty());
        let shared = if self.simple_columns { shared(core, columns) } else { Vec::new() };
        let mut items = Items::new();
        for (i, item) in core.items.iter().enumerate() {
            match item {
                ast::SelectItem::Star { qualifier, at, .. } => {
                    if core.from.is_none() {
                        return Err(Error::translation(*at, "Column references are not allowed without FROM"));
                    }
                    for position in positions(columns, qualifier.as_ref(), &core.without)? {
                        let column = &columns[position];
                        let name = match &column.source {
                            Some(source) if !self.simple_columns && (joined || qualifier.is_some()) => {
                                format!("{source}.{}", column.name).into()
                            }
                            _ => Arc::clone(&column.name),
                        };
                        let value = match shared.iter().find(|group| group.contains(&position)) {
                            Some(group) if group[0] != position => continue,
                            Some(group) => compile(self, columns, &coalesced(columns, group, *at))?,
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
        // In YQL a list with a star is a struct, and a struct's members are sorted by name.
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

/// Returns `true` if a SELECT list has a star, whose columns are known only from the types.
pub(super) fn starred(core: &ast::SelectCore) -> bool {
    core.items.iter().any(|item| matches!(item, ast::SelectItem::Star { .. }))
}

/// Checks the rules of a SELECT list that need no types.
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

/// Returns `true` if a column belongs to `source`, or if no source is given.
fn is_of(column: &OutputColumn, source: Option<&ast::Ident>) -> bool {
    source.is_none_or(|source| column.source.as_ref().is_some_and(|known| *known == source.name))
}

fn is_left_out(column: &OutputColumn, without: &[(Option<ast::Ident>, ast::Ident)]) -> bool {
    without.iter().any(|(source, name)| column.name == name.name && is_of(column, source.as_ref()))
}

/// Returns the positions of a star's columns.
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

/// Returns the groups of columns with the same name that joins compare (YQL's `CoalesceJoinKeysOnQualifiedAll`, the
/// default). The stars of a list show each group once, at its first column whose source has a star.
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

/// Returns the names that a join compares with the same name, each with its two sources.
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

/// Returns an expression for the first value of a group of columns that is not NULL.
fn coalesced(columns: &[OutputColumn], group: &[usize], at: Position) -> ast::Expr {
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
