//! Data in Arrow's format from clients: IPC messages of a schema and of a batch of flat columns, and cells of the
//! engine that read these columns in place.
//!
//! All sizes and positions that a message states are checked before memory is allocated for them. Arrow's own reader
//! checks the rest (offsets, text), but trusts the positions of buffers and the sizes of compressed ones.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BinaryArray, RecordBatch, StringArray};
use arrow_buffer::{ArrowNativeType, Buffer, ScalarBuffer};
use arrow_ipc::convert::try_fb_to_schema;
use arrow_ipc::reader::read_record_batch;
use arrow_ipc::{Message, MetadataVersion, RecordBatch as Header, root_as_message};
use arrow_schema::{DataType, Schema};

use crate::error::Result;
use crate::session::Cells;
use crate::types::{self, Cell, Primitive, StoredAs, Type, Value};
use crate::wire::arrow;
use crate::wire::reply::{bad, invalid};

/// Largest number of bytes of a batch after decompression. A message has at most 64 MB, but a few of its bytes may
/// decompress to many. YDB has no limit of its own.
const MAX_BYTES: usize = 256 << 20;

/// Length that marks a buffer as not compressed, in a batch of compressed buffers.
const UNCOMPRESSED: i64 = -1;

/// Returns the schema in a message; `None` if there is none.
pub(super) fn schema(bytes: &[u8]) -> Option<Schema> {
    let (metadata, _) = split(bytes)?;
    let message = root_as_message(&metadata).ok()?;
    try_fb_to_schema(message.header_as_schema()?).ok()
}

/// Returns the batch in the first message; `None` if it is not a batch of this schema, or if a column is not flat. As
/// in YDB, nothing after the first message is read.
pub(super) fn batch(bytes: &Buffer, schema: &Arc<Schema>) -> Option<RecordBatch> {
    let (metadata, start) = split(bytes)?;
    let message = root_as_message(&metadata).ok()?;
    let header = message.header_as_record_batch()?;
    let version = version(&message)?;
    let body = bytes.len().checked_sub(start)?.min(usize::try_from(message.bodyLength()).ok()?);
    let body = bytes.slice_with_length(start, body);
    check(header, &body, schema)?;
    read_record_batch(&body, header, Arc::clone(schema), &HashMap::new(), None, &version).ok()
}

/// Returns the metadata of a message, and the position of its body. The metadata is copied, because its reader needs it
/// aligned.
fn split(bytes: &[u8]) -> Option<(Vec<u8>, usize)> {
    let (marker, rest) = bytes.split_first_chunk::<4>()?;
    // Older writers do not put a marker before the length.
    let (length, rest) = if *marker == [0xff; 4] { rest.split_first_chunk::<4>()? } else { (marker, rest) };
    let length = usize::try_from(i32::from_le_bytes(*length)).ok()?;
    let metadata = rest.get(..length)?;
    Some((metadata.to_vec(), bytes.len() - rest.len() + length))
}

fn version(message: &Message<'_>) -> Option<MetadataVersion> {
    Some(message.version()).filter(|version| [MetadataVersion::V4, MetadataVersion::V5].contains(version))
}

/// Checks that each buffer is inside the body and as long as its column needs, and that all buffers together are not
/// too long.
fn check(header: Header<'_>, body: &[u8], schema: &Schema) -> Option<()> {
    let (nodes, buffers) = (header.nodes()?, header.buffers()?);
    let rows = usize::try_from(header.length()).ok().filter(|rows| *rows <= MAX_BYTES)?;
    let wanted: usize = schema.fields().iter().map(|field| buffers_of(field.data_type())).sum::<Option<usize>>()?;
    if nodes.len() != schema.fields().len() || buffers.len() != wanted || header.variadicBufferCounts().is_some() {
        return None;
    }
    let mut lengths = Vec::with_capacity(wanted);
    let mut left = MAX_BYTES;
    for buffer in buffers {
        let (from, length) = (usize::try_from(buffer.offset()).ok()?, usize::try_from(buffer.length()).ok()?);
        let bytes = body.get(from..from.checked_add(length)?)?;
        let length = match header.compression() {
            Some(_) if length > 0 => unpacked(bytes)?,
            _ => length,
        };
        left = left.checked_sub(length)?;
        lengths.push(length);
    }
    let mut lengths = lengths.into_iter();
    for (field, node) in schema.fields().iter().zip(nodes) {
        let nulls = usize::try_from(node.null_count()).ok()?;
        if usize::try_from(node.length()).ok()? != rows || nulls > rows {
            return None;
        }
        let (validity, first) = (lengths.next()?, lengths.next()?);
        let needed = match field.data_type() {
            DataType::Utf8 | DataType::Binary => {
                lengths.next()?;
                // Arrow's reader panics if the buffer ends inside an offset.
                if !first.is_multiple_of(4) {
                    return None;
                }
                if rows == 0 { 0 } else { (rows + 1) * 4 }
            }
            other => rows * width(other)?,
        };
        if (nulls > 0 && validity < rows.div_ceil(8)) || first < needed {
            return None;
        }
    }
    Some(())
}

/// Returns the length that a compressed buffer states for its decompressed data.
fn unpacked(bytes: &[u8]) -> Option<usize> {
    let (length, rest) = bytes.split_first_chunk::<8>()?;
    match i64::from_le_bytes(*length) {
        UNCOMPRESSED => Some(rest.len()),
        length => usize::try_from(length).ok(),
    }
}

/// Returns the number of buffers of a flat column; `None` for other types.
fn buffers_of(ty: &DataType) -> Option<usize> {
    match ty {
        DataType::Utf8 | DataType::Binary => Some(3),
        other => width(other).map(|_| 2),
    }
}

/// Returns the number of bytes of a number, or of binary data of fixed length.
fn width(ty: &DataType) -> Option<usize> {
    match ty {
        DataType::FixedSizeBinary(width) => usize::try_from(*width).ok(),
        other => other.primitive_width(),
    }
}

/// Returns the cells of a column as values of `ty`. The array has one of the types that this module's table lists for
/// `ty`. Empty strings in rows from `blank` on become NULL.
///
/// Fails with BAD_REQUEST for values outside the type's range, and for bytes that are not values of the type. YDB
/// itself checks only JsonDocument, DyNumber and negative timestamps (`converter.cpp`,
/// `IsTimestampColumnsArePositive`); the engine could not return other wrong values.
pub(super) fn cells(array: &ArrayRef, ty: &Type, blank: usize) -> Result<Box<dyn Cells>> {
    let wrong = || bad(format!("Cannot convert {} to {ty}", arrow::arrow_type_name(array.data_type())));
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

/// A column: its array, the number of its rows, and a function that reads a row's cell.
struct ArrowColumn<A, F> {
    array: A,
    rows: usize,
    cell: F,
}

impl<A, F: for<'a> Fn(&'a A, usize) -> Cell<'a>> Cells for ArrowColumn<A, F> {
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
    Box::new(ArrowColumn { array, rows, cell })
}

/// Returns the cells of an array whose values are as wide as `T`, whatever Arrow's type is.
fn numbers<T: ArrowNativeType>(array: &ArrayRef, cell: fn(T) -> Cell<'static>) -> Box<dyn Cells> {
    let data = array.to_data();
    let values = ScalarBuffer::<T>::new(data.buffers()[0].clone(), data.offset(), data.len());
    column((values, data.nulls().cloned()), data.len(), move |(values, nulls), row| match nulls {
        Some(nulls) if nulls.is_null(row) => Cell::Null,
        _ => cell(values[row]),
    })
}

/// Returns the cells of an array of values of 16 bytes.
fn sixteen(array: &ArrayRef, cell: fn([u8; 16]) -> Cell<'static>) -> Option<Box<dyn Cells>> {
    let array = array.as_fixed_size_binary_opt()?.clone();
    let rows = array.len();
    Some(column(array, rows, move |array, row| match array.value(row).try_into() {
        Ok(bytes) if array.is_valid(row) => cell(bytes),
        _ => Cell::Null,
    }))
}

/// Returns the cells of a text array, as text or as bytes.
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

/// Returns the cells of texts that are already in the form in which their type keeps them.
fn kept(texts: Vec<Option<Arc<str>>>) -> Box<dyn Cells> {
    let rows = texts.len();
    column(texts, rows, |texts, row| texts[row].as_deref().map_or(Cell::Null, Cell::Text))
}

/// Checks that numbers are in their type's range, for types whose range is smaller than their width allows.
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

/// Returns the cells of a column of strings; `None` if the array has another type.
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

/// Returns the texts of a column that was sent as bytes.
fn utf8(bytes: &BinaryArray, primitive: Primitive) -> Result<Vec<Option<&str>>> {
    let text = |bytes| std::str::from_utf8(bytes).map_err(|_| invalid(primitive));
    bytes.iter().map(|bytes| bytes.map(text).transpose()).collect()
}
