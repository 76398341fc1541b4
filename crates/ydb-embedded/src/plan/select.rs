//! SELECT: turns sources, conditions, groups, the list, order and limits into operators.

use std::collections::HashMap;
use std::sync::Arc;

use super::Planner;
use super::list::{Items, starred};
use super::names::{Scope, Windows, calls_aggregate, columns_of};
use crate::error::{Error, Position, Result, Status};
use crate::exec::{Limit, OutputColumn, Rel, RelKind, Sort};
use crate::expr::{Expr, ExprKind};
use crate::types::{Primitive, Type};
use crate::yql::ast;
use crate::{expr, types};

type Values = (Vec<OutputColumn>, Vec<Vec<Expr>>);

impl Planner<'_> {
    /// Plans a query with its ORDER BY and LIMIT.
    pub(super) fn query(&mut self, query: &ast::SelectQuery) -> Result<Rel> {
        let limit = query.limit.as_ref().map(|limit| self.count(limit, "LIMIT")).transpose()?.flatten();
        let offset = query.offset.as_ref().map(|offset| self.count(offset, "OFFSET")).transpose()?.flatten();
        let limit = Arc::new(Limit { limit, offset, gives_skipped: false });
        let top = limit.limit.is_some().then(|| Arc::clone(&limit));
        let rel = match &query.body {
            ast::SelectBody::Core(core) => self.core(core, &query.order_by, top)?,
            body => {
                let rel = self.body(body)?;
                self.order_output(rel, &query.order_by, None, top)?
            }
        };
        if limit.limit.is_none() && limit.offset.is_none() {
            return Ok(rel);
        }
        Ok(Rel { columns: rel.columns.clone(), kind: RelKind::Limit { input: Box::new(rel), limit } })
    }

    fn body(&mut self, body: &ast::SelectBody) -> Result<Rel> {
        match body {
            ast::SelectBody::Core(core) => self.core(core, &[], None),
            ast::SelectBody::Union { first, rest } => {
                // A UNION without ALL makes all rows before it distinct, so only the last such UNION matters.
                let until = rest.iter().rposition(|(all, _)| !all).map_or(0, |last| last + 2);
                let mut sides = Vec::with_capacity(rest.len() + 1);
                for (i, side) in std::iter::once(&**first).chain(rest.iter().map(|(_, side)| side)).enumerate() {
                    sides.push(self.body(side)?);
                    if i + 1 == until {
                        sides = vec![distinct(union(sides)?)];
                    }
                }
                if sides.len() == 1 { Ok(sides.swap_remove(0)) } else { union(sides) }
            }
            ast::SelectBody::Values(rows) => self.values(rows, &[]),
            ast::SelectBody::Query(query) => self.query(query),
        }
    }

    /// Plans `VALUES (..), (..)`. Columns are named `column0`, `column1`, ... unless names are given.
    pub(super) fn values(&mut self, rows: &[Vec<ast::Expr>], names: &[ast::Ident]) -> Result<Rel> {
        let (mut columns, mut compiled) = self.single_values(rows, names)?;
        for row in &compiled {
            for (value, column) in row.iter().zip(&mut columns) {
                column.ty = types::common_type(&column.ty, &value.ty).ok_or_else(|| {
                    let message = format!("Cannot infer common type for {} and {}", column.ty, value.ty);
                    Error::type_annotation(value.at, message)
                })?;
            }
        }
        for row in &mut compiled {
            for (value, column) in row.iter_mut().zip(&columns) {
                *value = expr::convert(value.clone(), &column.ty)?;
            }
        }
        Ok(Rel { columns, kind: RelKind::Values(compiled.into()) })
    }

    /// Plans VALUES without a common type for each column: each value keeps its own type, and the columns have the
    /// types of the first row.
    pub(super) fn single_values(&mut self, rows: &[Vec<ast::Expr>], names: &[ast::Ident]) -> Result<Values> {
        let width = rows.first().map_or(0, Vec::len);
        if width == 0 {
            return Err(Error::new(Status::GenericError, "VALUES without rows"));
        }
        let mut compiled = Vec::with_capacity(rows.len());
        for written in rows {
            if written.len() != width {
                let at = written.first().map_or_else(Position::default, |value| value.at);
                let sizes = format!("expecting {width}, got {}", written.len());
                return Err(Error::translation(at, format!("All VALUES items should have same size: {sizes}")));
            }
            compiled.push(written.iter().map(|value| self.constant(value)).collect::<Result<Vec<_>>>()?);
        }
        let column = |(i, value): (usize, &Expr)| {
            let name = names.get(i).map_or_else(|| format!("column{i}").into(), |name| Arc::clone(&name.name));
            OutputColumn::new(name, value.ty.clone(), true)
        };
        Ok((compiled[0].iter().enumerate().map(column).collect(), compiled))
    }

    fn core(&mut self, core: &ast::SelectCore, order: &[ast::OrderItem], top: Option<Arc<Limit>>) -> Result<Rel> {
        let mut input = match &core.from {
            None => Rel::default(),
            Some(from) => self.from(from)?,
        };
        if let Some(filter) = &core.filter {
            if core.from.is_none() {
                return Err(Error::translation(filter.at, "Filtering is not allowed without FROM"));
            }
            if calls_aggregate(filter) {
                return Err(Error::translation(filter.at, "Can not use aggregated values in filtering"));
            }
            input = self.filter(input, filter, "WHERE")?;
        }
        let grouped = !core.group_by.is_empty()
            || core.having.is_some()
            || core
                .items
                .iter()
                .any(|item| matches!(item, ast::SelectItem::Expr { expr, .. } if calls_aggregate(expr)))
            || core.windows.iter().any(|(_, window)| window.exprs().any(calls_aggregate));
        check_order(order)?;
        if grouped {
            if core.from.is_none() {
                return Err(Error::translation(core.at, "Aggregation is not allowed without FROM"));
            }
            return self.grouped(core, input, order, top);
        }
        let mut windows = Windows::new(core)?;
        let mut items = self.items(core, &input.columns, |planner, columns, value| {
            expr::compile(value, &mut input_scope(planner, core, columns).with_windows(&mut windows))
        })?;
        if core.distinct {
            let input = windows.over(input, exprs(&mut items, &mut []));
            let rel = distinct(project(input, items, !starred(core))?);
            return self.order_output(rel, order, core.from.as_ref(), top);
        }
        let scope = input_scope(self, core, &input.columns).with_items(&items, core.from.as_ref());
        let mut keys = sort_keys(order, scope)?;
        let input = windows.over(input, exprs(&mut items, &mut keys));
        project(sort(input, keys, top), items, !starred(core))
    }

    pub(super) fn filter(&mut self, input: Rel, filter: &ast::Expr, what: &str) -> Result<Rel> {
        let predicate = condition(expr::compile(filter, &mut Scope::rows(self, &input.columns))?, what)?;
        Ok(input.filtered(predicate))
    }

    /// Plans ORDER BY over the columns of the result, which were selected from `from`.
    pub(super) fn order_output(
        &mut self,
        rel: Rel,
        order: &[ast::OrderItem],
        from: Option<&ast::From>,
        top: Option<Arc<Limit>>,
    ) -> Result<Rel> {
        check_order(order)?;
        let at = Position::default();
        let column = |(i, column): (usize, &OutputColumn)| {
            (Arc::clone(&column.name), Expr { ty: column.ty.clone(), at, kind: ExprKind::Column(i) })
        };
        let items: Items = rel.columns.iter().enumerate().map(column).collect();
        let keys = sort_keys(order, Scope::rows(self, &rel.columns).with_items(&items, from))?;
        Ok(sort(rel, keys, top))
    }
}

/// Yields the expressions of a SELECT list and of its order.
pub(super) fn exprs<'e>(items: &'e mut Items, keys: &'e mut [(Expr, bool)]) -> impl Iterator<Item = &'e mut Expr> {
    items.iter_mut().map(|(_, item)| item).chain(keys.iter_mut().map(|(key, _)| key))
}

/// Returns the scope of a SELECT's expressions: its source's columns, or no columns without FROM.
fn input_scope<'s, 'a>(
    planner: &'s mut Planner<'a>,
    core: &ast::SelectCore,
    columns: &'s [OutputColumn],
) -> Scope<'s, 'a> {
    match &core.from {
        Some(_) => Scope::rows(planner, columns),
        None => Scope::sourceless(planner, core.at),
    }
}

fn check_order(order: &[ast::OrderItem]) -> Result<()> {
    match order.iter().find(|item| calls_aggregate(&item.expr)) {
        Some(item) => Err(Error::translation(item.expr.at, "Unable to ORDER BY aggregated values")),
        None => Ok(()),
    }
}

pub(super) fn project(input: Rel, items: Items, known: bool) -> Result<Rel> {
    if let Some((_, item)) = items.iter().find(|(_, item)| matches!(item.ty, Type::Void)) {
        return Err(Error::type_annotation(item.at, "Expected a value, but got Void"));
    }
    let column = |(name, item): &(Arc<str>, Expr)| OutputColumn::new(Arc::clone(name), item.ty.clone(), known);
    let columns = items.iter().map(column).collect();
    let exprs = items.into_iter().map(|(_, item)| item).collect();
    Ok(Rel { columns, kind: RelKind::Project { input: Box::new(input), exprs } })
}

pub(super) fn distinct(rel: Rel) -> Rel {
    Rel { columns: rel.columns.clone(), kind: RelKind::Distinct(Box::new(rel)) }
}

pub(super) fn sort(input: Rel, keys: Vec<(Expr, bool)>, top: Option<Arc<Limit>>) -> Rel {
    if keys.is_empty() {
        return input;
    }
    let sort = Arc::new(Sort { keys, top });
    Rel { columns: input.columns.clone(), kind: RelKind::Sort { input: Box::new(input), sort } }
}

/// Checks that a condition is Bool or Bool?.
pub(super) fn condition(predicate: Expr, what: &str) -> Result<Expr> {
    match predicate.ty.unwrap_optional() {
        Type::Primitive(Primitive::Bool) | Type::Null => Ok(predicate),
        _ => {
            let message = format!("Expected bool in {what}, but got: {}", predicate.ty);
            Err(Error::type_annotation(predicate.at, message))
        }
    }
}

/// Returns `true` if values of a type can be group keys.
pub(super) fn hashable(ty: &Type) -> bool {
    match ty.unwrap_optional() {
        Type::Primitive(primitive) => !primitive.is_document(),
        Type::Tuple(items) => items.iter().all(hashable),
        Type::Struct(members) => members.iter().all(|(_, ty)| hashable(ty)),
        Type::List(item) => hashable(item),
        Type::Dict(..) => false,
        _ => true,
    }
}

/// Compiles the items of ORDER BY. Returns the keys, each with `true` if it is descending; without the literal ones,
/// which are the same in all rows.
pub(super) fn sort_keys(order: &[ast::OrderItem], mut scope: Scope<'_, '_>) -> Result<Vec<(Expr, bool)>> {
    let mut keys = Vec::with_capacity(order.len());
    for item in order {
        let key = comparable(expr::compile(&item.expr, &mut scope)?)?;
        if !key.is_literal() {
            keys.push((key, item.descending));
        } else if columns_of(&item.expr).is_empty() {
            return Err(Error::translation(key.at, "Unable to ORDER BY constant expression"));
        }
    }
    Ok(keys)
}

/// Checks that rows can be ordered or divided by a key.
pub(super) fn comparable(key: Expr) -> Result<Expr> {
    if hashable(&key.ty) {
        return Ok(key);
    }
    Err(Error::type_annotation(key.at, format!("Expected comparable type, but got: {}", key.ty)))
}

/// Returns the rows of all sides. Matches columns by name; a column that one side lacks is NULL there.
fn union(sides: Vec<Rel>) -> Result<Rel> {
    let known = sides.iter().flat_map(|side| &side.columns).all(|column| column.known);
    let mut columns: Vec<OutputColumn> = Vec::new();
    let mut places: HashMap<Arc<str>, usize> = HashMap::new();
    for (i, side) in sides.iter().enumerate() {
        let mut missing = vec![true; columns.len()];
        for column in &side.columns {
            let Some(&place) = places.get(&column.name) else {
                places.insert(Arc::clone(&column.name), columns.len());
                let ty = if i == 0 { column.ty.clone() } else { column.ty.clone().optional() };
                columns.push(OutputColumn::new(Arc::clone(&column.name), ty, known));
                continue;
            };
            let so_far = &mut columns[place].ty;
            *so_far = types::common_type(so_far, &column.ty).ok_or_else(|| {
                let message =
                    format!("Cannot infer common type for column {}: {so_far} and {}", column.name, column.ty);
                Error::type_annotation(Position::default(), message)
            })?;
            if let Some(missing) = missing.get_mut(place) {
                *missing = false;
            }
        }
        for (column, _) in columns.iter_mut().zip(missing).filter(|(_, missing)| *missing) {
            column.ty = column.ty.clone().optional();
        }
    }
    let inputs = sides.into_iter().map(|side| align(side, &columns)).collect::<Result<Vec<_>>>()?;
    Ok(Rel { columns, kind: RelKind::Union { inputs, is_shared: false } })
}

/// Returns the rows of one side of a union with the union's columns.
fn align(side: Rel, columns: &[OutputColumn]) -> Result<Rel> {
    let places: HashMap<&str, usize> = side.columns.iter().enumerate().rev().map(|(i, own)| (&*own.name, i)).collect();
    let mut exprs = Vec::with_capacity(columns.len());
    for column in columns {
        let at = Position::default();
        let expr = match places.get(&*column.name) {
            Some(&position) => {
                let own = Expr { ty: side.columns[position].ty.clone(), at, kind: ExprKind::Column(position) };
                expr::convert(own, &column.ty)?
            }
            None => Expr { ty: column.ty.clone(), at, kind: ExprKind::Const(types::Value::Null) },
        };
        exprs.push(expr);
    }
    Ok(Rel { columns: columns.to_vec(), kind: RelKind::Project { input: Box::new(side), exprs: exprs.into() } })
}
