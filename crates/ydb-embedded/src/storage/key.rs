//! Keys as bytes that sort like keys in YDB: NULL first, numbers by value, strings by bytes, `Uuid` by its stored
//! bytes.
//!
//! A key is the concatenation of its columns. A column is a tag, 0 for NULL and 1 for a value, followed by the value's
//! bytes:
//!
//! ```text
//! signed numbers    big-endian, the sign bit flipped              -1 as Int8           01 7f
//! unsigned numbers  big-endian                                    1 as Uint16          01 00 01
//! Float, Double     positive: the sign bit set;                   1.0 as Float         01 bf 80 00 00
//!                   negative: all bits flipped
//! Decimal           16 bytes big-endian, the sign bit flipped
//! Uuid              its 16 stored bytes
//! strings           bytes 0 and 1 become 01 01 and 01 02,         "a" as Utf8          01 61 00
//!                   the end is a 0
//! DyNumber          its sortable bytes, as a string                (see `types::dynumber`)
//! ```
//!
//! No column's bytes are a prefix of another column's bytes. Comparing two keys byte by byte therefore compares them
//! column by column, and the bytes of the first columns are a prefix of exactly the keys that begin with these columns.
//! Every range of a scan and every border of a partition is thus a range of bytes.

use crate::types::{Cell, StoredAs, Type, Value};

const NULL: u8 = 0;
const PRESENT: u8 = 1;

/// Last byte of an encoded string. The two lowest bytes are escaped, so that a string sorts before its continuations.
const END: u8 = 0;
const ESCAPE: u8 = 1;

/// Returns the number of a value's bytes, if it is fixed.
const fn payload_width(stored: Option<StoredAs>) -> Option<usize> {
    match stored {
        Some(StoredAs::Bool) => Some(1),
        Some(StoredAs::Signed(width) | StoredAs::Unsigned(width)) => Some(width),
        Some(StoredAs::Float) => Some(4),
        Some(StoredAs::Double) => Some(8),
        Some(StoredAs::Decimal | StoredAs::Uuid) => Some(16),
        Some(StoredAs::Bytes | StoredAs::Text | StoredAs::Imaged(_)) => None,
        // Columns cannot have such a type.
        None => Some(0),
    }
}

/// Encodes the values of a key, or of its first columns, which gives the common prefix of all keys that begin with
/// them. `types` are the types of the key columns in key order.
pub fn encode<'a>(values: &[Value], types: impl IntoIterator<Item = &'a Type>) -> Vec<u8> {
    let mut out = Vec::with_capacity(values.len() * 10);
    values.iter().zip(types).for_each(|(value, ty)| encode_cell(&mut out, value.into(), ty));
    out
}

/// Appends one column. The value must have the type; a number outside the type's range becomes the nearest number
/// inside it.
pub fn encode_cell(out: &mut Vec<u8>, cell: Cell<'_>, ty: &Type) {
    match (cell, ty.stored_as()) {
        (Cell::Null, _) => out.push(NULL),
        (Cell::Bool(value), Some(StoredAs::Bool)) => out.extend([PRESENT, u8::from(value)]),
        (Cell::Int(value), Some(StoredAs::Signed(width))) => {
            let half = 1_i128 << (8 * width - 1);
            let shifted = (i128::from(value).clamp(-half, half - 1) + half) as u64;
            push_tail(out, &shifted.to_be_bytes(), width);
        }
        (Cell::Uint(value), Some(StoredAs::Unsigned(width))) => {
            let max = u64::MAX >> (64 - 8 * width);
            push_tail(out, &value.min(max).to_be_bytes(), width);
        }
        (Cell::Decimal(value), Some(StoredAs::Decimal)) => {
            push_tail(out, &(value as u128 ^ (1 << 127)).to_be_bytes(), 16)
        }
        (Cell::Uuid(bytes), Some(StoredAs::Uuid)) => push_tail(out, &bytes, 16),
        (Cell::Float(value), Some(StoredAs::Float)) => {
            let bits = value.to_bits();
            push_tail(out, &(if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }).to_be_bytes(), 4);
        }
        (Cell::Double(value), Some(StoredAs::Double)) => {
            let bits = value.to_bits();
            push_tail(out, &(if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }).to_be_bytes(), 8);
        }
        (Cell::Bytes(bytes), Some(StoredAs::Bytes)) => push_string(out, bytes),
        (Cell::Text(text), Some(StoredAs::Text)) => push_string(out, text.as_bytes()),
        (Cell::Text(text), Some(StoredAs::Imaged(image))) => push_string(out, &image.of(text).unwrap_or_default()),
        _ => {
            debug_assert!(false, "{cell:?} is not a key value of type {ty}");
            out.push(NULL);
        }
    }
}

fn push_tail(out: &mut Vec<u8>, bytes: &[u8], width: usize) {
    out.push(PRESENT);
    out.extend_from_slice(&bytes[bytes.len() - width..]);
}

fn push_string(out: &mut Vec<u8>, bytes: &[u8]) {
    out.reserve(bytes.len() + 2);
    out.push(PRESENT);
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|&byte| byte <= ESCAPE) {
        out.extend_from_slice(&rest[..at]);
        out.extend([ESCAPE, rest[at] + 1]);
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
    out.push(END);
}

/// Decodes the values of a key or of a prefix of one, as far as there are bytes.
pub fn decode<'a>(bytes: &[u8], types: impl IntoIterator<Item = &'a Type>) -> Vec<Value> {
    let mut reader = KeyReader::new(bytes);
    types.into_iter().map_while(|ty| reader.next(ty)).collect()
}

/// Reads a key column by column.
#[derive(Clone, Copy, Debug)]
pub struct KeyReader<'a> {
    rest: &'a [u8],
}

impl<'a> KeyReader<'a> {
    pub const fn new(key: &'a [u8]) -> Self {
        Self { rest: key }
    }

    /// Decodes the next column's value; `None` at the end of the key.
    pub fn next(&mut self, ty: &Type) -> Option<Value> {
        let stored = ty.stored_as();
        let Some(payload) = self.payload(stored)? else { return Some(Value::Null) };
        Some(match stored {
            Some(StoredAs::Bool) => Value::Bool(payload[0] != 0),
            Some(StoredAs::Signed(width)) => {
                let shifted = i128::from(number(payload));
                Value::Int((shifted - (1_i128 << (8 * width - 1))) as i64)
            }
            Some(StoredAs::Unsigned(_)) => Value::Uint(number(payload)),
            Some(StoredAs::Decimal) => {
                Value::Decimal((u128::from_be_bytes(payload.try_into().ok()?) ^ (1 << 127)) as i128)
            }
            Some(StoredAs::Uuid) => Value::Uuid(payload.try_into().ok()?),
            Some(StoredAs::Float) => {
                let bits = u32::from_be_bytes(payload.try_into().ok()?);
                Value::Float(f32::from_bits(if bits >> 31 == 1 { bits & !(1 << 31) } else { !bits }))
            }
            Some(StoredAs::Double) => {
                let bits = u64::from_be_bytes(payload.try_into().ok()?);
                Value::Double(f64::from_bits(if bits >> 63 == 1 { bits & !(1 << 63) } else { !bits }))
            }
            Some(StoredAs::Bytes) => Value::Bytes(unescape(payload).into()),
            Some(StoredAs::Imaged(image)) => Value::text(image.text(&unescape(payload))?),
            // Columns of text types only ever contain valid text.
            Some(StoredAs::Text) => Value::Text(String::from_utf8(unescape(payload)).ok()?.into()),
            None => Value::Null,
        })
    }

    /// Skips the next column. Returns its bytes including the tag; `None` at the end of the key.
    pub fn skip(&mut self, ty: &Type) -> Option<&'a [u8]> {
        let before = self.rest;
        self.payload(ty.stored_as())?;
        Some(&before[..before.len() - self.rest.len()])
    }

    /// Takes the next column's bytes without the tag. The outer `None` is the end of the key, the inner one is NULL.
    fn payload(&mut self, stored: Option<StoredAs>) -> Option<Option<&'a [u8]>> {
        let (&tag, rest) = self.rest.split_first()?;
        if tag == NULL {
            self.rest = rest;
            return Some(None);
        }
        let (payload, after) = match payload_width(stored) {
            Some(width) => rest.split_at_checked(width)?,
            None => {
                let end = rest.iter().position(|&byte| byte == END)?;
                (&rest[..end], &rest[end + 1..])
            }
        };
        self.rest = after;
        Some(Some(payload))
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn unescape(payload: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(payload.len());
    let mut bytes = payload.iter();
    while let Some(&byte) = bytes.next() {
        if byte == ESCAPE {
            out.extend(bytes.next().map(|&escaped| escaped - 1));
        } else {
            out.push(byte);
        }
    }
    out
}
