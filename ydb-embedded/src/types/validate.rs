//! Whether a value that came from outside is one of its type.

use super::class::stored;
use super::{Primitive, Type, Value, decimal, dynumber, json, yson};

/// Whether a number lies within its type's range: an integer within its width, a date within the calendar, a Decimal within
/// its digits. Values of types without a range are.
#[must_use]
pub fn in_range(value: &Value, ty: &Type) -> bool {
    match (value, ty.unwrap_optional()) {
        (Value::Decimal(number), Type::Decimal { precision, .. }) => {
            *number == decimal::NAN
                || number.unsigned_abs() == decimal::INF.unsigned_abs()
                || number.unsigned_abs() < decimal::power((*precision).into()).unsigned_abs()
        }
        (_, Type::Primitive(primitive)) => match (stored(value), primitive.range()) {
            (Some(number), Some((least, greatest))) => (least..=greatest).contains(&number),
            _ => true,
        },
        _ => true,
    }
}

/// Checks that this is a value of this type.
///
/// # Errors
///
/// What is wrong with it.
pub fn validate(value: &Value, ty: &Type) -> Result<(), String> {
    match (value, ty) {
        (Value::Null, Type::Optional(_) | Type::Null | Type::Void) => Ok(()),
        (Value::Null, _) => Err(format!("NULL is not a value of the non-optional type {ty}")),
        (Value::Just(inner), Type::Optional(optional)) if optional.is_optional() => validate(inner, optional),
        (_, Type::Optional(inner)) if !matches!(**inner, Type::Optional(_)) => validate(value, inner),
        (Value::Items(items), Type::List(item)) => items.iter().try_for_each(|value| validate(value, item)),
        (Value::Items(items), Type::Tuple(types)) => {
            check_count(items.len(), types.len(), ty)?;
            items.iter().zip(types.iter()).try_for_each(|(value, ty)| validate(value, ty))
        }
        (Value::Items(items), Type::Struct(members)) => {
            check_count(items.len(), members.len(), ty)?;
            items.iter().zip(members.iter()).try_for_each(|(value, (name, ty))| {
                validate(value, ty).map_err(|message| format!("member '{name}': {message}"))
            })
        }
        (Value::Dict(pairs), Type::Dict(key, payload)) => {
            pairs.iter().try_for_each(|(name, value)| validate(name, key).and_then(|()| validate(value, payload)))
        }
        (Value::Items(items), Type::EmptyList) if items.is_empty() => Ok(()),
        (Value::Dict(pairs), Type::EmptyDict) if pairs.is_empty() => Ok(()),
        (Value::Decimal(_), Type::Decimal { .. }) => check_range(value, ty),
        (_, Type::Primitive(primitive)) => validate_primitive(value, *primitive, ty),
        _ => Err(wrong_kind(ty)),
    }
}

fn validate_primitive(value: &Value, primitive: Primitive, ty: &Type) -> Result<(), String> {
    let valid = match (value, primitive) {
        (Value::Bool(_), Primitive::Bool)
        | (Value::Float(_), Primitive::Float)
        | (Value::Double(_), Primitive::Double)
        | (Value::Uuid(_), Primitive::Uuid)
        | (Value::Bytes(_), Primitive::String)
        | (Value::Text(_), Primitive::Utf8 | Primitive::TzDate | Primitive::TzDatetime | Primitive::TzTimestamp) => {
            true
        }
        (Value::Int(_), _)
            if primitive.range().is_some() && !primitive.is_stored_unsigned() && primitive != Primitive::Bool =>
        {
            return check_range(value, ty);
        }
        (Value::Uint(_), _) if primitive.is_stored_unsigned() => return check_range(value, ty),
        (Value::Bytes(bytes), Primitive::Yson) => yson::is_valid(bytes),
        (Value::Text(text), Primitive::Json | Primitive::JsonDocument) => json::is_valid(text),
        (Value::Text(text), Primitive::DyNumber) => dynumber::encode(text).is_some(),
        _ => return Err(wrong_kind(ty)),
    };
    if valid { Ok(()) } else { Err(format!("Invalid {ty} value")) }
}

fn check_range(value: &Value, ty: &Type) -> Result<(), String> {
    if in_range(value, ty) {
        return Ok(());
    }
    let number = match value {
        Value::Decimal(number) => number.to_string(),
        other => stored(other).unwrap_or_default().to_string(),
    };
    Err(format!("{number} is out of the range of {ty}"))
}

fn check_count(found: usize, expected: usize, ty: &Type) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{found} items for {ty}, which has {expected}")) }
}

fn wrong_kind(ty: &Type) -> String {
    format!("the value is not of type {ty}")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn is_valid(value: Value, ty: impl Into<Type>) -> bool {
        validate(&value, &ty.into()).is_ok()
    }

    #[test]
    fn numbers_within_their_width() {
        assert!(is_valid(Value::Int(-128), Primitive::Int8));
        assert!(!is_valid(Value::Int(-129), Primitive::Int8));
        assert!(!is_valid(Value::Uint(1), Primitive::Int8));
        assert!(is_valid(Value::Uint(49_672), Primitive::Date));
        assert!(!is_valid(Value::Uint(49_673), Primitive::Date));
        assert!(is_valid(Value::Int(-53_375_809), Primitive::Date32));
        assert!(!is_valid(Value::Int(-53_375_810), Primitive::Date32));
        assert!(!is_valid(Value::Int(4_291_747_200_000_000), Primitive::Interval));
        assert_eq!(
            validate(&Value::Uint(256), &Primitive::Uint8.into()),
            Err("256 is out of the range of Uint8".to_owned())
        );
    }

    #[test]
    fn decimals_within_their_digits() {
        let ty = Type::Decimal { precision: 3, scale: 1 };
        assert!(is_valid(Value::Decimal(-999), ty.clone()));
        assert!(!is_valid(Value::Decimal(1000), ty.clone()));
        assert!(is_valid(Value::Decimal(-decimal::INF), ty.clone()));
        assert!(is_valid(Value::Decimal(decimal::NAN), ty.clone()));
        assert!(!is_valid(Value::Decimal(decimal::NAN + 1), ty));
    }

    #[test]
    fn texts_of_their_form() {
        assert!(is_valid(Value::text("{}"), Primitive::Json));
        assert!(!is_valid(Value::text("{"), Primitive::Json));
        assert!(is_valid(Value::text(".1e1"), Primitive::DyNumber));
        assert!(!is_valid(Value::text("one"), Primitive::DyNumber));
        assert!(!is_valid(Value::bytes(*b"[1"), Primitive::Yson));
        assert!(!is_valid(Value::bytes(*b"x"), Primitive::Utf8));
    }

    #[test]
    fn containers_item_by_item() {
        let member = |name: &str, ty: Primitive| (Arc::from(name), Type::from(ty));
        let ty = Type::new_struct(vec![member("a", Primitive::Int8), member("b", Primitive::Utf8)]);
        assert!(is_valid(Value::Items([Value::Int(1), Value::text("x")].into()), ty.clone()));
        assert!(!is_valid(Value::Items([Value::Int(1)].into()), ty.clone()));
        assert_eq!(
            validate(&Value::Items([Value::Int(300), Value::text("x")].into()), &ty),
            Err("member 'a': 300 is out of the range of Int8".to_owned())
        );
        assert!(is_valid(Value::Null, Type::from(Primitive::Int8).optional()));
        assert!(!is_valid(Value::Null, Primitive::Int8));
        let twice = Type::Optional(Arc::new(Type::from(Primitive::Int8).optional()));
        assert!(is_valid(Value::Just(Arc::new(Value::Null)), twice.clone()));
        assert!(!is_valid(Value::Int(1), twice));
    }
}
