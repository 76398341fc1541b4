//! Writer of a record batch as a message of Arrow IPC, straight from the columns.
//!
//! ```text
//! FFFFFFFF | size of the metadata | metadata: a flatbuffer | body: the buffers
//! ```
//!
//! A column has a node (rows, NULLs) in the metadata, and up to three buffers: the validity bits, which are empty if no
//! value is NULL; the ends of texts; the values. The metadata ends at a multiple of 64 bytes, and so does each buffer.
//! All lengths are known beforehand: the values are copied once, in the order of the rows, into the message that is
//! sent. Arrow's own writer would need arrays, and would copy the values once more.

use arrow_ipc::{Buffer, FieldNode, MessageBuilder, MessageHeader, MetadataVersion, RecordBatchBuilder};
use flatbuffers::FlatBufferBuilder;
use ydb_keys_core::types::cells::{CellData, Cells};

/// Alignment in bytes of the metadata and the buffers of an Arrow IPC message.
const ALIGNMENT: usize = 64;

/// Bytes before the metadata: the mark of a message, and the size.
const PREFIX: usize = 8;

/// Writer of record batches. It keeps its memory for the next batch.
#[derive(Default)]
pub(super) struct BatchWriter {
    nodes: Vec<FieldNode>,
    buffers: Vec<Buffer>,
    /// Bytes of the buffers so far.
    body: usize,
    metadata: FlatBufferBuilder<'static>,
}

impl BatchWriter {
    /// Overwrites `message` with these rows of the columns, in this order.
    pub(super) fn write(&mut self, columns: &[Cells], rows: &[u32], message: &mut Vec<u8>) {
        self.describe(columns, rows);
        let metadata = self.metadata(rows.len());
        let start = (PREFIX + metadata.len()).next_multiple_of(ALIGNMENT);
        message.clear();
        message.extend_from_slice(&[0xff; 4]);
        // The metadata has a few hundred bytes for each column, so its size fits.
        message.extend_from_slice(&((start - PREFIX) as u32).to_le_bytes());
        message.extend_from_slice(metadata);
        message.resize(start + self.body, 0);
        let mut places = self.buffers.iter().map(|buffer| (start + buffer.offset() as usize, buffer.length() as usize));
        let mut next = |message: &mut Vec<u8>, fill: &dyn Fn(&mut [u8])| {
            if let Some((at, len)) = places.next() {
                fill(&mut message[at..at + len]);
            }
        };
        for column in columns {
            next(message, &|bits| put_valid(column, rows, bits));
            match &column.data {
                CellData::One(values) => next(message, &|bytes| put(rows, bytes, |row| [values[row]])),
                CellData::Two(values) => next(message, &|bytes| put(rows, bytes, |row| values[row].to_le_bytes())),
                CellData::Four(values) => next(message, &|bytes| put(rows, bytes, |row| values[row].to_le_bytes())),
                CellData::Eight(values) => next(message, &|bytes| put(rows, bytes, |row| values[row].to_le_bytes())),
                CellData::Sixteen(values) => next(message, &|bytes| put(rows, bytes, |row| values[row])),
                CellData::Bytes { .. } => {
                    next(message, &|ends| put_ends(column, rows, ends));
                    next(message, &|bytes| put_texts(column, rows, bytes));
                }
            }
        }
    }

    /// Computes the nodes and the places of the buffers.
    fn describe(&mut self, columns: &[Cells], rows: &[u32]) {
        self.body = 0;
        self.nodes.clear();
        self.buffers.clear();
        for column in columns {
            let nulls = match &column.valid {
                Some(valid) => rows.iter().filter(|&&row| !valid[row as usize]).count(),
                None => 0,
            };
            // The rows and bytes of a batch fit into an i64.
            self.nodes.push(FieldNode::new(rows.len() as i64, nulls as i64));
            self.place(if nulls > 0 { rows.len().div_ceil(8) } else { 0 });
            match &column.data {
                CellData::One(_) => self.place(rows.len()),
                CellData::Two(_) => self.place(rows.len() * 2),
                CellData::Four(_) => self.place(rows.len() * 4),
                CellData::Eight(_) => self.place(rows.len() * 8),
                CellData::Sixteen(_) => self.place(rows.len() * 16),
                CellData::Bytes { bytes, ends } => {
                    self.place((rows.len() + 1) * 4);
                    self.place(match rows.len() == ends.len() {
                        true => bytes.len(),
                        false => rows.iter().map(|&row| text(column, row).len()).sum(),
                    });
                }
            }
        }
    }

    fn place(&mut self, len: usize) {
        self.buffers.push(Buffer::new(self.body as i64, len as i64));
        self.body += len.next_multiple_of(ALIGNMENT);
    }

    fn metadata(&mut self, rows: usize) -> &[u8] {
        let metadata = &mut self.metadata;
        metadata.reset();
        let (nodes, buffers) = (metadata.create_vector(&self.nodes), metadata.create_vector(&self.buffers));
        let mut batch = RecordBatchBuilder::new(metadata);
        batch.add_length(rows as i64);
        batch.add_nodes(nodes);
        batch.add_buffers(buffers);
        let header = batch.finish().as_union_value();
        let mut message = MessageBuilder::new(metadata);
        message.add_version(MetadataVersion::V5);
        message.add_header_type(MessageHeader::RecordBatch);
        message.add_header(header);
        message.add_bodyLength(self.body as i64);
        let message = message.finish();
        metadata.finish(message, None);
        metadata.finished_data()
    }
}

fn text(column: &Cells, row: u32) -> &[u8] {
    column.text(row as usize).unwrap_or_default()
}

/// Writes values of a fixed width.
fn put<const WIDTH: usize>(rows: &[u32], bytes: &mut [u8], value: impl Fn(usize) -> [u8; WIDTH]) {
    for (place, &row) in bytes.as_chunks_mut().0.iter_mut().zip(rows) {
        *place = value(row as usize);
    }
}

/// Writes a validity bit for each row: 1 if the value is not NULL.
fn put_valid(column: &Cells, rows: &[u32], bits: &mut [u8]) {
    let Some(valid) = &column.valid else { return };
    for (byte, rows) in bits.iter_mut().zip(rows.chunks(8)) {
        *byte = rows.iter().rev().fold(0, |bits, &row| bits << 1 | u8::from(valid[row as usize]));
    }
}

/// Writes the offset at which each text begins, and the end of the last text.
fn put_ends(column: &Cells, rows: &[u32], bytes: &mut [u8]) {
    let mut end = 0;
    // The first text begins at zero.
    for (place, &row) in bytes.as_chunks_mut().0.iter_mut().skip(1).zip(rows) {
        // A batch has at most some megabytes, so the end fits.
        end += text(column, row).len() as i32;
        *place = end.to_le_bytes();
    }
}

fn put_texts(column: &Cells, rows: &[u32], mut bytes: &mut [u8]) {
    for &row in rows {
        let text = text(column, row);
        let (place, rest) = bytes.split_at_mut(text.len());
        place.copy_from_slice(text);
        bytes = rest;
    }
}
