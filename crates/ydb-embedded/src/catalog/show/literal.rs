//! Constants and types as SHOW CREATE TABLE prints them.

use std::fmt::Write as _;

use crate::error::{Error, Result, Status};
use crate::types::{self, Primitive, Type, Value};

/// A constant with the constructor of its type.
///
/// Fails with UNSUPPORTED for types that YDB does not print either.
pub(super) fn literal(value: &Value, ty: &Type) -> Result<String> {
    use Primitive as P;
    let text = || types::to_text(value, ty);
    let call = |name: &str| format!("{name}({})", string(text().as_bytes()));
    let primitive = match ty.unwrap_optional() {
        Type::Decimal { .. } => return Ok(format!("CAST({} AS {})", string(text().as_bytes()), type_name(ty))),
        Type::Primitive(primitive) => *primitive,
        _ => return Err(Error::new(Status::Unsupported, "Unsupported value type for SHOW CREATE TABLE")),
    };
    Ok(match primitive {
        P::Bool => text().to_uppercase(),
        P::Int8 | P::Int16 | P::Int32 | P::Int64 | P::Uint8 | P::Uint16 | P::Uint32 | P::Uint64 => text(),
        P::Float | P::Double => text(),
        P::String | P::Yson => match value {
            Value::Bytes(bytes) => string(bytes),
            _ => string(text().as_bytes()),
        },
        P::Utf8 | P::Json => string(text().as_bytes()),
        P::DyNumber => call("DyNumber"),
        P::Timestamp => timestamp(value),
        P::Date | P::Datetime | P::Interval | P::Uuid => call(&primitive.name().to_uppercase()),
        P::Date32 | P::Datetime64 | P::Timestamp64 | P::Interval64 => call(&primitive.name().to_uppercase()),
        P::JsonDocument | P::TzDate | P::TzDatetime | P::TzTimestamp => {
            return Err(Error::new(Status::Unsupported, "Unsupported primitive type for SHOW CREATE TABLE"));
        }
    })
}

/// The name of a type in the style of YQL's formatter.
pub(super) fn type_name(ty: &Type) -> String {
    match ty {
        Type::Decimal { precision, scale } => format!("Decimal({precision}, {scale})"),
        other => other.to_string(),
    }
}

/// A Timestamp, which is printed with all six digits of its fraction.
fn timestamp(value: &Value) -> String {
    let micros = if let Value::Uint(micros) = value { *micros } else { 0 };
    let seconds = types::to_text(&Value::Uint(micros / 1_000_000), &Primitive::Datetime.into());
    format!("TIMESTAMP('{}.{:06}Z')", seconds.trim_end_matches('Z'), micros % 1_000_000)
}

/// A string literal.
pub(super) fn string(bytes: &[u8]) -> String {
    let mut text = String::from("'");
    for chunk in bytes.utf8_chunks() {
        for symbol in chunk.valid().chars() {
            match symbol {
                '\\' | '\'' => text.extend(['\\', symbol]),
                '\n' => text.push_str("\\n"),
                '\r' => text.push_str("\\r"),
                '\t' => text.push_str("\\t"),
                control if control.is_control() => {
                    for byte in control.encode_utf8(&mut [0; 4]).bytes() {
                        let _ = write!(text, "\\x{byte:02X}");
                    }
                }
                other => text.push(other),
            }
        }
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02X}");
        }
    }
    text.push('\'');
    text
}
