//! Order of the rows of a batch by their keys, and a test for empty texts.
//!
//! Each row gets a number of 64 bits whose lower bits are the index of the row. The upper bits come from the columns of
//! the key, in their order, as far as there is room. Each column contributes only the bits in which its values differ.
//! Sorting these integers sorts the rows. Only rows that agree in all upper bits are compared column by column. A hash
//! fills the upper bits alone; a bucket leaves room for the column after it.

use std::cmp::Ordering;

use ydb_keys::{Table, YdbType};
use ydb_keys_core::keys::ordered_bytes;
use ydb_keys_core::types::cells::{CellData, Cells};
use ydb_keys_core::types::stored::Stored;

/// Sorter of rows by the key. It keeps its memory for the next batch.
pub(super) struct Order {
    /// Indexes of the key columns among the columns that are sent, in key order.
    key: Vec<usize>,
    numbers: Vec<u64>,
    column: Vec<u64>,
    rows: Vec<u32>,
}

impl Order {
    pub(super) fn of(table: &'static Table) -> Self {
        let computed = table.computed().count();
        // The hash of the key is the first computed column.
        let hash = table.hash.is_some().then_some(0);
        let key = hash.into_iter().chain(table.key.iter().map(|&column| computed + column)).collect();
        Order { key, numbers: Vec::new(), column: Vec::new(), rows: Vec::new() }
    }

    /// Returns the rows of these columns in the order of their keys. If rows have equal keys, only the last one
    /// remains.
    pub(super) fn of_rows(&mut self, columns: &[Cells], rows: usize) -> &mut [u32] {
        // Number of bits for the index of a row.
        let lower = u64::BITS - (rows as u64).leading_zeros();
        self.number(columns, rows, lower);
        self.numbers.sort_unstable();
        self.rows.clear();
        for same in self.numbers.chunk_by(|left, right| left >> lower == right >> lower) {
            let first = self.rows.len();
            // A batch has fewer rows than 2^32.
            self.rows.extend(same.iter().map(|&number| (number & !(u64::MAX << lower)) as u32));
            if same.len() > 1 {
                finish(&mut self.rows, first, &self.key, columns);
            }
        }
        &mut self.rows
    }

    /// Computes the numbers of all rows; the lower bits are the index of the row.
    fn number(&mut self, columns: &[Cells], rows: usize, lower: u32) {
        self.numbers.clear();
        self.numbers.resize(rows, 0);
        let mut room = u64::BITS - lower;
        for cells in self.key.iter().map(|&column| &columns[column]) {
            self.column.clear();
            let exact = numbers(cells, rows, &mut self.column);
            let first = self.column.first().copied().unwrap_or_default();
            let width = u64::BITS - self.column.iter().fold(0, |all, number| all | (number ^ first)).leading_zeros();
            let taken = width.min(room);
            if taken > 0 {
                let (common, rest) = (u64::BITS - width, u64::BITS - taken);
                for (number, column) in self.numbers.iter_mut().zip(&self.column) {
                    // The shift has two steps, because a shift by all 64 bits is not allowed.
                    *number = *number << (taken - 1) << 1 | (column << common) >> rest;
                }
            }
            room -= taken;
            if room == 0 || !exact {
                break;
            }
        }
        for (row, number) in self.numbers.iter_mut().enumerate() {
            *number = *number << lower | row as u64;
        }
    }
}

/// Sorts the rows from `first` on by their whole keys. If rows have equal keys, only the last one remains.
fn finish(rows: &mut Vec<u32>, first: usize, key: &[usize], columns: &[Cells]) {
    let compared = |left: u32, right: u32| {
        let mut each = key.iter().map(|&column| compare(&columns[column], left as usize, right as usize));
        each.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    };
    rows[first..].sort_by(|&left, &right| compared(left, right));
    let mut kept = first;
    for at in first..rows.len() {
        if kept > first && compared(rows[kept - 1], rows[at]).is_eq() {
            kept -= 1;
        }
        rows[kept] = rows[at];
        kept += 1;
    }
    rows.truncate(kept);
}

/// Appends a number for each value, so that a smaller value in YDB's order never has a greater number. Returns `true`
/// if different values always have different numbers.
fn numbers(cells: &Cells, rows: usize, numbers: &mut Vec<u64>) -> bool {
    match &cells.data {
        // The most common leading columns are hashes, ids and buckets.
        CellData::Eight(values) if cells.ty == YdbType::Uint64 && cells.valid.is_none() => {
            numbers.extend_from_slice(values);
        }
        CellData::Four(values) if cells.ty == YdbType::Uint32 && cells.valid.is_none() => {
            numbers.extend(values.iter().map(|&value| u64::from(value)));
        }
        _ => numbers.extend((0..rows).map(|row| number(cells.stored(row)))),
    }
    let is_wide = matches!(cells.data, CellData::Sixteen(_) | CellData::Bytes { .. });
    !is_wide && cells.valid.is_none()
}

#[inline]
fn number(stored: Stored<'_>) -> u64 {
    match stored {
        Stored::Bool(x) => u64::from(x),
        // The flipped sign bit puts negative numbers before all other numbers.
        Stored::Integer { bits, signed, .. } => bits ^ (u64::from(signed) << 63),
        Stored::Text(x) => leading(x),
        Stored::Decimal(x) => ((x as u128 ^ 1 << 127) >> 64) as u64,
        Stored::Uuid(x) => leading(&x),
        // NULL sorts first. Numbers as texts are compared as a whole; floats and documents are in no key.
        Stored::Null | Stored::DyNumber(_) | Stored::Float { .. } | Stored::Document(_) => 0,
    }
}

/// Returns the first eight bytes as a number; missing bytes are zeros.
#[inline]
fn leading(bytes: &[u8]) -> u64 {
    let mut first = [0; 8];
    let length = bytes.len().min(8);
    first[..length].copy_from_slice(&bytes[..length]);
    u64::from_be_bytes(first)
}

/// Compares two rows by this column, as YDB sorts keys.
fn compare(cells: &Cells, left: usize, right: usize) -> Ordering {
    match (cells.is_null(left), cells.is_null(right)) {
        (false, false) => {}
        // NULL sorts first.
        (left, right) => return right.cmp(&left),
    }
    match (cells.text(left), cells.text(right)) {
        (Some(left), Some(right)) if cells.ty != YdbType::DyNumber => left.cmp(right),
        _ => ordered_bytes(&[cells.value(left)]).cmp(&ordered_bytes(&[cells.value(right)])),
    }
}

pub(super) fn is_empty_text(cells: &Cells, row: usize) -> bool {
    cells.text(row).is_some_and(<[u8]>::is_empty) && !cells.is_null(row)
}
