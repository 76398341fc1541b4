//! Values as text, exactly as YQL's CAST reads and writes them.
//!
//! A float is written with the fewest digits from which it can be read back: `0.1`, not `0.1000000015`. From 1e21 on
//! and below 1e-10 it has an exponent. Dates, intervals and decimals have files of their own.

use std::fmt::Write;
use std::sync::Arc;

use super::stored::{StoredAs, from_stored};
use super::{Primitive, Type, Value, datetime, decimal, interval, json, yson};

/// Parses the text of a value; `None` if it is not a value of the type. For an optional type, parses a value of the
/// inner type.
pub fn parse_text(text: &str, ty: &Type) -> Option<Value> {
    match ty {
        Type::Primitive(primitive) => parse_primitive(text, *primitive),
        Type::Decimal { precision, scale } => decimal::parse(text, *precision, *scale).map(Value::Decimal),
        Type::Optional(inner) if inner.is_data() => parse_text(text, inner),
        _ => None,
    }
}

fn parse_primitive(text: &str, primitive: Primitive) -> Option<Value> {
    match primitive {
        Primitive::Bool if text.eq_ignore_ascii_case("true") => Some(Value::Bool(true)),
        Primitive::Bool if text.eq_ignore_ascii_case("false") => Some(Value::Bool(false)),
        Primitive::Bool => None,
        Primitive::Int8 | Primitive::Int16 | Primitive::Int32 | Primitive::Int64 => {
            from_stored(text.parse::<i64>().ok()?.into(), primitive)
        }
        Primitive::Uint8 | Primitive::Uint16 | Primitive::Uint32 | Primitive::Uint64 => {
            from_stored(text.parse::<u64>().ok()?.into(), primitive)
        }
        Primitive::Float => text.parse().ok().filter(|_| is_float_text(text)).map(Value::Float),
        Primitive::Double => text.parse().ok().filter(|_| is_float_text(text)).map(Value::Double),
        Primitive::Date
        | Primitive::Datetime
        | Primitive::Timestamp
        | Primitive::Date32
        | Primitive::Datetime64
        | Primitive::Timestamp64 => datetime::parse(text, primitive),
        Primitive::Interval | Primitive::Interval64 => interval::parse(text, primitive),
        Primitive::String | Primitive::Yson => {
            is_valid_bytes(text.as_bytes(), primitive).then(|| Value::bytes(text.as_bytes()))
        }
        Primitive::Utf8 | Primitive::Json | Primitive::JsonDocument | Primitive::DyNumber => {
            kept_text(text, primitive).map(Value::Text)
        }
        Primitive::Uuid if text.len() == 36 => {
            uuid::Uuid::try_parse(text).ok().map(|uuid| Value::Uuid(uuid.to_bytes_le()))
        }
        Primitive::Uuid => None,
        // Reading a time zone needs the time zone database, which the engine does not have.
        Primitive::TzDate | Primitive::TzDatetime | Primitive::TzTimestamp => None,
    }
}

/// Returns `true` if the bytes are a value of a type that is stored as bytes.
pub fn is_valid_bytes(bytes: &[u8], primitive: Primitive) -> bool {
    primitive != Primitive::Yson || yson::is_valid(bytes)
}

/// Returns the form in which a type that is stored as text keeps a text; `None` if the text is not a value of the type.
pub fn kept_text(text: &str, primitive: Primitive) -> Option<Arc<str>> {
    match primitive {
        Primitive::Json => json::is_valid(text).then(|| text.into()),
        Primitive::JsonDocument => json::document(text).map(Into::into),
        Primitive::TzDate => zoned(text, Primitive::Date, ""),
        Primitive::TzDatetime => zoned(text, Primitive::Datetime, "Z"),
        Primitive::TzTimestamp => zoned(text, Primitive::Timestamp, "Z"),
        other => match other.stored_as() {
            StoredAs::Text => Some(text.into()),
            StoredAs::Imaged(image) => image.text(&image.of(text)?).map(Into::into),
            _ => None,
        },
    }
}

/// Checks a local time with a time zone. The zone's name is not checked, because the engine has no time zone database.
fn zoned(text: &str, time: Primitive, utc: &str) -> Option<Arc<str>> {
    let (local, zone) = text.split_once(',').filter(|(_, zone)| !zone.is_empty())?;
    let value = datetime::parse(&format!("{local}{utc}"), time)?;
    Some(format!("{},{zone}", to_text(&value, &time.into()).trim_end_matches('Z')).into())
}

/// Returns `true` if YQL reads the text as a float. Rust also reads `infinity`, which YQL does not.
fn is_float_text(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    unsigned.eq_ignore_ascii_case("inf")
        || unsigned.eq_ignore_ascii_case("nan")
        || unsigned.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'))
}

/// Returns the text of a value. NULL is `NULL`; bytes that are not UTF-8 become replacement characters. Lists, tuples,
/// structs and dicts, for which CAST has no text, are printed like in YDB's command line.
pub fn to_text(value: &Value, ty: &Type) -> String {
    let mut out = String::new();
    write_text(value, ty, &mut out);
    out
}

/// Returns the text of a value of a data type, as CAST does; `None` if CAST returns NULL.
pub(super) fn cast_text(value: &Value, ty: &Type) -> Option<Arc<str>> {
    match (value, ty) {
        (Value::Text(text), _) => Some(Arc::clone(text)),
        (Value::Decimal(number), Type::Decimal { precision, scale }) => {
            decimal::print(*number, *precision, *scale).map(Into::into)
        }
        (Value::Null, _) => None,
        _ => Some(to_text(value, ty).into()),
    }
}

/// Appends the text of a value; see [`to_text`].
pub fn write_text(value: &Value, ty: &Type, out: &mut String) {
    match value {
        Value::Null => out.push_str("NULL"),
        Value::Bool(bit) => out.push_str(if *bit { "true" } else { "false" }),
        Value::Int(number) => match ty.unwrap_optional().primitive() {
            Some(date) if date.is_date() => datetime::print(*number, date, out),
            Some(Primitive::Interval | Primitive::Interval64) => interval::print(*number, out),
            _ => write_number(out, number),
        },
        Value::Uint(number) => match ty.unwrap_optional().primitive() {
            Some(date) if date.is_date() => datetime::print(*number as i64, date, out),
            _ => write_number(out, number),
        },
        Value::Float(number) => write_float(&format!("{number:e}"), out),
        Value::Double(number) => write_float(&format!("{number:e}"), out),
        Value::Decimal(number) => {
            let (precision, scale) = ty.unwrap_optional().decimal().unwrap_or((decimal::MAX_PRECISION, 0));
            out.push_str(&decimal::print(*number, precision, scale).unwrap_or_default());
        }
        Value::Uuid(bytes) => write_number(out, uuid::Uuid::from_bytes_le(*bytes).as_hyphenated()),
        Value::Bytes(bytes) => out.push_str(&String::from_utf8_lossy(bytes)),
        Value::Text(text) => out.push_str(text),
        Value::Just(inner) => write_text(inner, ty.unwrap_optional(), out),
        Value::Items(items) => write_items(items, ty.unwrap_optional(), out),
        Value::Dict(pairs) => {
            let (key, payload) = match ty.unwrap_optional() {
                Type::Dict(key, payload) => (&**key, &**payload),
                _ => (&Type::Null, &Type::Null),
            };
            out.push('{');
            for (i, (name, value)) in pairs.iter().enumerate() {
                out.push_str(if i == 0 { "" } else { ", " });
                write_text(name, key, out);
                out.push_str(": ");
                write_text(value, payload, out);
            }
            out.push('}');
        }
    }
}

fn write_items(items: &[Value], ty: &Type, out: &mut String) {
    let is_list = matches!(ty, Type::List(_) | Type::EmptyList);
    out.push(if is_list { '[' } else { '(' });
    for (i, item) in items.iter().enumerate() {
        out.push_str(if i == 0 { "" } else { ", " });
        let item_type = match ty {
            Type::List(item) => item,
            Type::Tuple(types) => types.get(i).unwrap_or(&Type::Null),
            Type::Struct(members) => members.get(i).map_or(&Type::Null, |member| &member.1),
            _ => &Type::Null,
        };
        write_text(item, item_type, out);
    }
    out.push(if is_list { ']' } else { ')' });
}

fn write_number(out: &mut String, number: impl std::fmt::Display) {
    let _ = write!(out, "{number}");
}

/// Writes the shortest digits of a float: without an exponent from 1e-10 to below 1e21, and with one outside.
fn write_float(scientific: &str, out: &mut String) {
    let Some((mantissa, exponent)) = scientific.split_once('e') else {
        // `NaN`, `inf` and `-inf`.
        out.push_str(&scientific.to_ascii_lowercase());
        return;
    };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let digits = match mantissa.strip_prefix('-') {
        Some(digits) => {
            out.push('-');
            digits
        }
        None => mantissa,
    };
    if !(-10..21).contains(&exponent) {
        let sign = if exponent < 0 { "" } else { "+" };
        let _ = write!(out, "{digits}e{sign}{exponent}");
        return;
    }
    let digits: String = digits.chars().filter(|&c| c != '.').collect();
    if exponent < 0 {
        let _ = write!(out, "0.{:0<zeros$}{digits}", "", zeros = exponent.unsigned_abs() as usize - 1);
        return;
    }
    let whole = exponent as usize + 1;
    if digits.len() <= whole {
        let _ = write!(out, "{digits:0<whole$}");
    } else {
        let _ = write!(out, "{}.{}", &digits[..whole], &digits[whole..]);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn double(number: f64) -> String {
        to_text(&Value::Double(number), &Primitive::Double.into())
    }

    fn parse(text: &str, primitive: Primitive) -> Option<Value> {
        parse_text(text, &primitive.into())
    }

    #[test]
    fn integers_and_bools() {
        assert_eq!(parse("-128", Primitive::Int8), Some(Value::Int(-128)));
        assert_eq!(parse("128", Primitive::Int8), None);
        assert_eq!(parse("+7", Primitive::Uint8), Some(Value::Uint(7)));
        assert_eq!(parse("18446744073709551615", Primitive::Uint64), Some(Value::Uint(u64::MAX)));
        assert_eq!(parse(" 1", Primitive::Int32), None);
        assert_eq!(parse("", Primitive::Int32), None);
        assert_eq!(parse("TRUE", Primitive::Bool), Some(Value::Bool(true)));
        assert_eq!(parse("1", Primitive::Bool), None);
        assert_eq!(to_text(&Value::Bool(false), &Primitive::Bool.into()), "false");
        assert_eq!(to_text(&Value::Uint(7), &Type::from(Primitive::Uint8).optional()), "7");
    }

    #[test]
    fn floats_have_the_shortest_digits() {
        assert_eq!(double(1.0), "1");
        assert_eq!(double(0.1), "0.1");
        assert_eq!(double(-1.5), "-1.5");
        assert_eq!(double(123_456.789), "123456.789");
        assert_eq!(double(1e20), "100000000000000000000");
        assert_eq!(double(1e21), "1e+21");
        assert_eq!(double(1.5e-7), "0.00000015");
        assert_eq!(double(1e-10), "0.0000000001");
        assert_eq!(double(1e-11), "1e-11");
        assert_eq!(double(0.0), "0");
        assert_eq!(double(f64::NAN), "nan");
        assert_eq!(double(f64::NEG_INFINITY), "-inf");
        assert_eq!(to_text(&Value::Float(0.1), &Primitive::Float.into()), "0.1");
        assert_eq!(parse("1e3", Primitive::Double), Some(Value::Double(1000.0)));
        assert_eq!(parse("-INF", Primitive::Double), Some(Value::Double(f64::NEG_INFINITY)));
        assert_eq!(parse("infinity", Primitive::Double), None);
        assert_eq!(parse("", Primitive::Double), None);
    }

    #[test]
    fn uuids_are_stored_mixed_endian() {
        let stored = [0xd4, 0xc3, 0xb2, 0xa1, 0xf6, 0xe5, 0x18, 0x07, 0x29, 0x3a, 0x4b, 0x5c, 0x6d, 0x7e, 0x8f, 0x90];
        let text = "a1b2c3d4-e5f6-0718-293a-4b5c6d7e8f90";
        assert_eq!(parse(text, Primitive::Uuid), Some(Value::Uuid(stored)));
        assert_eq!(parse(&text.to_uppercase(), Primitive::Uuid), Some(Value::Uuid(stored)));
        assert_eq!(parse("a1b2c3d4e5f60718293a4b5c6d7e8f90", Primitive::Uuid), None);
        assert_eq!(to_text(&Value::Uuid(stored), &Primitive::Uuid.into()), text);
    }

    #[test]
    fn containers_are_shown() {
        let list = Type::List(Arc::new(Primitive::Date.into()));
        assert_eq!(to_text(&Value::Items([Value::Uint(0), Value::Uint(1)].into()), &list), "[1970-01-01, 1970-01-02]");
    }

    proptest! {
        #[test]
        fn doubles_are_read_back(number: f64) {
            prop_assert_eq!(parse(&double(number), Primitive::Double), Some(Value::Double(number)));
        }

        #[test]
        fn floats_are_read_back(number: f32) {
            let text = to_text(&Value::Float(number), &Primitive::Float.into());
            prop_assert_eq!(parse(&text, Primitive::Float), Some(Value::Float(number)));
        }

        #[test]
        fn uuids_are_read_back(bytes: [u8; 16]) {
            let text = to_text(&Value::Uuid(bytes), &Primitive::Uuid.into());
            prop_assert_eq!(parse(&text, Primitive::Uuid), Some(Value::Uuid(bytes)));
        }

        #[test]
        fn integers_are_read_back(number: i64) {
            let text = to_text(&Value::Int(number), &Primitive::Int64.into());
            prop_assert_eq!(parse(&text, Primitive::Int64), Some(Value::Int(number)));
        }
    }
}
