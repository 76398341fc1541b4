//! Three-valued comparisons of values, as in SQL, and sets of values for IN.

use super::CompareOp;
use crate::error::Result;
use crate::types::{self, Type, Value, key_cmp};
use crate::work::{sort_by, tick};

pub(super) type Typed<'v> = (&'v Value, &'v Type);

/// Compares two values. `None` means NULL.
pub(super) fn compare_values(op: CompareOp, (a, a_type): Typed<'_>, (b, b_type): Typed<'_>) -> Option<bool> {
    match op {
        CompareOp::Eq => types::equal(a, a_type, b, b_type),
        CompareOp::NotEq => types::equal(a, a_type, b, b_type).map(|equal| !equal),
        _ => types::ordered(a, a_type, b, b_type, op.test()),
    }
}

/// Returns `true` if two values are equal, and `None` for NULL.
pub(super) fn equal(left: Typed<'_>, right: Typed<'_>) -> Option<bool> {
    compare_values(CompareOp::Eq, left, right)
}

/// Returns `true` if two values are the same. NULL is the same as NULL.
pub(super) fn same((a, a_type): Typed<'_>, (b, b_type): Typed<'_>) -> bool {
    match (a, b) {
        (Value::Null, Value::Null) => true,
        (Value::Null, _) | (_, Value::Null) => false,
        (Value::Items(x), Value::Items(y)) if a_type.unwrap_optional() == b_type.unwrap_optional() => {
            x.len() == y.len() && key_cmp(a, b).is_eq()
        }
        _ => equal((a, a_type), (b, b_type)) == Some(true),
    }
}

// Sets of values for IN.
//
// `x IN (..)` is looked up by binary search in a sorted set. The set contains constants, or the items of a parameter or
// a subquery; then it is built once per query. A lookup needs a type whose equal values are stored alike. Other types,
// such as floats (`0.0 = -0.0`), are compared one by one. The answer is NULL if nothing equals `x`, and `x` or an item
// is NULL.

/// Items of IN, prepared for lookups.
#[derive(Clone, Debug, Default)]
pub struct LookupSet {
    pub(crate) ty: Option<Type>,
    /// Items without any NULL, in key order.
    pub(crate) sorted: Vec<Value>,
    /// Items that are partly NULL.
    pub(crate) partial: Vec<Value>,
    pub(crate) has_null: bool,
}

impl LookupSet {
    pub(crate) fn new<'v>(values: impl Iterator<Item = &'v Value>, ty: &Type) -> Result<Self> {
        let mut set = Self { ty: Some(ty.clone()), ..Self::default() };
        for value in values {
            tick(1)?;
            match equal((value, ty), (value, ty)) {
                _ if value.is_null() => set.has_null = true,
                Some(true) => set.sorted.push(value.clone()),
                None => set.partial.push(value.clone()),
                // A NaN equals nothing.
                Some(false) => {}
            }
        }
        set.sorted = sort_by(set.sorted, key_cmp)?;
        set.sorted.dedup_by(|a, b| key_cmp(a, b).is_eq());
        Ok(set)
    }

    /// Returns `true` if values of a type are equal exactly if they are stored alike. Floats are not such a type.
    pub(super) fn suits(ty: &Type) -> bool {
        match ty {
            Type::Primitive(primitive) => !primitive.is_float() && ty.image().is_none(),
            Type::Optional(inner) => Self::suits(inner),
            Type::Tuple(items) => items.iter().all(Self::suits),
            _ => false,
        }
    }

    /// Returns `true` if the set contains a value, and `None` for NULL.
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

/// Returns `true` if a value equals one of the items, or `None` if that is unknown.
pub(super) fn among<'v>(items: impl Iterator<Item = Typed<'v>>, needle: Typed<'_>, has_null: bool) -> Option<bool> {
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

/// Returns `true` if equal values of the two types are stored alike.
pub(super) fn one_storage(a: &Type, b: &Type) -> bool {
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

/// Returns the type of the values that a list or a dict is searched for.
pub(super) fn item_type(list: &Type) -> Option<&Type> {
    match list.unwrap_optional() {
        Type::List(item) | Type::Dict(item, _) => Some(item),
        _ => None,
    }
}
