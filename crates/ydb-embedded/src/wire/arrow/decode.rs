//! IPC messages of strangers: a schema, and a batch of flat columns.
//!
//! Everything that a message says of itself is checked before memory is taken for it. Arrow's own reader checks the
//! rest (offsets, text), but trusts the places of buffers and the sizes of compressed ones.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::convert::try_fb_to_schema;
use arrow_ipc::reader::read_record_batch;
use arrow_ipc::{Message, MetadataVersion, RecordBatch as Header, root_as_message};
use arrow_schema::{DataType, Schema};

/// The most bytes of a batch after decompression. A message has at most 64 MB, but a few of its bytes may stand for
/// many. YDB sets no limit of its own.
const MAX_BYTES: usize = 256 << 20;

/// The length of a compressed buffer that is not compressed after all.
const UNCOMPRESSED: i64 = -1;

/// The schema in a message; `None` if there is none.
pub(super) fn schema(bytes: &[u8]) -> Option<Schema> {
    let (metadata, _) = split(bytes)?;
    let message = root_as_message(&metadata).ok()?;
    try_fb_to_schema(message.header_as_schema()?).ok()
}

/// The batch in the first message; `None` if it is not one of this schema, whose columns are flat. As in YDB, nothing
/// is read after the first message.
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

/// The metadata of a message, and where its body begins. The metadata is copied, because its reader wants it aligned.
fn split(bytes: &[u8]) -> Option<(Vec<u8>, usize)> {
    let (marker, rest) = bytes.split_first_chunk::<4>()?;
    // Older writers put no marker in front of the length.
    let (length, rest) = if *marker == [0xff; 4] { rest.split_first_chunk::<4>()? } else { (marker, rest) };
    let length = usize::try_from(i32::from_le_bytes(*length)).ok()?;
    let metadata = rest.get(..length)?;
    Some((metadata.to_vec(), bytes.len() - rest.len() + length))
}

fn version(message: &Message<'_>) -> Option<MetadataVersion> {
    Some(message.version()).filter(|version| [MetadataVersion::V4, MetadataVersion::V5].contains(version))
}

/// Checks that each buffer lies within the body and is as long as its column needs, and that all are not too long.
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
                // Arrow's reader panics at half an offset.
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

/// The length of a compressed buffer after decompression, as it says itself.
fn unpacked(bytes: &[u8]) -> Option<usize> {
    let (length, rest) = bytes.split_first_chunk::<8>()?;
    match i64::from_le_bytes(*length) {
        UNCOMPRESSED => Some(rest.len()),
        length => usize::try_from(length).ok(),
    }
}

/// The number of buffers of a flat column; `None` for other types.
fn buffers_of(ty: &DataType) -> Option<usize> {
    match ty {
        DataType::Utf8 | DataType::Binary => Some(3),
        other => width(other).map(|_| 2),
    }
}

/// The bytes of a number, or of binary data with one length for all.
fn width(ty: &DataType) -> Option<usize> {
    match ty {
        DataType::FixedSizeBinary(width) => usize::try_from(*width).ok(),
        other => other.primitive_width(),
    }
}
