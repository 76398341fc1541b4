//! CAST: a value as another type, or NULL if the cast fails. BITCAST: a number's bits as another integer type.
//!
//! [`cast_type`](super::cast_type) decides which casts exist; this file executes them. A cast to or from a string uses
//! the type's text. A cast between numbers, dates and intervals uses the stored number and fails if it is out of the
//! target's range. A float loses its fraction, a Decimal is rounded half to even, and a point in time is rounded
//! towards 1970.
//!
//! A container is cast item by item. If the target's item type is optional, an item that fails becomes NULL. If it is
//! not, a list or a dict leaves the item out, and the cast of a tuple or a struct fails as a whole.

use std::sync::Arc;

use super::primitive::{unwrap_present, wrap_present};
use super::stored::{from_stored, stored, wrap_stored};
use super::{Primitive, Type, Value, decimal, json, key_cmp, parse_text, text};

/// Returns `CAST(value AS to)` for a value of type `from`; NULL if the cast fails, if the value is NULL, or if there is
/// no such cast.
pub fn cast(value: &Value, from: &Type, to: &Type) -> Value {
    try_cast(value, from, to).unwrap_or(Value::Null)
}

/// Returns the cast value; `None` if the cast fails. A failure inside an `Optional` makes only that value NULL;
/// elsewhere the whole cast fails.
fn try_cast(value: &Value, from: &Type, to: &Type) -> Option<Value> {
    match (from, to) {
        _ if from == to => Some(value.clone()),
        (Type::Optional(_) | Type::Null, Type::Optional(_)) if value.is_null() => Some(Value::Null),
        (Type::Optional(from), Type::Optional(to)) => {
            Some(try_cast(unwrap_present(value), from, to).map_or(Value::Null, |value| wrap_present(value, to)))
        }
        (_, Type::Optional(to)) => Some(try_cast(value, from, to).map_or(Value::Null, |value| wrap_present(value, to))),
        _ if value.is_null() => None,
        (Type::Optional(from), _) => try_cast(unwrap_present(value), from, to),
        (Type::Dict(from_key, from), Type::Dict(to_key, to)) => {
            let Value::Dict(pairs) = value else { return None };
            let pair =
                |pair: &(Value, Value)| Some((try_cast(&pair.0, from_key, to_key)?, try_cast(&pair.1, from, to)?));
            let mut pairs: Vec<_> = pairs.iter().filter_map(pair).collect();
            pairs.sort_by(|a, b| key_cmp(&a.0, &b.0));
            pairs.dedup_by(|a, b| key_cmp(&a.0, &b.0).is_eq());
            Some(Value::Dict(pairs.into()))
        }
        (Type::EmptyList, Type::List(_)) | (Type::EmptyDict, Type::Dict(..)) => Some(value.clone()),
        (Type::List(_), Type::List(_)) | (Type::Tuple(_), Type::Tuple(_)) | (Type::Struct(_), Type::Struct(_)) => {
            each_item(value, from, to, try_cast)
        }
        _ => cast_data(value, from, to),
    }
}

/// Casts a list, a tuple or a struct item by item. If `item` returns `None`, a list leaves the item out, and the result
/// for a tuple or a struct is `None`. Items that only `to` has become NULL.
pub(super) fn each_item(
    value: &Value,
    from: &Type,
    to: &Type,
    item: impl Fn(&Value, &Type, &Type) -> Option<Value>,
) -> Option<Value> {
    let Value::Items(items) = value else { return None };
    let converted: Option<Arc<[Value]>> = match (from, to) {
        (Type::List(from), Type::List(to)) => Some(items.iter().filter_map(|value| item(value, from, to)).collect()),
        (Type::Tuple(from), Type::Tuple(to)) => {
            let at = |(i, to): (usize, &Type)| match (items.get(i), from.get(i)) {
                (Some(value), Some(from)) => item(value, from, to),
                _ => Some(Value::Null),
            };
            to.iter().enumerate().map(at).collect()
        }
        (Type::Struct(from), Type::Struct(to)) => {
            let member = |(name, to): &(_, Type)| match from.binary_search_by(|member| member.0.cmp(name)) {
                Ok(at) => item(items.get(at)?, &from[at].1, to),
                Err(_) => Some(Value::Null),
            };
            to.iter().map(member).collect()
        }
        _ => None,
    };
    converted.map(Value::Items)
}

fn cast_data(value: &Value, from: &Type, to: &Type) -> Option<Value> {
    match (from, to) {
        (Type::Primitive(Primitive::String | Primitive::Yson), _) => {
            let Value::Bytes(bytes) = value else { return None };
            match to.primitive() {
                Some(Primitive::String) => Some(value.clone()),
                Some(Primitive::Yson) if from.primitive() == Some(Primitive::Yson) => Some(value.clone()),
                _ => parse_text(str::from_utf8(bytes).ok()?, to),
            }
        }
        (_, Type::Primitive(Primitive::String)) => text::cast_text(value, from).map(Value::bytes),
        (_, Type::Primitive(Primitive::Utf8)) => text::cast_text(value, from).map(Value::Text),
        (Type::Primitive(Primitive::Utf8), _) => {
            let Value::Text(text) = value else { return None };
            parse_text(text, to)
        }
        (Type::Primitive(Primitive::Json), Type::Primitive(Primitive::JsonDocument)) => {
            let Value::Text(text) = value else { return None };
            json::document(text).map(Value::text)
        }
        (Type::Primitive(Primitive::JsonDocument), Type::Primitive(Primitive::Json)) => Some(value.clone()),
        (Type::Primitive(from), Type::Primitive(to)) => cast_number(value, *from, *to),
        (Type::Decimal { scale: s1, .. }, Type::Decimal { precision, scale }) => {
            let Value::Decimal(number) = value else { return None };
            Some(Value::Decimal(decimal::rescale(*number, *s1, *scale, *precision)))
        }
        (Type::Primitive(from), Type::Decimal { precision, scale }) if from.is_integer() => {
            Some(Value::Decimal(decimal::rescale(stored(value)?, 0, *scale, *precision)))
        }
        (Type::Decimal { scale, .. }, Type::Primitive(to)) => {
            let Value::Decimal(number) = value else { return None };
            match to {
                Primitive::Float => Some(Value::Float(decimal::to_f32(*number, *scale))),
                Primitive::Double => Some(Value::Double(decimal::to_f64(*number, *scale))),
                _ if !to.is_integer() || !decimal::is_finite(*number) => None,
                // Rounds half to even, although a float's fraction is cut off.
                _ => from_stored(decimal::div(*number, decimal::power((*scale).into())), *to),
            }
        }
        _ => None,
    }
}

/// Casts between numbers, dates and intervals.
fn cast_number(value: &Value, from: Primitive, to: Primitive) -> Option<Value> {
    if let Value::Float(_) | Value::Double(_) = value {
        return cast_float(value, to);
    }
    let number = stored(value)?;
    match to {
        Primitive::Float => Some(Value::Float(number as f32)),
        Primitive::Double => Some(Value::Double(number as f64)),
        Primitive::Bool => Some(Value::Bool(number != 0)),
        _ if from.is_date() && to.is_date() => {
            if number < 0 && !to.is_wide_date() {
                return None;
            }
            // Rounds towards 1970, as YDB does, even for dates before 1970.
            from_stored(number * i128::from(from.unit_us()) / i128::from(to.unit_us()), to)
        }
        _ => from_stored(number, to),
    }
}

fn cast_float(value: &Value, to: Primitive) -> Option<Value> {
    let number = match value {
        Value::Float(number) => f64::from(*number),
        Value::Double(number) => *number,
        _ => return None,
    };
    match to {
        Primitive::Double => Some(Value::Double(number)),
        Primitive::Float => Some(Value::Float(number as f32)),
        _ if number.is_nan() => None,
        Primitive::Bool => Some(Value::Bool(number != 0.0)),
        _ if !to.is_integer() || number.is_infinite() => None,
        _ => {
            let (least, greatest) = to.range()?;
            // The fraction counts: -128.5 is out of the range of Int8.
            let fits = number >= least as f64 && (number <= greatest as f64);
            fits.then(|| from_stored(number as i128, to)).flatten()
        }
    }
}

/// Returns the type of `BITCAST(from AS to)`: optional if the source is optional; `None` if there is no such cast.
pub fn bitcast_type(from: &Type, to: &Type) -> Option<Type> {
    if *from == Type::Null {
        return Some(Type::Null);
    }
    let source = from.unwrap_optional().primitive()?;
    let target = to.primitive().filter(|target| target.is_integer())?;
    let is_source = source == Primitive::Bool || source.is_integer() || source.is_date() || source.is_interval();
    let result = Type::from(target);
    is_source.then(|| if from.is_optional() { result.optional() } else { result })
}

/// Returns `BITCAST(value AS to)`; NULL stays NULL.
pub fn bitcast(value: &Value, to: &Type) -> Value {
    match (stored(unwrap_present(value)), to.unwrap_optional().primitive()) {
        (Some(number), Some(target)) => wrap_stored(number, target),
        _ => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn between(value: Value, from: Primitive, to: Primitive) -> Value {
        cast(&value, &from.into(), &to.into())
    }

    #[test]
    fn integers_that_do_not_fit_are_null() {
        use Primitive::*;
        assert_eq!(between(Value::Int(300), Int32, Uint8), Value::Null);
        assert_eq!(between(Value::Int(-1), Int32, Uint64), Value::Null);
        assert_eq!(between(Value::Uint(200), Uint8, Int16), Value::Int(200));
        assert_eq!(between(Value::Int(2), Int32, Bool), Value::Bool(true));
        assert_eq!(between(Value::Bool(true), Bool, Double), Value::Double(1.0));
    }

    #[test]
    fn floats_are_cut() {
        use Primitive::*;
        assert_eq!(between(Value::Double(1.5), Double, Int32), Value::Int(1));
        assert_eq!(between(Value::Double(-1.9), Double, Int32), Value::Int(-1));
        assert_eq!(between(Value::Double(-0.5), Double, Uint8), Value::Null);
        assert_eq!(between(Value::Double(0.0), Double, Uint8), Value::Uint(0));
        assert_eq!(between(Value::Double(127.5), Double, Int8), Value::Null);
        assert_eq!(between(Value::Double(9.3e18), Double, Int64), Value::Null);
        assert_eq!(between(Value::Double(9_223_372_036_854_775_808.0), Double, Int64), Value::Null);
        assert_eq!(between(Value::Double(f64::NAN), Double, Int32), Value::Null);
        assert_eq!(between(Value::Double(f64::INFINITY), Double, Bool), Value::Bool(true));
        assert_eq!(between(Value::Double(f64::NAN), Double, Bool), Value::Null);
        assert_eq!(between(Value::Double(0.1), Double, Float), Value::Float(0.1));
    }

    #[test]
    fn strings_are_read_and_written() {
        use Primitive::*;
        assert_eq!(between(Value::bytes(*b"12"), String, Int32), Value::Int(12));
        assert_eq!(between(Value::bytes(*b"x"), String, Int32), Value::Null);
        assert_eq!(between(Value::bytes([0xFF]), String, Utf8), Value::Null);
        assert_eq!(between(Value::text("2020-01-01"), Utf8, Date), Value::Uint(18_262));
        assert_eq!(between(Value::Uint(18_262), Date, Utf8), Value::text("2020-01-01"));
        assert_eq!(between(Value::Int(-5), Int8, String), Value::bytes(*b"-5"));
        assert_eq!(between(Value::text("{"), Utf8, Json), Value::Null);
        assert_eq!(between(Value::text("{ }"), Json, JsonDocument), Value::text("{}"));
        assert_eq!(between(Value::bytes(*b"{a=1}"), Yson, String), Value::bytes(*b"{a=1}"));
    }

    #[test]
    fn dates_keep_their_instant_or_are_cut() {
        use Primitive::*;
        assert_eq!(between(Value::Uint(1), Date, Timestamp), Value::Uint(86_400_000_000));
        assert_eq!(between(Value::Uint(86_401), Datetime, Date), Value::Uint(1));
        assert_eq!(between(Value::Int(-1), Date32, Datetime64), Value::Int(-86_400));
        assert_eq!(between(Value::Int(-1), Date32, Date), Value::Null);
        assert_eq!(between(Value::Int(49_673), Date32, Timestamp), Value::Null);
        assert_eq!(between(Value::Uint(5), Timestamp, Uint64), Value::Uint(5));
        assert_eq!(between(Value::Uint(49_673), Uint64, Date), Value::Null);
        assert_eq!(between(Value::Int(7), Int32, Interval), Value::Int(7));
    }

    #[test]
    fn decimals() {
        let decimal = Type::Decimal { precision: 5, scale: 2 };
        let to = |value: i128, ty: Primitive| cast(&Value::Decimal(value), &decimal, &ty.into());
        assert_eq!(to(150, Primitive::Int32), Value::Int(2));
        assert_eq!(to(250, Primitive::Int32), Value::Int(2));
        assert_eq!(to(-100, Primitive::Uint8), Value::Null);
        assert_eq!(to(150, Primitive::Double), Value::Double(1.5));
        assert_eq!(to(decimal::INF, Primitive::Int64), Value::Null);
        assert_eq!(to(150, Primitive::Utf8), Value::text("1.5"));
        assert_eq!(cast(&Value::Int(7), &Primitive::Int32.into(), &decimal), Value::Decimal(700));
        assert_eq!(cast(&Value::Int(1000), &Primitive::Int32.into(), &decimal), Value::Decimal(decimal::INF));
        let other = Type::Decimal { precision: 3, scale: 1 };
        assert_eq!(cast(&Value::Decimal(125), &decimal, &other), Value::Decimal(12));
    }

    #[test]
    fn containers_item_by_item() {
        let (string, int) = (Type::from(Primitive::String), Type::from(Primitive::Int32));
        let strings = Value::Items([Value::bytes(*b"1"), Value::bytes(*b"x")].into());
        let list = |ty: &Type| Type::List(Arc::new(ty.clone()));
        assert_eq!(cast(&strings, &list(&string), &list(&int)), Value::Items([Value::Int(1)].into()));
        let optional = int.clone().optional();
        assert_eq!(cast(&strings, &list(&string), &list(&optional)), Value::Items([Value::Int(1), Value::Null].into()));
        let tuple = |ty: &Type| Type::Tuple([ty.clone(), ty.clone()].into());
        assert_eq!(cast(&strings, &tuple(&string), &tuple(&int)), Value::Null);
        assert_eq!(
            cast(&strings, &tuple(&string), &tuple(&optional)),
            Value::Items([Value::Int(1), Value::Null].into())
        );
        let from = Type::new_struct(vec![("a".into(), string), ("b".into(), int)]);
        let to = Type::new_struct(vec![("a".into(), Primitive::Utf8.into()), ("c".into(), optional)]);
        let value = Value::Items([Value::bytes(*b"x"), Value::Int(1)].into());
        assert_eq!(cast(&value, &from, &to), Value::Items([Value::text("x"), Value::Null].into()));
    }

    #[test]
    fn optionals() {
        let (int, text) = (Type::from(Primitive::Int32).optional(), Type::from(Primitive::Utf8));
        assert_eq!(cast(&Value::Int(1), &int, &text), Value::text("1"));
        assert_eq!(cast(&Value::Null, &int, &text), Value::Null);
        assert_eq!(cast(&Value::Null, &Type::Null, &text), Value::Null);
    }

    #[test]
    fn types() {
        let ty = |primitive| Type::Primitive(primitive);
        assert_eq!(bitcast_type(&ty(Primitive::Int32), &ty(Primitive::Uint64)), Some(ty(Primitive::Uint64)));
        let optional = ty(Primitive::Date).optional();
        assert_eq!(bitcast_type(&optional, &ty(Primitive::Uint8)), Some(ty(Primitive::Uint8).optional()));
        assert_eq!(bitcast_type(&ty(Primitive::Double), &ty(Primitive::Uint64)), None);
        assert_eq!(bitcast_type(&ty(Primitive::Uint64), &ty(Primitive::Timestamp)), None);
    }

    #[test]
    fn bits_are_kept() {
        let cast = |value: Value, to: Primitive| bitcast(&value, &to.into());
        assert_eq!(cast(Value::Int(-1), Primitive::Uint64), Value::Uint(u64::MAX));
        assert_eq!(cast(Value::Int(-1), Primitive::Uint8), Value::Uint(255));
        assert_eq!(cast(Value::Uint(200), Primitive::Int8), Value::Int(-56));
        assert_eq!(cast(Value::Bool(true), Primitive::Int32), Value::Int(1));
        assert_eq!(cast(Value::Null, Primitive::Int32), Value::Null);
    }
}
