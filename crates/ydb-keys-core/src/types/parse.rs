//! Values as texts for people and JSON, and back, in the notation that YDB uses for keys in its own JSON.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::civil::{parse_date, parse_time};
use super::decimal::parse_scaled;
use super::{DecimalValue, Value, YdbType, time_in_range};

/// Returns the text of a value that is neither NULL nor a bool nor a number that JSON has: a time in ISO 8601, bytes in
/// Base64.
pub fn text<'a>(value: &'a Value<'_>) -> Cow<'a, str> {
    match value {
        Value::Utf8(x) | Value::Json(x) | Value::JsonDocument(x) | Value::DyNumber(x) => Cow::Borrowed(x),
        Value::String(x) | Value::Yson(x) => Cow::Owned(STANDARD.encode(x)),
        other => Cow::Owned(other.to_string()),
    }
}

/// Parses a value of type `ty` from its [`text`].
pub fn value(ty: YdbType, text: &str) -> Option<Value<'static>> {
    let owned = || Cow::Owned(text.to_owned());
    let bytes = || STANDARD.decode(text).ok().map(Cow::Owned);
    let seconds = || parse_time(text).filter(|micros| micros % 1_000_000 == 0).map(|micros| micros / 1_000_000);
    let value = match ty {
        YdbType::Utf8 => Value::Utf8(owned()),
        YdbType::Json => Value::Json(owned()),
        YdbType::JsonDocument => Value::JsonDocument(owned()),
        YdbType::DyNumber => Value::DyNumber(owned()),
        YdbType::String => Value::String(bytes()?),
        YdbType::Yson => Value::Yson(bytes()?),
        YdbType::Uuid => Value::Uuid(uuid(text)?),
        YdbType::Decimal { precision, scale } => {
            let limit = 10_u128.checked_pow(precision.into())?;
            let scaled = parse_scaled(text, scale).filter(|scaled| scaled.unsigned_abs() < limit)?;
            Value::Decimal(DecimalValue::new(scaled, precision, scale))
        }
        YdbType::Date | YdbType::Date32 => Value::of_number(ty, parse_date(text)?.into())?,
        YdbType::Datetime | YdbType::Datetime64 => Value::of_number(ty, seconds()?)?,
        YdbType::Timestamp | YdbType::Timestamp64 => Value::of_number(ty, parse_time(text)?)?,
        _ => return None,
    };
    time_in_range(&value).ok().map(|()| value)
}

/// Parses a value of an integer type from its digits.
pub fn integer(ty: YdbType, text: &str) -> Option<Value<'static>> {
    let is_signed = ty.integer()?.least < 0;
    // Unsigned numbers have no `-0`.
    Value::of_number(ty, text.parse().ok().filter(|_| is_signed || !text.starts_with('-'))?)
}

/// Parses the bytes of a UUID: `f81d4fae-7dec-11d0-a765-00a0c91e6bf6`.
pub fn uuid(text: &str) -> Option<[u8; 16]> {
    let groups = [8, 4, 4, 4, 12];
    let same =
        text.split('-').map(str::len).eq(groups) && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    let digits = text.replace('-', "");
    u128::from_str_radix(&digits, 16).ok().filter(|_| same).map(u128::to_be_bytes)
}
