//! Rows as bytes: the columns outside the key.
//!
//! A row is a sequence of entries (column id, length, payload) with ascending ids; id and length are LEB128 numbers. A
//! NULL has no entry. Numbers are written without trailing zero bytes, signed ones as zigzag, so that small numbers are
//! short. Column 1 = 1 and column 200 = -1, both Int64: `01 01 02  c8 01 01 01`.
//!
//! Ids are never reused in a table. A dropped column is therefore invisible without rewriting rows, and an added column
//! is NULL in every old row.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::catalog::ColumnId;
use crate::types::{Cell, StoredAs, Type, Value};

// A row is a sequence of (id, length, payload), ids ascending, both numbers as LEB128.

/// Encodes a row of these columns, in ascending order of ids. NULLs take no space.
pub fn encode<'a>(columns: impl IntoIterator<Item = (ColumnId, &'a Value)>) -> Box<[u8]> {
    let mut writer = RowEncoder::default();
    columns.into_iter().for_each(|(id, value)| writer.push(id, value.into()));
    writer.finish()
}

/// Encoder of rows, which reuses its memory for each row.
#[derive(Debug, Default)]
pub struct RowEncoder {
    out: Vec<u8>,
    payload: Vec<u8>,
    last: Option<ColumnId>,
}

impl RowEncoder {
    /// Appends a column. Ids must ascend.
    pub fn push(&mut self, id: ColumnId, cell: Cell<'_>) {
        debug_assert!(self.last.replace(id) < Some(id), "columns must be in the order of their ids");
        self.payload.clear();
        if push_cell(&mut self.payload, cell) {
            push_entry(&mut self.out, id, &self.payload);
        }
    }

    /// Returns the row of the columns since the last call.
    pub fn finish(&mut self) -> Box<[u8]> {
        let row = self.out.as_slice().into();
        self.out.clear();
        self.last = None;
        row
    }
}

/// Encodes one value for [`merge`]; `None` is NULL.
pub fn encode_value<'a>(value: impl Into<Cell<'a>>) -> Option<Box<[u8]>> {
    let mut out = Vec::new();
    push_cell(&mut out, value.into()).then(|| out.into())
}

/// Decodes the value of a payload from [`RowReader`].
pub fn decode_value(payload: &[u8], ty: &Type) -> Value {
    decode_payload(payload, ty).unwrap_or(Value::Null)
}

/// Returns the old row with some columns set (`Some`) or made NULL (`None`). The changes may be in any order; the last
/// change of an id wins.
pub fn merge(old: &[u8], changes: &[(ColumnId, Option<Box<[u8]>>)]) -> Box<[u8]> {
    let changes = ascending(changes);
    let mut changes = changes.iter().peekable();
    let mut out = Vec::with_capacity(old.len() + changes.len() * 12);
    let put = |out: &mut Vec<u8>, (id, payload): &(ColumnId, Option<Box<[u8]>>)| {
        if let Some(payload) = payload {
            push_entry(out, *id, payload);
        }
    };
    for (id, payload) in RowReader::new(old) {
        while let Some(change) = changes.next_if(|change| change.0 < id) {
            put(&mut out, change);
        }
        match changes.next_if(|change| change.0 == id) {
            Some(change) => put(&mut out, change),
            None => push_entry(&mut out, id, payload),
        }
    }
    changes.for_each(|change| put(&mut out, change));
    out.into()
}

type Changes = [(ColumnId, Option<Box<[u8]>>)];

fn ascending(changes: &Changes) -> Cow<'_, Changes> {
    if changes.is_sorted_by(|a, b| a.0 < b.0) {
        return Cow::Borrowed(changes);
    }
    let mut sorted: Vec<_> = changes.iter().rev().cloned().collect();
    sorted.sort_by_key(|change| change.0);
    sorted.dedup_by_key(|change| change.0);
    Cow::Owned(sorted)
}

/// Returns the row without a column; `None` if the row does not have the column.
pub fn remove_column(row: &[u8], column: ColumnId) -> Option<Box<[u8]>> {
    RowReader::new(row).any(|(id, _)| id == column).then(|| merge(row, &[(column, None)]))
}

/// Iterator over the columns of a row in ascending order of ids, not decoded.
#[derive(Clone, Copy, Debug)]
pub struct RowReader<'a> {
    rest: &'a [u8],
}

impl<'a> RowReader<'a> {
    pub const fn new(row: &'a [u8]) -> Self {
        Self { rest: row }
    }
}

impl<'a> Iterator for RowReader<'a> {
    type Item = (ColumnId, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let id = take_number(&mut self.rest)?;
        let length = take_number(&mut self.rest)?;
        let (payload, rest) = self.rest.split_at_checked(length as usize)?;
        self.rest = rest;
        Some((ColumnId(id), payload))
    }
}

fn push_entry(out: &mut Vec<u8>, id: ColumnId, payload: &[u8]) {
    push_number(out, id.0);
    push_number(out, payload.len() as u32);
    out.extend_from_slice(payload);
}

fn push_number(out: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn take_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..35).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Appends a value's payload. Returns `false` for NULL.
fn push_cell(out: &mut Vec<u8>, cell: Cell<'_>) -> bool {
    match cell {
        Cell::Null => return false,
        Cell::Bool(value) => out.push(u8::from(value)),
        Cell::Int(value) => push_trimmed(out, &((value << 1) ^ (value >> 63)).to_le_bytes()),
        Cell::Uint(value) => push_trimmed(out, &value.to_le_bytes()),
        Cell::Float(value) => out.extend(value.to_le_bytes()),
        Cell::Double(value) => out.extend(value.to_le_bytes()),
        Cell::Decimal(value) => push_trimmed(out, &((value << 1) ^ (value >> 127)).to_le_bytes()),
        Cell::Uuid(bytes) => out.extend(bytes),
        Cell::Bytes(bytes) => out.extend_from_slice(bytes),
        Cell::Text(text) => out.extend_from_slice(text.as_bytes()),
    }
    true
}

fn push_trimmed(out: &mut Vec<u8>, bytes: &[u8]) {
    let length = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    out.extend_from_slice(&bytes[..length]);
}

fn decode_payload(payload: &[u8], ty: &Type) -> Option<Value> {
    Some(match ty.stored_as()? {
        StoredAs::Bool => Value::Bool(*payload.first()? != 0),
        StoredAs::Signed(_) => {
            let zigzag = u64::from_le_bytes(untrim(payload)?);
            Value::Int((zigzag >> 1) as i64 ^ -((zigzag & 1) as i64))
        }
        StoredAs::Unsigned(_) => Value::Uint(u64::from_le_bytes(untrim(payload)?)),
        StoredAs::Float => Value::Float(f32::from_le_bytes(payload.try_into().ok()?)),
        StoredAs::Double => Value::Double(f64::from_le_bytes(payload.try_into().ok()?)),
        StoredAs::Decimal => {
            let zigzag = u128::from_le_bytes(untrim(payload)?);
            Value::Decimal((zigzag >> 1) as i128 ^ -((zigzag & 1) as i128))
        }
        StoredAs::Uuid => Value::Uuid(payload.try_into().ok()?),
        StoredAs::Bytes => Value::Bytes(payload.into()),
        StoredAs::Text | StoredAs::Imaged(_) => Value::Text(std::str::from_utf8(payload).ok()?.into()),
    })
}

fn untrim<const N: usize>(payload: &[u8]) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    bytes.get_mut(..payload.len())?.copy_from_slice(payload);
    Some(bytes)
}

/// New value of a column, encoded by [`row::encode_value`]; `None` is NULL.
pub type ColumnChange = (ColumnId, Option<Box<[u8]>>);

/// Encoded key and encoded row.
pub type KeyAndRow = (Box<[u8]>, Box<[u8]>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PendingWrite {
    Put(Box<[u8]>),
    /// Changes of some columns, applied to the row as of the commit, or to an empty row.
    Merge(Vec<ColumnChange>),
    Delete,
}

/// Writes to one table in key order.
pub(super) type PendingWrites = BTreeMap<Box<[u8]>, PendingWrite>;

impl PendingWrite {
    /// Returns the row after this write; `None` if it is deleted.
    pub(super) fn over(&self, base: Option<&[u8]>) -> Option<Cow<'_, [u8]>> {
        match self {
            Self::Put(row) => Some(Cow::Borrowed(row)),
            Self::Merge(changes) => Some(Cow::Owned(merge(base.unwrap_or_default(), changes).into())),
            Self::Delete => None,
        }
    }

    /// Returns the row after this write and consumes the write; `None` if the row is deleted.
    pub(super) fn into_row(self, base: Option<&[u8]>) -> Option<Box<[u8]>> {
        match self {
            Self::Put(row) => Some(row),
            Self::Merge(changes) => Some(merge(base.unwrap_or_default(), &changes)),
            Self::Delete => None,
        }
    }

    /// Combines this write with a later one.
    pub(super) fn then(self, later: Self) -> Self {
        let Self::Merge(changes) = later else { return later };
        match self {
            Self::Put(row) => Self::Put(merge(&row, &changes)),
            Self::Delete => Self::Put(merge(&[], &changes)),
            Self::Merge(mut earlier) => {
                earlier.retain(|(id, _)| changes.iter().all(|change| change.0 != *id));
                earlier.extend(changes);
                Self::Merge(earlier)
            }
        }
    }
}
