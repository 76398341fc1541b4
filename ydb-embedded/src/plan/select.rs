//! SELECT: sources, conditions, groups, the list, order and limits become operators.

use std::collections::HashSet;
use std::sync::Arc;

use super::expr::{self, Expr, ExprKind};
use super::names::Scope;
use super::occurs::calls_aggregate;
use super::planner::Planner;
use super::rel::{AggregateCall, OutputColumn, Rel, RelKind};
use crate::error::{Error, Position, Result, Status};
use crate::types::{self, Primitive, Type};
use crate::yql::ast;

/// What a SELECT list makes of the rows below it: a name and an expression for each column.
type Items = Vec<(Arc<str>, Expr)>;

impl Planner<'_> {
    /// A query with its ORDER BY and LIMIT.
    pub(super) fn query(&mut self, query: &ast::SelectQuery) -> Result<Rel> {
        let limit = query.limit.as_ref().map(|limit| self.count(limit, "LIMIT")).transpose()?;
        let offset = query.offset.as_ref().map(|offset| self.count(offset, "OFFSET")).transpose()?;
        // An offset needs all rows before it, so only a bare LIMIT shortens the sort.
        let top = if offset.is_none() { limit.clone() } else { None };
        let rel = match &query.body {
            ast::SelectBody::Core(core) => self.core(core, &query.order_by, top)?,
            body => {
                let rel = self.body(body)?;
                self.order_output(rel, &query.order_by, top)?
            }
        };
        if limit.is_none() && offset.is_none() {
            return Ok(rel);
        }
        Ok(Rel { columns: rel.columns.clone(), kind: RelKind::Limit { input: Box::new(rel), limit, offset } })
    }

    fn body(&mut self, body: &ast::SelectBody) -> Result<Rel> {
        match body {
            ast::SelectBody::Core(core) => self.core(core, &[], None),
            ast::SelectBody::Union { left, right, all } => {
                let union = union(self.body(left)?, self.body(right)?)?;
                if *all {
                    return Ok(union);
                }
                Ok(Rel { columns: union.columns.clone(), kind: RelKind::Distinct(Box::new(union)) })
            }
            ast::SelectBody::Values(rows) => self.values(rows, &[]),
            ast::SelectBody::Query(query) => self.query(query),
        }
    }

    /// `VALUES (..), (..)`: columns are called `column0`, `column1`, ... unless named.
    pub(super) fn values(&mut self, rows: &[Vec<ast::Expr>], names: &[ast::Ident]) -> Result<Rel> {
        let mut compiled = Vec::with_capacity(rows.len());
        for row in rows {
            let row = row.iter().map(|value| self.constant(value)).collect::<Result<Vec<_>>>()?;
            compiled.push(row);
        }
        let Some(first) = compiled.first() else {
            return Err(Error::new(Status::GenericError, "VALUES without rows"));
        };
        let width = first.len();
        let mut columns = Vec::with_capacity(width);
        for i in 0..width {
            let mut ty = first[i].ty.clone();
            for (row, written) in compiled.iter().zip(rows).skip(1) {
                let Some(value) = row.get(i) else {
                    let at = written.first().map_or_else(Position::default, |value| value.at);
                    return Err(Error::new(Status::GenericError, "All VALUES items should have same size").at(at));
                };
                ty = types::common_type(&ty, &value.ty).ok_or_else(|| {
                    Error::type_annotation(value.at, format!("Cannot infer common type for {ty} and {}", value.ty))
                })?;
            }
            let name = names.get(i).map_or_else(|| format!("column{i}").into(), |name| Arc::clone(&name.name));
            columns.push(OutputColumn { source: None, name, ty });
        }
        for row in &mut compiled {
            if row.len() != width {
                let at = row.first().map_or_else(Position::default, |value| value.at);
                return Err(Error::new(Status::GenericError, "All VALUES items should have same size").at(at));
            }
            for (value, column) in row.iter_mut().zip(&columns) {
                *value = expr::convert(value.clone(), &column.ty)?;
            }
        }
        Ok(Rel { columns, kind: RelKind::Values(compiled) })
    }

    fn core(&mut self, core: &ast::SelectCore, order: &[ast::OrderItem], top: Option<Expr>) -> Result<Rel> {
        let mut input = match &core.from {
            None => Rel { columns: Vec::new(), kind: RelKind::Unit },
            Some(from) => self.from(from)?,
        };
        if let Some(filter) = &core.filter {
            if core.from.is_none() {
                return Err(Error::new(Status::GenericError, "Filtering is not allowed without FROM").at(filter.at));
            }
            input = self.filter(input, filter, "WHERE")?;
        }
        let grouped = !core.group_by.is_empty()
            || core.having.is_some()
            || core
                .items
                .iter()
                .any(|item| matches!(item, ast::SelectItem::Expr { expr, .. } if calls_aggregate(expr)));
        if grouped {
            return self.grouped(core, input, order, top);
        }
        let items = self.items(core, &input.columns, |planner, columns, value| {
            expr::compile(value, &mut Scope::rows(planner, columns))
        })?;
        if core.distinct {
            let rel = distinct(project(input, items)?);
            return self.order_output(rel, order, top);
        }
        let mut keys = Vec::with_capacity(order.len());
        for item in order {
            let mut scope = Scope::rows(self, &input.columns).behind(&items);
            keys.push((sortable(expr::compile(&item.expr, &mut scope)?)?, item.descending));
        }
        project(sort(input, keys, top)?, items)
    }

    fn grouped(
        &mut self,
        core: &ast::SelectCore,
        input: Rel,
        order: &[ast::OrderItem],
        top: Option<Expr>,
    ) -> Result<Rel> {
        let mut keys = Vec::with_capacity(core.group_by.len());
        let mut columns = Vec::with_capacity(core.group_by.len());
        for (i, (key, alias)) in core.group_by.iter().enumerate() {
            let key_expr = expr::compile(key, &mut Scope::rows(self, &input.columns))?;
            if !hashable(&key_expr.ty) {
                let message = format!("Expected hashable and equatable type for key column, but got: {}", key_expr.ty);
                return Err(Error::type_annotation(key.at, message));
            }
            if key_expr.is_literal() {
                return Err(Error::new(Status::GenericError, "Unable to GROUP BY constant expression").at(key.at));
            }
            let (source, name) = match (alias, &key.kind) {
                (Some(alias), _) => (None, Arc::clone(&alias.name)),
                (None, ast::ExprKind::Column { name, .. }) => {
                    let source = match key_expr.kind {
                        ExprKind::Column(position) => input.columns[position].source.clone(),
                        _ => None,
                    };
                    (source, Arc::clone(&name.name))
                }
                (None, _) => (None, format!("group{i}").into()),
            };
            if columns.iter().any(|known: &OutputColumn| known.name == name && known.source == source) {
                return Err(Error::new(Status::GenericError, format!("Duplicate grouping column: {name}")).at(key.at));
            }
            columns.push(OutputColumn { source, name, ty: key_expr.ty.clone() });
            keys.push(key_expr);
        }
        let mut calls: Vec<AggregateCall> = Vec::new();
        let items = self.items(core, &columns, |planner, columns, value| {
            expr::compile(value, &mut Scope::grouped(planner, columns, &input.columns, &mut calls))
        })?;
        let having = match &core.having {
            Some(having) => {
                let mut scope = Scope::grouped(self, &columns, &input.columns, &mut calls);
                Some(condition(expr::compile(having, &mut scope)?, "HAVING")?)
            }
            None => None,
        };
        let mut sort_keys = Vec::with_capacity(order.len());
        if !core.distinct {
            for item in order {
                let mut scope = Scope::grouped(self, &columns, &input.columns, &mut calls).behind(&items);
                sort_keys.push((sortable(expr::compile(&item.expr, &mut scope)?)?, item.descending));
            }
        }
        let mut group_columns = columns;
        for call in &calls {
            group_columns.push(OutputColumn { source: None, name: "".into(), ty: call.aggregate.ty.clone() });
        }
        let kind = RelKind::Group { input: Box::new(input), keys, aggregates: calls };
        let mut rel = Rel { columns: group_columns, kind };
        if let Some(predicate) = having {
            rel = Rel { columns: rel.columns.clone(), kind: RelKind::Filter { input: Box::new(rel), predicate } };
        }
        if core.distinct {
            let rel = distinct(project(rel, items)?);
            return self.order_output(rel, order, top);
        }
        project(sort(rel, sort_keys, top)?, items)
    }

    /// The SELECT list over some columns: stars expanded, names given.
    fn items(
        &mut self,
        core: &ast::SelectCore,
        columns: &[OutputColumn],
        mut compile: impl FnMut(&mut Self, &[OutputColumn], &ast::Expr) -> Result<Expr>,
    ) -> Result<Items> {
        let mut items = Items::new();
        for (i, item) in core.items.iter().enumerate() {
            match item {
                ast::SelectItem::Star { qualifier, at } => {
                    if columns.is_empty() {
                        let message = "Column references are not allowed without FROM";
                        return Err(Error::new(Status::GenericError, message).at(*at));
                    }
                    star(&mut items, columns, qualifier.as_ref(), &core.without, *at)?;
                }
                ast::SelectItem::Expr { expr, alias } => {
                    let compiled = compile(self, columns, expr)?;
                    let name = match (alias, &expr.kind) {
                        (Some(alias), _) => Arc::clone(&alias.name),
                        (None, ast::ExprKind::Column { name, .. } | ast::ExprKind::Member { name, .. }) => {
                            Arc::clone(&name.name)
                        }
                        (None, _) => format!("column{i}").into(),
                    };
                    items.push((name, compiled));
                }
            }
        }
        // A list with a star is a struct for YQL, and a struct's members are in order of name.
        let starred = core.items.iter().any(|item| matches!(item, ast::SelectItem::Star { .. }));
        if starred && !self.ordered_columns {
            items.sort_by(|a, b| a.0.cmp(&b.0));
        }
        let mut seen = HashSet::new();
        for (name, item) in &items {
            if !seen.insert(Arc::clone(name)) {
                let message = format!("Unable to use duplicate column names. Collision in name: {name}");
                return Err(Error::new(Status::GenericError, message).at(item.at));
            }
        }
        Ok(items)
    }

    /// A condition over rows.
    pub(super) fn filter(&mut self, input: Rel, filter: &ast::Expr, what: &str) -> Result<Rel> {
        let predicate = condition(expr::compile(filter, &mut Scope::rows(self, &input.columns))?, what)?;
        Ok(Rel { columns: input.columns.clone(), kind: RelKind::Filter { input: Box::new(input), predicate } })
    }

    /// ORDER BY over the columns that come out.
    fn order_output(&mut self, rel: Rel, order: &[ast::OrderItem], top: Option<Expr>) -> Result<Rel> {
        let mut keys = Vec::with_capacity(order.len());
        for item in order {
            let key = expr::compile(&item.expr, &mut Scope::rows(self, &rel.columns))?;
            keys.push((sortable(key)?, item.descending));
        }
        sort(rel, keys, top)
    }
}

/// Expands `*` or `t.*`.
fn star(
    items: &mut Items,
    columns: &[OutputColumn],
    qualifier: Option<&ast::Ident>,
    without: &[(Option<ast::Ident>, ast::Ident)],
    at: Position,
) -> Result<()> {
    let of_source = |column: &OutputColumn, source: Option<&ast::Ident>| {
        source.is_none_or(|source| column.source.as_ref().is_some_and(|known| *known == source.name))
    };
    if let Some(qualifier) = qualifier
        && !columns.iter().any(|column| of_source(column, Some(qualifier)))
    {
        return Err(
            Error::new(Status::GenericError, format!("Unknown correlation name: {}", qualifier.name)).at(qualifier.at)
        );
    }
    for (source, name) in without {
        if !columns.iter().any(|column| column.name == name.name && of_source(column, source.as_ref())) {
            return Err(Error::type_annotation(name.at, format!("Member not found: {}", name.name)));
        }
    }
    for (position, column) in columns.iter().enumerate() {
        let left_out =
            without.iter().any(|(source, name)| column.name == name.name && of_source(column, source.as_ref()));
        if of_source(column, qualifier) && !left_out {
            items
                .push((Arc::clone(&column.name), Expr { ty: column.ty.clone(), at, kind: ExprKind::Column(position) }));
        }
    }
    Ok(())
}

fn project(input: Rel, items: Items) -> Result<Rel> {
    if let Some((_, item)) = items.iter().find(|(_, item)| matches!(item.ty, Type::Void)) {
        return Err(Error::type_annotation(item.at, "Expected a value, but got Void"));
    }
    let columns = items
        .iter()
        .map(|(name, item)| OutputColumn { source: None, name: Arc::clone(name), ty: item.ty.clone() })
        .collect();
    let exprs = items.into_iter().map(|(_, item)| item).collect();
    Ok(Rel { columns, kind: RelKind::Project { input: Box::new(input), exprs } })
}

fn distinct(rel: Rel) -> Rel {
    Rel { columns: rel.columns.clone(), kind: RelKind::Distinct(Box::new(rel)) }
}

fn sort(input: Rel, keys: Vec<(Expr, bool)>, top: Option<Expr>) -> Result<Rel> {
    if keys.is_empty() {
        return Ok(input);
    }
    if let Some((constant, _)) = keys.iter().find(|(key, _)| key.is_literal()) {
        return Err(Error::new(Status::GenericError, "Unable to ORDER BY constant expression").at(constant.at));
    }
    Ok(Rel { columns: input.columns.clone(), kind: RelKind::Sort { input: Box::new(input), keys, top } })
}

/// A condition must be Bool or Bool?.
pub(super) fn condition(predicate: Expr, what: &str) -> Result<Expr> {
    match predicate.ty.unwrap_optional() {
        Type::Primitive(Primitive::Bool) | Type::Null => Ok(predicate),
        _ => {
            let message = format!("Expected bool in {what}, but got: {}", predicate.ty);
            Err(Error::type_annotation(predicate.at, message))
        }
    }
}

/// Whether values of a type can be grouped by.
pub(super) fn hashable(ty: &Type) -> bool {
    match ty.unwrap_optional() {
        Type::Primitive(Primitive::Json | Primitive::JsonDocument | Primitive::Yson) => false,
        Type::Tuple(items) => items.iter().all(hashable),
        Type::Struct(members) => members.iter().all(|(_, ty)| hashable(ty)),
        Type::List(item) => hashable(item),
        Type::Dict(..) => false,
        _ => true,
    }
}

fn sortable(key: Expr) -> Result<Expr> {
    if hashable(&key.ty) {
        return Ok(key);
    }
    Err(Error::type_annotation(key.at, format!("Expected comparable type, but got: {}", key.ty)))
}

/// Rows of both sides; columns are matched by name, and one that a side lacks is NULL there.
fn union(left: Rel, right: Rel) -> Result<Rel> {
    let mut columns: Vec<OutputColumn> = Vec::new();
    for side in [&left, &right] {
        for column in &side.columns {
            if columns.iter().any(|known| known.name == column.name) {
                continue;
            }
            let on_left = left.columns.iter().find(|other| other.name == column.name);
            let on_right = right.columns.iter().find(|other| other.name == column.name);
            let ty = match (on_left, on_right) {
                (Some(a), Some(b)) => types::common_type(&a.ty, &b.ty).ok_or_else(|| {
                    let message = format!("Cannot infer common type for column {}: {} and {}", column.name, a.ty, b.ty);
                    Error::type_annotation(Position::default(), message)
                })?,
                _ => column.ty.clone().optional(),
            };
            columns.push(OutputColumn { source: None, name: Arc::clone(&column.name), ty });
        }
    }
    let inputs = [left, right].into_iter().map(|side| align(side, &columns)).collect::<Result<Vec<_>>>()?;
    Ok(Rel { columns, kind: RelKind::Union(inputs) })
}

/// The rows of one side of a union under the union's columns.
fn align(side: Rel, columns: &[OutputColumn]) -> Result<Rel> {
    let mut exprs = Vec::with_capacity(columns.len());
    for column in columns {
        let at = Position::default();
        let expr = match side.columns.iter().position(|own| own.name == column.name) {
            Some(position) => {
                let own = Expr { ty: side.columns[position].ty.clone(), at, kind: ExprKind::Column(position) };
                expr::convert(own, &column.ty)?
            }
            None => Expr { ty: column.ty.clone(), at, kind: ExprKind::Const(types::Value::Null) },
        };
        exprs.push(expr);
    }
    Ok(Rel { columns: columns.to_vec(), kind: RelKind::Project { input: Box::new(side), exprs } })
}
