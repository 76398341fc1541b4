//! Converts values of ydb-keys into values of the SDK, and parses values of golden files.

use std::time::{Duration, SystemTime};

use uuid::Uuid;
use ydb::{Sign, SignedInterval, Value as Sdk};
use ydb_keys::Value;

/// Returns a value of a type, optional or not.
pub(crate) fn typed(ty: &str, optional: bool, value: &Value<'_>) -> Sdk {
    if !optional {
        return sdk(value);
    }
    macro_rules! option {
        ($($variant:ident: $rust:ty),*) => {
            match (ty, value) {
                $(
                    (stringify!($variant), Value::Null) => Sdk::from(None::<$rust>),
                    (stringify!($variant), Value::$variant(value)) => Sdk::from(Some(<$rust>::from(value.clone()))),
                )*
                other => panic!("{other:?}"),
            }
        };
    }
    option!(Int64: i64, Uint32: u32, Uint64: u64, Double: f64, Utf8: String)
}

/// Returns a value that is not NULL.
pub(crate) fn sdk(value: &Value<'_>) -> Sdk {
    const DAY: i64 = 24 * 60 * 60 * 1_000_000;
    const SECOND: i64 = 1_000_000;
    match value {
        Value::Bool(x) => Sdk::Bool(*x),
        Value::Int8(x) => Sdk::Int8(*x),
        Value::Int16(x) => Sdk::Int16(*x),
        Value::Int32(x) => Sdk::Int32(*x),
        Value::Int64(x) => Sdk::Int64(*x),
        Value::Uint8(x) => Sdk::Uint8(*x),
        Value::Uint16(x) => Sdk::Uint16(*x),
        Value::Uint32(x) => Sdk::Uint32(*x),
        Value::Uint64(x) => Sdk::Uint64(*x),
        Value::Double(x) => Sdk::Double(*x),
        Value::String(x) => Sdk::Bytes(x.to_vec().into()),
        Value::Utf8(x) => Sdk::Text(x.to_string()),
        Value::Uuid(x) => Sdk::Uuid(Uuid::from_bytes(*x)),
        Value::Date(x) => Sdk::Date(time(i64::from(*x) * DAY)),
        Value::Datetime(x) => Sdk::DateTime(time(i64::from(*x) * SECOND)),
        Value::Timestamp(x) => Sdk::Timestamp(time(i64::try_from(*x).unwrap())),
        Value::Interval(x) => Sdk::IntervalMicros(interval(*x)),
        Value::Date32(x) => Sdk::Date32(time(i64::from(*x) * DAY)),
        Value::Datetime64(x) => Sdk::Datetime64(time(x * SECOND)),
        Value::Timestamp64(x) => Sdk::Timestamp64(time(*x)),
        Value::Interval64(x) => Sdk::Interval64(interval(*x)),
        other => panic!("{other:?}"),
    }
}

/// Returns the time of microseconds since 1970.
fn time(micros: i64) -> SystemTime {
    let distance = Duration::from_micros(micros.unsigned_abs());
    if micros < 0 { SystemTime::UNIX_EPOCH - distance } else { SystemTime::UNIX_EPOCH + distance }
}

fn interval(micros: i64) -> SignedInterval {
    let sign = if micros < 0 { Sign::Minus } else { Sign::Plus };
    SignedInterval { sign, duration: Duration::from_micros(micros.unsigned_abs()) }
}

/// Returns a list of rows with members of these names, types and optionalities.
pub(crate) fn list(members: &[(String, String, bool)], rows: &[Vec<Value<'_>>]) -> Sdk {
    let row = |row: &Vec<Value<'_>>| {
        assert_eq!(row.len(), members.len());
        let fields = members.iter().zip(row);
        Sdk::struct_from_fields(
            fields.map(|((name, ty, optional), value)| (name.clone(), typed(ty, *optional, value))).collect(),
        )
    };
    let rows: Vec<Sdk> = rows.iter().map(row).collect();
    Sdk::list_from(rows[0].clone(), rows).unwrap()
}

/// Parses one value from the front of a golden text, and returns the rest.
pub(crate) fn parse(text: &str) -> (Value<'static>, &str) {
    if let Some(rest) = text.strip_prefix("Null") {
        return (Value::Null, rest);
    }
    let (variant, rest) = text.split_once('(').unwrap();
    // No golden text holds an escape or a parenthesis.
    let (content, rest) = rest.split_once(')').unwrap();
    // The first version of a row is drawn.
    let content = if content == "random" { "1" } else { content };
    let value = match variant {
        "Int32" => Value::Int32(content.parse().unwrap()),
        "Int64" => Value::Int64(content.parse().unwrap()),
        "Uint32" => Value::Uint32(content.parse().unwrap()),
        "Uint64" => Value::Uint64(content.parse().unwrap()),
        "Double" => Value::Double(content.parse().unwrap()),
        "Datetime" => Value::Datetime(content.parse().unwrap()),
        "Timestamp" => Value::Timestamp(content.parse().unwrap()),
        "Utf8" => Value::Utf8(content.strip_prefix('"').unwrap().strip_suffix('"').unwrap().to_owned().into()),
        "String" => Value::String(bytes(content).into()),
        "Uuid" => Value::Uuid(bytes(content).try_into().unwrap()),
        other => panic!("{other}"),
    };
    (value, rest)
}

/// Parses bytes like `[1, 255]`.
fn bytes(content: &str) -> Vec<u8> {
    content.trim_matches(['[', ']']).split(", ").map(|byte| byte.parse().unwrap()).collect()
}
