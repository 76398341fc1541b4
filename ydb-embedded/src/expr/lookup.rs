//! Sets of values for IN.

use std::sync::Arc;

use super::env::Ctx;
use super::eval::eval_ref;
use super::verdict::{Typed, equal};
use crate::error::Result;
use crate::expr::{Expr, ExprKind, In, InSet, LookupSet};
use crate::types::{Primitive, Type, Value, key_cmp};

impl LookupSet {
    /// The set of these values of a type.
    pub(crate) fn new<'v>(values: impl Iterator<Item = &'v Value>, ty: &Type) -> Self {
        let mut set = Self { ty: Some(ty.clone()), ..Self::default() };
        for value in values {
            match equal((value, ty), (value, ty)) {
                _ if value.is_null() => set.has_null = true,
                Some(true) => set.sorted.push(value.clone()),
                None => set.partial.push(value.clone()),
                // A NaN is never found.
                Some(false) => {}
            }
        }
        set.sorted.sort_by(key_cmp);
        set.sorted.dedup_by(|a, b| key_cmp(a, b).is_eq());
        set
    }

    /// Whether values of a type are equal where their keys are: not so for floating point numbers.
    pub(crate) fn suits(ty: &Type) -> bool {
        match ty {
            Type::Primitive(ty) => !matches!(ty, Primitive::Float | Primitive::Double | Primitive::DyNumber),
            Type::Optional(inner) => Self::suits(inner),
            Type::Tuple(items) => items.iter().all(Self::suits),
            _ => false,
        }
    }

    /// Whether the set holds a value; `None` is NULL.
    pub(crate) fn contains(&self, needle: Typed<'_>) -> Option<bool> {
        if self.sorted.is_empty() && self.partial.is_empty() && !self.has_null {
            return Some(false);
        }
        let ty = self.ty.as_ref().unwrap_or(needle.1);
        let scan = |items: &mut dyn Iterator<Item = &Value>| among(items.map(|item| (item, ty)), needle, self.has_null);
        if equal(needle, needle) == Some(true) {
            if self.sorted.binary_search_by(|item| key_cmp(item, needle.0)).is_ok() {
                return Some(true);
            }
            return scan(&mut self.partial.iter());
        }
        scan(&mut self.sorted.iter().chain(&self.partial))
    }
}

/// Whether a value equals one of the items; NULL where that is unknown.
fn among<'v>(items: impl Iterator<Item = Typed<'v>>, needle: Typed<'_>, has_null: bool) -> Option<bool> {
    let mut unknown = has_null;
    for item in items {
        match equal(item, needle) {
            Some(true) => return Some(true),
            Some(false) => {}
            None => unknown = true,
        }
    }
    (!unknown).then_some(false)
}

/// `needle IN set`.
pub(super) fn is_in(lookup: &In, ctx: &Ctx<'_>) -> Result<Value> {
    let value = eval_ref(&lookup.needle, ctx)?;
    let needle = (&*value, &lookup.needle.ty);
    let found = match &lookup.set {
        InSet::Constant(set) => set.contains(needle),
        InSet::Items(items) => {
            let mut unknown = false;
            for item in items {
                match equal(needle, (&*eval_ref(item, ctx)?, &item.ty)) {
                    Some(true) => return Ok(Value::Bool(true)),
                    Some(false) => {}
                    None => unknown = true,
                }
            }
            (!unknown).then_some(false)
        }
        InSet::List(list) => in_list(needle, list, ctx)?,
    };
    Ok(found.map_or(Value::Null, Value::Bool))
}

fn in_list(needle: Typed<'_>, list: &Expr, ctx: &Ctx<'_>) -> Result<Option<bool>> {
    let cached = match list.kind {
        ExprKind::Param(position) => ctx.env.param_set(position),
        ExprKind::Subquery(position) => ctx.env.subquery_set(position),
        _ => None,
    };
    let values = eval_ref(list, ctx)?;
    let item = item_type(&list.ty).unwrap_or(&Type::Null);
    if let (Some(cell), Value::Items(items)) = (cached, &*values)
        && one_storage(needle.1, item)
    {
        return Ok(cell.get_or_init(|| Arc::new(LookupSet::new(items.iter(), item))).contains(needle));
    }
    Ok(match &*values {
        Value::Items(items) => among(items.iter().map(|value| (value, item)), needle, false),
        Value::Dict(pairs) => among(pairs.iter().map(|(key, _)| (key, item)), needle, false),
        _ => None,
    })
}

fn item_type(list: &Type) -> Option<&Type> {
    match list.unwrap_optional() {
        Type::List(item) | Type::Dict(item, _) => Some(item),
        _ => None,
    }
}

/// Whether equal values of the two types are stored alike.
fn one_storage(a: &Type, b: &Type) -> bool {
    let (a, b) = (a.unwrap_optional(), b.unwrap_optional());
    match (a, b) {
        (Type::Tuple(x), Type::Tuple(y)) => {
            x.len() == y.len() && x.iter().zip(y.iter()).all(|(x, y)| one_storage(x, y))
        }
        (Type::Primitive(x), Type::Primitive(y)) if x.is_integer() && y.is_integer() => {
            x.is_signed_integer() == y.is_signed_integer()
        }
        _ => a == b && LookupSet::suits(a),
    }
}
