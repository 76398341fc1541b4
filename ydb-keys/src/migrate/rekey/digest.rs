//! Digests of sets of rows: equal for equal rows in any order.

use xxhash_rust::xxh3::xxh3_64;

use crate::types::Value;

/// The number of rows of one side, and the sum of their hashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Digest {
    pub(crate) rows: u64,
    sum: u64,
}

impl Digest {
    /// The digest of the same rows over the columns of both digests.
    pub(crate) fn and(self, other: Digest) -> Digest {
        Digest { rows: self.rows.max(other.rows), sum: self.sum.rotate_left(1).wrapping_add(other.sum) }
    }

    /// Adds a row by its [`row_hash`].
    pub(crate) fn add(&mut self, hash: u64) {
        self.rows += 1;
        self.sum = self.sum.wrapping_add(hash);
    }
}

/// XXH3 of a row's values, each with its kind and its length in front, so that no two rows have the same bytes. `bytes`
/// is scratch space.
pub(crate) fn row_hash(values: &[Value<'_>], bytes: &mut Vec<u8>) -> u64 {
    bytes.clear();
    values.iter().for_each(|value| write_value(value, bytes));
    xxh3_64(bytes)
}

fn write_value(value: &Value<'_>, out: &mut Vec<u8>) {
    let mut fixed = |kind: u8, bytes: &[u8]| {
        out.push(kind);
        out.extend_from_slice(bytes);
    };
    match value {
        Value::Null => fixed(0, &[]),
        Value::Bool(x) => fixed(1, &[u8::from(*x)]),
        Value::Int8(x) => fixed(2, &x.to_le_bytes()),
        Value::Int16(x) => fixed(3, &x.to_le_bytes()),
        Value::Int32(x) => fixed(4, &x.to_le_bytes()),
        Value::Int64(x) => fixed(5, &x.to_le_bytes()),
        Value::Uint8(x) => fixed(6, &x.to_le_bytes()),
        Value::Uint16(x) => fixed(7, &x.to_le_bytes()),
        Value::Uint32(x) => fixed(8, &x.to_le_bytes()),
        Value::Uint64(x) => fixed(9, &x.to_le_bytes()),
        // By their bits: a copy keeps -0.0 and the payload of a NaN.
        Value::Float(x) => fixed(10, &x.to_bits().to_le_bytes()),
        Value::Double(x) => fixed(11, &x.to_bits().to_le_bytes()),
        Value::Decimal(x) => fixed(12, &x.scaled().to_le_bytes()),
        Value::Uuid(x) => fixed(13, x),
        Value::Date(x) => fixed(14, &x.to_le_bytes()),
        Value::Datetime(x) => fixed(15, &x.to_le_bytes()),
        Value::Timestamp(x) => fixed(16, &x.to_le_bytes()),
        Value::Interval(x) => fixed(17, &x.to_le_bytes()),
        Value::Date32(x) => fixed(18, &x.to_le_bytes()),
        Value::Datetime64(x) => fixed(19, &x.to_le_bytes()),
        Value::Timestamp64(x) => fixed(20, &x.to_le_bytes()),
        Value::Interval64(x) => fixed(21, &x.to_le_bytes()),
        Value::DyNumber(x) => framed(22, x.as_bytes(), out),
        Value::String(x) => framed(23, x, out),
        Value::Utf8(x) => framed(24, x.as_bytes(), out),
        Value::Json(x) => framed(25, x.as_bytes(), out),
        Value::JsonDocument(x) => framed(26, x.as_bytes(), out),
        Value::Yson(x) => framed(27, x, out),
    }
}

fn framed(kind: u8, bytes: &[u8], out: &mut Vec<u8>) {
    out.push(kind);
    out.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
    out.extend_from_slice(bytes);
}
