//! Conversions between the protocol's types and values and the engine's.

mod decode;
mod encode;
mod shape;
#[cfg(test)]
mod tests;

pub(crate) use decode::{params, rows, tuple, typed};
pub(crate) use encode::{column, null, row, type_to, typed_to, value_to};
pub(crate) use shape::type_from;

use ydb_grpc::ydb_proto as proto;
use ydb_grpc::ydb_proto::r#type::PrimitiveTypeId as TypeId;

use crate::types::Primitive;

/// How deeply types may be nested. prost itself stops at 100 messages, and a type has two for each level.
const MAX_DEPTH: usize = 40;

/// The protocol's number of each primitive type.
const fn type_id(primitive: Primitive) -> TypeId {
    match primitive {
        Primitive::Bool => TypeId::Bool,
        Primitive::Int8 => TypeId::Int8,
        Primitive::Uint8 => TypeId::Uint8,
        Primitive::Int16 => TypeId::Int16,
        Primitive::Uint16 => TypeId::Uint16,
        Primitive::Int32 => TypeId::Int32,
        Primitive::Uint32 => TypeId::Uint32,
        Primitive::Int64 => TypeId::Int64,
        Primitive::Uint64 => TypeId::Uint64,
        Primitive::Float => TypeId::Float,
        Primitive::Double => TypeId::Double,
        Primitive::Date => TypeId::Date,
        Primitive::Datetime => TypeId::Datetime,
        Primitive::Timestamp => TypeId::Timestamp,
        Primitive::Interval => TypeId::Interval,
        Primitive::TzDate => TypeId::TzDate,
        Primitive::TzDatetime => TypeId::TzDatetime,
        Primitive::TzTimestamp => TypeId::TzTimestamp,
        Primitive::Date32 => TypeId::Date32,
        Primitive::Datetime64 => TypeId::Datetime64,
        Primitive::Timestamp64 => TypeId::Timestamp64,
        Primitive::Interval64 => TypeId::Interval64,
        Primitive::String => TypeId::String,
        Primitive::Utf8 => TypeId::Utf8,
        Primitive::Yson => TypeId::Yson,
        Primitive::Json => TypeId::Json,
        Primitive::JsonDocument => TypeId::JsonDocument,
        Primitive::Uuid => TypeId::Uuid,
        Primitive::DyNumber => TypeId::Dynumber,
    }
}

/// The primitive type of a number of the protocol.
fn primitive_of(id: i32) -> Option<Primitive> {
    Primitive::ALL.iter().copied().find(|&primitive| type_id(primitive) as i32 == id)
}

/// A value of the protocol with only this field.
fn bare(value: proto::value::Value) -> proto::Value {
    proto::Value { value: Some(value), ..Default::default() }
}
