//! Values as YDB writes them into records of the format JSON.
//!
//! `TJsonSerializer::ToJson` of YDB's `change_record_cdc_serializer.cpp` decides: numbers and bools as such; `Date`,
//! `Datetime` and `Timestamp` as `2024-02-29T12:00:00.000000Z`; intervals and the wide time types as numbers of their
//! units; `Decimal`, `DyNumber` and `Uuid` as texts; `String` in Base64; documents as JSON within the JSON; NULL as
//! null; and a float that is not a number as a text (`WriteNanAsString`).

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value as Json;

use crate::error::{Result, ValueError};
use ydb_keys_core::types::civil::{parse_date, parse_time};
use ydb_keys_core::types::decimal::parse_scaled;
use ydb_keys_core::types::{DecimalValue, Value, YdbType};

/// The value of a column of type `ty`.
pub(super) fn value(json: &Json, ty: YdbType) -> Result<Value<'static>, ValueError> {
    let wrong = || ValueError::invalid(format_args!("{} is not a valid {ty} in a record of a changefeed", short(json)));
    let text = || json.as_str().ok_or_else(wrong);
    // A document may be any JSON, but for null, which is NULL.
    if json.is_null() {
        return Ok(Value::Null);
    }
    let value = match ty {
        YdbType::Bool => json.as_bool().map(Value::Bool),
        YdbType::Int8 => integer(json).map(Value::Int8),
        YdbType::Int16 => integer(json).map(Value::Int16),
        YdbType::Int32 => integer(json).map(Value::Int32),
        YdbType::Int64 => integer(json).map(Value::Int64),
        YdbType::Uint8 => integer(json).map(Value::Uint8),
        YdbType::Uint16 => integer(json).map(Value::Uint16),
        YdbType::Uint32 => integer(json).map(Value::Uint32),
        YdbType::Uint64 => integer(json).map(Value::Uint64),
        // A float is printed as the double that it is equal to, or nearly.
        YdbType::Float => float(json).map(|number| Value::Float(number as f32)),
        YdbType::Double => float(json).map(Value::Double),
        YdbType::Decimal { precision, scale } => decimal(text()?, precision, scale),
        YdbType::DyNumber => Some(Value::DyNumber(Cow::Owned(text()?.to_owned()))),
        YdbType::String => STANDARD.decode(text()?).ok().map(|bytes| Value::String(Cow::Owned(bytes))),
        YdbType::Utf8 => Some(Value::Utf8(Cow::Owned(text()?.to_owned()))),
        YdbType::Json => Some(Value::Json(Cow::Owned(json.to_string()))),
        YdbType::JsonDocument => Some(Value::JsonDocument(Cow::Owned(json.to_string()))),
        YdbType::Uuid => uuid(text()?).map(Value::Uuid),
        YdbType::Date => micros(text()?).and_then(|at| (at / DAY).try_into().ok()).map(Value::Date),
        YdbType::Datetime => micros(text()?).and_then(|at| (at / SECOND).try_into().ok()).map(Value::Datetime),
        YdbType::Timestamp => micros(text()?).and_then(|at| at.try_into().ok()).map(Value::Timestamp),
        YdbType::Interval => integer(json).map(Value::Interval),
        YdbType::Date32 => integer(json).map(Value::Date32),
        YdbType::Datetime64 => integer(json).map(Value::Datetime64),
        YdbType::Timestamp64 => integer(json).map(Value::Timestamp64),
        YdbType::Interval64 => integer(json).map(Value::Interval64),
        // YDB turns it into JSON, from which its own text cannot be had again.
        YdbType::Yson => None,
    };
    value.ok_or_else(wrong)
}

const SECOND: i64 = 1_000_000;
const DAY: i64 = 86_400 * SECOND;

fn integer<N: TryFrom<i64> + TryFrom<u64>>(json: &Json) -> Option<N> {
    match (json.as_i64(), json.as_u64()) {
        (Some(number), _) => N::try_from(number).ok(),
        (None, Some(number)) => N::try_from(number).ok(),
        (None, None) => None,
    }
}

fn float(json: &Json) -> Option<f64> {
    match json.as_str() {
        Some(text) => text.parse().ok().filter(|number: &f64| !number.is_finite()),
        None => json.as_f64(),
    }
}

fn decimal(text: &str, precision: u8, scale: u8) -> Option<Value<'static>> {
    Some(Value::Decimal(DecimalValue::new(parse_scaled(text, scale)?, precision, scale)))
}

fn uuid(text: &str) -> Option<[u8; 16]> {
    let is_dash = |(at, byte): (usize, u8)| (byte == b'-') == matches!(at, 8 | 13 | 18 | 23);
    if text.len() != 36 || !text.bytes().enumerate().all(is_dash) {
        return None;
    }
    let digits: Vec<u8> = text.bytes().filter(|byte| *byte != b'-').collect();
    let mut bytes = [0; 16];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks(2)) {
        let digit = |byte: &u8| char::from(*byte).to_digit(16);
        // Two digits are at most 255.
        *byte = (digit(pair.first()?)? * 16 + digit(pair.get(1)?)?) as u8;
    }
    Some(bytes)
}

/// Microseconds since 1970 of `2024-02-29T12:00:00.000000Z`, or of the date alone.
fn micros(text: &str) -> Option<i64> {
    match text.contains('T') {
        true => parse_time(text).and_then(|micros| micros.try_into().ok()),
        false => parse_date(text).and_then(|day| day.checked_mul(DAY)),
    }
    .filter(|micros| *micros >= 0)
}

/// A value as a message shows it.
pub(super) fn short(json: &Json) -> String {
    let text = json.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str, ty: YdbType) -> Option<String> {
        let json: Json = serde_json::from_str(json).ok()?;
        value(&json, ty).ok().map(|value| format!("{value:?}"))
    }

    #[test]
    fn values_are_read_as_the_server_writes_them() {
        let decimal = YdbType::Decimal { precision: 22, scale: 9 };
        for (json, ty, expected) in [
            ("true", YdbType::Bool, "Bool(true)"),
            ("-128", YdbType::Int8, "Int8(-128)"),
            ("18446744073709551615", YdbType::Uint64, "Uint64(18446744073709551615)"),
            ("-9223372036854775808", YdbType::Int64, "Int64(-9223372036854775808)"),
            ("1.5", YdbType::Float, "Float(1.5)"),
            ("2", YdbType::Double, "Double(2.0)"),
            ("\"nan\"", YdbType::Double, "Double(NaN)"),
            ("\"-inf\"", YdbType::Float, "Float(-inf)"),
            ("\"AQL/\"", YdbType::String, "String([1, 2, 255])"),
            ("\"lorem\"", YdbType::Utf8, "Utf8(\"lorem\")"),
            ("{\"a\": [1]}", YdbType::Json, "Json(\"{\\\"a\\\":[1]}\")"),
            ("[null]", YdbType::JsonDocument, "JsonDocument(\"[null]\")"),
            ("\"2022-12-12T00:00:00.000000Z\"", YdbType::Timestamp, "Timestamp(1670803200000000)"),
            ("\"2000-02-29T23:59:59.123456Z\"", YdbType::Timestamp, "Timestamp(951868799123456)"),
            ("\"1970-01-01T00:00:01Z\"", YdbType::Datetime, "Datetime(1)"),
            ("\"1970-01-02T00:00:00.000000Z\"", YdbType::Date, "Date(1)"),
            ("\"2022-02-22\"", YdbType::Date, "Date(19045)"),
            ("-1", YdbType::Date32, "Date32(-1)"),
            ("-1", YdbType::Timestamp64, "Timestamp64(-1)"),
            ("90000000", YdbType::Interval, "Interval(90000000)"),
            (
                "\"-1.5\"",
                decimal,
                "Decimal(DecimalValue { high: -1, low: 18446744072209551616, precision: 22, scale: 9 })",
            ),
            (
                "\"00112233-4455-6677-8899-aabbccddeeff\"",
                YdbType::Uuid,
                "Uuid([0, 17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255])",
            ),
            ("null", YdbType::Json, "Null"),
            ("null", YdbType::Uint64, "Null"),
        ] {
            assert_eq!(read(json, ty).as_deref(), Some(expected), "{json} as {ty}");
        }
    }

    #[test]
    fn what_the_server_does_not_write_is_refused() {
        for (json, ty) in [
            ("1", YdbType::Bool),
            ("128", YdbType::Int8),
            ("-1", YdbType::Uint64),
            ("1.5", YdbType::Int64),
            ("\"1\"", YdbType::Int64),
            ("\"1.5\"", YdbType::Double),
            ("\"?\"", YdbType::String),
            ("1", YdbType::Utf8),
            ("\"2022-02-30\"", YdbType::Date),
            ("\"2022-02-22T24:00:00Z\"", YdbType::Timestamp),
            ("\"2022-02-22T12:00:00\"", YdbType::Timestamp),
            ("\"2022-02-22T12:00Z\"", YdbType::Timestamp),
            ("\"1969-12-31\"", YdbType::Date),
            ("\"00112233445566778899aabbccddeeff\"", YdbType::Uuid),
            ("\"0011223g-4455-6677-8899-aabbccddeeff\"", YdbType::Uuid),
            ("\"1.23456789012\"", YdbType::Decimal { precision: 22, scale: 9 }),
            ("{}", YdbType::Yson),
        ] {
            assert_eq!(read(json, ty), None, "{json} as {ty}");
        }
    }
}
