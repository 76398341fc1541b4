//! Total order of stored keys and of ORDER BY: NULL first, `nan` last.
//!
//! Unlike [`ordered`](super::ordered), this order compares every pair of values, and both values have the same type.

use std::cmp::Ordering;
use std::sync::Arc;

use super::{Type, Value};

pub fn sort_cmp(a: &Value, b: &Value, ty: &Type) -> Ordering {
    if let (Value::Text(a), Value::Text(b)) = (a, b)
        && let Some(image) = ty.image()
    {
        return image.of(a).cmp(&image.of(b));
    }
    key_cmp(a, b)
}

/// Compares two values of one type that sorts without an [`Image`](super::Image). For other types use [`sort_cmp`].
pub fn key_cmp(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Null, Value::Null) => Ordering::Equal,
        (Value::Null, _) => Ordering::Less,
        (_, Value::Null) => Ordering::Greater,
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Uint(a), Value::Uint(b)) => a.cmp(b),
        (Value::Text(a), Value::Text(b)) => a.cmp(b),
        (Value::Bytes(a), Value::Bytes(b)) => a.cmp(b),
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Uuid(a), Value::Uuid(b)) => a.cmp(b),
        // The code of `nan` is above the code of infinity.
        (Value::Decimal(a), Value::Decimal(b)) => a.cmp(b),
        (Value::Float(a), Value::Float(b)) => float_cmp(f64::from(*a), f64::from(*b)),
        (Value::Double(a), Value::Double(b)) => float_cmp(*a, *b),
        (Value::Items(a), Value::Items(b)) if Arc::ptr_eq(a, b) => Ordering::Equal,
        (Value::Items(a), Value::Items(b)) => {
            let pairs = a.iter().zip(b.iter()).map(|(a, b)| key_cmp(a, b));
            first_difference(pairs).then(a.len().cmp(&b.len()))
        }
        (Value::Dict(a), Value::Dict(b)) => {
            let pairs = a.iter().zip(b.iter()).map(|(a, b)| key_cmp(&a.0, &b.0).then_with(|| key_cmp(&a.1, &b.1)));
            first_difference(pairs).then(a.len().cmp(&b.len()))
        }
        (Value::Just(a), Value::Just(b)) => key_cmp(a, b),
        // Values of one type always have the same variant, so any fixed order is fine here.
        _ => rank(a).cmp(&rank(b)),
    }
}

fn float_cmp(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
}

fn first_difference(mut parts: impl Iterator<Item = Ordering>) -> Ordering {
    parts.find(|part| part.is_ne()).unwrap_or(Ordering::Equal)
}

const fn rank(value: &Value) -> u8 {
    match value {
        Value::Null => 0,
        Value::Bool(_) => 1,
        Value::Int(_) => 2,
        Value::Uint(_) => 3,
        Value::Float(_) => 4,
        Value::Double(_) => 5,
        Value::Decimal(_) => 6,
        Value::Uuid(_) => 7,
        Value::Bytes(_) => 8,
        Value::Text(_) => 9,
        Value::Items(_) => 10,
        Value::Dict(_) => 11,
        Value::Just(_) => 12,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Primitive;

    #[test]
    fn null_first_and_nan_last() {
        let mut doubles = [Value::Double(f64::NAN), Value::Double(f64::INFINITY), Value::Null, Value::Double(-1.0)];
        doubles.sort_by(key_cmp);
        assert!(doubles[0].is_null());
        assert_eq!(doubles[1..3], [Value::Double(-1.0), Value::Double(f64::INFINITY)]);
        assert_eq!(key_cmp(&Value::Double(f64::NAN), &Value::Double(f64::NAN)), Ordering::Equal);
    }

    #[test]
    fn dynumbers_by_value() {
        let ty = Type::from(Primitive::DyNumber).optional();
        assert_eq!(sort_cmp(&Value::text(".9e1"), &Value::text(".1e2"), &ty), Ordering::Less);
        assert_eq!(sort_cmp(&Value::Null, &Value::text("-.1e2"), &ty), Ordering::Less);
    }

    #[test]
    fn strings_by_bytes_then_length() {
        assert_eq!(key_cmp(&Value::text("b"), &Value::text("ab")), Ordering::Greater);
        assert_eq!(key_cmp(&Value::text("a"), &Value::text("ab")), Ordering::Less);
        assert_eq!(key_cmp(&Value::bytes([0xff]), &Value::bytes([0x7f, 1])), Ordering::Greater);
    }

    #[test]
    fn tuples_in_order_of_items() {
        let tuple = |a, b| Value::Items([a, b].into());
        assert_eq!(key_cmp(&tuple(Value::Int(1), Value::Null), &tuple(Value::Int(1), Value::Int(0))), Ordering::Less);
        assert_eq!(
            key_cmp(&tuple(Value::Int(2), Value::Null), &tuple(Value::Int(1), Value::Int(0))),
            Ordering::Greater
        );
    }
}
