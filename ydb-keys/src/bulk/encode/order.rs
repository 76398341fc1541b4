//! The order of the rows of a batch by their keys.
//!
//! Each row has a number that sorts like the first column of its key, and two rows with different numbers need no other
//! comparison. With a hash column the number is the hash, so hardly any two rows have the same one.

use std::cmp::Ordering;

use crate::schema::Table;
use crate::types::{Cells, Stored, Value};

use super::column::compare;

/// Numbers that sort like the rows, and the memory to sort them.
pub(super) struct Order {
    /// Where the columns of the key are among those that are sent, in key order.
    key: Vec<usize>,
    /// The number of a row in the upper half, and the row in the lower one: integers sort fastest.
    numbers: Vec<u128>,
    rows: Vec<u32>,
}

impl Order {
    pub(super) fn of(table: &'static Table) -> Self {
        let computed = table.computed().count();
        // The hash of the key is the first of those that are computed.
        let hash = table.hash.is_some().then_some(0);
        let key = hash.into_iter().chain(table.key.iter().map(|&column| computed + column)).collect();
        Order { key, numbers: Vec::new(), rows: Vec::new() }
    }

    /// The next row, which is the last one of the columns.
    #[inline]
    pub(super) fn push(&mut self, columns: &[Cells], row: usize) {
        let number = self.key.first().map_or(0, |&leading| number(&columns[leading].value(row)));
        self.numbers.push(u128::from(number) << 64 | row as u128);
    }

    /// The rows in the order of their keys, of those with equal keys only the last one.
    pub(super) fn take(&mut self, columns: &[Cells]) -> &mut [u32] {
        self.numbers.sort_unstable();
        self.rows.clear();
        for same in self.numbers.chunk_by(|left, right| left >> 64 == right >> 64) {
            let first = self.rows.len();
            // A batch has fewer rows than that.
            self.rows.extend(same.iter().map(|&number| number as u32));
            if same.len() > 1 {
                finish(&mut self.rows, first, &self.key, columns);
            }
        }
        self.numbers.clear();
        &mut self.rows
    }
}

/// Sorts the rows from `first` on by their whole keys, and leaves only the last one of those with equal keys.
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

/// A number that is not greater for a value that YDB sorts before another one.
#[inline]
fn number(value: &Value<'_>) -> u64 {
    match value.stored() {
        Stored::Bool(x) => u64::from(x),
        // Flipping the sign bit puts negative numbers before the others.
        Stored::Integer { bits, signed, .. } => bits ^ (u64::from(signed) << 63),
        Stored::Text(x) => leading(x),
        Stored::Decimal(x) => ((x as u128 ^ 1 << 127) >> 64) as u64,
        Stored::Uuid(x) => leading(&crate::keys::stored_uuid(x)),
        // NULL is the least. Numbers as texts are compared as a whole; floats and documents are in no key.
        Stored::Null | Stored::DyNumber(_) | Stored::Float { .. } | Stored::Document(_) => 0,
    }
}

/// The first eight bytes, filled up with zeros.
#[inline]
fn leading(bytes: &[u8]) -> u64 {
    let mut first = [0; 8];
    let length = bytes.len().min(8);
    first[..length].copy_from_slice(&bytes[..length]);
    u64::from_be_bytes(first)
}
