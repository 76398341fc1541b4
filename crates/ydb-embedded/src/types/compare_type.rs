//! Which types can be compared, for order and for equality.

use super::{Primitive, Type};

/// Whether YQL allows `<` between values of these types.
pub fn comparable(a: &Type, b: &Type) -> bool {
    comparable_as(a, b, false)
}

/// Whether YQL allows `=` between values of these types. Structs and dicts have no order, but may be equal.
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
    use super::*;

    fn ty(primitive: Primitive) -> Type {
        primitive.into()
    }

    fn tuple(types: &[Primitive]) -> Type {
        Type::Tuple(types.iter().map(|&primitive| ty(primitive).optional()).collect())
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
