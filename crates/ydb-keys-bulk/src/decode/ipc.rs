//! Reader of messages of Apache Arrow as YDB sends them: a schema, and record batches without a schema.
//!
//! ```text
//! ff ff ff ff | length of the metadata | metadata (flatbuffers), padded | body: the buffers of the columns
//! ```
//!
//! The crate `arrow-ipc` reads the messages, and checks texts, offsets and lengths. It would panic at a buffer outside
//! of the body, and at offsets whose last one is incomplete, so both are checked first. Reading a message allocates no
//! more memory than the message has bytes, because the message is not compressed and its columns are flat.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::reader::RecordBatchDecoder;
use arrow_ipc::{RecordBatch as Header, convert, root_as_message};
use arrow_schema::{ArrowError, DataType, Schema, SchemaRef};

/// Marker before the length of the metadata. Messages of old releases of Arrow do not have it.
const CONTINUES: [u8; 4] = [0xff; 4];

/// Reads the schema of the batches that follow.
///
/// # Errors
/// Fails if the bytes are not a schema of flat columns.
pub(super) fn schema(message: &[u8]) -> Result<SchemaRef, ArrowError> {
    let schema = convert::try_schema_from_ipc_buffer(message);
    let schema = schema.map_err(|error| invalid(format_args!("the schema is not valid: {error}")))?;
    match schema.fields().iter().find(|field| !is_flat(field.data_type())) {
        Some(field) => Err(invalid(format_args!("the column `{}` has the type {}", field.name(), field.data_type()))),
        None if schema.fields().is_empty() => Err(invalid("the schema has no columns")),
        None => Ok(Arc::new(schema)),
    }
}

/// Reads a batch of rows with this schema.
///
/// # Errors
/// Fails if the bytes are not a batch with this schema.
pub(super) fn batch(schema: &SchemaRef, message: Vec<u8>) -> Result<RecordBatch, ArrowError> {
    let message = Buffer::from_vec(message);
    let (metadata, body) = split(&message).ok_or_else(|| invalid("the message is shorter than its header says"))?;
    let message = root_as_message(&metadata).map_err(invalid)?;
    let header = message.header_as_record_batch().ok_or_else(|| invalid("the message is not a record batch"))?;
    check(schema, &header, body.len())?;
    let (dictionaries, version) = (HashMap::new(), message.version());
    RecordBatchDecoder::try_new(&body, header, schema.clone(), &dictionaries, &version)?.read_record_batch()
}

/// Splits a message into its metadata and its body; `None` if it is too short.
fn split(message: &Buffer) -> Option<(Buffer, Buffer)> {
    let begin = if message.starts_with(&CONTINUES) { 4 } else { 0 };
    let length = message.get(begin..)?.first_chunk().map(|length| u32::from_le_bytes(*length))?;
    let (from, length) = (begin + 4, usize::try_from(length).ok()?);
    message.len().checked_sub(from)?.checked_sub(length)?;
    Some((message.slice_with_length(from, length), message.slice(from + length)))
}

/// Checks the batch for faults at which `arrow-ipc` would panic or allocate too much.
fn check(schema: &Schema, header: &Header<'_>, body: usize) -> Result<(), ArrowError> {
    if header.compression().is_some() {
        return Err(invalid("the batch is compressed, which was not requested"));
    }
    let within = |at: i64, length: i64| {
        let (at, length) = (usize::try_from(at).ok()?, usize::try_from(length).ok()?);
        at.checked_add(length).filter(|&end| end <= body)
    };
    let buffers = || header.buffers().into_iter().flatten();
    if !buffers().all(|buffer| within(buffer.offset(), buffer.length()).is_some()) {
        return Err(invalid("a column is outside of the message"));
    }
    // Each column has a buffer with the bits of its NULLs and a buffer with its values. Texts and bytes have a buffer
    // with offsets between both.
    let mut left = buffers();
    for field in schema.fields() {
        let has_offsets = matches!(field.data_type(), DataType::Utf8 | DataType::Binary);
        let offsets = left.by_ref().nth(1).filter(|_| has_offsets);
        if offsets.is_some_and(|offsets| offsets.length() % 4 != 0) {
            return Err(invalid(format_args!("the column `{}` ends with an incomplete offset", field.name())));
        }
        if has_offsets {
            left.next();
        }
    }
    let nodes = header.nodes().unwrap_or_default();
    let sound = nodes.iter().all(|node| node.length() == header.length() && node.null_count() <= node.length());
    // A row has at least one byte in each column, so the body bounds the number of rows.
    if !sound || nodes.len() != schema.fields().len() || within(0, header.length()).is_none() {
        return Err(invalid("the lengths of the columns differ from that of the batch"));
    }
    Ok(())
}

/// Returns `true` if a column of a result (kqp_formats_arrow.cpp of YDB) or of a batch for BulkUpsert may have this
/// type.
fn is_flat(ty: &DataType) -> bool {
    use DataType::{
        Binary, Duration, FixedSizeBinary, Float32, Float64, Int8, Int16, Int32, Int64, Timestamp, UInt8, UInt16,
        UInt32, UInt64, Utf8,
    };
    matches!(
        ty,
        Int8 | Int16
            | Int32
            | Int64
            | UInt8
            | UInt16
            | UInt32
            | UInt64
            | Float32
            | Float64
            | Utf8
            | Binary
            | FixedSizeBinary(16)
            | Timestamp(..)
            | Duration(_)
    )
}

fn invalid(reason: impl std::fmt::Display) -> ArrowError {
    ArrowError::IpcError(reason.to_string())
}
