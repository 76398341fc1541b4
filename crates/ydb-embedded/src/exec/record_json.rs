//! Values in the records of changefeeds, as `TJsonSerializer::ToJson` and YDB's writer of JSON print them: numbers as
//! such, doubles with ten digits, `Date`, `Datetime` and `Timestamp` as `2024-02-29T12:00:00.000000Z`, intervals and
//! the wide time types as numbers, `String` in Base64, documents as JSON, and all else as text.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::fmt::Write;

use crate::types::{Primitive, Type, Value, json, to_text};

/// Appends a value of a column.
pub(super) fn value(value: &Value, ty: &Type, out: &mut String) {
    let primitive = ty.unwrap_optional().primitive();
    match (value, primitive) {
        (Value::Null, _) => out.push_str("null"),
        (Value::Bool(bit), _) => out.push_str(if *bit { "true" } else { "false" }),
        (Value::Uint(number), Some(time @ (Primitive::Date | Primitive::Datetime | Primitive::Timestamp))) => {
            let text = to_text(&Value::Uint(number * time.unit_us().unsigned_abs()), &Primitive::Timestamp.into());
            // YDB prints all six digits of the microseconds.
            let whole = text.trim_end_matches('Z');
            let _ = if whole.contains('.') { write!(out, "\"{whole}Z\"") } else { write!(out, "\"{whole}.000000Z\"") };
        }
        (Value::Int(number), _) => drop(write!(out, "{number}")),
        (Value::Uint(number), _) => drop(write!(out, "{number}")),
        (Value::Float(number), _) => double(f64::from(*number), out),
        (Value::Double(number), _) => double(*number, out),
        (Value::Bytes(bytes), _) => drop(write!(out, "\"{}\"", STANDARD.encode(bytes))),
        (Value::Text(text), Some(Primitive::Json | Primitive::JsonDocument)) => {
            // What is stored is valid.
            out.push_str(&json::reprinted(text).unwrap_or_else(|| "null".to_owned()));
        }
        (Value::Text(text), _) => out.push_str(&json::string(text)),
        _ => out.push_str(&json::string(&to_text(value, ty))),
    }
}

fn double(number: f64, out: &mut String) {
    match number.is_finite() {
        true => out.push_str(&json::double::<10>(number)),
        false => drop(write!(out, "\"{}\"", to_text(&Value::Double(number), &Primitive::Double.into()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::parse_text;

    /// The expected texts are those of `TJsonSerializer::ToJson`, `TInstant::ToString` and `NJsonWriter::TBuf`, whose
    /// doubles have `DefaultDoubleNDigits` = 10 digits; `nan`, `inf` and `-inf` are those of the test `NaN` of
    /// `datashard_ut_change_exchange.cpp`.
    #[test]
    fn values_are_printed_as_by_ydb() {
        let decimal = Type::Decimal { precision: 22, scale: 9 };
        for (text, ty, expected) in [
            ("true", Primitive::Bool.into(), "true"),
            ("-128", Primitive::Int8.into(), "-128"),
            ("18446744073709551615", Primitive::Uint64.into(), "18446744073709551615"),
            ("1.1", Primitive::Float.into(), "1.100000024"),
            ("0.30000000000000004", Primitive::Double.into(), "0.3"),
            ("1e300", Primitive::Double.into(), "1e+300"),
            ("nan", Primitive::Double.into(), "\"nan\""),
            ("inf", Primitive::Float.into(), "\"inf\""),
            ("-inf", Primitive::Double.into(), "\"-inf\""),
            ("2022-02-22", Primitive::Date.into(), "\"2022-02-22T00:00:00.000000Z\""),
            ("2022-12-12T00:00:00Z", Primitive::Datetime.into(), "\"2022-12-12T00:00:00.000000Z\""),
            ("2022-12-12T00:00:00.12Z", Primitive::Timestamp.into(), "\"2022-12-12T00:00:00.120000Z\""),
            ("PT1S", Primitive::Interval.into(), "1000000"),
            ("1969-12-31", Primitive::Date32.into(), "-1"),
            ("1970-01-01T00:00:01Z", Primitive::Timestamp64.into(), "1000000"),
            ("1.50", decimal, "\"1.5\""),
            ("abc", Primitive::String.into(), "\"YWJj\""),
            ("a\"\\\n\u{1}é/", Primitive::Utf8.into(), "\"a\\\"\\\\\\n\\u0001é/\""),
            ("{ \"b\": [1, 0.10000000001], \"a\": null }", Primitive::Json.into(), "{\"a\":null,\"b\":[1,0.1]}"),
            (
                "00112233-4455-6677-8899-aabbccddeeff",
                Primitive::Uuid.into(),
                "\"00112233-4455-6677-8899-aabbccddeeff\"",
            ),
        ] {
            let mut out = String::new();
            value(&parse_text(text, &ty).unwrap(), &ty, &mut out);
            assert_eq!(out, expected, "{text} as {ty}");
        }
        let mut out = String::new();
        value(&Value::Null, &Primitive::Json.into(), &mut out);
        assert_eq!(out, "null");
    }
}
