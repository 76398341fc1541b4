//! Parses values that YDB writes into records of the format JSON.
//!
//! `TJsonSerializer::ToJson` of YDB's `change_record_cdc_serializer.cpp` defines the format: numbers and bools as such;
//! `Date`, `Datetime` and `Timestamp` as `2024-02-29T12:00:00.000000Z`; intervals and the wide time types as numbers of
//! their units; `Decimal`, `DyNumber` and `Uuid` as texts; `String` in Base64; documents as JSON within the JSON; NULL
//! as null; and a float that is not a number as a text (`WriteNanAsString`).

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value as Json;

use crate::error::{Result, ValueError};
use ydb_keys_core::types::civil::{parse_date, parse_time};
use ydb_keys_core::types::decimal::parse_scaled;
use ydb_keys_core::types::parse::uuid;
use ydb_keys_core::types::{DecimalValue, Value, YdbType};

/// Parses the value of a column of type `ty`.
pub(super) fn value(json: &Json, ty: YdbType) -> Result<Value<'static>, ValueError> {
    let wrong = || ValueError::invalid(format_args!("{} is not a valid {ty} in a record of a changefeed", short(json)));
    let text = || json.as_str().ok_or_else(wrong);
    // A document may be any JSON except null, which is NULL.
    if json.is_null() {
        return Ok(Value::Null);
    }
    let value = match ty {
        YdbType::Bool => json.as_bool().map(Value::Bool),

        // A float is printed as the double that is equal to it, or nearly.
        YdbType::Float => float(json).map(|number| Value::Float(number as f32)),
        YdbType::Double => float(json).map(Value::Double),
        YdbType::Decimal { precision, scale } => {
            parse_scaled(text()?, scale).map(|scaled| Value::Decimal(DecimalValue::new(scaled, precision, scale)))
        }
        YdbType::DyNumber => Some(Value::DyNumber(Cow::Owned(text()?.to_owned()))),
        YdbType::String => STANDARD.decode(text()?).ok().map(|bytes| Value::String(Cow::Owned(bytes))),
        YdbType::Utf8 => Some(Value::Utf8(Cow::Owned(text()?.to_owned()))),
        YdbType::Json => Some(Value::Json(Cow::Owned(json.to_string()))),
        YdbType::JsonDocument => Some(Value::JsonDocument(Cow::Owned(json.to_string()))),
        YdbType::Uuid => uuid(text()?).map(Value::Uuid),
        YdbType::Date => micros(text()?).and_then(|at| Value::of_number(ty, (at / DAY).into())),
        YdbType::Datetime => micros(text()?).and_then(|at| Value::of_number(ty, (at / SECOND).into())),
        YdbType::Timestamp => micros(text()?).and_then(|at| Value::of_number(ty, at.into())),
        // YDB converts it to JSON, from which its own text cannot be restored.
        YdbType::Yson => None,
        // All other types are stored as numbers.
        _ => json.as_i64().map(i128::from).or(json.as_u64().map(i128::from)).and_then(|at| Value::of_number(ty, at)),
    };
    value.ok_or_else(wrong)
}

const SECOND: i64 = 1_000_000;
const DAY: i64 = 86_400 * SECOND;

fn float(json: &Json) -> Option<f64> {
    match json.as_str() {
        Some(text) => text.parse().ok().filter(|number: &f64| !number.is_finite()),
        None => json.as_f64(),
    }
}

/// Parses `2024-02-29T12:00:00.000000Z`, or the date alone, as microseconds since 1970.
fn micros(text: &str) -> Option<i64> {
    let micros =
        if text.contains('T') { parse_time(text)?.try_into().ok()? } else { parse_date(text)?.checked_mul(DAY)? };
    (micros >= 0).then_some(micros)
}

/// Shortens a value for a message.
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
