//! Keys as bytes whose order is the order of keys in YDB: NULL first, numbers by value, strings by bytes, `Uuid` by its stored bytes.

use crate::types::{Primitive, Type, Value, dynumber};

const NULL: u8 = 0;
const PRESENT: u8 = 1;

/// Strings end with this byte; the two lowest bytes are escaped, so that a prefix sorts before its continuations.
const END: u8 = 0;
const ESCAPE: u8 = 1;

/// How a key column of a type is written behind its tag.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Bool,
    Signed(usize),
    Unsigned(usize),
    Decimal,
    Uuid,
    Bytes,
    Text,
    DyNumber,
    Float,
    Double,
    /// Not a type of columns.
    Other,
}

impl Form {
    fn of(ty: &Type) -> Self {
        use Primitive as P;
        match ty.unwrap_optional() {
            Type::Decimal { .. } => Self::Decimal,
            Type::Primitive(primitive) => match primitive {
                P::Bool => Self::Bool,
                P::Int8 => Self::Signed(1),
                P::Int16 => Self::Signed(2),
                P::Int32 | P::Date32 => Self::Signed(4),
                P::Int64 | P::Interval | P::Datetime64 | P::Timestamp64 | P::Interval64 => Self::Signed(8),
                P::Uint8 => Self::Unsigned(1),
                P::Uint16 | P::Date => Self::Unsigned(2),
                P::Uint32 | P::Datetime => Self::Unsigned(4),
                P::Uint64 | P::Timestamp => Self::Unsigned(8),
                P::Float => Self::Float,
                P::Double => Self::Double,
                P::Uuid => Self::Uuid,
                P::String | P::Yson => Self::Bytes,
                P::DyNumber => Self::DyNumber,
                P::Utf8 | P::Json | P::JsonDocument | P::TzDate | P::TzDatetime | P::TzTimestamp => Self::Text,
            },
            _ => Self::Other,
        }
    }

    /// The payload's length, where it has a fixed one.
    const fn width(self) -> Option<usize> {
        match self {
            Self::Bool => Some(1),
            Self::Signed(width) | Self::Unsigned(width) => Some(width),
            Self::Float => Some(4),
            Self::Double => Some(8),
            Self::Decimal | Self::Uuid => Some(16),
            Self::Bytes | Self::Text | Self::DyNumber => None,
            Self::Other => Some(0),
        }
    }
}

/// The key of these values; `types` are the key columns' types in key order.
#[must_use]
pub fn encode<'a>(values: &[Value], types: impl IntoIterator<Item = &'a Type>) -> Vec<u8> {
    let mut out = Vec::with_capacity(values.len() * 10);
    encode_into(&mut out, values, types);
    out
}

/// Appends the bytes of these values, which are the next columns of a key.
pub fn encode_into<'a>(out: &mut Vec<u8>, values: &[Value], types: impl IntoIterator<Item = &'a Type>) {
    for (value, ty) in values.iter().zip(types) {
        encode_column(out, value, ty);
    }
}

/// The bytes with which every key begins whose first columns are these.
#[must_use]
pub fn encode_prefix<'a>(values: &[Value], types: impl IntoIterator<Item = &'a Type>) -> Vec<u8> {
    encode(values, types)
}

/// Appends one column. The value must be of the type; a number outside of the type's width is taken as the nearest inside.
pub fn encode_column(out: &mut Vec<u8>, value: &Value, ty: &Type) {
    let form = Form::of(ty);
    match (value, form) {
        (Value::Null, _) => out.push(NULL),
        (Value::Bool(value), Form::Bool) => out.extend([PRESENT, u8::from(*value)]),
        (Value::Int(value), Form::Signed(width)) => {
            let half = 1_i128 << (8 * width - 1);
            let shifted = (i128::from(*value).clamp(-half, half - 1) + half) as u64;
            push_tail(out, &shifted.to_be_bytes(), width);
        }
        (Value::Uint(value), Form::Unsigned(width)) => {
            let max = u64::MAX >> (64 - 8 * width);
            push_tail(out, &value.min(&max).to_be_bytes(), width);
        }
        (Value::Decimal(value), Form::Decimal) => push_tail(out, &(*value as u128 ^ (1 << 127)).to_be_bytes(), 16),
        (Value::Uuid(bytes), Form::Uuid) => push_tail(out, bytes, 16),
        (Value::Float(value), Form::Float) => {
            let bits = value.to_bits();
            push_tail(out, &(if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }).to_be_bytes(), 4);
        }
        (Value::Double(value), Form::Double) => {
            let bits = value.to_bits();
            push_tail(out, &(if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }).to_be_bytes(), 8);
        }
        (Value::Bytes(bytes), Form::Bytes) => push_string(out, bytes),
        (Value::Text(text), Form::Text) => push_string(out, text.as_bytes()),
        // Its bytes sort as numbers do, its text does not.
        (Value::Text(text), Form::DyNumber) => push_string(out, &dynumber::encode(text).unwrap_or_default()),
        _ => {
            debug_assert!(false, "{value:?} is no key value of type {ty}");
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

/// The values of a key, or of a key's prefix: as many as the bytes hold.
#[must_use]
pub fn decode<'a>(bytes: &[u8], types: impl IntoIterator<Item = &'a Type>) -> Vec<Value> {
    let mut reader = Reader::new(bytes);
    types.into_iter().map_while(|ty| reader.next(ty)).collect()
}

/// Reads a key column by column.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Reads from the first column on.
    #[must_use]
    pub const fn new(key: &'a [u8]) -> Self {
        Self { rest: key }
    }

    /// The next column's value; `None` at the end.
    pub fn next(&mut self, ty: &Type) -> Option<Value> {
        let form = Form::of(ty);
        let payload = self.payload(form)?;
        let Some(payload) = payload else { return Some(Value::Null) };
        Some(match form {
            Form::Bool => Value::Bool(payload[0] != 0),
            Form::Signed(width) => {
                let shifted = i128::from(number(payload));
                Value::Int((shifted - (1_i128 << (8 * width - 1))) as i64)
            }
            Form::Unsigned(_) => Value::Uint(number(payload)),
            Form::Decimal => Value::Decimal((u128::from_be_bytes(payload.try_into().ok()?) ^ (1 << 127)) as i128),
            Form::Uuid => Value::Uuid(payload.try_into().ok()?),
            Form::Float => {
                let bits = u32::from_be_bytes(payload.try_into().ok()?);
                Value::Float(f32::from_bits(if bits >> 31 == 1 { bits & !(1 << 31) } else { !bits }))
            }
            Form::Double => {
                let bits = u64::from_be_bytes(payload.try_into().ok()?);
                Value::Double(f64::from_bits(if bits >> 63 == 1 { bits & !(1 << 63) } else { !bits }))
            }
            Form::Bytes => Value::Bytes(unescape(payload).into()),
            Form::DyNumber => Value::text(dynumber::decode(&unescape(payload))?),
            // Only text is ever written under a text type.
            Form::Text => Value::Text(String::from_utf8(unescape(payload)).ok()?.into()),
            Form::Other => Value::Null,
        })
    }

    /// Passes over the next column and gives its bytes, tag included; `None` at the end.
    pub fn skip(&mut self, ty: &Type) -> Option<&'a [u8]> {
        let before = self.rest;
        self.payload(Form::of(ty))?;
        Some(&before[..before.len() - self.rest.len()])
    }

    /// Takes the next column; the inner `None` is NULL.
    fn payload(&mut self, form: Form) -> Option<Option<&'a [u8]>> {
        let (&tag, rest) = self.rest.split_first()?;
        if tag == NULL {
            self.rest = rest;
            return Some(None);
        }
        let (payload, after) = match form.width() {
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
