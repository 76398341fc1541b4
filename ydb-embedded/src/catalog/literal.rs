//! Which constants fit which columns: split points and defaults take a value of another type where YQL converts it by itself.

use crate::types::{Primitive, Type, Value};

/// The value of a literal of type `from` as one of type `to`, where YQL converts it implicitly: integers that fit, wider numbers, text.
#[must_use]
pub fn fit(from: &Type, value: &Value, to: &Type) -> Option<Value> {
    let (from, to) = (from.unwrap_optional(), to.unwrap_optional());
    if value.is_null() || from == to {
        return Some(value.clone());
    }
    if let Type::Decimal { precision, scale } = to {
        return decimal(from, value, *precision, *scale);
    }
    let (Type::Primitive(from), Type::Primitive(to)) = (from, to) else { return None };
    match (value, to) {
        // The integral types only: dates share the storage of integers, but have no implicit way back.
        (Value::Int(number), _) if is_integer(*from) => integer(i128::from(*number), *to),
        (Value::Uint(number), _) if is_integer(*from) => integer(i128::from(*number), *to),
        (Value::Float(number), Primitive::Double) => Some(Value::Double(f64::from(*number))),
        (Value::Bytes(bytes), Primitive::Utf8) if *from == Primitive::String => {
            std::str::from_utf8(bytes).ok().map(Value::text)
        }
        (Value::Text(text), Primitive::String) if matches!(from, Primitive::Utf8 | Primitive::Json) => {
            Some(Value::bytes(text.as_bytes()))
        }
        (Value::Text(text), Primitive::Utf8) if *from == Primitive::Json => Some(Value::Text(text.clone())),
        (Value::Bytes(bytes), Primitive::String) => Some(Value::Bytes(bytes.clone())),
        _ => time(*from, value, *to),
    }
}

const fn is_integer(primitive: Primitive) -> bool {
    use Primitive::{Int8, Int16, Int32, Int64, Uint8, Uint16, Uint32, Uint64};
    matches!(primitive, Int8 | Int16 | Int32 | Int64 | Uint8 | Uint16 | Uint32 | Uint64)
}

fn integer(number: i128, to: Primitive) -> Option<Value> {
    let signed = |least: i64, most: i64| {
        i64::try_from(number).ok().filter(|number| (least..=most).contains(number)).map(Value::Int)
    };
    let unsigned = |most: u64| u64::try_from(number).ok().filter(|number| *number <= most).map(Value::Uint);
    match to {
        Primitive::Int8 => signed(i8::MIN.into(), i8::MAX.into()),
        Primitive::Int16 => signed(i16::MIN.into(), i16::MAX.into()),
        Primitive::Int32 => signed(i32::MIN.into(), i32::MAX.into()),
        Primitive::Int64 => signed(i64::MIN, i64::MAX),
        Primitive::Uint8 => unsigned(u8::MAX.into()),
        Primitive::Uint16 => unsigned(u16::MAX.into()),
        Primitive::Uint32 => unsigned(u32::MAX.into()),
        Primitive::Uint64 => unsigned(u64::MAX),
        #[allow(clippy::cast_precision_loss, reason = "that is the conversion")]
        Primitive::Float => Some(Value::Float(number as f32)),
        #[allow(clippy::cast_precision_loss, reason = "that is the conversion")]
        Primitive::Double => Some(Value::Double(number as f64)),
        _ => None,
    }
}

fn decimal(from: &Type, value: &Value, precision: u8, scale: u8) -> Option<Value> {
    let Type::Decimal { precision: old, scale: from_scale } = from else { return None };
    // Neither the scale nor the digits before the point may shrink.
    let (added, Value::Decimal(number)) = (scale.checked_sub(*from_scale)?, value) else { return None };
    if old - from_scale > precision - scale {
        return None;
    }
    number.checked_mul(10_i128.checked_pow(added.into())?).map(Value::Decimal)
}

fn time(from: Primitive, value: &Value, to: Primitive) -> Option<Value> {
    use Primitive::{Date, Date32, Datetime, Datetime64, Interval, Interval64, Timestamp, Timestamp64};
    let number = match value {
        Value::Int(number) => i128::from(*number),
        Value::Uint(number) => i128::from(*number),
        _ => return None,
    };
    let (day, second) = (86_400_i128, 1_000_000_i128);
    let factor = match (from, to) {
        (Date, Date32) | (Datetime, Datetime64) | (Timestamp, Timestamp64) | (Interval, Interval64) => 1,
        (Date, Datetime | Datetime64) | (Date32, Datetime64) => day,
        (Date, Timestamp | Timestamp64) | (Date32, Timestamp64) => day * second,
        (Datetime, Timestamp | Timestamp64) | (Datetime64, Timestamp64) => second,
        _ => return None,
    };
    let number = number.checked_mul(factor)?;
    if matches!(to, Datetime | Timestamp) {
        u64::try_from(number).ok().map(Value::Uint)
    } else {
        i64::try_from(number).ok().map(Value::Int)
    }
}

#[cfg(test)]
mod tests {
    use super::fit;
    use crate::types::{Primitive, Type, Value};

    #[test]
    fn literals_fit_where_yql_converts_them() {
        use Primitive::{Double, Float, Int32, Int64, String, Timestamp, Uint8, Uint64, Utf8, Uuid};
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
    }
}
