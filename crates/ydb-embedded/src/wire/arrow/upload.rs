//! BulkUpsert's batch as the rows of a table.

use std::sync::Arc;

use arrow_buffer::Buffer;
use arrow_schema::{DataType, Schema};

use super::{cells, decode, names};
use crate::catalog::{Column, Store, Table};
use crate::error::{Error, Result, Status};
use crate::session::{Behavior, Cells, Release, Upload};
use crate::types::{Primitive, StructMember, Type};
use crate::wire::refusal::{bad, within};

/// YDB turns batches into rows of a row table in blocks of so many rows.
const BLOCK: usize = 32;

/// A batch in two messages.
pub(crate) struct Arrow {
    schema: Arc<Schema>,
    data: Buffer,
    behavior: Behavior,
}

impl Arrow {
    /// The batch of these messages.
    ///
    /// Fails with SCHEME_ERROR if the schema is not one.
    pub(crate) fn new(schema: &[u8], data: Vec<u8>, behavior: &Behavior) -> Result<Self> {
        let schema = decode::schema(schema).ok_or_else(|| refuse("Wrong schema in bulk upsert data"))?;
        Ok(Self { schema: Arc::new(schema), data: data.into(), behavior: behavior.clone() })
    }
}

impl Upload for Arrow {
    fn members(&self, table: &Table) -> Result<Vec<StructMember>> {
        let member = |field: &Arc<arrow_schema::Field>| {
            let column = table.column(field.name()).map(|position| &table.columns[position].ty);
            let sent = sent(field.data_type(), column, self.behavior.release).ok_or_else(|| {
                refuse(format!("Cannot convert arrow type to ydb one: {}", names::name(field.data_type())))
            })?;
            let ty = column.filter(|column| accepts(column, &sent)).cloned().unwrap_or(sent);
            Ok((field.name().as_str().into(), ty))
        };
        self.schema.fields().iter().map(member).collect()
    }

    fn cells(&self, table: &Table, columns: &[&Column]) -> Result<Vec<Box<dyn Cells + '_>>> {
        let batch = decode::batch(&self.data, &self.schema)
            .ok_or_else(|| bad("Cannot deserialize arrow batch with specified schema"))?;
        let keeps = self.behavior.arrow_keeps_empty_strings || table.store == Store::Column;
        let blank = if keeps { usize::MAX } else { batch.num_rows() - batch.num_rows() % BLOCK };
        let cells = batch.columns().iter().zip(columns).map(|(array, column)| {
            let cells = cells::cells(array, &column.ty, blank);
            cells.map_err(|error| within(error, &format!("Column {}", column.name)))
        });
        cells.collect()
    }
}

fn refuse(message: impl Into<String>) -> Error {
    Error::new(Status::SchemeError, message)
}

/// YDB's type for an Arrow type; `None` if it has none. Data of 16 bytes is what the table's column is.
fn sent(ty: &DataType, column: Option<&Type>, release: Release) -> Option<Type> {
    let primitive = match ty {
        DataType::Int8 => Primitive::Int8,
        DataType::Int16 => Primitive::Int16,
        DataType::Int32 => Primitive::Int32,
        DataType::Int64 => Primitive::Int64,
        DataType::UInt8 => Primitive::Uint8,
        DataType::UInt16 => Primitive::Uint16,
        DataType::UInt32 => Primitive::Uint32,
        DataType::UInt64 => Primitive::Uint64,
        DataType::Float32 => Primitive::Float,
        DataType::Float64 => Primitive::Double,
        DataType::Utf8 => Primitive::Utf8,
        DataType::Binary => Primitive::String,
        DataType::Timestamp(..) => Primitive::Timestamp,
        DataType::Duration(_) => Primitive::Interval,
        // YDB's pull requests 34481 and 34482.
        DataType::FixedSizeBinary(16) if release >= Release::V25_4 => {
            return column.filter(|ty| matches!(ty, Type::Decimal { .. } | Type::Primitive(Primitive::Uuid))).cloned();
        }
        // Older releases take bool for Bool and read garbage, and decimal128 in ways that differ; no source settles
        // from which one on they refuse them. Newer ones do.
        _ => return None,
    };
    Some(primitive.into())
}

/// Whether a column takes values of a type that Arrow has.
fn accepts(column: &Type, sent: &Type) -> bool {
    use Primitive as P;
    let (Type::Primitive(column), Type::Primitive(sent)) = (column, sent) else { return column == sent };
    match column {
        P::Bool | P::Uint8 => *sent == P::Uint8,
        P::Uint16 | P::Date => *sent == P::Uint16,
        P::Int32 | P::Date32 => *sent == P::Int32,
        P::Datetime => matches!(sent, P::Uint32 | P::Int32),
        P::Int64 | P::Datetime64 | P::Timestamp64 | P::Interval64 => *sent == P::Int64,
        P::Timestamp => matches!(sent, P::Timestamp | P::Uint64 | P::Int64),
        P::Interval => matches!(sent, P::Interval | P::Int64),
        P::Utf8 | P::Json => *sent == P::Utf8,
        P::Yson => *sent == P::String,
        P::String | P::JsonDocument | P::DyNumber => matches!(sent, P::String | P::Utf8),
        P::Int8 | P::Int16 | P::Uint32 | P::Uint64 | P::Float | P::Double | P::Uuid => column == sent,
        P::TzDate | P::TzDatetime | P::TzTimestamp => false,
    }
}
