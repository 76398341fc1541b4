//! Questions about the values of one column: which of two is greater, and which are empty.

use std::cmp::Ordering;

use ydb_keys::YdbType;
use ydb_keys_core::keys::ordered_bytes;
use ydb_keys_core::types::cells::Cells;

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

/// Whether the value in a row is an empty text.
pub(super) fn is_empty_text(cells: &Cells, row: usize) -> bool {
    cells.text(row).is_some_and(<[u8]>::is_empty) && !cells.is_null(row)
}
