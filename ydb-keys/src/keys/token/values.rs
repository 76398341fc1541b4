//! The ordering columns of a row as the bytes of a page token.
//!
//! The fingerprint covers the types of the columns, so the bytes do not contain them. A nullable column begins with one
//! byte: 0 for NULL, with nothing after it, or 1. Numbers and times are little-endian at the width of the YDB type, a
//! Bool is 0 or 1, a Decimal is its scaled integer in 16 bytes, a Uuid the 16 bytes of its text. Texts, bytes and
//! DyNumbers are preceded by their length: one byte up to 254, otherwise 255 and the length in 4 bytes.

use super::order::OrderColumn;
use crate::error::{Result, ValueError};
use ydb_keys_core::types::{Column, Value, YdbType, time_in_range};

/// The length byte after which the length follows in 4 bytes.
const LONG: u8 = u8::MAX;

/// Appends a value.
///
/// # Errors
/// A value that the column cannot hold.
pub(super) fn write(column: &OrderColumn, value: &Value<'_>, out: &mut Vec<u8>) -> Result<(), ValueError> {
    if *value == Value::Null && column.nullable {
        out.push(0);
        return Ok(());
    }
    check(column.ty, value)?;
    if column.nullable {
        out.push(1);
    }
    match column.ty.fixed_size() {
        Some(_) => value.append_plain(out),
        None => {
            let mut bytes = Vec::new();
            value.append_plain(&mut bytes);
            text(&bytes, out);
        }
    }
    Ok(())
}

fn text(bytes: &[u8], out: &mut Vec<u8>) {
    match u8::try_from(bytes.len()) {
        Ok(length) if length != LONG => out.push(length),
        // A key has a megabyte at most, so its length fits.
        _ => {
            out.push(LONG);
            out.extend((bytes.len() as u32).to_le_bytes());
        }
    }
    out.extend(bytes);
}

/// The values of all columns, or `None` if the bytes are not exactly what [`write`] writes for some values.
pub(super) fn read_all(order: &[OrderColumn], bytes: &[u8]) -> Option<Vec<Value<'static>>> {
    let mut reader = Reader { rest: bytes };
    let values = order.iter().map(|column| reader.value(column)).collect::<Option<Vec<_>>>()?;
    reader.rest.is_empty().then_some(values)
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn value(&mut self, column: &OrderColumn) -> Option<Value<'static>> {
        if column.nullable && !self.bool()? {
            return Some(Value::Null);
        }
        let bytes = match column.ty.fixed_size() {
            Some(width) => self.split(width)?,
            None => self.bytes()?,
        };
        let value = Value::from_plain(column.ty, bytes)?;
        check(column.ty, &value).ok()?;
        Some(value)
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*head)
    }

    fn bool(&mut self) -> Option<bool> {
        match self.take()? {
            [0] => Some(false),
            [1] => Some(true),
            _ => None,
        }
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = match self.take()? {
            [LONG] => usize::try_from(u32::from_le_bytes(self.take()?)).ok().filter(|&n| n >= usize::from(LONG))?,
            [length] => usize::from(length),
        };
        self.split(length)
    }

    fn split(&mut self, length: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(head)
    }
}

/// Whether YDB has this value of the type: the values of a forged token become parameters of a statement.
fn check(ty: YdbType, value: &Value<'_>) -> Result<(), ValueError> {
    match (ty, value) {
        _ if value.ydb_type() != Some(ty) => Err(value.unexpected(ty.name())),
        (YdbType::Decimal { precision, .. }, Value::Decimal(x)) => {
            let fits = 10_u128.checked_pow(u32::from(precision)).is_some_and(|end| x.scaled().unsigned_abs() < end);
            if fits { Ok(()) } else { Err(ty.out_of_range(x)) }
        }
        (YdbType::DyNumber, Value::DyNumber(x)) => x.clone().into_owned().encode(ty).map(|_| ()),
        _ => time_in_range(value),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use ydb_keys_core::types::{DecimalValue, any_value};

    fn column(ty: YdbType, nullable: bool) -> OrderColumn {
        OrderColumn { name: "c", ty, nullable }
    }

    /// A column and a value of it.
    fn cell() -> impl Strategy<Value = (OrderColumn, Value<'static>)> {
        (any_value(), any::<bool>(), any::<bool>()).prop_map(|(value, nullable, null)| {
            let column = column(value.ydb_type().unwrap(), nullable);
            (column, if nullable && null { Value::Null } else { value })
        })
    }

    fn written(order: &[OrderColumn], values: &[Value<'_>]) -> Vec<u8> {
        let mut bytes = Vec::new();
        order.iter().zip(values).for_each(|(column, value)| write(column, value, &mut bytes).unwrap());
        bytes
    }

    proptest! {
        #[test]
        fn values_read_back(cells in prop::collection::vec(cell(), 0..6)) {
            let (order, values): (Vec<_>, Vec<_>) = cells.into_iter().unzip();
            prop_assert_eq!(read_all(&order, &written(&order, &values)), Some(values));
        }

        /// What is read is what would be written, to the byte: so there is one token for each position.
        #[test]
        fn other_bytes_are_other_values_or_none(cells in prop::collection::vec(cell(), 1..6), bytes in any::<Vec<u8>>(), at in any::<prop::sample::Index>(), xor in 1..=255_u8) {
            let (order, values): (Vec<_>, Vec<_>) = cells.into_iter().unzip();
            let mut changed = written(&order, &values);
            let at = at.index(changed.len());
            changed[at] ^= xor;
            for bytes in [bytes, changed] {
                if let Some(read) = read_all(&order, &bytes) {
                    prop_assert_eq!(written(&order, &read), bytes);
                }
            }
        }

        #[test]
        fn missing_and_further_bytes_are_refused(cells in prop::collection::vec(cell(), 1..6), more in any::<u8>()) {
            let (order, values): (Vec<_>, Vec<_>) = cells.into_iter().unzip();
            let mut bytes = written(&order, &values);
            prop_assert_eq!(read_all(&order, &bytes[..bytes.len() - 1]), None);
            bytes.push(more);
            prop_assert_eq!(read_all(&order, &bytes), None);
        }
    }

    #[test]
    fn the_bytes_are_what_the_page_says() {
        let decimal = Value::Decimal(DecimalValue::new(-1, 5, 2));
        let cells = [
            (Value::Bool(true), vec![1]),
            (Value::Int16(-2), vec![0xfe, 0xff]),
            (Value::Date(258), vec![2, 1]),
            (Value::Datetime64(-1), vec![0xff; 8]),
            (decimal, vec![0xff; 16]),
            (Value::Uuid([7; 16]), vec![7; 16]),
            (Value::DyNumber("1.5".into()), vec![3, b'1', b'.', b'5']),
            (Value::Utf8("".into()), vec![0]),
            (Value::String(vec![9; 254].into()), [vec![254], vec![9; 254]].concat()),
            (Value::String(vec![9; 255].into()), [vec![255, 255, 0, 0, 0], vec![9; 255]].concat()),
            (Value::String(vec![9; 70_000].into()), [vec![255, 0x70, 0x11, 1, 0], vec![9; 70_000]].concat()),
        ];
        for (value, bytes) in cells {
            let ty = value.ydb_type().unwrap();
            assert_eq!(written(&[column(ty, false)], std::slice::from_ref(&value)), bytes);
            assert_eq!(written(&[column(ty, true)], &[value]), [vec![1], bytes].concat());
            assert_eq!(written(&[column(ty, true)], &[Value::Null]), [0]);
        }
    }

    #[test]
    fn what_ydb_does_not_have_is_refused() {
        let read = |ty, bytes: &[u8]| read_all(&[column(ty, false)], bytes);
        assert_eq!(read(YdbType::Bool, &[2]), None);
        assert_eq!(read(YdbType::Date, &49_672_u16.to_le_bytes()), Some(vec![Value::Date(49_672)]));
        assert_eq!(read(YdbType::Date, &49_673_u16.to_le_bytes()), None);
        assert_eq!(read(YdbType::Datetime64, &i64::MAX.to_le_bytes()), None);
        assert_eq!(read(YdbType::Timestamp, &u64::MAX.to_le_bytes()), None);
        assert_eq!(read(YdbType::Interval64, &i64::MIN.to_le_bytes()), None);
        assert_eq!(read(YdbType::Utf8, &[1, 0xff]), None);
        assert_eq!(read(YdbType::DyNumber, &[3, b'N', b'a', b'N']), None);
        // A length that needs no 4 bytes, and one that is longer than the rest.
        assert_eq!(read(YdbType::String, &[255, 1, 0, 0, 0, 7]), None);
        assert_eq!(read(YdbType::String, &[255, 255, 255, 255, 255, 7]), None);
        let decimal = YdbType::Decimal { precision: 2, scale: 1 };
        assert_eq!(read(decimal, &100_i128.to_le_bytes()), None);
        assert_eq!(read(decimal, &i128::MIN.to_le_bytes()), None);
        assert!(read(decimal, &(-99_i128).to_le_bytes()).is_some());
    }
}
