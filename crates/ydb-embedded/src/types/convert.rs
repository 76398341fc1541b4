//! Implicit conversions: of call arguments, of branches to their common type, and of values written into columns.
//!
//! YQL converts towards the type that can hold more: along the numbers in their order of promotion, from a date to a
//! finer or wider one, from Utf8 to String, from `T` to `Optional<T>`. Between integers the bits are kept, so `-1`
//! becomes the greatest Uint64. The other direction needs a CAST.

use super::cast::each_item;
use super::primitive::{unwrap_present, wrap_present};
use super::stored::{from_stored, stored, wrap_stored};
use super::{Primitive, Type, Value, cast, json, yson};

/// Returns `true` if YQL converts values of one type into another implicitly in an expression.
pub fn convert_type(from: &Type, to: &Type) -> bool {
    converts(from, to, true)
}

/// Returns `true` if YDB converts values of one type into another when they are written into a column: like
/// [`convert_type`], except that an integer does not become a Timestamp.
pub fn write_type(from: &Type, to: &Type) -> bool {
    converts(from, to, false)
}

fn converts(from: &Type, to: &Type, expression: bool) -> bool {
    match (from, to) {
        _ if from == to => true,
        (Type::Null, Type::Optional(_)) => true,
        (_, Type::Optional(inner)) if converts(from, inner, expression) => true,
        (Type::Optional(from), Type::Optional(to)) => converts(from, to, expression),
        (Type::List(from), Type::List(to)) => converts(from, to, expression),
        (Type::EmptyList, Type::List(_)) | (Type::EmptyDict, Type::Dict(..)) => true,
        (Type::Dict(from_key, from), Type::Dict(to_key, to)) => {
            converts(from_key, to_key, expression) && converts(from, to, expression)
        }
        (Type::Tuple(from), Type::Tuple(to)) => {
            from.len() <= to.len()
                && from.iter().zip(to.iter()).all(|(from, to)| converts(from, to, expression))
                && to.iter().skip(from.len()).all(Type::is_optional)
        }
        (Type::Struct(from), Type::Struct(to)) => {
            to.iter().all(|(name, to)| match from.binary_search_by(|member| member.0.cmp(name)) {
                Ok(at) => converts(&from[at].1, to, expression),
                Err(_) => to.is_optional(),
            })
        }
        (Type::Decimal { precision: p1, scale: s1 }, Type::Decimal { precision: p2, scale: s2 }) => {
            s1 <= s2 && p1 - s1 <= p2 - s2
        }
        (Type::Primitive(from), Type::Primitive(to)) => {
            primitive_converts(*from, *to) || (expression && from.is_integer() && *to == Primitive::Timestamp)
        }
        _ => false,
    }
}

fn primitive_converts(from: Primitive, to: Primitive) -> bool {
    use Primitive::{
        Date, Date32, Datetime, Datetime64, Interval, Interval64, Json, String, Timestamp, Timestamp64, Utf8, Yson,
    };
    if let (Some(from), Some(to)) = (from.number_level(), to.number_level()) {
        return from <= to;
    }
    matches!(
        (from, to),
        (Utf8 | Json | Yson, String)
            | (Json, Utf8)
            | (Date, Datetime | Timestamp | Date32 | Datetime64 | Timestamp64)
            | (Datetime, Timestamp | Datetime64 | Timestamp64)
            | (Timestamp | Datetime64, Timestamp64)
            | (Date32, Datetime64 | Timestamp64)
            | (Interval, Interval64)
    )
}

/// Returns the value after YQL's implicit conversion; `None` if there is no such conversion.
pub fn convert(value: &Value, from: &Type, to: &Type) -> Option<Value> {
    convert_type(from, to).then(|| converted(value, from, to))
}

/// Converts a value between types for which a conversion is known to exist.
fn converted(value: &Value, from: &Type, to: &Type) -> Value {
    match (from, to) {
        _ if from == to => value.clone(),
        (_, Type::Optional(inner)) => {
            // If the whole source converts to the inner type, the result is present, even if the converted value is
            // NULL.
            if !matches!(from, Type::Null) && convert_type(from, inner) {
                return wrap_present(converted(value, from, inner), inner);
            }
            match from {
                Type::Optional(from) if !value.is_null() => {
                    wrap_present(converted(unwrap_present(value), from, inner), inner)
                }
                _ => Value::Null,
            }
        }
        (Type::Primitive(a), Type::Primitive(b))
            if b.is_integer() || (a.is_integer() && *b == Primitive::Timestamp) =>
        {
            // Between integers the bits are kept, even if the sign changes.
            stored(value).map_or(Value::Null, |number| wrap_stored(number, *b))
        }
        (Type::List(_), Type::List(_)) | (Type::Tuple(_), Type::Tuple(_)) | (Type::Struct(_), Type::Struct(_)) => {
            each_item(value, from, to, |item, from, to| Some(converted(item, from, to))).unwrap_or(Value::Null)
        }
        (Type::Dict(from_key, from), Type::Dict(to_key, to)) => {
            let Value::Dict(pairs) = value else { return Value::Null };
            let pair = |(key, value): &(Value, Value)| (converted(key, from_key, to_key), converted(value, from, to));
            Value::Dict(pairs.iter().map(pair).collect())
        }
        _ => cast(value, from, to),
    }
}

/// Returns the converted value of a literal. Literals convert further than [`convert`], because their value is known:
/// an integer becomes any integer type that can hold it, and a string becomes a Utf8, Json or Yson if it is valid.
pub fn convert_literal(value: &Value, from: &Type, to: &Type) -> Option<Value> {
    let literal = match (from, to) {
        (_, Type::Optional(inner)) if *from != Type::Null => {
            convert_literal(value, from, inner).map(|value| wrap_present(value, inner))
        }
        (Type::Primitive(from), Type::Primitive(to)) => primitive_literal(value, *from, *to),
        _ => None,
    };
    literal.or_else(|| convert(value, from, to))
}

/// Returns `true` if the implicit conversion between two integer types may change the number. If the value is a
/// literal, the answer is exact.
pub fn may_change(from: &Type, to: &Type, literal: Option<&Value>) -> bool {
    let (Type::Primitive(from), Type::Primitive(to)) = (from.unwrap_optional(), to.unwrap_optional()) else {
        return false;
    };
    let changes = if to.is_unsigned_integer() {
        from.is_signed_integer()
    } else {
        from.is_unsigned_integer() && from.signed() == *to
    };
    changes && literal.is_none_or(|literal| primitive_literal(literal, *from, *to).is_none())
}

fn primitive_literal(value: &Value, from: Primitive, to: Primitive) -> Option<Value> {
    if from.is_integer() {
        let number = stored(value)?;
        return match to {
            // YQL accepts integers within the range of Uint32, positive or negative.
            Primitive::Float => (number.unsigned_abs() <= u32::MAX.into()).then_some(Value::Float(number as f32)),
            _ if to.is_integer() => from_stored(number, to),
            _ => None,
        };
    }
    let bytes = match (value, from) {
        (Value::Bytes(bytes), Primitive::String) => bytes,
        (Value::Text(text), Primitive::Utf8) => text.as_bytes(),
        _ => return None,
    };
    match to {
        Primitive::Yson => yson::is_valid(bytes).then(|| Value::bytes(bytes)),
        Primitive::Utf8 => str::from_utf8(bytes).ok().map(Value::text),
        Primitive::Json => str::from_utf8(bytes).ok().filter(|text| json::is_valid(text)).map(Value::text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn ty(primitive: Primitive) -> Type {
        primitive.into()
    }

    #[test]
    fn what_converts_by_itself() {
        use Primitive::*;
        let yes = [
            (Int8, Int64),
            (Uint64, Int64),
            (Int64, Double),
            (Uint8, Int8),
            (Int32, Uint64),
            (Utf8, String),
            (Json, Utf8),
            (Json, String),
            (Date, Timestamp64),
            (Datetime, Timestamp),
            (Interval, Interval64),
            (Int32, Timestamp),
        ];
        for (from, to) in yes {
            assert!(convert_type(&ty(from), &ty(to)), "{from} to {to}");
            assert!(convert_type(&ty(from), &ty(to).optional()), "{from} to {to}?");
        }
        let no = [
            (Int64, Int32),
            (String, Utf8),
            (Double, Float),
            (Timestamp, Date),
            (String, Uuid),
            (Bool, Int32),
            (Int8, Uint8),
        ];
        for (from, to) in no {
            assert!(!convert_type(&ty(from), &ty(to)), "{from} to {to}");
        }
        assert!(!convert_type(&ty(Int32).optional(), &ty(Int32)));
        assert!(convert_type(&Type::Null, &ty(Int32).optional()));
        assert!(!convert_type(&Type::Null, &ty(Int32)));
        assert!(!write_type(&ty(Uint64), &ty(Timestamp)));
        assert!(write_type(&ty(Date), &ty(Timestamp).optional()));
    }

    #[test]
    fn decimals_never_lose_digits() {
        let decimal = |precision, scale| Type::Decimal { precision, scale };
        assert!(convert_type(&decimal(5, 2), &decimal(22, 9)));
        assert!(!convert_type(&decimal(22, 9), &decimal(22, 2)));
        assert!(!convert_type(&decimal(5, 2), &decimal(5, 3)));
        assert_eq!(convert(&Value::Decimal(150), &decimal(5, 2), &decimal(7, 4)), Some(Value::Decimal(15_000)));
    }

    #[test]
    fn values() {
        use Primitive::*;
        assert_eq!(convert(&Value::Int(-1), &ty(Int32), &ty(Uint64)), Some(Value::Uint(u64::MAX)));
        assert_eq!(convert(&Value::Uint(1), &ty(Date), &ty(Datetime)), Some(Value::Uint(86_400)));
        assert_eq!(convert(&Value::text("x"), &ty(Utf8), &ty(String).optional()), Some(Value::bytes(*b"x")));
        assert_eq!(convert(&Value::Null, &ty(Int8).optional(), &ty(Int64).optional()), Some(Value::Null));
        assert_eq!(convert(&Value::Int(5), &ty(Int8), &ty(Timestamp)), Some(Value::Uint(5)));
        assert_eq!(convert(&Value::Int(5), &ty(Int64), &ty(Int8)), None);
        let twice = Type::Optional(Arc::new(ty(Int8).optional()));
        assert_eq!(convert(&Value::Null, &ty(Int8).optional(), &twice), Some(Value::Just(Arc::new(Value::Null))));
        let member = |name: &str, ty: Type| (Arc::<str>::from(name), ty);
        let from = Type::new_struct(vec![member("a", ty(Int8))]);
        let to = Type::new_struct(vec![member("a", ty(Int64)), member("b", ty(Utf8).optional())]);
        let value = Value::Items([Value::Int(1)].into());
        assert_eq!(convert(&value, &from, &to), Some(Value::Items([Value::Int(1), Value::Null].into())));
    }

    #[test]
    fn literals_narrow_where_they_fit() {
        use Primitive::*;
        let literal = |value: Value, from: Primitive, to: Primitive| convert_literal(&value, &ty(from), &ty(to));
        assert_eq!(literal(Value::Int(255), Int32, Uint8), Some(Value::Uint(255)));
        assert_eq!(literal(Value::Int(256), Int32, Uint8), None);
        assert_eq!(literal(Value::Int(7), Int32, Float), Some(Value::Float(7.0)));
        assert_eq!(literal(Value::bytes(*b"x"), String, Utf8), Some(Value::text("x")));
        assert_eq!(literal(Value::bytes([0xFF]), String, Utf8), None);
        assert_eq!(literal(Value::bytes(*b"{}"), String, Json), Some(Value::text("{}")));
        assert_eq!(literal(Value::bytes(*b"{"), String, Json), None);
        assert_eq!(literal(Value::bytes(*b"[]"), String, Yson), Some(Value::bytes(*b"[]")));
        assert_eq!(literal(Value::bytes(*b"2020-01-01"), String, Date), None);
        assert_eq!(convert_literal(&Value::Int(1), &ty(Int32), &ty(Uint8).optional()), Some(Value::Uint(1)));
        assert_eq!(convert_literal(&Value::Null, &Type::Null, &ty(Uint8).optional()), Some(Value::Null));
    }
}
