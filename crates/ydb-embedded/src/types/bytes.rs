//! ToBytes and FromBytes: the binary image of values, little-endian and as wide as the type. StablePickle: the binary
//! image of whole rows.

use super::primitive::unwrap_present;
use super::stored::{StoredAs, in_range, stored, wrap_stored};
use super::{Primitive, Type, Value, is_valid_bytes, parse_text};

/// Returns the binary image of a value of a data type; empty for NULL and for containers.
pub fn to_bytes(value: &Value, ty: &Type) -> Vec<u8> {
    match unwrap_present(value) {
        Value::Float(number) => number.to_le_bytes().to_vec(),
        Value::Double(number) => number.to_le_bytes().to_vec(),
        Value::Decimal(number) => number.to_le_bytes()[..15].to_vec(),
        Value::Uuid(bytes) => bytes.to_vec(),
        Value::Bytes(bytes) => bytes.to_vec(),
        Value::Text(text) => match ty.image() {
            Some(image) => image.of(text).unwrap_or_default(),
            None => text.as_bytes().to_vec(),
        },
        number => match (stored(number), ty.unwrap_optional().primitive().and_then(Primitive::width)) {
            (Some(number), Some(width)) => number.to_le_bytes()[..width].to_vec(),
            _ => Vec::new(),
        },
    }
}

/// Returns the value with this binary image; `None` if the bytes are not an image of the type.
pub fn from_bytes(bytes: &[u8], ty: &Type) -> Option<Value> {
    if ty.decimal().is_some() {
        let mut image = [if bytes.last()? & 0x80 == 0 { 0 } else { 0xFF }; 16];
        image[..15].copy_from_slice(bytes.get(..15).filter(|_| bytes.len() == 15)?);
        let value = Value::Decimal(i128::from_le_bytes(image));
        return in_range(&value, ty).then_some(value);
    }
    let primitive = ty.primitive()?;
    match primitive.stored_as() {
        StoredAs::Bytes => is_valid_bytes(bytes, primitive).then(|| Value::bytes(bytes)),
        // YDB's image of a JsonDocument is binary JSON; this engine keeps the text.
        StoredAs::Text => parse_text(str::from_utf8(bytes).ok()?, ty),
        StoredAs::Imaged(image) => image.text(bytes).map(Value::text),
        StoredAs::Uuid => bytes.try_into().ok().map(Value::Uuid),
        StoredAs::Float => bytes.try_into().ok().map(|bytes| Value::Float(f32::from_le_bytes(bytes))),
        StoredAs::Double => bytes.try_into().ok().map(|bytes| Value::Double(f64::from_le_bytes(bytes))),
        StoredAs::Bool | StoredAs::Signed(_) | StoredAs::Unsigned(_) | StoredAs::Decimal => {
            let width = primitive.width().filter(|&width| width == bytes.len())?;
            let mut image = [0; 16];
            image[..width].copy_from_slice(bytes);
            let value = wrap_stored(i128::from_le_bytes(image), primitive);
            in_range(&value, ty).then_some(value)
        }
    }
}

/// Appends bytes that are equal for equal values of one type and different for different values. YDB's own format has
/// no version and "can be used within a single query" (YDB's page on builtin functions), so this format may differ from
/// YDB's.
///
/// With `is_key`, all forms of one number have the same bytes: zero has two signs, and NaN has many forms.
pub fn pickle(value: &Value, is_key: bool, out: &mut Vec<u8>) {
    let mut fixed = |kind: u8, bytes: &[u8]| {
        out.push(kind);
        out.extend_from_slice(bytes);
    };
    match value {
        Value::Null => fixed(0, &[]),
        Value::Bool(value) => fixed(1, &[u8::from(*value)]),
        Value::Int(number) => fixed(2, &number.to_le_bytes()),
        Value::Uint(number) => fixed(3, &number.to_le_bytes()),
        Value::Float(number) if is_key => pickle(&Value::Double(f64::from(*number)), is_key, out),
        Value::Float(number) => fixed(4, &number.to_bits().to_le_bytes()),
        Value::Double(0.0) if is_key => fixed(5, &[0; 8]),
        Value::Double(number) if is_key && number.is_nan() => fixed(5, &f64::NAN.to_le_bytes()),
        Value::Double(number) => fixed(5, &number.to_bits().to_le_bytes()),
        Value::Decimal(number) => fixed(6, &number.to_le_bytes()),
        Value::Uuid(bytes) => fixed(7, bytes),
        Value::Bytes(_) | Value::Text(_) => {
            let bytes = value.as_bytes().unwrap_or_default();
            fixed(8, &(bytes.len() as u64).to_le_bytes());
            out.extend_from_slice(bytes);
        }
        Value::Items(items) => {
            fixed(9, &(items.len() as u64).to_le_bytes());
            items.iter().for_each(|item| pickle(item, is_key, out));
        }
        Value::Dict(pairs) => {
            fixed(10, &(pairs.len() as u64).to_le_bytes());
            for (key, payload) in pairs.iter() {
                pickle(key, is_key, out);
                pickle(payload, is_key, out);
            }
        }
        Value::Just(inner) => {
            fixed(11, &[]);
            pickle(inner, is_key, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn images_have_the_types_width() {
        let image = |value: Value, primitive: Primitive| to_bytes(&value, &primitive.into());
        assert_eq!(image(Value::Int(123), Primitive::Int32), [123, 0, 0, 0]);
        assert_eq!(image(Value::Int(-2), Primitive::Int16), [0xFE, 0xFF]);
        assert_eq!(image(Value::Uint(1), Primitive::Date), [1, 0]);
        assert_eq!(image(Value::Uint(258), Primitive::Timestamp), [2, 1, 0, 0, 0, 0, 0, 0]);
        assert_eq!(image(Value::Bool(true), Primitive::Bool), [1]);
        assert_eq!(image(Value::Double(1.0), Primitive::Double), [0, 0, 0, 0, 0, 0, 0xF0, 0x3F]);
        let decimal = Type::Decimal { precision: 22, scale: 9 };
        assert_eq!(to_bytes(&Value::Decimal(-1), &decimal), [0xFF; 15]);
    }

    #[test]
    fn wrong_images_are_refused() {
        assert_eq!(from_bytes(&[1, 2, 3], &Primitive::Int32.into()), None);
        // 49672 is the last day; 49673 is one day too late.
        assert_eq!(from_bytes(&49_673_u16.to_le_bytes(), &Primitive::Date.into()), None);
        assert_eq!(from_bytes(&[0xFF], &Primitive::Utf8.into()), None);
        assert_eq!(from_bytes(b"{", &Primitive::Json.into()), None);
    }

    proptest! {
        #[test]
        fn images_are_read_back(number: i64, wide in -(10_i128.pow(22) - 1)..10_i128.pow(22)) {
            for (value, ty) in [
                (Value::Int(number), Type::from(Primitive::Int64)),
                (Value::Uint(number as u64), Primitive::Uint64.into()),
                (Value::Float(number as f32), Primitive::Float.into()),
                (Value::text(number.to_string()), Primitive::Utf8.into()),
                (Value::Decimal(wide), Type::Decimal { precision: 22, scale: 9 }),
            ] {
                prop_assert_eq!(from_bytes(&to_bytes(&value, &ty), &ty), Some(value));
            }
        }
    }
}
