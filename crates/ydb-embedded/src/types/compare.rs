//! SQL comparisons, and the types that can be compared by order and by equality.
//!
//! Values are compared by value, not by type: `1` (Int32) equals `1.0` (Double), and `Date('1970-01-02')` equals
//! `Datetime('1970-01-02T00:00:00Z')`. Integers, dates (in microseconds) and intervals are widened to i128, so nothing
//! overflows. An integer and a float are compared as floats of the float's width, as in C++. Decimals with different
//! scales are compared exactly, in 256 bits.
//!
//! Besides true and false, the result of a comparison may be unknown (`None`), for example if either side is NULL.
//! `nan` is neither less than, equal to nor greater than any value, so `=`, `<` and `<=` with it are false. Tuples,
//! lists and structs are compared item by item. For equality, one different pair makes the result false, even if
//! another pair is unknown; for `<`, the first pair that is not equal decides.

use std::cmp::Ordering;

use super::primitive::unwrap_present;
use super::stored::stored;
use super::{Primitive, Type, Value, decimal};

/// Compares `a = b`; `None` means unknown.
pub fn equal(a: &Value, a_type: &Type, b: &Value, b_type: &Type) -> Option<bool> {
    let (a_value, b_value) = (unwrap_present(a), unwrap_present(b));
    match ((a_type.unwrap_optional(), a_value), (b_type.unwrap_optional(), b_value)) {
        ((Type::Tuple(a_types), Value::Items(a)), (Type::Tuple(b_types), Value::Items(b))) => {
            let pairs = a.iter().zip(a_types.iter()).zip(b.iter().zip(b_types.iter()));
            let prefix = all(pairs.map(|((a, a_type), (b, b_type))| equal(a, a_type, b, b_type)));
            // A missing item counts as NULL.
            if a.len() == b.len() || prefix == Some(false) { prefix } else { None }
        }
        ((Type::Struct(a_members), Value::Items(a)), (Type::Struct(b_members), Value::Items(b))) => {
            let mut common = 0;
            let result = all(a_members.iter().zip(a.iter()).filter_map(|((name, a_type), a)| {
                let at = b_members.binary_search_by(|member| member.0.cmp(name)).ok()?;
                common += 1;
                Some(equal(a, a_type, b.get(at)?, &b_members[at].1))
            }));
            let complete = common == a.len() && common == b.len();
            if complete || result == Some(false) { result } else { None }
        }
        ((Type::List(a_item), Value::Items(a)), (Type::List(b_item), Value::Items(b))) => {
            if a.len() == b.len() {
                all(a.iter().zip(b.iter()).map(|(a, b)| equal(a, a_item, b, b_item)))
            } else {
                Some(false)
            }
        }
        ((Type::Dict(a_key, a_payload), Value::Dict(a)), (Type::Dict(b_key, b_payload), Value::Dict(b))) => {
            if a.len() != b.len() {
                return Some(false);
            }
            all(a.iter().zip(b.iter()).flat_map(|((a_name, a), (b_name, b))| {
                [equal(a_name, a_key, b_name, b_key), equal(a, a_payload, b, b_payload)]
            }))
        }
        _ => ordered(a, a_type, b, b_type, Ordering::is_eq),
    }
}

/// Returns `true` if the order of two values passes a test, such as that of `a < b`; `None` means unknown.
pub fn ordered(a: &Value, a_type: &Type, b: &Value, b_type: &Type, test: fn(Ordering) -> bool) -> Option<bool> {
    match relate(a, a_type, b, b_type) {
        Relation::Ordered(ordering) => Some(test(ordering)),
        // Every comparison with `nan` is false.
        Relation::Unordered => Some(false),
        Relation::Unknown => None,
    }
}

/// Combines parts with AND; some of them may be unknown.
fn all(parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
    let mut result = Some(true);
    for part in parts {
        match part {
            Some(false) => return Some(false),
            None => result = None,
            Some(true) => {}
        }
    }
    result
}

enum Relation {
    Ordered(Ordering),
    /// One of the values is `nan`.
    Unordered,
    /// One of the values is NULL.
    Unknown,
}

impl From<Option<Ordering>> for Relation {
    fn from(ordering: Option<Ordering>) -> Self {
        ordering.map_or(Self::Unordered, Self::Ordered)
    }
}

fn relate(a: &Value, a_type: &Type, b: &Value, b_type: &Type) -> Relation {
    match (a, b) {
        (Value::Int(x), Value::Int(y)) if same_unit(a_type, b_type) => Relation::Ordered(x.cmp(y)),
        (Value::Uint(x), Value::Uint(y)) if same_unit(a_type, b_type) => Relation::Ordered(x.cmp(y)),
        (Value::Bytes(x), Value::Bytes(y)) => Relation::Ordered(x.cmp(y)),
        (Value::Text(x), Value::Text(y)) => relate_text(x, a_type, y, b_type),
        (Value::Bytes(x), Value::Text(y)) => Relation::Ordered((**x).cmp(y.as_bytes())),
        (Value::Text(x), Value::Bytes(y)) => Relation::Ordered(x.as_bytes().cmp(y)),
        (Value::Bool(x), Value::Bool(y)) => Relation::Ordered(x.cmp(y)),
        (Value::Uuid(x), Value::Uuid(y)) => Relation::Ordered(x.cmp(y)),
        // NULL makes the result unknown, except that two values of type Void are equal.
        (Value::Null, Value::Null) if matches!((a_type, b_type), (Type::Void, Type::Void)) => {
            Relation::Ordered(Ordering::Equal)
        }
        (Value::Null, _) | (_, Value::Null) => Relation::Unknown,
        (Value::Just(a), _) => relate(a, a_type.unwrap_optional(), b, b_type),
        (_, Value::Just(b)) => relate(a, a_type, b, b_type.unwrap_optional()),
        (Value::Items(x), Value::Items(y)) => relate_items(x, a_type.unwrap_optional(), y, b_type.unwrap_optional()),
        _ => relate_numbers(a, a_type, b, b_type),
    }
}

fn unit(ty: &Type) -> i64 {
    ty.unwrap_optional().primitive().map_or(1, Primitive::unit_us)
}

fn same_unit(a: &Type, b: &Type) -> bool {
    a == b || unit(a) == unit(b)
}

fn relate_text(a: &str, a_type: &Type, b: &str, b_type: &Type) -> Relation {
    match a_type.image() {
        Some(image) if b_type.image() == Some(image) => match (image.of(a), image.of(b)) {
            (Some(a), Some(b)) => Relation::Ordered(a.cmp(&b)),
            _ => Relation::Unordered,
        },
        _ => Relation::Ordered(a.cmp(b)),
    }
}

fn relate_items(a: &[Value], a_type: &Type, b: &[Value], b_type: &Type) -> Relation {
    for (i, (a, b)) in a.iter().zip(b).enumerate() {
        let relation = match (a_type, b_type) {
            (Type::Tuple(a_types), Type::Tuple(b_types)) if i < a_types.len() && i < b_types.len() => {
                relate(a, &a_types[i], b, &b_types[i])
            }
            (Type::List(a_item), Type::List(b_item)) => relate(a, a_item, b, b_item),
            (Type::Struct(a_members), Type::Struct(b_members)) if i < a_members.len() && i < b_members.len() => {
                relate(a, &a_members[i].1, b, &b_members[i].1)
            }
            _ => Relation::Unknown,
        };
        match relation {
            Relation::Ordered(Ordering::Equal) => {}
            other => return other,
        }
    }
    match (a_type, a.len() == b.len()) {
        (_, true) => Relation::Ordered(Ordering::Equal),
        // Missing items of a tuple count as NULL. A list that ends comes before one that continues.
        (Type::Tuple(_), false) => Relation::Unknown,
        _ => Relation::Ordered(a.len().cmp(&b.len())),
    }
}

fn relate_numbers(a: &Value, a_type: &Type, b: &Value, b_type: &Type) -> Relation {
    let number = |value: &Value, ty: &Type| stored(value).map(|number| number * i128::from(unit(ty)));
    match (number(a, a_type), number(b, b_type)) {
        (Some(a), Some(b)) => Relation::Ordered(a.cmp(&b)),
        (Some(a), None) => relate_integer(a, b, b_type),
        (None, Some(b)) => match relate_integer(b, a, a_type) {
            Relation::Ordered(ordering) => Relation::Ordered(ordering.reverse()),
            other => other,
        },
        (None, None) => match (a, b) {
            (Value::Float(x), Value::Float(y)) => x.partial_cmp(y).into(),
            (Value::Double(x), Value::Double(y)) => x.partial_cmp(y).into(),
            (Value::Float(x), Value::Double(y)) => f64::from(*x).partial_cmp(y).into(),
            (Value::Double(x), Value::Float(y)) => x.partial_cmp(&f64::from(*y)).into(),
            (Value::Decimal(x), Value::Decimal(y)) => decimal::compare(*x, scale(a_type), *y, scale(b_type)).into(),
            _ => Relation::Unknown,
        },
    }
}

fn scale(ty: &Type) -> u8 {
    ty.unwrap_optional().decimal().map_or(0, |(_, scale)| scale)
}

/// Compares an integer with another number. With a float it is compared as a float of the same width, as in C++.
fn relate_integer(number: i128, other: &Value, other_type: &Type) -> Relation {
    match other {
        Value::Float(y) => (number as f32).partial_cmp(y).into(),
        Value::Double(y) => (number as f64).partial_cmp(y).into(),
        Value::Decimal(y) => decimal::compare(number, 0, *y, scale(other_type)).into(),
        _ => Relation::Unknown,
    }
}

/// Returns `true` if YQL allows `<` between values of these types.
pub fn comparable(a: &Type, b: &Type) -> bool {
    comparable_as(a, b, false)
}

/// Returns `true` if YQL allows `=` between values of these types. Structs and dicts have no order, but can be equal.
pub fn equatable(a: &Type, b: &Type) -> bool {
    comparable_as(a, b, true)
}

fn comparable_as(a: &Type, b: &Type, equality: bool) -> bool {
    match (a, b) {
        (Type::Null, _) | (_, Type::Null) | (Type::Void, Type::Void) | (Type::EmptyList, Type::EmptyList) => true,
        (Type::Optional(a), b) | (b, Type::Optional(a)) => comparable_as(a, b.unwrap_optional(), equality),
        (Type::List(a), Type::List(b)) => comparable_as(a, b, equality),
        (Type::List(item), Type::EmptyList) | (Type::EmptyList, Type::List(item)) => {
            comparable_as(item, item, equality)
        }
        (Type::Tuple(a), Type::Tuple(b)) => a.iter().zip(b.iter()).all(|(a, b)| comparable_as(a, b, equality)),
        (Type::Struct(a), Type::Struct(b)) => {
            equality
                && a.iter().all(|(name, a)| b.iter().all(|(other, b)| name != other || comparable_as(a, b, equality)))
        }
        (Type::Dict(_, a), Type::Dict(_, b)) => equality && comparable_as(a, b, equality),
        (Type::EmptyDict, Type::EmptyDict | Type::Dict(..)) | (Type::Dict(..), Type::EmptyDict) => equality,
        (Type::Decimal { .. }, Type::Decimal { .. }) => true,
        (Type::Decimal { .. }, Type::Primitive(other)) | (Type::Primitive(other), Type::Decimal { .. }) => {
            other.is_integer()
        }
        (Type::Primitive(a), Type::Primitive(b)) => primitives_comparable(*a, *b),
        _ => false,
    }
}

fn primitives_comparable(a: Primitive, b: Primitive) -> bool {
    use Primitive::{String, Utf8};
    if a.is_document() || a.is_tz() {
        // YDB compares types with a time zone by instant; this engine has no time zones and refuses them.
        return false;
    }
    a == b
        || (a.is_number() && b.is_number())
        || (a.is_date() && b.is_date())
        || (a.is_interval() && b.is_interval())
        || (matches!(a, String | Utf8) && matches!(b, String | Utf8))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;

    fn ty(primitive: Primitive) -> Type {
        primitive.into()
    }

    fn tuple(types: &[Primitive]) -> Type {
        Type::Tuple(types.iter().map(|&primitive| ty(primitive).optional()).collect())
    }

    fn compare(a: &Value, a_type: &Type, b: &Value, b_type: &Type) -> Option<Ordering> {
        match relate(a, a_type, b, b_type) {
            Relation::Ordered(ordering) => Some(ordering),
            Relation::Unordered | Relation::Unknown => None,
        }
    }

    fn less(a: &Value, a_type: &Type, b: &Value, b_type: &Type) -> Option<bool> {
        ordered(a, a_type, b, b_type, Ordering::is_lt)
    }

    fn less_or_equal(a: &Value, a_type: &Type, b: &Value, b_type: &Type) -> Option<bool> {
        ordered(a, a_type, b, b_type, Ordering::is_le)
    }

    fn items(values: &[Value]) -> Value {
        Value::Items(values.into())
    }

    #[test]
    fn numbers_compare_by_value() {
        use Primitive::*;
        let order = |a, a_type, b, b_type| compare(&a, &ty(a_type), &b, &ty(b_type));
        assert_eq!(order(Value::Int(-1), Int8, Value::Uint(u64::MAX), Uint64), Some(Ordering::Less));
        assert_eq!(order(Value::Uint(5), Uint8, Value::Int(5), Int64), Some(Ordering::Equal));
        assert_eq!(order(Value::Int(2), Int32, Value::Double(1.5), Double), Some(Ordering::Greater));
        assert_eq!(order(Value::Double(1.5), Double, Value::Int(2), Int32), Some(Ordering::Less));
        assert_eq!(order(Value::Float(0.5), Float, Value::Double(0.5), Double), Some(Ordering::Equal));
        assert_eq!(order(Value::Double(f64::NAN), Double, Value::Int(2), Int32), None);
        let decimal = Type::Decimal { precision: 5, scale: 2 };
        assert_eq!(compare(&Value::Decimal(150), &decimal, &Value::Int(2), &ty(Int32)), Some(Ordering::Less));
        assert_eq!(equal(&Value::Decimal(200), &decimal, &Value::Uint(2), &ty(Uint8)), Some(true));
        assert_eq!(compare(&Value::Decimal(decimal::NAN), &decimal, &Value::Int(2), &ty(Int32)), None);
    }

    #[test]
    fn points_of_time_compare_by_instant() {
        use Primitive::*;
        let order = |a, a_type, b, b_type| compare(&a, &ty(a_type), &b, &ty(b_type));
        assert_eq!(order(Value::Uint(1), Date, Value::Uint(86_400), Datetime), Some(Ordering::Equal));
        assert_eq!(order(Value::Uint(1), Date, Value::Int(86_400_000_001), Timestamp64), Some(Ordering::Less));
        assert_eq!(order(Value::Int(-1), Date32, Value::Uint(0), Date), Some(Ordering::Less));
        assert_eq!(order(Value::Int(5), Interval, Value::Int(5), Interval64), Some(Ordering::Equal));
    }

    #[test]
    fn texts_and_bytes_compare_by_bytes() {
        use Primitive::*;
        let order = |a, a_type, b, b_type| compare(&a, &ty(a_type), &b, &ty(b_type));
        assert_eq!(order(Value::text("ab"), Utf8, Value::bytes(*b"ab"), String), Some(Ordering::Equal));
        assert_eq!(order(Value::text("Z"), Utf8, Value::text("a"), Utf8), Some(Ordering::Less));
        assert_eq!(order(Value::text(".9e1"), DyNumber, Value::text(".1e2"), DyNumber), Some(Ordering::Less));
        let (mut low, mut high) = ([0; 16], [0; 16]);
        (low[0], high[3]) = (1, 9);
        assert_eq!(order(Value::Uuid(low), Uuid, Value::Uuid(high), Uuid), Some(Ordering::Greater));
    }

    #[test]
    fn null_is_unknown_and_nan_is_unequal() {
        let int = ty(Primitive::Int32).optional();
        assert_eq!(equal(&Value::Null, &int, &Value::Int(1), &int), None);
        assert_eq!(less(&Value::Int(1), &int, &Value::Null, &int), None);
        let double = ty(Primitive::Double);
        let nan = Value::Double(f64::NAN);
        assert_eq!(equal(&nan, &double, &nan, &double), Some(false));
        assert_eq!(less_or_equal(&nan, &double, &nan, &double), Some(false));
        assert_eq!(less_or_equal(&Value::Double(1.0), &double, &Value::Double(1.0), &double), Some(true));
    }

    #[test]
    fn tuples_compare_item_by_item_with_unknowns() {
        use Primitive::*;
        let pair = tuple(&[Int32, Int32]);
        let equals = |a: [Value; 2], b: [Value; 2]| equal(&items(&a), &pair, &items(&b), &pair);
        let lesser = |a: [Value; 2], b: [Value; 2]| less(&items(&a), &pair, &items(&b), &pair);
        let (one, two, null) = (Value::Int(1), Value::Int(2), Value::Null);
        assert_eq!(equals([one.clone(), two.clone()], [one.clone(), two.clone()]), Some(true));
        assert_eq!(equals([one.clone(), null.clone()], [two.clone(), null.clone()]), Some(false));
        assert_eq!(equals([null.clone(), one.clone()], [one.clone(), two.clone()]), Some(false));
        assert_eq!(equals([one.clone(), null.clone()], [one.clone(), two.clone()]), None);
        assert_eq!(lesser([one.clone(), two.clone()], [two.clone(), one.clone()]), Some(true));
        assert_eq!(lesser([one.clone(), one.clone()], [one.clone(), two.clone()]), Some(true));
        assert_eq!(lesser([one.clone(), null.clone()], [two, one.clone()]), Some(true));
        assert_eq!(lesser([one.clone(), null.clone()], [one.clone(), one.clone()]), None);
        assert_eq!(lesser([null, one.clone()], [one.clone(), one]), None);
    }

    #[test]
    fn shorter_lists_come_first() {
        let list = Type::List(Arc::new(ty(Primitive::Int32)));
        let (short, long) = (items(&[Value::Int(1)]), items(&[Value::Int(1), Value::Int(0)]));
        assert_eq!(compare(&short, &list, &long, &list), Some(Ordering::Less));
        assert_eq!(equal(&short, &list, &long, &list), Some(false));
    }

    #[test]
    fn structs_are_equal_by_member() {
        let a = Type::new_struct(vec![("x".into(), ty(Primitive::Int32)), ("y".into(), ty(Primitive::Int32))]);
        let b = Type::new_struct(vec![("x".into(), ty(Primitive::Int64)), ("y".into(), ty(Primitive::Uint8))]);
        let (first, second) = (items(&[Value::Int(1), Value::Int(2)]), items(&[Value::Int(1), Value::Uint(2)]));
        assert_eq!(equal(&first, &a, &second, &b), Some(true));
        assert_eq!(equal(&first, &a, &items(&[Value::Int(1), Value::Uint(3)]), &b), Some(false));
    }

    proptest! {
        #[test]
        fn integers_and_decimals_keep_the_order_of_the_numbers(a: i64, b: u64, scale in 0_u8..=15) {
            let (int, uint) = (ty(Primitive::Int64), ty(Primitive::Uint64));
            let expected = i128::from(a).cmp(&i128::from(b));
            prop_assert_eq!(compare(&Value::Int(a), &int, &Value::Uint(b), &uint), Some(expected));
            prop_assert_eq!(compare(&Value::Uint(b), &uint, &Value::Int(a), &int), Some(expected.reverse()));
            let decimal = Type::Decimal { precision: 35, scale };
            let scaled = Value::Decimal(i128::from(a) * 10_i128.pow(scale.into()));
            prop_assert_eq!(compare(&scaled, &decimal, &Value::Uint(b), &uint), Some(expected));
        }
    }

    #[test]
    fn which_types_compare() {
        use Primitive::*;
        assert!(comparable(&ty(Int8), &ty(Double)));
        assert!(comparable(&ty(String), &ty(Utf8)));
        assert!(comparable(&ty(Date), &ty(Timestamp64).optional()));
        assert!(comparable(&Type::Decimal { precision: 5, scale: 2 }, &ty(Uint64)));
        assert!(comparable(&Type::Null, &ty(Json)));
        assert!(!comparable(&ty(String), &ty(Int32)));
        assert!(!comparable(&ty(Json), &ty(Json)));
        assert!(!comparable(&ty(Bool), &ty(Int32)));
        assert!(!comparable(&ty(Date), &ty(Interval)));
        assert!(!comparable(&Type::Decimal { precision: 5, scale: 2 }, &ty(Double)));
        let of_int = Type::new_struct(vec![("a".into(), ty(Int32))]);
        assert!(!comparable(&of_int, &of_int));
        assert!(equatable(&of_int, &of_int));
        assert!(comparable(&tuple(&[Int32, Utf8]), &tuple(&[Int64, String])));
        assert!(!comparable(&tuple(&[Int32, Utf8]), &tuple(&[Int64, Int32])));
    }
}
