//! Compiler of tuples, lists, structs and dicts; of member and index access; and of IN.

use std::sync::Arc;

use super::coerce::promote;
use super::compare::{Comparison, comparison};
use super::lookup::LookupSet;
use super::{Compiler, Expr, ExprKind, In, InSet, Mismatch, SubqueryShape, boolean, coerce, common, error, not};
use crate::error::{Error, Position, Result};
use crate::types::{Primitive, Type, Value};
use crate::work::tick;
use crate::yql::ast;

pub(super) fn tuple(items: Vec<Expr>, at: Position) -> Expr {
    let ty = Type::Tuple(items.iter().map(|item| item.ty.clone()).collect());
    Expr::new(ty, at, ExprKind::Items(items.into()))
}

/// Makes a list, whose items are converted to their common type.
pub(super) fn list(items: Vec<Expr>, at: Position) -> Result<Expr> {
    if items.is_empty() {
        return Ok(Expr::new(Type::EmptyList, at, ExprKind::Items(Box::default())));
    }
    let (items, ty) = unified(items, at)?;
    Ok(Expr::new(Type::List(Arc::new(ty)), at, ExprKind::Items(items.into())))
}

fn unified(items: Vec<Expr>, at: Position) -> Result<(Vec<Expr>, Type)> {
    let mut ty = items.first().map_or(Type::Null, |item| item.ty.clone());
    for item in items.iter().skip(1) {
        ty = common(&ty, &item.ty, at)?;
    }
    let items = items.into_iter().map(|item| promote(item, &ty)).collect();
    Ok((items, ty))
}

/// Makes a struct, whose members are in the order of their names.
pub(super) fn structure(mut members: Vec<(Arc<str>, Expr)>, at: Position) -> Result<Expr> {
    members.sort_by(|a, b| a.0.cmp(&b.0));
    if let Some(pair) = members.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        return error(at, format!("Duplicated member: {}", pair[0].0));
    }
    let ty = Type::Struct(members.iter().map(|(name, value)| (Arc::clone(name), value.ty.clone())).collect());
    let items: Vec<_> = members.into_iter().map(|(_, value)| value).collect();
    Ok(Expr::new(ty, at, ExprKind::Items(items.into())))
}

/// Makes a dict of keys and values, or a set if there are no values.
pub(super) fn dict(keys: Vec<Expr>, values: Option<Vec<Expr>>, at: Position) -> Result<Expr> {
    if keys.is_empty() {
        return Ok(Expr::new(Type::EmptyDict, at, ExprKind::Dict(Box::default())));
    }
    let count = keys.len();
    let (keys, key) = unified(keys, at)?;
    let (values, value) = match values {
        Some(values) => unified(values, at)?,
        None => (vec![Expr::constant(Type::Void, at, Value::Null); count], Type::Void),
    };
    let ty = Type::Dict(Arc::new(key), Arc::new(value));
    let pairs: Vec<_> = keys.into_iter().zip(values).collect();
    Ok(Expr::new(ty, at, ExprKind::Dict(pairs.into())))
}

impl Compiler<'_> {
    pub(super) fn dict(&mut self, pairs: &[(ast::Expr, Option<ast::Expr>)], at: Position) -> Result<Expr> {
        let keys = self.exprs(pairs.iter().map(|(key, _)| key))?;
        let is_set = pairs.iter().all(|(_, value)| value.is_none());
        if is_set {
            return dict(keys, None, at);
        }
        let values = self.exprs(pairs.iter().filter_map(|(_, value)| value.as_ref()))?;
        if values.len() != keys.len() {
            return error(at, "Expected a value for every key of the dict");
        }
        dict(keys, Some(values), at)
    }

    /// Compiles `expr.name` and `expr.0`.
    pub(super) fn member(&mut self, expr: &ast::Expr, name: &ast::Ident, at: Position) -> Result<Expr> {
        let whole = self.expr(expr)?;
        super::member(whole, name, at)
    }

    /// Compiles `expr[index]`.
    pub(super) fn index(&mut self, expr: &ast::Expr, index: &ast::Expr, at: Position) -> Result<Expr> {
        let (whole, index) = (self.expr(expr)?, self.expr(index)?);
        lookup(whole, index, at)
    }

    /// Compiles `expr IN set`.
    pub(super) fn is_in(&mut self, expr: &ast::Expr, set: &ast::InSet, negated: bool, at: Position) -> Result<Expr> {
        let needle = self.expr(expr)?;
        let found = match set {
            ast::InSet::Items(items) => in_items(needle, self.exprs(items)?, at)?,
            ast::InSet::Query(query) => {
                in_collection(needle, self.names.subquery(query, SubqueryShape::List, at)?, at)?
            }
            ast::InSet::Expr(ast::Expr { kind: ast::ExprKind::Literal(ast::Literal::String { .. }), at, .. }) => {
                let message = "Unable to use IN predicate with string argument, it won't search substring - \
                               expecting tuple, list, dict or single column table source";
                return Err(Error::translation(*at, message));
            }
            ast::InSet::Expr(set) => {
                let named = match &set.kind {
                    ast::ExprKind::Named(name) => self.names.named_list(name)?,
                    _ => None,
                };
                let list = match named {
                    Some(list) => list,
                    None => self.expr(set)?,
                };
                in_collection(needle, list, at)?
            }
        };
        Ok(if negated { not(found) } else { found })
    }
}

/// Compiles `collection[key]`, which is NULL if there is no such item.
pub(super) fn lookup(whole: Expr, index: Expr, at: Position) -> Result<Expr> {
    let wanted = match whole.ty.unwrap_optional() {
        Type::List(item) => Some((Type::Primitive(Primitive::Uint64), (**item).clone())),
        Type::Dict(key, value) => Some(((**key).clone(), (**value).clone())),
        // YDB turns brackets after Yson or Json into a call of `Yson::Lookup` (its documentation, udf/list/yson).
        Type::Primitive(Primitive::Yson) => return Err(Error::unsupported(at, "An item of Yson")),
        Type::Primitive(Primitive::Json) => return Err(Error::unsupported(at, "An item of Json")),
        _ => None,
    };
    let Some((key, value)) = wanted else {
        return error(at, format!("Expected list or dict type, but got: {}", whole.ty));
    };
    let index = coerce(index, &key).map_err(|Mismatch { from, to }| {
        Error::type_annotation(at, format!("Failed to convert type: {from} to {to}"))
    })?;
    Ok(Expr::new(value.optional(), at, ExprKind::Index(Box::new([whole, index]))))
}

fn in_items(needle: Expr, items: Vec<Expr>, at: Position) -> Result<Expr> {
    // `x IN (list)` looks for `x` among the items of the list, unless `x` is such a list itself.
    if let [only] = items.as_slice()
        && matches!(only.ty.unwrap_optional(), Type::List(_) | Type::Dict(..) | Type::EmptyList | Type::EmptyDict)
        && comparison(&needle.ty, &only.ty, true) == Comparison::Impossible
    {
        let only = only.clone();
        return in_collection(needle, only, at);
    }
    let mut optional = needle.ty.is_optional();
    for item in &items {
        optional |= match comparison(&needle.ty, &item.ty, true) {
            Comparison::Impossible => return cannot_look_up(&needle.ty, &item.ty, at),
            Comparison::Certain => false,
            Comparison::Null | Comparison::Optional => true,
        };
    }
    let ty = boolean(optional);
    let set = match constant_set(&needle.ty, &items)? {
        Some(set) => InSet::Constant(Arc::new(set)),
        None => InSet::Items(items.into()),
    };
    Ok(Expr::new(ty, at, ExprKind::In(Box::new(In { needle, set }))))
}

/// Makes a set of the needle's type from the items. Returns `None` if not all items are literals.
fn constant_set(ty: &Type, items: &[Expr]) -> Result<Option<LookupSet>> {
    let wanted = ty.unwrap_optional();
    let mut values = Vec::with_capacity(items.len());
    for item in items {
        tick(1)?;
        let value = match item {
            Expr { ty: Type::Null, .. } => Some(Value::Null),
            Expr { ty, .. } if ty.unwrap_optional() == wanted && item.is_literal() => crate::expr::constant(item),
            _ => match coerce(item.clone(), wanted) {
                Ok(converted) if converted.is_literal() => crate::expr::constant(&converted),
                _ => None,
            },
        };
        let Some(value) = value else { return Ok(None) };
        values.push(value);
    }
    LookupSet::suits(wanted).then(|| LookupSet::new(values.iter(), wanted)).transpose()
}

fn in_collection(needle: Expr, list: Expr, at: Position) -> Result<Expr> {
    // The items of a written list are known before the rows, like those of a tuple.
    if let (ExprKind::Items(items), Type::List(item)) = (&list.kind, &list.ty)
        && !matches!(item.unwrap_optional(), Type::List(_) | Type::Dict(..) | Type::EmptyList | Type::EmptyDict)
    {
        return in_items(needle, items.to_vec(), at);
    }
    let whole_optional = list.ty.is_optional();
    let item = match list.ty.unwrap_optional() {
        Type::List(item) | Type::Dict(item, _) => (**item).clone(),
        Type::Tuple(_) => return in_tuple(needle, list, at),
        Type::EmptyList | Type::EmptyDict | Type::Null => needle.ty.clone(),
        other => return error(at, format!("Expected list, tuple or dict type as IN argument, but got: {other}")),
    };
    let optional = match comparison(&needle.ty, &item, true) {
        Comparison::Impossible => return cannot_look_up(&needle.ty, &item, at),
        Comparison::Certain => false,
        Comparison::Null | Comparison::Optional => true,
    };
    let ty = boolean(optional || whole_optional);
    Ok(Expr::new(ty, at, ExprKind::In(Box::new(In { needle, set: InSet::List(list) }))))
}

fn in_tuple(needle: Expr, tuple: Expr, at: Position) -> Result<Expr> {
    let items = match tuple.kind {
        ExprKind::Items(items) => items.into_vec(),
        kind => {
            let whole = Expr { kind, ..tuple };
            let Type::Tuple(types) = whole.ty.unwrap_optional().clone() else { return Ok(whole) };
            let item = |(index, ty): (usize, &Type)| {
                Expr::new(ty.clone(), at, ExprKind::Member(Box::new(whole.clone()), index))
            };
            types.iter().enumerate().map(item).collect()
        }
    };
    in_items(needle, items, at)
}

fn cannot_look_up(needle: &Type, item: &Type, at: Position) -> Result<Expr> {
    error(at, format!("Can't lookup {needle} in collection of {item}: types {needle} and {item} are not comparable"))
}
