//! Body of a BulkUpsert, written from the columns of a batch: a schema and columns in Arrow, or a list of structs in
//! YDB's protocol, byte by byte.
//!
//! ```text
//! TypedValue: type, value: Value           the list
//!                     items: Value ..      its rows
//!                            items: Value  the values of a row (`proto/row.rs`)
//! ```

use arrow_ipc::writer::{DictionaryTracker, IpcDataGenerator, IpcWriteOptions, write_message};
use arrow_schema::{ArrowError, DataType, Field, Schema, TimeUnit};
use prost::Message as _;
use prost::bytes::Bytes;
use prost::encoding::{encoded_len_varint, key_len};
use ydb_grpc::ydb_proto::TypedValue;
use ydb_keys::YdbType;
use ydb_keys_core::schema::member::Member;
use ydb_keys_core::types::cells::Cells;

use super::ipc::BatchWriter;
use crate::proto::{Format, Row, list_of, put_message};

/// Rows ready to be sent.
pub(crate) struct Batch {
    /// Number of rows that were left out because a later row has the same key.
    pub(crate) superseded: usize,
    pub(super) body: Body,
}

pub(super) enum Body {
    /// Message with the schema, and message with the columns.
    Arrow { schema: Bytes, data: Bytes },
    /// Message with a list of structs.
    Protobuf(Bytes),
}

/// YDB's `BulkUpsertRequest` with its parts as bytes. An attempt copies no rows except into the connection.
#[derive(Clone, PartialEq, prost::Message)]
pub(crate) struct Request {
    #[prost(string, tag = "1")]
    table: String,
    /// A `TypedValue`, encoded.
    #[prost(bytes = "bytes", optional, tag = "2")]
    rows: Option<Bytes>,
    #[prost(message, optional, tag = "7")]
    arrow: Option<Arrow>,
    #[prost(bytes = "bytes", tag = "1000")]
    data: Bytes,
}

/// YDB's `ArrowBatchSettings`.
#[derive(Clone, PartialEq, prost::Message)]
struct Arrow {
    #[prost(bytes = "bytes", tag = "1")]
    schema: Bytes,
}

impl Batch {
    pub(crate) fn request(&self, path: &str) -> Request {
        let request = Request { table: path.to_owned(), ..Request::default() };
        match &self.body {
            Body::Arrow { schema, data } => {
                Request { arrow: Some(Arrow { schema: schema.clone() }), data: data.clone(), ..request }
            }
            Body::Protobuf(rows) => Request { rows: Some(rows.clone()), ..request },
        }
    }

    pub(crate) fn format(&self) -> Format {
        match self.body {
            Body::Arrow { .. } => Format::Arrow,
            Body::Protobuf(_) => Format::Protobuf,
        }
    }

    /// Returns the schema message and the data message of a batch in Arrow; both are empty for protobuf.
    pub(super) fn into_arrow(self) -> (Vec<u8>, Vec<u8>) {
        match self.body {
            Body::Arrow { schema, data } => (schema.into(), data.into()),
            Body::Protobuf(_) => (Vec::new(), Vec::new()),
        }
    }

    /// Returns the bytes of the rows in the request.
    pub(crate) fn bytes(&self) -> usize {
        match &self.body {
            Body::Arrow { data: bytes, .. } | Body::Protobuf(bytes) => bytes.len(),
        }
    }
}

/// Writer of messages from columns.
pub(super) struct Writer {
    members: Vec<Member>,
    /// Message with the schema; `None` if rows are written as protobuf.
    schema: Option<Bytes>,
    batch: BatchWriter,
    /// Buffers of sent messages, whose memory is used again.
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

    /// Writes these rows in this order in Arrow; `None` if the format is protobuf.
    pub(super) fn arrow(&mut self, columns: &[Cells], rows: &[u32]) -> Option<Body> {
        let schema = self.schema.clone()?;
        let mut message = self.spare.pop().unwrap_or_default();
        self.batch.write(columns, rows, &mut message);
        Some(Body::Arrow { schema, data: message.into() })
    }

    /// Writes these rows in this order as a list of structs.
    pub(super) fn protobuf(&self, columns: &[Cells], rows: &[u32]) -> Body {
        Body::Protobuf(structs(&self.members, columns, rows).into())
    }

    /// Takes back the memory of a batch that is not needed any more.
    pub(super) fn reuse(&mut self, batch: Batch) {
        match batch.body {
            Body::Arrow { data, .. } if data.is_unique() => self.spare.push(data.into()),
            // The transport still holds the memory, or the batch is protobuf.
            _ => {}
        }
    }
}

fn schema_message(members: &[Member]) -> Result<Vec<u8>, ArrowError> {
    let options = IpcWriteOptions::default();
    let mut tracker = DictionaryTracker::new(true);
    let schema = schema(members);
    let encoded = IpcDataGenerator {}.schema_to_bytes_with_dictionary_tracker(&schema, &mut tracker, &options);
    let mut message = Vec::new();
    write_message(&mut message, encoded, &options)?;
    Ok(message)
}

/// Number of the field `value` in `TypedValue`.
const VALUE: u32 = 2;

/// Returns the protobuf message of these rows in this order.
fn structs(members: &[Member], columns: &[Cells], rows: &[u32]) -> Vec<u8> {
    let (mut list, mut row) = (Vec::new(), Row::default());
    for &at in rows {
        columns.iter().for_each(|column| row.push(column.ty, column.stored(at as usize)));
        row.end(&mut list);
    }
    let mut message = Vec::new();
    let ty = TypedValue { r#type: Some(list_of(members)), value: None }.encode_to_vec();
    let lengths = key_len(VALUE) + encoded_len_varint(list.len() as u64);
    message.reserve_exact(ty.len() + lengths + list.len());
    message.extend_from_slice(&ty);
    put_message(&mut message, VALUE, &list);
    message
}

/// Bytes of a `Decimal` or a `Uuid`.
const WIDE: i32 = 16;

/// Returns the Arrow type of a column for BulkUpsert (`SwitchYqlTypeToArrowType` and `GetArrowType` of
/// ydb/core/formats/arrow).
///
/// YDB first converts each Arrow type to a YDB type (`ConvertArrowToYdbPrimitive` of
/// ydb/core/grpc_services/rpc_load_rows.cpp): a timestamp of any unit becomes a `Timestamp`, whose numbers YDB takes as
/// microseconds, and a string becomes `Utf8`. Then YDB parses `Utf8` for a `JsonDocument`
/// (`TArrowToYdbConverter::NeedConversion` of ydb/core/formats/arrow/converter.cpp). Therefore a document is sent as
/// its text, and never in the binary form in which YDB stores it.
///
/// `Bool`, `Date` and `Datetime` are sent as numbers. A `Decimal` is sent as its 128-bit integer and a `Uuid` as its 16
/// bytes, both as YDB stores them.
fn data_type(ty: YdbType) -> DataType {
    match ty {
        YdbType::Bool | YdbType::Uint8 => DataType::UInt8,
        YdbType::Int8 => DataType::Int8,
        YdbType::Int16 => DataType::Int16,
        YdbType::Int32 | YdbType::Date32 => DataType::Int32,
        YdbType::Int64 | YdbType::Datetime64 | YdbType::Timestamp64 | YdbType::Interval64 => DataType::Int64,
        YdbType::Uint16 | YdbType::Date => DataType::UInt16,
        YdbType::Uint32 | YdbType::Datetime => DataType::UInt32,
        YdbType::Uint64 => DataType::UInt64,
        YdbType::Float => DataType::Float32,
        YdbType::Double => DataType::Float64,
        YdbType::Timestamp => DataType::Timestamp(TimeUnit::Microsecond, None),
        YdbType::Interval => DataType::Duration(TimeUnit::Microsecond),
        YdbType::Decimal { .. } | YdbType::Uuid => DataType::FixedSizeBinary(WIDE),
        YdbType::Utf8 | YdbType::Json | YdbType::JsonDocument => DataType::Utf8,
        YdbType::String | YdbType::Yson | YdbType::DyNumber => DataType::Binary,
    }
}

/// Returns the Arrow schema of a batch with these columns.
fn schema(members: &[Member]) -> Schema {
    let field = |member: &Member| Field::new(member.name, data_type(member.ty), member.optional);
    Schema::new(members.iter().map(field).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use prost::Message as _;
    use ydb_keys::Value;

    use super::*;
    use crate::proto::value_from;
    use ydb_keys_core::types::any_value;

    proptest! {
        #[test]
        fn messages_are_those_of_the_values(values in prop::collection::vec(any_value(), 1..20)) {
            let plain: Vec<_> = values.iter().filter_map(|value| Some((value, value.ydb_type()?))).collect();
            let members: Vec<_> = plain.iter().map(|(_, ty)| Member { name: "c", ty: *ty, optional: true, may_be_null: true }).collect();
            let mut columns: Vec<_> = members.iter().map(|member| Cells::new(member.ty, true)).collect();
            for (column, (value, _)) in columns.iter_mut().zip(&plain) {
                column.push(value).unwrap();
                column.push(&Value::Null).unwrap();
            }
            let list = TypedValue::decode(structs(&members, &columns, &[1, 0]).as_slice()).unwrap();
            prop_assert_eq!(list.r#type, Some(list_of(&members)));
            let rows = list.value.unwrap().items;
            prop_assert_eq!(rows.len(), 2);
            prop_assert_eq!((rows[0].items.len(), rows[1].items.len()), (plain.len(), plain.len()));
            for (at, (value, ty)) in plain.into_iter().enumerate() {
                prop_assert_eq!(value_from(ty, &rows[0].items[at]), Some(Value::Null));
                prop_assert_eq!(value_from(ty, &rows[1].items[at]), Some(value.clone()));
            }
        }
    }
}
