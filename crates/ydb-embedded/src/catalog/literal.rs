//! Constants of DDL as values of a column's type: split points and defaults are converted implicitly.

use crate::types::{self, Primitive, Type, Value};

/// The value of a literal of type `from` as one of type `to`: as when it is written into a column, and beyond that
/// integers that fit and text.
pub fn fit(from: &Type, value: &Value, to: &Type) -> Option<Value> {
    let (from, to) = (from.unwrap_optional(), to.unwrap_optional());
    match (from.primitive(), to.primitive(), value) {
        _ if value.is_null() || from == to => Some(value.clone()),
        (Some(from), Some(to), _) if from.is_integer() && to.is_integer() => {
            types::from_stored(types::stored(value)?, to)
        }
        (Some(Primitive::String), Some(Primitive::Utf8), Value::Bytes(bytes)) => {
            std::str::from_utf8(bytes).ok().map(Value::text)
        }
        _ if types::write_type(from, to) => types::convert(value, from, to),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::fit;
    use crate::types::{Primitive, Type, Value};

    #[test]
    fn literals_fit_where_yql_converts_them() {
        use Primitive::{Date, Double, Float, Int32, Int64, String, Timestamp, Timestamp64, Uint8, Uint64, Utf8, Uuid};
        let fits = |from: Primitive, value: Value, to: Primitive| fit(&Type::from(from), &value, &Type::from(to));
        assert_eq!(fits(Int32, Value::Int(-100), Int64), Some(Value::Int(-100)));
        assert_eq!(fits(Int32, Value::Int(10), Uint64), Some(Value::Uint(10)));
        assert_eq!(fits(Int32, Value::Int(300), Uint8), None);
        assert_eq!(fits(Int64, Value::Int(5_000_000_000), Int32), None);
        assert_eq!(fits(Double, Value::Double(1.5), Float), None);
        assert_eq!(fits(String, Value::bytes(*b"a"), Utf8), Some(Value::text("a")));
        assert_eq!(fits(String, Value::bytes([0xFF]), Utf8), None);
        assert_eq!(fits(String, Value::bytes(*b"a"), Uuid), None);
        assert_eq!(fits(Int32, Value::Int(1), Timestamp), None);
        assert_eq!(fits(Date, Value::Uint(1), Timestamp64), Some(Value::Int(86_400_000_000)));
        assert_eq!(fits(Timestamp, Value::Uint(1), Date), None);
        let decimal = |precision, scale| Type::Decimal { precision, scale };
        assert_eq!(fit(&decimal(5, 2), &Value::Decimal(150), &decimal(7, 4)), Some(Value::Decimal(15_000)));
        assert_eq!(fit(&decimal(7, 4), &Value::Decimal(15_000), &decimal(5, 2)), None);
    }
}
