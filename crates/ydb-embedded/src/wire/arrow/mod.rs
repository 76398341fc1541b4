//! Columns in Apache Arrow's IPC format: the input of BulkUpsert and the results of ExecuteQuery.
//!
//! Schema and batch are separate encapsulated messages: `ffffffff`, the length of the metadata, the metadata, the body.
//!
//! | YDB | BulkUpsert takes | results have |
//! |---|---|---|
//! | Bool | uint8 | uint8 |
//! | Int8 .. Int64, Uint8 .. Uint64, Float, Double | the same | the same |
//! | Date | uint16 | uint16 |
//! | Datetime | uint32, int32 | uint32 |
//! | Timestamp | timestamp (microseconds, whatever unit the type names), int64, uint64 | uint64 |
//! | Interval | duration (likewise), int64 | int64 |
//! | Date32 | int32 | int32 |
//! | Datetime64, Timestamp64, Interval64 | int64 | int64 |
//! | String | binary, utf8 | binary |
//! | Utf8, Json | utf8 | utf8 |
//! | Yson | binary | binary |
//! | JsonDocument, DyNumber | utf8 or binary, as text | utf8, as text |
//! | Decimal, Uuid | fixed_size_binary(16), since 25.4 | fixed_size_binary(16) |
//! | Null, Void | | null, a struct without fields |
//! | Optional | the same | the same, the field is nullable |
//! | List, Struct, Tuple | | list, struct, struct with the fields field0, field1 .. |
//!
//! A Decimal is its unscaled number, 16 bytes little-endian. A Uuid is its stored bytes, in Microsoft's mixed-endian
//! order.
//!
//! Sources in YDB: `rpc_load_rows.cpp` (`ConvertArrowToYdbPrimitive`), `upload_rows_common_impl.h` (`BuildSchema`,
//! `SameOrConvertableDstType`) and `formats/arrow/{converter.cpp, switch/switch_type.h}` for BulkUpsert;
//! `kqp/common/result_set_format/{kqp_formats_arrow.h, kqp_formats_arrow.cpp, kqp_result_set_builders.cpp}` and
//! `kqp/ut/arrow/kqp_result_set_formats_ut.cpp` for results.

mod decode;
mod encode;

use std::sync::Arc;

use arrow_buffer::Buffer;
use arrow_schema::{DataType, Schema, TimeUnit};

use super::reply::{bad, within};
use crate::catalog::{Column, Store, Table};
use crate::error::{Error, Result, Status};
use crate::session::{Behavior, Cells, Release, Upload};
use crate::types::{Primitive, StructMember, Type};

pub(crate) use encode::{ArrowOptions, batch, options, weight};

/// Number of rows in the blocks in which YDB turns batches into rows of a row table.
const BLOCK: usize = 32;

/// A batch and its schema, from two messages.
pub(crate) struct Arrow {
    schema: Arc<Schema>,
    data: Buffer,
    behavior: Behavior,
}

impl Arrow {
    /// Reads the schema of a batch and keeps the batch's bytes.
    ///
    /// Fails with SCHEME_ERROR if `schema` is not a schema.
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
                refuse(format!("Cannot convert arrow type to ydb one: {}", arrow_type_name(field.data_type())))
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
            let cells = decode::cells(array, &column.ty, blank);
            cells.map_err(|error| within(error, &format!("Column {}", column.name)))
        });
        cells.collect()
    }
}

fn refuse(message: impl Into<String>) -> Error {
    Error::new(Status::SchemeError, message)
}

/// Returns YDB's type for an Arrow type; `None` if there is none. Binary data of 16 bytes has the type of the table's
/// column.
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
        // Older releases take bool for Bool and read garbage, and read decimal128 in different ways. No source tells
        // since which release they refuse these types. Newer releases do refuse them.
        _ => return None,
    };
    Some(primitive.into())
}

/// Returns `true` if a column accepts values of the type that was sent.
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

fn arrow_type_name(ty: &DataType) -> String {
    match ty {
        DataType::Boolean => "bool".into(),
        DataType::Float16 => "halffloat".into(),
        DataType::Float32 => "float".into(),
        DataType::Float64 => "double".into(),
        DataType::Utf8 => "string".into(),
        DataType::LargeUtf8 => "large_string".into(),
        DataType::Binary => "binary".into(),
        DataType::LargeBinary => "large_binary".into(),
        DataType::FixedSizeBinary(width) => format!("fixed_size_binary[{width}]"),
        DataType::Date32 => "date32[day]".into(),
        DataType::Date64 => "date64[ms]".into(),
        DataType::Time32(of) => format!("time32[{}]", unit(*of)),
        DataType::Time64(of) => format!("time64[{}]", unit(*of)),
        DataType::Timestamp(of, None) => format!("timestamp[{}]", unit(*of)),
        DataType::Timestamp(of, Some(zone)) => format!("timestamp[{}, tz={zone}]", unit(*of)),
        DataType::Duration(of) => format!("duration[{}]", unit(*of)),
        DataType::Decimal128(precision, scale) => format!("decimal128({precision}, {scale})"),
        DataType::Decimal256(precision, scale) => format!("decimal256({precision}, {scale})"),
        DataType::List(item) => format!("list<{}: {}>", item.name(), arrow_type_name(item.data_type())),
        DataType::Dictionary(index, values) => {
            format!("dictionary<values={}, indices={}, ordered=0>", arrow_type_name(values), arrow_type_name(index))
        }
        DataType::Struct(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|field| format!("{}: {}", field.name(), arrow_type_name(field.data_type())))
                .collect();
            format!("struct<{}>", fields.join(", "))
        }
        other if other.is_integer() || other.is_null() => other.to_string().to_lowercase(),
        other => other.to_string(),
    }
}

const fn unit(unit: TimeUnit) -> &'static str {
    match unit {
        TimeUnit::Second => "s",
        TimeUnit::Millisecond => "ms",
        TimeUnit::Microsecond => "us",
        TimeUnit::Nanosecond => "ns",
    }
}
