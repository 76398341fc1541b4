//! The Arrow type of each YDB type, as YDB's BulkUpsert takes it.

use arrow_schema::{DataType, Field, Schema, TimeUnit};
use ydb_keys::YdbType;
use ydb_keys_core::schema::member::Member;

/// Bytes of a `Decimal` or a `Uuid`.
const WIDE: i32 = 16;

/// The type of a column (`SwitchYqlTypeToArrowType` and `GetArrowType` of ydb/core/formats/arrow).
///
/// YDB first makes a YDB type of each Arrow type (`ConvertArrowToYdbPrimitive` of ydb/core/grpc_services/rpc_load_rows.cpp):
/// a timestamp of any unit becomes a `Timestamp`, whose numbers it takes as microseconds, and a string `Utf8`. Then it
/// parses `Utf8` for a `JsonDocument` (`TArrowToYdbConverter::NeedConversion` of ydb/core/formats/arrow/converter.cpp), so
/// a document goes as its text, and never as the binary form in which YDB stores it.
///
/// A `Bool` is a number, a `Date` and a `Datetime` are numbers too. A `Decimal` is its 128-bit integer and a `Uuid` its
/// 16 bytes, both as YDB stores them.
pub(super) fn data_type(ty: YdbType) -> DataType {
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

/// The schema of a batch with these columns.
pub(super) fn schema(members: &[Member]) -> Schema {
    let field = |member: &Member| Field::new(member.name, data_type(member.ty), member.optional);
    Schema::new(members.iter().map(field).collect::<Vec<_>>())
}
