//! Keys as bytes whose order, by `memcmp`, is the order in which YDB sorts the keys.
//!
//! Each value is one byte, 0 for NULL and 1 for anything else, so that NULL sorts first, followed by
//!
//! - an integer, a time or an interval: big-endian, with the sign bit flipped if the type is signed, so that negative
//!   numbers sort first; a Decimal in the same way, in 16 bytes;
//! - a text: its bytes, ended by `00 00`, where a byte `00` inside becomes `00 FF`. So the end sorts before any
//!   continuation, `a` before `ab`, and the bytes of one column never run into those of the next;
//! - a Uuid: its 16 bytes in the mixed-endian order in which YDB stores and compares them;
//! - a DyNumber: its sign, its exponent, its digits, with all bits inverted if it is negative.
//!
//! Two keys have the same bytes exactly if YDB considers them the same key. That is what `Eq` and `Hash` of key structs
//! use.

use super::sink::RowSink;
use crate::error::ValueError;
use crate::schema::member::Member;
use crate::types::{Stored, Value};

/// Appends the values of a key, in key order, as bytes whose order is YDB's key order.
///
/// The order follows `ydb/core/scheme/scheme_tablecell.h`: NULL before everything, numbers and times by value, texts
/// and bytes by content and then by length, a Uuid by its stored, mixed-endian bytes. Two keys have the same bytes
/// exactly if YDB considers them the same key. Values that cannot be in a key (floats, documents) sort by their own
/// bytes.
///
/// ```
/// # use ydb_keys::__private::tests::ordered_bytes;
/// use ydb_keys::Value;
///
/// let key = |id, name: &'static str| ordered_bytes(&[Value::Int32(id), Value::Utf8(name.into())]);
/// assert!(key(-1, "b") < key(1, "a"));
/// assert!(key(1, "a") < key(1, "ab"));
/// assert!(ordered_bytes(&[Value::Null]) < ordered_bytes(&[Value::Int32(i32::MIN)]));
/// ```
pub fn ordered_bytes(values: &[Value<'_>]) -> Vec<u8> {
    let mut out = Vec::with_capacity(values.len() * 9);
    for value in values {
        append_ordered(value, &mut out);
    }
    out
}

/// One value of the key.
pub fn append_ordered(value: &Value<'_>, out: &mut Vec<u8>) {
    let stored = value.stored();
    out.push(u8::from(!matches!(stored, Stored::Null)));
    match stored {
        Stored::Null => {}
        Stored::Bool(x) => out.push(u8::from(x)),
        Stored::Integer { bits, width, signed } => {
            // Flipping the sign bit puts negative numbers before the others.
            let sign = u64::from(signed) << (8 * width - 1);
            out.extend(&(bits ^ sign).to_be_bytes()[8 - width..]);
        }
        Stored::Decimal(x) => out.extend((x as u128 ^ 1 << 127).to_be_bytes()),
        Stored::Uuid(x) => out.extend(x),
        Stored::DyNumber(x) => dynumber(x, out),
        Stored::Text(x) | Stored::Document(x) => text(x, out),
        Stored::Float { bits, width } => out.extend(&bits.to_be_bytes()[8 - width..]),
    }
}

/// The bytes of a key, value by value.
pub struct OrderedKey(pub Vec<u8>);

impl RowSink<'_> for OrderedKey {
    fn put(&mut self, _: &Member, value: Value<'_>) -> Result<(), ValueError> {
        append_ordered(&value, &mut self.0);
        Ok(())
    }
}

/// The bytes and their end: `00 00` ends, `00 FF` is a zero byte.
fn text(bytes: &[u8], out: &mut Vec<u8>) {
    for &byte in bytes {
        out.push(byte);
        if byte == 0 {
            out.push(0xff);
        }
    }
    out.extend([0, 0]);
}

/// A number of any precision: its sign, its exponent, its digits, inverted if it is negative.
fn dynumber(number: &str, out: &mut Vec<u8>) {
    let negative = number.starts_with('-');
    let unsigned = number.trim_start_matches(['-', '+']);
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    let end = digits.iter().rposition(|&digit| digit != b'0').map_or(zeros, |last| last + 1);
    let Some(significant) = digits.get(zeros..end).filter(|digits| !digits.is_empty()) else {
        out.push(1);
        return;
    };
    // The power of ten of the first significant digit. An exponent beyond i32 is larger than that of any DyNumber.
    let exponent: i32 = exponent.parse().unwrap_or(i32::MAX / 2);
    let power = exponent.saturating_add(whole.len() as i32 - zeros as i32);
    out.push(if negative { 0 } else { 2 });
    let start = out.len();
    out.extend(((power as u32) ^ (1 << 31)).to_be_bytes());
    out.extend(significant);
    out.push(0);
    if negative {
        out[start..].iter_mut().for_each(|byte| *byte = !*byte);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uuids_sort_by_their_stored_bytes() {
        let uuid = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
        assert_eq!(ordered_bytes(&[Value::Uuid(uuid)]), [1, 3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15]);
    }

    #[test]
    fn dynumbers_sort_by_value() {
        let sorted =
            ["-1e10", "-12", "-11.5", "-11", "-0.5", "-0.05", "0", "0.05", ".5", "5e-1", "1", "1.0", "9", "10", "1e10"];
        let bytes = |text: &'static str| ordered_bytes(&[Value::DyNumber(text.into())]);
        for pair in sorted.windows(2) {
            assert!(bytes(pair[0]) <= bytes(pair[1]), "{pair:?}");
        }
        assert_eq!(bytes("5e-1"), bytes(".50"));
        assert_eq!(bytes("0"), bytes("-0.00"));
        assert_ne!(bytes("-11.5"), bytes("-11"));
    }
}
