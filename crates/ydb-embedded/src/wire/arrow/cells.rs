//! Columns of Arrow as cells of the engine, read where they lie.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BinaryArray, StringArray};
use arrow_buffer::{ArrowNativeType, ScalarBuffer};
use arrow_schema::DataType;

use super::names;
use crate::error::Result;
use crate::session::Cells;
use crate::types::{self, Cell, Primitive, StoredAs, Type, Value};
use crate::wire::refusal::bad;
use crate::wire::refusal::invalid;

/// The cells of a column as values of this type. The array is of one of the types that the head of the room lists for
/// it. Empty strings in the rows from `blank` on become NULL.
///
/// Fails with BAD_REQUEST for values outside the type's range, and for bytes that are not values of the type. YDB
/// itself looks only at JsonDocument, DyNumber and negative timestamps (`converter.cpp`,
/// `IsTimestampColumnsArePositive`); the engine could not give other wrong values back.
pub(super) fn cells(array: &ArrayRef, ty: &Type, blank: usize) -> Result<Box<dyn Cells>> {
    let wrong = || bad(format!("Cannot convert {} to {ty}", names::name(array.data_type())));
    let cells = match ty.stored_as().ok_or_else(wrong)? {
        StoredAs::Bool => numbers(array, |bit: u8| Cell::Bool(bit != 0)),
        StoredAs::Signed(1) => numbers(array, |number: i8| Cell::Int(number.into())),
        StoredAs::Signed(2) => numbers(array, |number: i16| Cell::Int(number.into())),
        StoredAs::Signed(4) => numbers(array, |number: i32| Cell::Int(number.into())),
        StoredAs::Signed(_) => numbers(array, Cell::Int),
        StoredAs::Unsigned(1) => numbers(array, |number: u8| Cell::Uint(number.into())),
        StoredAs::Unsigned(2) => numbers(array, |number: u16| Cell::Uint(number.into())),
        StoredAs::Unsigned(4) => numbers(array, |number: u32| Cell::Uint(number.into())),
        StoredAs::Unsigned(_) => numbers(array, Cell::Uint),
        StoredAs::Float => numbers(array, Cell::Float),
        StoredAs::Double => numbers(array, Cell::Double),
        StoredAs::Decimal => sixteen(array, |bytes| Cell::Decimal(i128::from_le_bytes(bytes))).ok_or_else(wrong)?,
        StoredAs::Uuid => sixteen(array, Cell::Uuid).ok_or_else(wrong)?,
        StoredAs::Bytes | StoredAs::Text | StoredAs::Imaged(_) => {
            let Type::Primitive(primitive) = *ty else { return Err(wrong()) };
            return strings(array, primitive, blank).ok_or_else(wrong)?;
        }
    };
    check_range(&*cells, array.data_type(), ty)?;
    Ok(cells)
}

/// A column: its array, the number of its rows, and how to read them.
struct Column<A, F> {
    array: A,
    rows: usize,
    cell: F,
}

impl<A, F: for<'a> Fn(&'a A, usize) -> Cell<'a>> Cells for Column<A, F> {
    fn rows(&self) -> usize {
        self.rows
    }

    fn cell(&self, row: usize) -> Cell<'_> {
        (self.cell)(&self.array, row)
    }
}

fn column<A: 'static>(
    array: A,
    rows: usize,
    cell: impl for<'a> Fn(&'a A, usize) -> Cell<'a> + 'static,
) -> Box<dyn Cells> {
    Box::new(Column { array, rows, cell })
}

/// The cells of an array whose values have the width of `T`, whatever Arrow calls them.
fn numbers<T: ArrowNativeType>(array: &ArrayRef, cell: fn(T) -> Cell<'static>) -> Box<dyn Cells> {
    let data = array.to_data();
    let values = ScalarBuffer::<T>::new(data.buffers()[0].clone(), data.offset(), data.len());
    column((values, data.nulls().cloned()), data.len(), move |(values, nulls), row| match nulls {
        Some(nulls) if nulls.is_null(row) => Cell::Null,
        _ => cell(values[row]),
    })
}

/// Values of 16 bytes.
fn sixteen(array: &ArrayRef, cell: fn([u8; 16]) -> Cell<'static>) -> Option<Box<dyn Cells>> {
    let array = array.as_fixed_size_binary_opt()?.clone();
    let rows = array.len();
    Some(column(array, rows, move |array, row| match array.value(row).try_into() {
        Ok(bytes) if array.is_valid(row) => cell(bytes),
        _ => Cell::Null,
    }))
}

/// Text, which may stand for bytes.
fn texts(array: &StringArray, as_bytes: bool, blank: usize) -> Box<dyn Cells> {
    column(array.clone(), array.len(), move |array, row| match array.value(row) {
        _ if array.is_null(row) => Cell::Null,
        "" if row >= blank => Cell::Null,
        text if as_bytes => Cell::Bytes(text.as_bytes()),
        text => Cell::Text(text),
    })
}

fn bytes(array: &BinaryArray, blank: usize) -> Box<dyn Cells> {
    column(array.clone(), array.len(), move |array, row| match array.value(row) {
        _ if array.is_null(row) => Cell::Null,
        [] if row >= blank => Cell::Null,
        bytes => Cell::Bytes(bytes),
    })
}

/// Text in the form in which its type keeps it.
fn kept(texts: Vec<Option<Arc<str>>>) -> Box<dyn Cells> {
    let rows = texts.len();
    column(texts, rows, |texts, row| texts[row].as_deref().map_or(Cell::Null, Cell::Text))
}

/// Checks that numbers lie within their type's range, where that is less than their width holds.
fn check_range(cells: &dyn Cells, sent: &DataType, ty: &Type) -> Result<()> {
    match ty {
        Type::Primitive(primitive) if primitive.is_date() || primitive.is_interval() => {}
        Type::Decimal { .. } => {}
        _ => return Ok(()),
    }
    for row in 0..cells.rows() {
        let value = Value::from(cells.cell(row));
        if types::in_range(&value, ty) {
            continue;
        }
        return Err(bad(match (sent, value) {
            (DataType::Timestamp(..), Value::Uint(number)) if number.cast_signed() < 0 => {
                format!("Negative timestamp value found at row {row}, value {}", number.cast_signed())
            }
            (_, Value::Int(number)) => out_of_range(number.into(), ty),
            (_, Value::Uint(number)) => out_of_range(number.into(), ty),
            _ => "Invalid decimal value".to_owned(),
        }));
    }
    Ok(())
}

fn out_of_range(number: i128, ty: &Type) -> String {
    format!("Value {number} is out of range for type: {ty}")
}

/// The cells of a column of strings; `None` if the array is of another type.
fn strings(array: &ArrayRef, primitive: Primitive, blank: usize) -> Option<Result<Box<dyn Cells>>> {
    let (text, binary) = (array.as_string_opt::<i32>(), array.as_binary_opt::<i32>());
    if matches!(primitive, Primitive::JsonDocument | Primitive::DyNumber) {
        let texts: Vec<Option<&str>> = match (text, binary) {
            (Some(text), _) => text.iter().collect(),
            (_, Some(bytes)) => match utf8(bytes, primitive) {
                Ok(texts) => texts,
                Err(error) => return Some(Err(error)),
            },
            _ => return None,
        };
        // An empty text of these types is NULL in every row.
        let keep = |text: Option<&str>| {
            let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(None) };
            types::kept_text(text, primitive).map(Some).ok_or_else(|| invalid(primitive))
        };
        return Some(texts.into_iter().map(keep).collect::<Result<_>>().map(kept));
    }
    let as_bytes = primitive.stored_as() == StoredAs::Bytes;
    let cells = match (text, binary) {
        (Some(array), _) => texts(array, as_bytes, blank),
        (_, Some(array)) if as_bytes => bytes(array, blank),
        _ => return None,
    };
    if primitive.is_document() {
        let valid = |row| match cells.cell(row) {
            Cell::Text(text) => types::kept_text(text, primitive).is_some(),
            Cell::Bytes(bytes) => types::is_valid_bytes(bytes, primitive),
            _ => true,
        };
        if !(0..cells.rows()).all(valid) {
            return Some(Err(invalid(primitive)));
        }
    }
    Some(Ok(cells))
}

/// The texts of a column that came as bytes.
fn utf8(bytes: &BinaryArray, primitive: Primitive) -> Result<Vec<Option<&str>>> {
    let text = |bytes| std::str::from_utf8(bytes).map_err(|_| invalid(primitive));
    bytes.iter().map(|bytes| bytes.map(text).transpose()).collect()
}
