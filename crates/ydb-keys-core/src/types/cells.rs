//! Values of one column, one after the other in memory: the place where rows become columns.

use super::{Stored, Value, YdbType};
use crate::error::ValueError;

/// Values of one column.
///
/// Numbers are side by side in their width, a Uuid and a Decimal as the 16 bytes that YDB stores. Texts are one after
/// the other, and a list has the end of each text. The place of NULL is filled with zeros.
#[derive(Debug)]
pub struct Cells {
    /// Type of the column.
    pub ty: YdbType,
    /// `true` for each value that is not NULL; `None` if the column is not nullable.
    pub valid: Option<Vec<bool>>,
    /// Values of the column, one for each row.
    pub data: CellData,
}

/// Values by their width.
#[derive(Debug)]
pub enum CellData {
    /// Values of one byte.
    One(Vec<u8>),
    /// Values of two bytes.
    Two(Vec<u16>),
    /// Values of four bytes.
    Four(Vec<u32>),
    /// Values of eight bytes.
    Eight(Vec<u64>),
    /// Values of 16 bytes.
    Sixteen(Vec<[u8; 16]>),
    /// Values of any length.
    Bytes {
        /// Bytes of the values, one after the other.
        bytes: Vec<u8>,
        /// End of each value in `bytes`.
        ends: Vec<usize>,
    },
}

impl Cells {
    #[doc(hidden)]
    pub fn new(ty: YdbType, nullable: bool) -> Self {
        let data = match ty.fixed_size() {
            Some(1) => CellData::One(Vec::new()),
            Some(2) => CellData::Two(Vec::new()),
            Some(4) => CellData::Four(Vec::new()),
            Some(8) => CellData::Eight(Vec::new()),
            Some(_) => CellData::Sixteen(Vec::new()),
            None => CellData::Bytes { bytes: Vec::new(), ends: Vec::new() },
        };
        Cells { ty, valid: nullable.then(Vec::new), data }
    }

    /// Appends a value. Inlined: where the type is known, the compiler removes most of the matches.
    ///
    /// # Errors
    /// A value that the column cannot hold. It is not appended, because its place would be filled with zeros.
    #[doc(hidden)]
    #[inline(always)]
    pub fn push(&mut self, value: &Value<'_>) -> Result<(), ValueError> {
        value.check(self.ty, self.valid.is_some())?;
        let stored = value.stored();
        if let Some(valid) = &mut self.valid {
            valid.push(!matches!(stored, Stored::Null));
        }
        match &mut self.data {
            // A number is never wider than its type.
            CellData::One(values) => values.push(bits(stored) as u8),
            CellData::Two(values) => values.push(bits(stored) as u16),
            CellData::Four(values) => values.push(bits(stored) as u32),
            CellData::Eight(values) => values.push(bits(stored)),
            CellData::Sixteen(values) => values.push(wide(stored)),
            CellData::Bytes { bytes, ends } => {
                bytes.extend_from_slice(text(stored));
                ends.push(bytes.len());
            }
        }
        Ok(())
    }

    /// Appends a text.
    #[inline]
    pub fn push_text(&mut self, text: &[u8]) {
        if let Some(valid) = &mut self.valid {
            valid.push(true);
        }
        if let CellData::Bytes { bytes, ends } = &mut self.data {
            bytes.extend_from_slice(text);
            ends.push(bytes.len());
        }
    }

    /// Keeps only the values of the first rows.
    #[doc(hidden)]
    pub fn truncate(&mut self, rows: usize) {
        if let Some(valid) = &mut self.valid {
            valid.truncate(rows);
        }
        match &mut self.data {
            CellData::One(values) => values.truncate(rows),
            CellData::Two(values) => values.truncate(rows),
            CellData::Four(values) => values.truncate(rows),
            CellData::Eight(values) => values.truncate(rows),
            CellData::Sixteen(values) => values.truncate(rows),
            CellData::Bytes { bytes, ends } => {
                ends.truncate(rows);
                bytes.truncate(ends.last().copied().unwrap_or(0));
            }
        }
    }

    /// Returns the value in a row.
    #[inline]
    #[doc(hidden)]
    pub fn value(&self, row: usize) -> Value<'_> {
        Value::of(self.ty, self.stored(row))
    }

    /// Returns the stored form of the value in a row.
    #[inline]
    #[doc(hidden)]
    pub fn stored(&self, row: usize) -> Stored<'_> {
        match &self.data {
            _ if self.is_null(row) => Stored::Null,
            CellData::One(values) => Stored::number(self.ty, values[row].into(), 1),
            CellData::Two(values) => Stored::number(self.ty, values[row].into(), 2),
            CellData::Four(values) => Stored::number(self.ty, values[row].into(), 4),
            CellData::Eight(values) => Stored::number(self.ty, values[row], 8),
            CellData::Sixteen(values) => Stored::wide(self.ty, values[row]),
            CellData::Bytes { .. } => Stored::text(self.ty, self.text(row).unwrap_or_default()),
        }
    }

    /// Returns the bytes of a text, without a copy; `None` for a number. The bytes of NULL are empty.
    #[inline]
    #[doc(hidden)]
    pub fn text(&self, row: usize) -> Option<&[u8]> {
        match &self.data {
            CellData::Bytes { bytes, ends } => {
                let start = row.checked_sub(1).map_or(0, |before| ends[before]);
                Some(&bytes[start..ends[row]])
            }
            _ => None,
        }
    }

    #[doc(hidden)]
    pub fn is_null(&self, row: usize) -> bool {
        self.valid.as_ref().is_some_and(|valid| !valid[row])
    }
}

#[inline(always)]
fn bits(stored: Stored<'_>) -> u64 {
    match stored {
        Stored::Bool(x) => u64::from(x),
        Stored::Integer { bits, .. } | Stored::Float { bits, .. } => bits,
        _ => 0,
    }
}

#[inline(always)]
fn wide(stored: Stored<'_>) -> [u8; 16] {
    match stored {
        Stored::Decimal(x) => x.to_le_bytes(),
        Stored::Uuid(x) => x,
        _ => [0; 16],
    }
}

#[inline(always)]
fn text(stored: Stored<'_>) -> &[u8] {
    match stored {
        Stored::Text(x) | Stored::Document(x) => x,
        Stored::DyNumber(x) => x.as_bytes(),
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::types::any_value;

    proptest! {
        #[test]
        fn what_is_appended_is_there(values in prop::collection::vec(any_value(), 1..20)) {
            for ty in values.iter().filter_map(Value::ydb_type) {
                let mut cells = Cells::new(ty, true);
                let fitting: Vec<_> = values.iter().filter(|value| value.ydb_type().is_none_or(|other| other == ty)).collect();
                fitting.iter().for_each(|value| cells.push(value).unwrap());
                for (row, value) in fitting.iter().enumerate() {
                    prop_assert_eq!(&cells.value(row), *value);
                }
                cells.truncate(1);
                cells.push(&Value::Null).unwrap();
                prop_assert_eq!((cells.value(0), cells.value(1)), (fitting[0].clone(), Value::Null));
            }
        }
    }

    /// Holds for all types of the column and of the value. Otherwise the loader would store a zero or an empty text.
    #[test]
    fn what_a_column_cannot_hold_is_refused() {
        let types =
            || YdbType::PLAIN.into_iter().chain([22, 35].map(|precision| YdbType::Decimal { precision, scale: 9 }));
        for ty in types() {
            for nullable in [false, true] {
                let mut cells = Cells::new(ty, nullable);
                assert_eq!(cells.push(&Value::Null).is_ok(), nullable, "{ty}");
                for other in types() {
                    assert_eq!(cells.push(&Value::zero(other)).is_ok(), other == ty, "{other} in {ty}");
                }
                let rows = usize::from(nullable) + 1;
                cells.truncate(rows);
                assert_eq!(cells.value(rows - 1), Value::zero(ty));
            }
        }
        let mut cells = Cells::new(YdbType::Decimal { precision: 22, scale: 9 }, false);
        let error = cells.push(&Value::zero(YdbType::Decimal { precision: 35, scale: 9 })).unwrap_err();
        assert_eq!(error.to_string(), "expected Decimal(22,9), found Decimal(35,9)");
        assert_eq!(cells.push(&Value::Null), Err(ValueError::Null));
        let mismatch = ValueError::Mismatch { expected: "Decimal", found: "Uint64" };
        assert_eq!(cells.push(&Value::Uint64(7)), Err(mismatch));
    }
}
