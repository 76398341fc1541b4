//! Rust's primitives, IP addresses, fieldless enums, and `uuid::Uuid` (feature `uuid`) as columns.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::borrow::Cow;

use super::column::columns;
use super::{ColumnInfo, Value, YdbType};
use crate::error::ValueError;

macro_rules! primitives {
    ($($rust:ty => $variant:ident $($low:ident)?;)*) => {$(
        columns! {
            $rust: ColumnInfo::new(&[YdbType::$variant])$(.$low())?,
                |self, _| Ok(Value::$variant(*self)),
                |value| match value {
                    Value::$variant(value) => Ok(value),
                    other => Err(other.unexpected(stringify!($variant))),
                };
        }
    )*};
}

primitives! {
    bool => Bool low_cardinality;
    i8 => Int8;
    i16 => Int16;
    i32 => Int32;
    i64 => Int64;
    u8 => Uint8;
    u16 => Uint16;
    u32 => Uint32;
    u64 => Uint64;
    f32 => Float;
    f64 => Double;
}

/// Returns the stored value of the enum variant with this text.
#[doc(hidden)]
pub fn text(name: &'static str) -> Value<'static> {
    Value::Utf8(Cow::Borrowed(name))
}

/// Returns the position of the enum variant with the text of a value. `of` is the name of the enum.
#[doc(hidden)]
pub fn text_index(of: &str, names: &[&str], value: &Value<'_>) -> Result<usize, ValueError> {
    let Value::Utf8(text) = value else {
        return Err(value.unexpected("Utf8"));
    };
    names.iter().position(|name| name == text).ok_or_else(|| {
        ValueError::invalid(format_args!("{text:?} is not a variant of `{of}`; expected one of {}", names.join(", ")))
    })
}

/// Returns the stored value of the enum variant with this discriminant, which the derive has checked against the type.
#[doc(hidden)]
pub fn code(ty: YdbType, code: i128) -> Value<'static> {
    Value::of_number(ty, code).unwrap_or(Value::Null)
}

/// Returns the position of the enum variant with the discriminant of a value of type `ty`. `of` is the name of the
/// enum.
#[doc(hidden)]
pub fn code_index(of: &str, ty: YdbType, codes: &[i128], value: &Value<'_>) -> Result<usize, ValueError> {
    if value.ydb_type() != Some(ty) {
        return Err(value.unexpected(ty.name()));
    }
    codes.iter().position(|&known| code(ty, known) == *value).ok_or_else(|| {
        let codes: Vec<String> = codes.iter().map(i128::to_string).collect();
        ValueError::invalid(format_args!("{value} is not a variant of `{of}`; expected one of {}", codes.join(", ")))
    })
}

/// Types as which IP addresses can be stored, bytes first: as a text in a key, 10.0.0.10 would sort before 10.0.0.9.
const TYPES: &[YdbType] = &[YdbType::String, YdbType::Utf8];

fn bytes(octets: &[u8]) -> Value<'static> {
    Value::String(Cow::Owned(octets.to_vec()))
}

/// Decodes an IP address from bytes or from text.
fn octets<const N: usize, A: std::str::FromStr + Into<IpAddr>>(
    value: Value<'_>,
    from: fn([u8; N]) -> A,
) -> Result<A, ValueError> {
    match value {
        Value::String(bytes) => <[u8; N]>::try_from(&*bytes).map(from).map_err(|_| {
            ValueError::invalid(format_args!("expected the {N} bytes of an address, found {}", bytes.len()))
        }),
        Value::Utf8(text) => {
            text.parse().map_err(|_| ValueError::invalid(format_args!("{text:?} is not a valid IP address")))
        }
        other => Err(other.unexpected("String")),
    }
}

macro_rules! addresses {
    ($($rust:ty: $octets:expr, $from:expr;)*) => {$(
        columns! {
            $rust: ColumnInfo::new(TYPES),
                // No type but `IpAddr` has two forms of one address.
                |self, ty| Ok(match ty {
                    YdbType::Utf8 => Value::Utf8(Cow::Owned(IpAddr::from(*self).to_string())),
                    _ => bytes(&$octets(self)),
                }),
                |value| octets(value, $from);
        }
    )*};
}

addresses! {
    Ipv4Addr: Ipv4Addr::octets, Ipv4Addr::from;
    Ipv6Addr: Ipv6Addr::octets, Ipv6Addr::from;
}

columns! {
    /// Stored as 16 bytes, an IPv4 address as `::ffff:a.b.c.d` (RFC 4291, 2.5.5.2), so that the addresses of a network
    /// are one range of a key. An `Ipv6Addr` of that form is the same address, and is read as IPv4.
    IpAddr: ColumnInfo::new(TYPES),
        |self, ty| Ok(match (ty, self.to_canonical()) {
            (YdbType::Utf8, address) => Value::Utf8(Cow::Owned(address.to_string())),
            (_, IpAddr::V4(address)) => bytes(&address.to_ipv6_mapped().octets()),
            (_, IpAddr::V6(address)) => bytes(&address.octets()),
        }),
        |value| octets(value, |octets: [u8; 16]| IpAddr::from(octets)).map(|address| address.to_canonical());
}

#[cfg(feature = "uuid")]
columns! {
    uuid::Uuid: ColumnInfo::new(&[YdbType::Uuid]),
        |self, _| Ok(Value::Uuid(*self.as_bytes())),
        |value| match value {
            Value::Uuid(bytes) => Ok(uuid::Uuid::from_bytes(bytes)),
            other => Err(other.unexpected("Uuid")),
        };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Column;

    #[test]
    fn wrong_and_missing_values_say_what_was_expected() {
        assert_eq!(u64::decode(Value::Null), Err(ValueError::Null));
        assert_eq!(u64::decode(Value::Int64(1)), Err(ValueError::Mismatch { expected: "Uint64", found: "Int64" }));
        assert_eq!(Option::<u64>::decode(Value::Null), Ok(None));
    }
}
