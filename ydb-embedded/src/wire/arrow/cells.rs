//! Columns of Arrow as cells of the engine, read where they lie.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BinaryArray, FixedSizeBinaryArray, StringArray};
use arrow_buffer::{ArrowNativeType, NullBuffer, ScalarBuffer};
use arrow_schema::DataType;

use super::names;
use crate::error::Result;
use crate::session::Cells;
use crate::types::{self, Cell, Primitive, StoredAs, Type, Value};
use crate::wire::convert::invalid;
use crate::wire::refusal::bad;

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

/// Numbers of one width.
struct Numbers<T: ArrowNativeType> {
    values: ScalarBuffer<T>,
    nulls: Option<NullBuffer>,
    cell: fn(T) -> Cell<'static>,
}

/// The cells of an array whose values have the width of `T`, whatever Arrow calls them.
fn numbers<T: ArrowNativeType>(array: &ArrayRef, cell: fn(T) -> Cell<'static>) -> Box<dyn Cells> {
    let data = array.to_data();
    let values = ScalarBuffer::new(data.buffers()[0].clone(), data.offset(), data.len());
    Box::new(Numbers { values, nulls: data.nulls().cloned(), cell })
}

impl<T: ArrowNativeType> Cells for Numbers<T> {
    fn rows(&self) -> usize {
        self.values.len()
    }

    fn cell(&self, row: usize) -> Cell<'_> {
        match &self.nulls {
            Some(nulls) if nulls.is_null(row) => Cell::Null,
            _ => (self.cell)(self.values[row]),
        }
    }
}

/// Values of 16 bytes.
struct Sixteen {
    array: FixedSizeBinaryArray,
    cell: fn([u8; 16]) -> Cell<'static>,
}

fn sixteen(array: &ArrayRef, cell: fn([u8; 16]) -> Cell<'static>) -> Option<Box<dyn Cells>> {
    let array = array.as_fixed_size_binary_opt()?.clone();
    Some(Box::new(Sixteen { array, cell }))
}

impl Cells for Sixteen {
    fn rows(&self) -> usize {
        self.array.len()
    }

    fn cell(&self, row: usize) -> Cell<'_> {
        match self.array.value(row).try_into() {
            Ok(bytes) if self.array.is_valid(row) => (self.cell)(bytes),
            _ => Cell::Null,
        }
    }
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

/// Text, which may stand for bytes.
struct Texts {
    array: StringArray,
    as_bytes: bool,
    blank: usize,
}

impl Cells for Texts {
    fn rows(&self) -> usize {
        self.array.len()
    }

    fn cell(&self, row: usize) -> Cell<'_> {
        if self.array.is_null(row) {
            return Cell::Null;
        }
        match self.array.value(row) {
            "" if row >= self.blank => Cell::Null,
            text if self.as_bytes => Cell::Bytes(text.as_bytes()),
            text => Cell::Text(text),
        }
    }
}

/// Bytes.
struct Bytes {
    array: BinaryArray,
    blank: usize,
}

impl Cells for Bytes {
    fn rows(&self) -> usize {
        self.array.len()
    }

    fn cell(&self, row: usize) -> Cell<'_> {
        match self.array.value(row) {
            _ if self.array.is_null(row) => Cell::Null,
            [] if row >= self.blank => Cell::Null,
            bytes => Cell::Bytes(bytes),
        }
    }
}

/// Text in the form in which its type keeps it.
struct Kept(Vec<Option<Arc<str>>>);

impl Cells for Kept {
    fn rows(&self) -> usize {
        self.0.len()
    }

    fn cell(&self, row: usize) -> Cell<'_> {
        self.0[row].as_deref().map_or(Cell::Null, Cell::Text)
    }
}

/// The cells of a column of strings; `None` if the array is of another type.
fn strings(array: &ArrayRef, primitive: Primitive, blank: usize) -> Option<Result<Box<dyn Cells>>> {
    let (text, bytes) = (array.as_string_opt::<i32>(), array.as_binary_opt::<i32>());
    if matches!(primitive, Primitive::JsonDocument | Primitive::DyNumber) {
        let texts: Vec<Option<&str>> = match (text, bytes) {
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
        let kept: Result<Vec<_>> = texts.into_iter().map(keep).collect();
        return Some(kept.map(|kept| Box::new(Kept(kept)) as Box<dyn Cells>));
    }
    let as_bytes = primitive.stored_as() == StoredAs::Bytes;
    let cells: Box<dyn Cells> = match (text, bytes) {
        (Some(array), _) => Box::new(Texts { array: array.clone(), as_bytes, blank }),
        (_, Some(array)) if as_bytes => Box::new(Bytes { array: array.clone(), blank }),
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
