//! The values of a column as bytes in YDB's order, encoded once for all keys that have the column.

use ydb_keys::Value;
use ydb_keys_core::keys::append_ordered;

/// The encoded values of one column.
#[derive(Debug)]
pub(super) struct Cells {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Cells {
    pub(super) fn of(values: &[Value<'_>]) -> Self {
        let mut cells = Cells { bytes: Vec::with_capacity(values.len() * 9), ends: Vec::with_capacity(values.len()) };
        for value in values {
            append_ordered(value, &mut cells.bytes);
            cells.ends.push(cells.bytes.len());
        }
        cells
    }

    pub(super) fn get(&self, row: usize) -> &[u8] {
        let start = row.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        self.ends.get(row).and_then(|&end| self.bytes.get(start..end)).unwrap_or_default()
    }
}
