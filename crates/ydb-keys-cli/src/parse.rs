//! Conversion between texts of a file and values of a YDB type.

use std::borrow::Cow;
use std::fmt::Write as _;

use ydb_keys::types::DecimalValue;
use ydb_keys::{Value, YdbType};
use ydb_keys_core::types::parse;

/// Prefix of hexadecimal digits for bytes that are not text, as in PostgreSQL.
const HEX: &str = "\\x";

/// Formats a value as text that [`value`] parses into the same value; `None` for NULL.
pub(crate) fn text<'a>(value: &'a Value<'_>) -> Option<Cow<'a, str>> {
    Some(match value {
        Value::Null => return None,
        Value::Utf8(x) | Value::Json(x) | Value::JsonDocument(x) | Value::DyNumber(x) => Cow::Borrowed(x),
        Value::String(x) | Value::Yson(x) => match str::from_utf8(x) {
            Ok(text) if !text.starts_with(HEX) => Cow::Borrowed(text),
            _ => Cow::Owned(x.iter().fold(HEX.to_owned(), |mut text, byte| {
                // Writing to a String cannot fail.
                let _ = write!(text, "{byte:02x}");
                text
            })),
        },
        Value::Interval(x) | Value::Interval64(x) => Cow::Owned(x.to_string()),
        other => Cow::Owned(other.to_string()),
    })
}

/// Returns the bytes of a text: those of the digits after `\x`, or those of the text itself.
fn bytes(text: &str) -> Cow<'_, [u8]> {
    let digits = text.strip_prefix(HEX).filter(|digits| digits.len() % 2 == 0 && !digits.is_empty());
    let byte = |pair: &[u8]| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok();
    let all_digits = digits.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
    let read = all_digits.and_then(|digits| digits.as_bytes().chunks(2).map(byte).collect());
    read.map_or(Cow::Borrowed(text.as_bytes()), Cow::Owned)
}

/// Parses a Decimal that is not finite or not a number.
fn special(text: &str, precision: u8, scale: u8) -> Option<Value<'static>> {
    let scaled = match text {
        "inf" => DecimalValue::INFINITY,
        "-inf" => -DecimalValue::INFINITY,
        "nan" => DecimalValue::INFINITY + 1,
        _ => return None,
    };
    Some(Value::Decimal(DecimalValue::new(scaled, precision, scale)))
}

/// Parses a text as a value of type `ty`; `None` if it is not one.
///
/// Bytes are those of the text, or `\x` and hexadecimal digits. Times are in ISO 8601, with `T` or a space between date
/// and time, and an offset; without an offset they are UTC. An integer is a time, too: in the unit of the type, as YDB
/// stores it.
pub(crate) fn value(ty: YdbType, text: &str) -> Option<Value<'_>> {
    Some(match ty {
        YdbType::Bool if text.eq_ignore_ascii_case("true") => Value::Bool(true),
        YdbType::Bool if text.eq_ignore_ascii_case("false") => Value::Bool(false),
        YdbType::Bool => return None,
        _ if ty.is_integer() => parse::integer(ty, text)?,
        YdbType::Float => Value::Float(text.parse().ok()?),
        YdbType::Double => Value::Double(text.parse().ok()?),
        YdbType::Interval => Value::Interval(text.parse().ok()?),
        YdbType::Interval64 => Value::Interval64(text.parse().ok()?),
        YdbType::Utf8 => Value::Utf8(Cow::Borrowed(text)),
        YdbType::String => Value::String(bytes(text)),
        YdbType::Json => Value::Json(Cow::Borrowed(text)),
        YdbType::JsonDocument => Value::JsonDocument(Cow::Borrowed(text)),
        YdbType::Yson => Value::Yson(bytes(text)),
        YdbType::Decimal { precision, scale } => match special(text, precision, scale) {
            Some(value) => value,
            None => parse::value(ty, text)?,
        },
        YdbType::Date | YdbType::Date32 => match text.parse::<i32>() {
            Ok(days) if ty == YdbType::Date32 => Value::Date32(days),
            Ok(days) => Value::Date(days.try_into().ok()?),
            Err(_) => parse::value(ty, text)?,
        },
        YdbType::Datetime | YdbType::Datetime64 | YdbType::Timestamp | YdbType::Timestamp64 => time(ty, text)?,
        _ => parse::value(ty, text)?,
    })
}

fn time(ty: YdbType, text: &str) -> Option<Value<'static>> {
    let unit = match ty {
        YdbType::Datetime | YdbType::Datetime64 => 1_000_000,
        _ => 1,
    };
    let number = match text.parse::<i64>() {
        Ok(number) => number,
        Err(_) => i64::try_from(micros(text)?.div_euclid(unit)).ok()?,
    };
    Some(match ty {
        YdbType::Datetime => Value::Datetime(number.try_into().ok()?),
        YdbType::Datetime64 => Value::Datetime64(number),
        YdbType::Timestamp => Value::Timestamp(number.try_into().ok()?),
        _ => Value::Timestamp64(number),
    })
}

/// Parses a text such as `2024-05-06 07:08:09.123456789+02:00` as microseconds since 1970. A date alone is midnight.
fn micros(text: &str) -> Option<i128> {
    // Only this form has years of more than four digits and years before the first one.
    if let Some(micros) = ydb_keys_core::types::civil::parse_time(text) {
        return Some(micros);
    }
    if text.len() == 10 {
        return Some(i128::from(ydb_keys_core::types::civil::parse_date(text)?) * 86_400_000_000);
    }
    let (date, rest) = (text.get(..10)?, text.get(11..)?);
    if !matches!(text.as_bytes().get(10), Some(b'T' | b't' | b' ')) {
        return None;
    }
    let zone = rest.find(['Z', 'z', '+', '-', ' ']).unwrap_or(rest.len());
    let (clock, zone) = rest.split_at(zone);
    let offset = offset(zone.trim_start())?;
    let (clock, fraction) = clock.split_once(['.', ',']).unwrap_or((clock, "0"));
    if fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let seconds = if clock.len() == 5 { ":00" } else { "" };
    // YDB keeps microseconds.
    let fraction = fraction.get(..6).unwrap_or(fraction);
    let utc = ydb_keys_core::types::civil::parse_time(&format!("{date}T{clock}{seconds}.{fraction}Z"))?;
    Some(utc - i128::from(offset) * 60_000_000)
}

/// Parses the offset of a time zone to UTC in minutes: `Z`, `UTC`, `+02:00`, `-0330`, `+02` or nothing.
fn offset(zone: &str) -> Option<i64> {
    if matches!(zone, "" | "Z" | "z" | "UTC" | "GMT") {
        return Some(0);
    }
    let (sign, digits) = match zone.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let (hours, minutes) = match digits.len() {
        2 => (digits, "00"),
        4 => digits.split_at_checked(2)?,
        5 => digits.split_once(':')?,
        _ => return None,
    };
    let (hours, minutes): (i64, i64) = (hours.parse().ok()?, minutes.parse().ok()?);
    (hours < 24 && minutes < 60).then_some(sign * (60 * hours + minutes))
}

/// Formats a number that is at least 0 with commas: `1,000,000`.
pub(crate) fn grouped(number: f64) -> String {
    let digits = format!("{:.0}", number.max(0.0));
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_and_programs_write_them() {
        // 2024-05-06T07:08:09Z is 1714979289 seconds after 1970.
        let expected = 1_714_979_289_000_000_u64;
        for text in [
            "2024-05-06T07:08:09Z",
            "2024-05-06 07:08:09",
            "2024-05-06T09:08:09+02:00",
            "2024-05-06 03:38:09-0330",
            "2024-05-06 07:08:09 UTC",
            "2024-05-06T07:08:09.000000999Z",
            "1714979289000000",
        ] {
            assert_eq!(value(YdbType::Timestamp, text), Some(Value::Timestamp(expected)), "{text}");
        }
        assert_eq!(value(YdbType::Datetime, "2024-05-06 07:08:09.9"), Some(Value::Datetime(1_714_979_289)));
        assert_eq!(value(YdbType::Datetime, "2024-05-06 07:08"), Some(Value::Datetime(1_714_979_280)));
        assert_eq!(value(YdbType::Date, "1970-01-03"), Some(Value::Date(2)));
        assert_eq!(value(YdbType::Timestamp, "1970-01-03"), Some(Value::Timestamp(172_800_000_000)));
        for bad in ["2024-13-06T07:08:09Z", "2024-05-06T07:08:09+25:00", "2024-05-06T", "é", "1-1"] {
            assert_eq!(value(YdbType::Timestamp, bad), None, "{bad}");
        }
        assert_eq!(value(YdbType::Timestamp, "1960-01-01T00:00:00Z"), None, "before the first Timestamp");
    }

    /// Bytes may be written as in PostgreSQL; a Windows path stays as it is.
    #[test]
    fn bytes_are_text_or_digits() {
        for (read, stored) in [
            ("abc", &b"abc"[..]),
            ("", b""),
            ("\\x00ff41", b"\x00\xffA"),
            ("\\xFF", b"\xff"),
            ("\\x", b"\\x"),
            ("\\x123", b"\\x123"),
            ("\\xampp", b"\\xampp"),
            ("\\x+1", b"\\x+1"),
        ] {
            assert_eq!(value(YdbType::String, read), Some(Value::String(stored.into())), "{read}");
            let stored = Value::Yson(stored.into());
            let shown = text(&stored).unwrap().into_owned();
            assert_eq!(value(YdbType::Yson, &shown), Some(stored.clone()), "{shown}");
        }
    }

    /// Checks YDB's numbers for infinity and NaN (yql/essentials/public/decimal/yql_decimal.h).
    #[test]
    fn decimals_that_are_not_numbers_have_names() {
        let ty = YdbType::Decimal { precision: 22, scale: 9 };
        let infinity = 10_i128.pow(35);
        for (name, scaled) in [("inf", infinity), ("-inf", -infinity), ("nan", infinity + 1)] {
            let special = Value::Decimal(DecimalValue::new(scaled, 22, 9));
            assert_eq!(text(&special).as_deref(), Some(name));
            assert_eq!(value(ty, name), Some(special));
        }
        assert_eq!(value(ty, "infinite"), None);
    }

    #[test]
    fn other_values_are_those_of_their_type() {
        assert_eq!(value(YdbType::Bool, "TRUE"), Some(Value::Bool(true)));
        assert_eq!(value(YdbType::Uint8, "256"), None);
        assert_eq!(value(YdbType::Int64, "-5"), Some(Value::Int64(-5)));
        assert_eq!(value(YdbType::Utf8, "é"), Some(Value::Utf8("é".into())));
        assert_eq!(value(YdbType::Uuid, "f81d4fae-7dec-11d0-a765-00a0c91e6bf6").map(|value| value.size()), Some(16));
        assert_eq!(value(YdbType::Uuid, "f81d4fae"), None);
    }
}
