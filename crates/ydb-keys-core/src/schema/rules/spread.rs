//! How few values some columns have together: one definition for the hash of a row table and the partition key of a
//! column table.
//!
//! Rows of equal values have one hash, so they go to one place. A bool, a fieldless enum and an 8-bit integer have a
//! handful of values; a date is the same for all rows of a day, and any time for all rows of a moment. Only a column of
//! another kind tells the rows of one day, or of one moment, apart. So a list of columns gathers rows when it has no
//! such column.

use crate::schema::any::{ColumnDef, HashDef, Table};
use crate::types::YdbType;

/// Rows that have one hash, for a hash over columns that do not tell them apart.
#[derive(Clone, Copy)]
pub(super) enum Gathered {
    /// Those of a value: bools, enums and 8-bit integers only.
    Value,
    /// Those of a day: dates only.
    Day,
    /// Those of a day and a value.
    DayAndValue,
    /// Those of a moment: times only, and not all of them dates.
    Moment,
    /// Those of a moment and a value.
    MomentAndValue,
}

/// Which rows a hash over the columns at these positions gathers; `None` where one of the columns tells them apart.
pub(super) const fn gathered(table: &Table<'_>, columns: &[usize]) -> Option<Gathered> {
    let (mut few, mut days, mut moments, mut i) = (0, 0, 0, 0);
    while i < columns.len() {
        let column = &table.columns[columns[i]];
        if column.is_low_cardinality() {
            few += 1;
        } else if is_day(column) {
            days += 1;
        } else if column.ty.is_time() {
            moments += 1;
        } else {
            return None;
        }
        i += 1;
    }
    match (few > 0, days > 0, moments > 0) {
        (true, false, false) => Some(Gathered::Value),
        (false, true, false) => Some(Gathered::Day),
        (true, true, false) => Some(Gathered::DayAndValue),
        (false, _, true) => Some(Gathered::Moment),
        (true, _, true) => Some(Gathered::MomentAndValue),
        (false, false, false) => None,
    }
}

/// What the hash that leads a row table gathers, where that is too much: the moments of a time are many, its days are
/// not.
pub(super) const fn gathered_by_hash(table: &Table<'_>) -> Option<Gathered> {
    match table.hash {
        Some(hash) => gathered_by(table, &hash),
        None => None,
    }
}

/// The same of any hash of the table.
pub(super) const fn gathered_by(table: &Table<'_>, hash: &HashDef<'_>) -> Option<Gathered> {
    match gathered(table, hash.inputs) {
        Some(Gathered::Moment | Gathered::MomentAndValue) => None,
        few => few,
    }
}

/// Whether the column holds whole days.
pub(super) const fn is_day(column: &ColumnDef<'_>) -> bool {
    matches!(column.ty, YdbType::Date | YdbType::Date32)
}

/// Whether a hash over the column alone would spread the rows: many values, which the application knows and the server
/// can hash.
pub(super) const fn is_spread_by_hash(column: &ColumnDef<'_>) -> bool {
    column.ty.is_hashable()
        && !column.is_nullable()
        && !column.serial
        && !column.is_low_cardinality()
        && !is_day(column)
}
