//! Columns of a query's only result, with the origins of their values.

use std::collections::HashMap;
use std::sync::Arc;

use super::scope::Names;
use super::{ColumnRef, Facts};
use crate::ast::{
    self, Arg, Expr, ExprKind, From, Ident, JoinKind, Query, Returning, SelectBody, SelectCore, SelectItem,
    SelectQuery, StatementKind,
};

/// Columns of a result.
#[derive(Debug, Default)]
pub struct Results {
    /// Columns, in the order of the text.
    pub columns: Vec<ResultColumn>,
    /// `true` if the text names all columns of the result.
    pub are_all: bool,
}

/// A column of a result.
#[derive(Debug)]
pub struct ResultColumn {
    /// Name of the column.
    pub name: Ident,
    /// Origin of the column's values.
    pub origin: Origin,
}

/// Origin of the values of a column.
#[derive(Debug)]
#[allow(missing_docs, reason = "the variants say it")]
pub enum Origin {
    /// A column of the scope with this index. With `is_outer`, the value is also NULL where a join finds no row of the
    /// source.
    Column { scope: usize, column: ColumnRef, is_outer: bool },
    /// `COUNT(*)`.
    Count,
    /// Any other origin.
    Unknown,
}

impl Results {
    /// Collects the result of a query; `None` unless the query returns exactly one result.
    pub fn of(query: &Query, facts: &Facts) -> Option<Self> {
        let mut found = query.statements.iter().filter_map(|statement| match &statement.kind {
            StatementKind::Select(query) => Some(of_query(query, facts)),
            StatementKind::Insert(insert) => insert.returning.as_ref().map(returning),
            StatementKind::Update(update) => update.returning.as_ref().map(returning),
            StatementKind::Delete(delete) => delete.returning.as_ref().map(returning),
            _ => None,
        });
        let only = found.next()?;
        (found.next().is_none() && query.unsupported.is_empty()).then_some(only)
    }
}

fn returning(returning: &Returning) -> Results {
    let Returning::Columns(names) = returning else { return Results::default() };
    let columns = names.iter().map(|name| ResultColumn { name: name.clone(), origin: Origin::Unknown }).collect();
    Results { columns, are_all: true }
}

fn of_query(query: &SelectQuery, facts: &Facts) -> Results {
    let Some(core) = core_of(query) else { return Results::default() };
    let mut results = Results { columns: Vec::new(), are_all: core.without.is_empty() };
    let place = core.from.as_ref().map(|from| from.source.at);
    let scope = facts.scopes.iter().position(|scope| scope.sources.first().map(|source| source.at) == place);
    for (item, origin) in core.items.iter().zip(origins(core, scope, facts)) {
        match item.name() {
            Some(name) => results.columns.push(ResultColumn { name: name.clone(), origin }),
            None => results.are_all = false,
        }
    }
    results
}

/// Returns the SELECT that gives a query's rows, if there is exactly one.
pub(super) fn core_of(query: &SelectQuery) -> Option<&SelectCore> {
    match &query.body {
        SelectBody::Core(core) => Some(core),
        SelectBody::Query(query) => core_of(query),
        SelectBody::Union { .. } | SelectBody::Values(_) => None,
    }
}

/// Returns the origin of each item of a SELECT; `scope` is the index of the SELECT's scope.
pub(super) fn origins(core: &SelectCore, scope: Option<usize>, facts: &Facts) -> Vec<Origin> {
    // The columns of ROLLUP and CUBE may be NULL in a grouped query.
    let is_altered = |from: &From| from.source.altered || from.joins.iter().any(|join| join.source.altered);
    let is_plain = core.group_by.iter().all(|grouping| matches!(grouping, ast::Grouping::Keys(_)))
        && !core.from.as_ref().is_some_and(is_altered);
    let sources = scope.iter().flat_map(|&scope| &facts.scopes[scope].sources);
    let labels: Vec<Option<Arc<str>>> = sources.map(|source| source.label.clone()).collect();
    let origin = |item: &SelectItem| match (item, &core.from, scope) {
        (SelectItem::Expr { expr, .. }, Some(from), Some(scope)) if is_plain => {
            origin(expr, from, (scope, &labels), core)
        }
        _ => Origin::Unknown,
    };
    core.items.iter().map(origin).collect()
}

fn origin(expr: &Expr, from: &From, (scope, labels): (usize, &[Option<Arc<str>>]), core: &SelectCore) -> Origin {
    match &expr.kind {
        // GROUP BY gives this name to an expression.
        ExprKind::Column { qualifier: None, name } if !core.group_by.is_empty() && !is_key(core, name) => {
            Origin::Unknown
        }
        ExprKind::Column { .. } => {
            match (Names { labels, aliases: &[], bound: &HashMap::new(), declared: &HashMap::new() }).column(expr) {
                Some(column) if !column.doubtful => {
                    let is_outer = column.source.is_some_and(|source| is_outer(from, source));
                    Origin::Column { scope, column, is_outer }
                }
                _ => Origin::Unknown,
            }
        }
        ExprKind::Call(call)
            if call.module.is_none()
                && call.name.name.eq_ignore_ascii_case("count")
                && matches!(call.args[..], [Arg::Star]) =>
        {
            Origin::Count
        }
        _ => Origin::Unknown,
    }
}

/// Returns `true` if GROUP BY has the column itself as a key.
fn is_key(core: &SelectCore, name: &Ident) -> bool {
    core.group_by.iter().any(|grouping| match grouping {
        ast::Grouping::Keys(keys) => keys.iter().any(|(expr, alias)| {
            alias.is_none()
                && matches!(&expr.kind, ExprKind::Column { qualifier: None, name: key } if key.name == name.name)
        }),
        _ => false,
    })
}

/// Returns `true` if a join may find no row of the source with this index.
pub(super) fn is_outer(from: &From, source: usize) -> bool {
    from.joins.iter().enumerate().any(|(number, join)| match join.kind {
        JoinKind::Left | JoinKind::LeftOnly => source == number + 1,
        JoinKind::Right | JoinKind::RightOnly => source <= number,
        JoinKind::Full | JoinKind::Exclusion => source <= number + 1,
        _ => false,
    })
}
