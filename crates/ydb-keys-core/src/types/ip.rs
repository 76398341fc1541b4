//! IP addresses as columns: bytes in network order, which sort as addresses do, or text.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::borrow::Cow;

use super::{Column, ColumnInfo, Required, Value, YdbType};
use crate::error::ValueError;

/// Bytes first: in a key the text of 10.0.0.10 would sort before that of 10.0.0.9.
const TYPES: &[YdbType] = &[YdbType::String, YdbType::Utf8];

fn bytes(octets: &[u8]) -> Value<'static> {
    Value::String(Cow::Owned(octets.to_vec()))
}

/// The bytes of a value, or the address that its text is.
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
        impl Column for $rust {
            const INFO: ColumnInfo = ColumnInfo::new(TYPES);

            fn encode(&self, ty: YdbType) -> Result<Value<'_>, ValueError> {
                // Only an `IpAddr` has two forms of one address.
                Ok(match ty {
                    YdbType::Utf8 => Value::Utf8(Cow::Owned(IpAddr::from(*self).to_string())),
                    _ => bytes(&$octets(self)),
                })
            }

            fn decode(value: Value<'_>) -> Result<Self, ValueError> {
                octets(value, $from)
            }
        }

        impl Required for $rust {}
    )*};
}

addresses! {
    Ipv4Addr: Ipv4Addr::octets, Ipv4Addr::from;
    Ipv6Addr: Ipv6Addr::octets, Ipv6Addr::from;
}

/// Stored as 16 bytes, an IPv4 address as `::ffff:a.b.c.d` (RFC 4291, 2.5.5.2), so that the addresses of a network are
/// one range of a key. An `Ipv6Addr` of that form is the same address, and is read as IPv4.
impl Column for IpAddr {
    const INFO: ColumnInfo = ColumnInfo::new(TYPES);

    fn encode(&self, ty: YdbType) -> Result<Value<'_>, ValueError> {
        Ok(match (ty, self.to_canonical()) {
            (YdbType::Utf8, address) => Value::Utf8(Cow::Owned(address.to_string())),
            (_, IpAddr::V4(address)) => bytes(&address.to_ipv6_mapped().octets()),
            (_, IpAddr::V6(address)) => bytes(&address.octets()),
        })
    }

    fn decode(value: Value<'_>) -> Result<Self, ValueError> {
        octets(value, |octets: [u8; 16]| IpAddr::from(octets)).map(|address| address.to_canonical())
    }
}

impl Required for IpAddr {}
