//! The columns of a batch as the body of a BulkUpsert.

use std::sync::Arc;

use arrow_array::types::{
    ArrowPrimitiveType, DurationMicrosecondType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    TimestampMicrosecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{ArrayRef, BinaryArray, FixedSizeBinaryArray, PrimitiveArray, RecordBatch, StringArray};
use arrow_ipc::writer::{DictionaryTracker, IpcDataGenerator, IpcWriteOptions, StreamEncoder, write_message};
use arrow_schema::{ArrowError, DataType, SchemaRef, TimeUnit};
use ydb_grpc::ydb_proto::TypedValue;
use ydb_grpc::ydb_proto::formats::ArrowBatchSettings;
use ydb_grpc::ydb_proto::table::BulkUpsertRequest;
use ydb_grpc::ydb_proto::table::bulk_upsert_request::DataFormat;

use super::column::{Buffers, buffers};
use crate::bulk::arrow;
use crate::bulk::format::Format;
use crate::bulk::proto;
use crate::error::Result;
use crate::statements::Member;
use crate::types::Cells;

/// Rows ready to be sent.
pub(in crate::bulk) struct Batch {
    /// Rows that were left out because a later one has the same key.
    pub(in crate::bulk) superseded: usize,
    pub(super) body: Body,
}

pub(super) enum Body {
    /// The message with the schema, and the one with the columns.
    Arrow { schema: Arc<[u8]>, data: Vec<u8> },
    /// A list of structs, and its size.
    Protobuf { rows: TypedValue, bytes: usize },
}

impl Batch {
    /// The request for the table at a path. It can be made again.
    pub(in crate::bulk) fn request(&self, path: &str) -> BulkUpsertRequest {
        let request = BulkUpsertRequest { table: path.to_owned(), ..BulkUpsertRequest::default() };
        match &self.body {
            Body::Arrow { schema, data } => {
                let settings = ArrowBatchSettings { schema: schema.to_vec() };
                let data_format = Some(DataFormat::ArrowBatchSettings(settings));
                BulkUpsertRequest { data: data.clone(), data_format, ..request }
            }
            Body::Protobuf { rows, .. } => BulkUpsertRequest { rows: Some(rows.clone()), ..request },
        }
    }

    /// How the rows are written.
    pub(in crate::bulk) fn format(&self) -> Format {
        match self.body {
            Body::Arrow { .. } => Format::Arrow,
            Body::Protobuf { .. } => Format::Protobuf,
        }
    }

    /// The two messages of a batch in Arrow.
    pub(super) fn into_arrow(self) -> (Vec<u8>, Vec<u8>) {
        match self.body {
            Body::Arrow { schema, data } => (schema.to_vec(), data),
            Body::Protobuf { .. } => (Vec::new(), Vec::new()),
        }
    }

    /// Bytes of the rows in the request.
    pub(in crate::bulk) fn bytes(&self) -> usize {
        match &self.body {
            Body::Arrow { data, .. } => data.len(),
            Body::Protobuf { bytes, .. } => *bytes,
        }
    }
}

/// Makes messages of columns.
pub(super) struct Writer {
    members: Vec<Member>,
    arrow: Option<Arrow>,
}

/// What Arrow needs for a batch.
struct Arrow {
    schema: SchemaRef,
    message: Arc<[u8]>,
    encoder: StreamEncoder,
}

impl Writer {
    pub(super) fn new(members: &[Member], format: Format) -> Result<Self, ArrowError> {
        let arrow = match format {
            Format::Arrow => Some(Arrow::new(members)?),
            Format::Protobuf => None,
        };
        Ok(Writer { members: members.to_vec(), arrow })
    }

    /// These rows in this order, as Arrow if there is a schema.
    pub(super) fn arrow(&mut self, columns: &[Cells], rows: &[u32]) -> Option<Result<Body, ArrowError>> {
        self.arrow.as_mut().map(|arrow| arrow.write(columns, rows))
    }

    /// These rows in this order, as structs.
    ///
    /// # Errors
    /// None comes about: the rows were encoded by the types of their columns.
    pub(super) fn protobuf(&self, table: &'static str, columns: &[Cells], rows: &[u32]) -> Result<Body> {
        let bytes = columns.iter().map(Cells::bytes).sum();
        let each = rows.iter().map(|&row| columns.iter().map(move |column| column.value(row as usize)));
        Ok(Body::Protobuf { rows: proto::rows_of(table, &self.members, each)?, bytes })
    }
}

impl Arrow {
    fn new(members: &[Member]) -> Result<Self, ArrowError> {
        let schema = Arc::new(arrow::schema(members));
        let options = IpcWriteOptions::default();
        let mut tracker = DictionaryTracker::new(true);
        let encoded = IpcDataGenerator {}.schema_to_bytes_with_dictionary_tracker(&schema, &mut tracker, &options);
        let mut message = Vec::new();
        write_message(&mut message, encoded, &options)?;
        let mut encoder = StreamEncoder::try_new_with_options(&schema, options)?;
        // The first batch brings the schema with it, which YDB wants apart from the columns.
        encoder.encode(&RecordBatch::new_empty(schema.clone()))?;
        Ok(Arrow { schema, message: message.into(), encoder })
    }

    fn write(&mut self, columns: &[Cells], rows: &[u32]) -> Result<Body, ArrowError> {
        let parts = self.encoder.encode(&record_batch(&self.schema, columns, rows)?)?;
        let mut data = Vec::with_capacity(parts.iter().map(|part| part.len()).sum());
        parts.iter().for_each(|part| data.extend_from_slice(part));
        Ok(Body::Arrow { schema: self.message.clone(), data })
    }
}

fn record_batch(schema: &SchemaRef, columns: &[Cells], rows: &[u32]) -> Result<RecordBatch, ArrowError> {
    let fields = schema.fields().iter().zip(columns);
    let arrays = fields.map(|(field, column)| array(field.data_type(), buffers(column, rows)));
    RecordBatch::try_new(schema.clone(), arrays.collect::<Result<_, _>>()?)
}

/// A column as Arrow has it.
fn array(ty: &DataType, buffers: Buffers) -> Result<ArrayRef, ArrowError> {
    match ty {
        DataType::Int8 => primitive::<Int8Type>(buffers),
        DataType::Int16 => primitive::<Int16Type>(buffers),
        DataType::Int32 => primitive::<Int32Type>(buffers),
        DataType::Int64 => primitive::<Int64Type>(buffers),
        DataType::UInt8 => primitive::<UInt8Type>(buffers),
        DataType::UInt16 => primitive::<UInt16Type>(buffers),
        DataType::UInt32 => primitive::<UInt32Type>(buffers),
        DataType::UInt64 => primitive::<UInt64Type>(buffers),
        DataType::Float32 => primitive::<Float32Type>(buffers),
        DataType::Float64 => primitive::<Float64Type>(buffers),
        DataType::Timestamp(TimeUnit::Microsecond, None) => primitive::<TimestampMicrosecondType>(buffers),
        DataType::Duration(TimeUnit::Microsecond) => primitive::<DurationMicrosecondType>(buffers),
        DataType::FixedSizeBinary(width) => {
            Ok(Arc::new(FixedSizeBinaryArray::try_new(*width, buffers.values, buffers.nulls)?))
        }
        DataType::Utf8 => {
            let offsets = buffers.offsets.unwrap_or_default();
            Ok(Arc::new(StringArray::try_new(offsets, buffers.values, buffers.nulls)?))
        }
        DataType::Binary => {
            let offsets = buffers.offsets.unwrap_or_default();
            Ok(Arc::new(BinaryArray::try_new(offsets, buffers.values, buffers.nulls)?))
        }
        other => Err(ArrowError::NotYetImplemented(other.to_string())),
    }
}

fn primitive<T: ArrowPrimitiveType>(buffers: Buffers) -> Result<ArrayRef, ArrowError> {
    Ok(Arc::new(PrimitiveArray::<T>::try_new(buffers.values.into(), buffers.nulls)?))
}
