//! The columns of a batch as the body of a BulkUpsert.

use arrow_ipc::writer::{DictionaryTracker, IpcDataGenerator, IpcWriteOptions, write_message};
use arrow_schema::ArrowError;
use prost::bytes::Bytes;
use ydb_keys_core::schema::member::Member;
use ydb_keys_core::types::cells::Cells;

use super::ipc::BatchWriter;
use super::rows;
use crate::arrow;
use crate::format::Format;

/// Rows ready to be sent.
pub(crate) struct Batch {
    /// Rows that were left out because a later one has the same key.
    pub(crate) superseded: usize,
    pub(super) body: Body,
}

pub(super) enum Body {
    /// The message with the schema, and the one with the columns.
    Arrow { schema: Bytes, data: Bytes },
    /// A list of structs.
    Protobuf(Bytes),
}

/// YDB's `BulkUpsertRequest` whose parts are bytes already, so that an attempt copies no rows but those that it sends.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Request {
    #[prost(string, tag = "1")]
    table: String,
    /// A `TypedValue`.
    #[prost(bytes = "bytes", optional, tag = "2")]
    rows: Option<Bytes>,
    #[prost(message, optional, tag = "7")]
    arrow: Option<Arrow>,
    #[prost(bytes = "bytes", tag = "1000")]
    data: Bytes,
}

/// `ArrowBatchSettings`.
#[derive(Clone, PartialEq, prost::Message)]
struct Arrow {
    #[prost(bytes = "bytes", tag = "1")]
    schema: Bytes,
}

impl Batch {
    /// The request for the table at a path.
    pub(crate) fn request(&self, path: &str) -> Request {
        let request = Request { table: path.to_owned(), ..Request::default() };
        match &self.body {
            Body::Arrow { schema, data } => {
                Request { arrow: Some(Arrow { schema: schema.clone() }), data: data.clone(), ..request }
            }
            Body::Protobuf(rows) => Request { rows: Some(rows.clone()), ..request },
        }
    }

    /// How the rows are written.
    pub(crate) fn format(&self) -> Format {
        match self.body {
            Body::Arrow { .. } => Format::Arrow,
            Body::Protobuf(_) => Format::Protobuf,
        }
    }

    /// The two messages of a batch in Arrow.
    pub(super) fn into_arrow(self) -> (Vec<u8>, Vec<u8>) {
        match self.body {
            Body::Arrow { schema, data } => (schema.into(), data.into()),
            Body::Protobuf(_) => (Vec::new(), Vec::new()),
        }
    }

    /// Bytes of the rows in the request.
    pub(crate) fn bytes(&self) -> usize {
        match &self.body {
            Body::Arrow { data: bytes, .. } | Body::Protobuf(bytes) => bytes.len(),
        }
    }
}

/// Makes messages of columns.
pub(super) struct Writer {
    members: Vec<Member>,
    /// The message with the schema, if rows are to be written in Arrow.
    schema: Option<Bytes>,
    batch: BatchWriter,
    /// Memory of messages that were sent.
    spare: Vec<Vec<u8>>,
}

impl Writer {
    pub(super) fn new(members: &[Member], format: Format) -> Result<Self, ArrowError> {
        let schema = match format {
            Format::Arrow => Some(schema_message(members)?.into()),
            Format::Protobuf => None,
        };
        Ok(Writer { members: members.to_vec(), schema, batch: BatchWriter::default(), spare: Vec::new() })
    }

    /// These rows in this order, as Arrow if there is a schema.
    pub(super) fn arrow(&mut self, columns: &[Cells], rows: &[u32]) -> Option<Body> {
        let schema = self.schema.clone()?;
        let mut message = self.spare.pop().unwrap_or_default();
        self.batch.write(columns, rows, &mut message);
        Some(Body::Arrow { schema, data: message.into() })
    }

    /// These rows in this order, as structs.
    pub(super) fn protobuf(&self, columns: &[Cells], rows: &[u32]) -> Body {
        Body::Protobuf(rows::message(&self.members, columns, rows).into())
    }

    /// Takes the memory of a batch that is not needed any more.
    pub(super) fn reuse(&mut self, batch: Batch) {
        match batch.body {
            Body::Arrow { data, .. } if data.is_unique() => self.spare.push(data.into()),
            // The transport still has it, or it is of the other format.
            _ => {}
        }
    }
}

fn schema_message(members: &[Member]) -> Result<Vec<u8>, ArrowError> {
    let options = IpcWriteOptions::default();
    let mut tracker = DictionaryTracker::new(true);
    let schema = arrow::schema(members);
    let encoded = IpcDataGenerator {}.schema_to_bytes_with_dictionary_tracker(&schema, &mut tracker, &options);
    let mut message = Vec::new();
    write_message(&mut message, encoded, &options)?;
    Ok(message)
}
