//! One column of a batch, as Arrow wants it: in the order of the keys.

use std::cmp::Ordering;

use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};

use crate::keys::ordered_bytes;
use crate::types::{CellData, Cells, YdbType};

/// The buffers of an Arrow array.
pub(super) struct Buffers {
    pub(super) nulls: Option<NullBuffer>,
    pub(super) values: Buffer,
    /// Of values that have no width.
    pub(super) offsets: Option<OffsetBuffer<i32>>,
}

/// The values of these rows, in their order.
pub(super) fn buffers(cells: &Cells, rows: &[u32]) -> Buffers {
    let valid = cells.valid.as_ref().filter(|valid| valid.contains(&false));
    let nulls =
        valid.map(|valid| NullBuffer::new(BooleanBuffer::collect_bool(rows.len(), |at| valid[rows[at] as usize])));
    let mut offsets = None;
    let values = match &cells.data {
        CellData::One(values) => Buffer::from_vec(gather(values, rows)),
        CellData::Two(values) => Buffer::from_vec(gather(values, rows)),
        CellData::Four(values) => Buffer::from_vec(gather(values, rows)),
        CellData::Eight(values) => Buffer::from_vec(gather(values, rows)),
        CellData::Sixteen(values) => Buffer::from_vec(gather(values, rows).into_flattened()),
        CellData::Bytes { bytes, .. } => {
            let mut sorted = Vec::with_capacity(bytes.len());
            let mut starts = Vec::with_capacity(rows.len() + 1);
            starts.push(0);
            for &row in rows {
                sorted.extend_from_slice(cells.text(row as usize).unwrap_or_default());
                // A batch has at most some megabytes.
                starts.push(sorted.len() as i32);
            }
            offsets = Some(OffsetBuffer::new(ScalarBuffer::from(starts)));
            Buffer::from_vec(sorted)
        }
    };
    Buffers { nulls, values, offsets }
}

/// The values at these positions.
fn gather<T: Copy>(values: &[T], rows: &[u32]) -> Vec<T> {
    rows.iter().map(|&row| values[row as usize]).collect()
}

/// The order of two rows by this column, as YDB sorts keys.
pub(super) fn compare(cells: &Cells, left: usize, right: usize) -> Ordering {
    match (cells.is_null(left), cells.is_null(right)) {
        (false, false) => {}
        // NULL is the least.
        (left, right) => return right.cmp(&left),
    }
    match (cells.text(left), cells.text(right)) {
        (Some(left), Some(right)) if cells.ty != YdbType::DyNumber => left.cmp(right),
        _ => ordered_bytes(&[cells.value(left)]).cmp(&ordered_bytes(&[cells.value(right)])),
    }
}

/// Whether the value in a row is a text of no characters.
pub(super) fn is_empty_text(cells: &Cells, row: usize) -> bool {
    cells.text(row).is_some_and(<[u8]>::is_empty) && !cells.is_null(row)
}
