//! Conversions between types and values of the protocol and of the engine. This file has the direction to the client.

mod decode;
#[cfg(test)]
mod tests;

use ydb_grpc::ydb_proto as proto;
use ydb_grpc::ydb_proto::r#type::{PrimitiveTypeId as TypeId, Type as Kind};
use ydb_grpc::ydb_proto::value::Value as Field;

use crate::types::{Primitive, Row, StoredAs, Type, Value};

pub(crate) use decode::{params, rows, tuple, type_from, typed};

/// Largest nesting depth of types. prost itself stops at 100 messages, and each level of a type takes two messages.
const MAX_DEPTH: usize = 40;

/// Defines the protocol's id of each primitive type. All names are equal except that of DyNumber.
macro_rules! type_ids {
    ($($name:ident),*) => {
        const fn type_id(primitive: Primitive) -> TypeId {
            match primitive {
                Primitive::DyNumber => TypeId::Dynumber,
                $(Primitive::$name => TypeId::$name,)*
            }
        }
    };
}

type_ids! {
    Bool, Int8, Uint8, Int16, Uint16, Int32, Uint32, Int64, Uint64, Float, Double, Date, Datetime, Timestamp, Interval,
    TzDate, TzDatetime, TzTimestamp, Date32, Datetime64, Timestamp64, Interval64, String, Utf8, Yson, Json,
    JsonDocument, Uuid
}

fn primitive_of(id: i32) -> Option<Primitive> {
    Primitive::ALL.iter().copied().find(|&primitive| type_id(primitive) as i32 == id)
}

/// Creates a value of the protocol that has only this field.
fn bare(value: proto::value::Value) -> proto::Value {
    proto::Value { value: Some(value), ..Default::default() }
}

pub(crate) fn type_to(ty: &Type) -> proto::Type {
    let kind = match ty {
        Type::Primitive(primitive) => Kind::TypeId(type_id(*primitive) as i32),
        Type::Decimal { precision, scale } => {
            Kind::DecimalType(proto::DecimalType { precision: (*precision).into(), scale: (*scale).into() })
        }
        Type::Optional(item) => Kind::OptionalType(Box::new(proto::OptionalType { item: boxed(item) })),
        Type::List(item) => Kind::ListType(Box::new(proto::ListType { item: boxed(item) })),
        Type::Tuple(items) => Kind::TupleType(proto::TupleType { elements: items.iter().map(type_to).collect() }),
        Type::Struct(members) => {
            let member = |name: &str, ty| proto::StructMember { name: name.to_owned(), r#type: Some(type_to(ty)) };
            Kind::StructType(proto::StructType { members: members.iter().map(|(name, ty)| member(name, ty)).collect() })
        }
        Type::Dict(key, payload) => {
            Kind::DictType(Box::new(proto::DictType { key: boxed(key), payload: boxed(payload) }))
        }
        Type::Null => Kind::NullType(0),
        Type::Void => Kind::VoidType(0),
        Type::EmptyList => Kind::EmptyListType(0),
        Type::EmptyDict => Kind::EmptyDictType(0),
    };
    proto::Type { r#type: Some(kind) }
}

fn boxed(ty: &Type) -> Option<Box<proto::Type>> {
    Some(Box::new(type_to(ty)))
}

pub(crate) fn column(name: &str, ty: &Type) -> proto::Column {
    proto::Column { name: name.to_owned(), r#type: Some(type_to(ty)) }
}

/// Converts a row of a result, whose columns have these types, for the client.
pub(crate) fn row<'a>(row: &Row, types: impl Iterator<Item = &'a Type>) -> proto::Value {
    items(row.iter().zip(types).map(|(value, ty)| value_to(value, ty)))
}

pub(crate) fn typed_to(value: &Value, ty: &Type) -> proto::TypedValue {
    proto::TypedValue { r#type: Some(type_to(ty)), value: Some(value_to(value, ty)) }
}

pub(crate) fn null() -> proto::Value {
    bare(Field::NullFlagValue(0))
}

/// Converts a value of this type to the protocol's form.
pub(crate) fn value_to(value: &Value, ty: &Type) -> proto::Value {
    match (value, ty) {
        (Value::Null, Type::Void) => proto::Value::default(),
        (Value::Null, _) => null(),
        (Value::Just(value), Type::Optional(item)) => bare(Field::NestedValue(Box::new(value_to(value, item)))),
        (value, Type::Optional(item)) => value_to(value, item),
        (Value::Bool(value), _) => bare(Field::BoolValue(*value)),
        (Value::Int(value), _) => int(*value, ty),
        (Value::Uint(value), _) => uint(*value, ty),
        (Value::Float(value), _) => bare(Field::FloatValue(*value)),
        (Value::Double(value), _) => bare(Field::DoubleValue(*value)),
        (Value::Decimal(value), _) => halves(value.cast_unsigned()),
        (Value::Uuid(bytes), _) => halves(u128::from_le_bytes(*bytes)),
        (Value::Bytes(bytes), _) => bare(Field::BytesValue(bytes.to_vec())),
        (Value::Text(text), _) => bare(Field::TextValue(text.to_string())),
        (Value::Items(values), Type::List(item)) => items(values.iter().map(|value| value_to(value, item))),
        (Value::Items(values), Type::Tuple(types)) => items(values.iter().zip(&**types).map(|(v, ty)| value_to(v, ty))),
        (Value::Items(values), Type::Struct(members)) => {
            items(values.iter().zip(&**members).map(|(value, (_, ty))| value_to(value, ty)))
        }
        (Value::Dict(values), Type::Dict(key, payload)) => {
            let pair = |(k, p): &(Value, Value)| proto::ValuePair {
                key: Some(value_to(k, key)),
                payload: Some(value_to(p, payload)),
            };
            proto::Value { pairs: values.iter().map(pair).collect(), ..Default::default() }
        }
        // The value is an empty list or an empty dict.
        (Value::Items(_) | Value::Dict(_), _) => proto::Value::default(),
        (Value::Just(value), ty) => value_to(value, ty),
    }
}

fn items(items: impl Iterator<Item = proto::Value>) -> proto::Value {
    proto::Value { items: items.collect(), ..Default::default() }
}

fn halves(bits: u128) -> proto::Value {
    let [low, high] = [bits, bits >> 64].map(|half| (half & u128::from(u64::MAX)) as u64);
    proto::Value { high_128: high, value: Some(Field::Low128(low)), ..Default::default() }
}

fn int(value: i64, ty: &Type) -> proto::Value {
    bare(match ty.stored_as() {
        Some(StoredAs::Signed(1..=4)) => Field::Int32Value(value as i32),
        _ => Field::Int64Value(value),
    })
}

fn uint(value: u64, ty: &Type) -> proto::Value {
    bare(match ty.stored_as() {
        Some(StoredAs::Unsigned(1..=4)) => Field::Uint32Value(value as u32),
        _ => Field::Uint64Value(value),
    })
}
