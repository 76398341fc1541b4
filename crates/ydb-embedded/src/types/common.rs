//! The common type of branches, of list items, and of the two sides of IN.
//!
//! The common type of two primitives is the higher number type, the finer and wider date type, or the string type that
//! can hold both. NULL makes a type optional. Containers are combined item by item; an item that only one tuple or
//! struct has becomes optional.

use std::sync::Arc;

use super::decimal::MAX_PRECISION;
use super::{Primitive, StructMember, Type};

/// Returns the type to which values of both types convert; `None` if YQL has none.
pub fn common_type(a: &Type, b: &Type) -> Option<Type> {
    match (a, b) {
        _ if a == b => Some(a.clone()),
        (Type::Primitive(a), Type::Primitive(b)) => common_primitive(*a, *b).map(Type::Primitive),
        (Type::Decimal { precision: p1, scale: s1 }, Type::Decimal { precision: p2, scale: s2 }) => {
            let whole = (p1 - s1).max(p2 - s2).min(MAX_PRECISION);
            let scale = (*s1.max(s2)).min(MAX_PRECISION - whole);
            Some(Type::Decimal { precision: whole + scale, scale })
        }
        (Type::Null, other) | (other, Type::Null) => Some(other.clone().optional()),
        (Type::Optional(a), Type::Optional(b)) => Some(Type::Optional(Arc::new(common_type(a, b)?))),
        (Type::Optional(a), b) => Some(Type::Optional(Arc::new(common_type(a, b)?))),
        (a, Type::Optional(b)) => Some(Type::Optional(Arc::new(common_type(a, b)?))),
        (Type::List(a), Type::List(b)) => Some(Type::List(Arc::new(common_type(a, b)?))),
        (Type::EmptyList, Type::List(_)) | (Type::EmptyDict, Type::Dict(..)) => Some(b.clone()),
        (Type::List(_), Type::EmptyList) | (Type::Dict(..), Type::EmptyDict) => Some(a.clone()),
        (Type::Dict(a_key, a), Type::Dict(b_key, b)) => {
            Some(Type::Dict(Arc::new(common_type(a_key, b_key)?), Arc::new(common_type(a, b)?)))
        }
        (Type::Tuple(a), Type::Tuple(b)) => {
            // A missing item counts as NULL.
            let at = |items: &[Type], i: usize| items.get(i).cloned().unwrap_or(Type::Null);
            let types: Option<Arc<[Type]>> =
                (0..a.len().max(b.len())).map(|i| common_type(&at(a, i), &at(b, i))).collect();
            types.map(Type::Tuple)
        }
        (Type::Struct(a), Type::Struct(b)) => common_struct(a, b),
        _ => None,
    }
}

fn common_struct(a: &[StructMember], b: &[StructMember]) -> Option<Type> {
    let find = |members: &[StructMember], name: &str| {
        members.iter().find(|member| &*member.0 == name).map_or(Type::Null, |member| member.1.clone())
    };
    let mut members = Vec::with_capacity(a.len().max(b.len()));
    for (name, ty) in a {
        members.push((Arc::clone(name), common_type(ty, &find(b, name))?));
    }
    for (name, ty) in b {
        if a.iter().all(|member| member.0 != *name) {
            members.push((Arc::clone(name), ty.clone().optional()));
        }
    }
    Some(Type::new_struct(members))
}

pub(super) fn common_number(a: Primitive, b: Primitive) -> Option<Primitive> {
    Some(if a.number_level()? >= b.number_level()? { a } else { b })
}

fn common_primitive(a: Primitive, b: Primitive) -> Option<Primitive> {
    use Primitive::{Interval64, Json, String, Utf8};
    if let Some(number) = common_number(a, b) {
        return Some(number);
    }
    if a.is_string() && b.is_string() {
        return Some(if matches!((a, b), (Json, Utf8) | (Utf8, Json)) { Utf8 } else { String });
    }
    if a.is_date() && b.is_date() {
        return Some(common_date(a, b));
    }
    (a.is_interval() && b.is_interval()).then_some(Interval64)
}

/// Returns the date type with the finer precision and the wider range of the two.
fn common_date(a: Primitive, b: Primitive) -> Primitive {
    use Primitive::{Date, Date32, Datetime, Datetime64, Timestamp, Timestamp64};
    let wide = a.is_wide_date() || b.is_wide_date();
    match (a.unit_us().min(b.unit_us()), wide) {
        (1, false) => Timestamp,
        (1, true) => Timestamp64,
        (1_000_000, false) => Datetime,
        (1_000_000, true) => Datetime64,
        (_, false) => Date,
        (_, true) => Date32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Primitive::*;

    fn common(a: Primitive, b: Primitive) -> Option<Primitive> {
        let result = common_type(&a.into(), &b.into());
        assert_eq!(result, common_type(&b.into(), &a.into()), "{a} and {b} in either order");
        result.and_then(|ty| ty.primitive())
    }

    #[test]
    fn primitives() {
        assert_eq!(common(Int32, Uint32), Some(Int32));
        assert_eq!(common(Uint64, Int32), Some(Uint64));
        assert_eq!(common(Uint64, Int64), Some(Int64));
        assert_eq!(common(Int64, Float), Some(Float));
        assert_eq!(common(String, Utf8), Some(String));
        assert_eq!(common(Json, Utf8), Some(Utf8));
        assert_eq!(common(Date, Timestamp), Some(Timestamp));
        assert_eq!(common(Date32, Datetime), Some(Datetime64));
        assert_eq!(common(Interval, Interval64), Some(Interval64));
        assert_eq!(common(Int32, String), None);
        assert_eq!(common(Bool, Int32), None);
        assert_eq!(common(Date, Interval), None);
    }

    #[test]
    fn optionals_nulls_and_containers() {
        let optional = |ty: Primitive| Type::from(ty).optional();
        assert_eq!(common_type(&Type::Null, &Int32.into()), Some(optional(Int32)));
        assert_eq!(common_type(&optional(Int32), &Type::Null), Some(optional(Int32)));
        assert_eq!(common_type(&optional(Int32), &Int64.into()), Some(optional(Int64)));
        let decimal = |precision, scale| Type::Decimal { precision, scale };
        assert_eq!(common_type(&decimal(5, 2), &decimal(6, 1)), Some(decimal(7, 2)));
        assert_eq!(common_type(&decimal(5, 2), &Int32.into()), None);
        let list = |ty: Primitive| Type::List(Arc::new(ty.into()));
        assert_eq!(common_type(&list(Int8), &Type::EmptyList), Some(list(Int8)));
        let tuple = |types: &[Type]| Type::Tuple(types.into());
        assert_eq!(
            common_type(&tuple(&[Int8.into()]), &tuple(&[Int16.into(), Utf8.into()])),
            Some(tuple(&[Int16.into(), optional(Utf8)]))
        );
        let member = |name: &str, ty: Type| (Arc::<str>::from(name), ty);
        assert_eq!(
            common_type(
                &Type::new_struct(vec![member("b", Int8.into())]),
                &Type::new_struct(vec![member("a", Utf8.into())])
            ),
            Some(Type::new_struct(vec![member("a", optional(Utf8)), member("b", optional(Int8))]))
        );
    }
}
