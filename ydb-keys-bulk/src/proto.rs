//! Values as messages of YDB's protocol, field by field: parameters, rows to be written, and what a result contains.
//!
//! An optional is its value, or the null flag. A Uuid is the two halves of its stored, mixed-endian bytes, and a
//! Decimal those of its scaled integer. Times and intervals are counts of their unit.

use std::collections::HashMap;

use ydb_grpc::google_proto_workaround::protobuf::NullValue;
use ydb_grpc::ydb_proto::r#type::{PrimitiveTypeId, Type as Kind};
use ydb_grpc::ydb_proto::value::Value as Field;
use ydb_grpc::ydb_proto::{
    DecimalType, ListType, OptionalType, StructMember, StructType, Type, TypedValue, Value as Message,
};
use ydb_keys::__internal::keys::stored_uuid;
use ydb_keys::statements::{Member, ParamType, ParamValue};
use ydb_keys::types::DecimalValue;
use ydb_keys::{Error, Result, Statement, Value, ValueError, YdbType};

/// The text of a statement and its parameters; `table` is named in errors about values.
pub(super) fn query(table: &'static str, statement: Statement<'_>) -> Result<(String, HashMap<String, TypedValue>)> {
    let mut parameters = HashMap::with_capacity(statement.params().len());
    for param in statement.params() {
        let failed = |error| Error::in_column(table, param.column(), error);
        let typed = match (param.ty, param.value.clone()) {
            (ParamType::One { ty, optional }, ParamValue::One(value)) => TypedValue {
                r#type: Some(type_of(*ty, *optional)),
                value: Some(field(value, *optional).map_err(failed)?),
            },
            (ParamType::Rows(members), ParamValue::Rows(rows)) => rows_of(table, members, rows)?,
            _ => return Err(failed(ValueError::invalid("the value does not have the declared shape"))),
        };
        parameters.insert(param.name.to_owned(), typed);
    }
    Ok((statement.text().to_owned(), parameters))
}

/// Rows as a list of structs, each with a value for every member.
pub(super) fn rows_of<'v, R>(
    table: &'static str,
    members: &[Member],
    rows: impl IntoIterator<Item = R>,
) -> Result<TypedValue>
where
    R: IntoIterator<Item = Value<'v>>,
{
    let rows = rows.into_iter().map(|row| {
        let mut items = Vec::with_capacity(members.len());
        for (member, value) in members.iter().zip(row) {
            items.push(field(value, member.optional).map_err(|error| Error::in_column(table, member.name, error))?);
        }
        Ok(Message { items, ..Message::default() })
    });
    let items = rows.collect::<Result<_>>()?;
    Ok(TypedValue { r#type: Some(list_of(members)), value: Some(Message { items, ..Message::default() }) })
}

pub(super) fn list_of(members: &[Member]) -> Type {
    let member = |member: &Member| StructMember {
        name: member.name.to_owned(),
        r#type: Some(type_of(member.ty, member.optional)),
    };
    let row = kind(Kind::StructType(StructType { members: members.iter().map(member).collect() }));
    kind(Kind::ListType(Box::new(ListType { item: Some(Box::new(row)) })))
}

fn kind(kind: Kind) -> Type {
    Type { r#type: Some(kind) }
}

/// The type of a column or of a parameter.
pub(super) fn type_of(ty: YdbType, optional: bool) -> Type {
    let plain = kind(match ty {
        YdbType::Decimal { precision, scale } => {
            Kind::DecimalType(DecimalType { precision: precision.into(), scale: scale.into() })
        }
        other => Kind::TypeId(primitive(other) as i32),
    });
    match optional {
        true => kind(Kind::OptionalType(Box::new(OptionalType { item: Some(Box::new(plain)) }))),
        false => plain,
    }
}

fn primitive(ty: YdbType) -> PrimitiveTypeId {
    match ty {
        YdbType::Bool => PrimitiveTypeId::Bool,
        YdbType::Int8 => PrimitiveTypeId::Int8,
        YdbType::Int16 => PrimitiveTypeId::Int16,
        YdbType::Int32 => PrimitiveTypeId::Int32,
        YdbType::Int64 => PrimitiveTypeId::Int64,
        YdbType::Uint8 => PrimitiveTypeId::Uint8,
        YdbType::Uint16 => PrimitiveTypeId::Uint16,
        YdbType::Uint32 => PrimitiveTypeId::Uint32,
        YdbType::Uint64 => PrimitiveTypeId::Uint64,
        YdbType::Float => PrimitiveTypeId::Float,
        YdbType::Double => PrimitiveTypeId::Double,
        YdbType::DyNumber => PrimitiveTypeId::Dynumber,
        YdbType::String => PrimitiveTypeId::String,
        YdbType::Utf8 => PrimitiveTypeId::Utf8,
        YdbType::Json => PrimitiveTypeId::Json,
        YdbType::JsonDocument => PrimitiveTypeId::JsonDocument,
        YdbType::Yson => PrimitiveTypeId::Yson,
        YdbType::Uuid => PrimitiveTypeId::Uuid,
        YdbType::Date => PrimitiveTypeId::Date,
        YdbType::Datetime => PrimitiveTypeId::Datetime,
        YdbType::Timestamp => PrimitiveTypeId::Timestamp,
        YdbType::Interval => PrimitiveTypeId::Interval,
        YdbType::Date32 => PrimitiveTypeId::Date32,
        YdbType::Datetime64 => PrimitiveTypeId::Datetime64,
        YdbType::Timestamp64 => PrimitiveTypeId::Timestamp64,
        YdbType::Interval64 => PrimitiveTypeId::Interval64,
        // A type of its own.
        YdbType::Decimal { .. } => PrimitiveTypeId::Unspecified,
    }
}

/// The value of a column or of a parameter.
///
/// # Errors
/// NULL where the type is not optional.
#[inline]
pub(super) fn field(value: Value<'_>, optional: bool) -> Result<Message, ValueError> {
    let mut high = 0;
    let field = match value {
        Value::Null if optional => Field::NullFlagValue(NullValue::NullValue as i32),
        Value::Null => return Err(ValueError::Null),
        Value::Bool(x) => Field::BoolValue(x),
        Value::Int8(x) => Field::Int32Value(x.into()),
        Value::Int16(x) => Field::Int32Value(x.into()),
        Value::Int32(x) | Value::Date32(x) => Field::Int32Value(x),
        Value::Uint8(x) => Field::Uint32Value(x.into()),
        Value::Uint16(x) | Value::Date(x) => Field::Uint32Value(x.into()),
        Value::Uint32(x) | Value::Datetime(x) => Field::Uint32Value(x),
        Value::Int64(x) | Value::Interval(x) | Value::Datetime64(x) | Value::Timestamp64(x) | Value::Interval64(x) => {
            Field::Int64Value(x)
        }
        Value::Uint64(x) | Value::Timestamp(x) => Field::Uint64Value(x),
        Value::Float(x) => Field::FloatValue(x),
        Value::Double(x) => Field::DoubleValue(x),
        Value::String(x) | Value::Yson(x) => Field::BytesValue(x.into_owned()),
        Value::Utf8(x) | Value::Json(x) | Value::JsonDocument(x) | Value::DyNumber(x) => {
            Field::TextValue(x.into_owned())
        }
        Value::Decimal(x) => {
            high = x.high as u64;
            Field::Low128(x.low)
        }
        Value::Uuid(x) => {
            let stored = u128::from_le_bytes(stored_uuid(&x));
            high = (stored >> 64) as u64;
            Field::Low128(stored as u64)
        }
        // The library of this version has no other values.
        other => return Err(ValueError::Mismatch { expected: "a column's value", found: other.type_name() }),
    };
    Ok(Message { value: Some(field), high_128: high, ..Message::default() })
}

/// The type of a result's column, or the name of a type that no column of a table has.
pub(super) fn type_from(ty: &Type) -> Result<YdbType, &'static str> {
    let ty = match &ty.r#type {
        Some(Kind::OptionalType(optional)) => optional.item.as_ref().and_then(|item| item.r#type.as_ref()),
        other => other.as_ref(),
    };
    let of_number = |number| YdbType::PLAIN.into_iter().find(|&ty| primitive(ty) as i32 == number);
    Err(match ty {
        Some(Kind::TypeId(number)) => match of_number(*number) {
            Some(ty) => return Ok(ty),
            None => PrimitiveTypeId::try_from(*number).map_or("a type that this version does not know", zoned),
        },
        Some(Kind::DecimalType(DecimalType { precision, scale })) => {
            match (u8::try_from(*precision), u8::try_from(*scale)) {
                (Ok(precision), Ok(scale)) => return Ok(YdbType::Decimal { precision, scale }),
                _ => "Decimal",
            }
        }
        Some(Kind::OptionalType(_)) => "Optional<Optional>",
        Some(Kind::ListType(_)) => "List",
        Some(Kind::TupleType(_)) => "Tuple",
        Some(Kind::StructType(_)) => "Struct",
        Some(Kind::DictType(_)) => "Dict",
        Some(Kind::VariantType(_)) => "Variant",
        Some(Kind::TaggedType(_)) => "Tagged",
        Some(Kind::VoidType(_)) => "Void",
        Some(Kind::NullType(_)) => "Null",
        Some(Kind::EmptyListType(_)) => "EmptyList",
        Some(Kind::EmptyDictType(_)) => "EmptyDict",
        Some(Kind::PgType(_)) => "a PostgreSQL type",
        None => "no type",
    })
}

/// The types that no column has.
fn zoned(id: PrimitiveTypeId) -> &'static str {
    match id {
        PrimitiveTypeId::TzDate => "TzDate",
        PrimitiveTypeId::TzDatetime => "TzDatetime",
        PrimitiveTypeId::TzTimestamp => "TzTimestamp",
        _ => "no type",
    }
}

/// The value of a column of this type; `None` if the message is not a value of it.
#[inline]
pub(super) fn value_from(ty: YdbType, message: &Message) -> Option<Value<'_>> {
    Some(match (ty, message.value.as_ref()?) {
        (_, Field::NullFlagValue(_)) => Value::Null,
        (YdbType::Bool, Field::BoolValue(x)) => Value::Bool(*x),
        (YdbType::Int8, Field::Int32Value(x)) => Value::Int8((*x).try_into().ok()?),
        (YdbType::Int16, Field::Int32Value(x)) => Value::Int16((*x).try_into().ok()?),
        (YdbType::Int32, Field::Int32Value(x)) => Value::Int32(*x),
        (YdbType::Date32, Field::Int32Value(x)) => Value::Date32(*x),
        (YdbType::Uint8, Field::Uint32Value(x)) => Value::Uint8((*x).try_into().ok()?),
        (YdbType::Uint16, Field::Uint32Value(x)) => Value::Uint16((*x).try_into().ok()?),
        (YdbType::Uint32, Field::Uint32Value(x)) => Value::Uint32(*x),
        (YdbType::Date, Field::Uint32Value(x)) => Value::Date((*x).try_into().ok()?),
        (YdbType::Datetime, Field::Uint32Value(x)) => Value::Datetime(*x),
        (YdbType::Int64, Field::Int64Value(x)) => Value::Int64(*x),
        (YdbType::Interval, Field::Int64Value(x)) => Value::Interval(*x),
        (YdbType::Datetime64, Field::Int64Value(x)) => Value::Datetime64(*x),
        (YdbType::Timestamp64, Field::Int64Value(x)) => Value::Timestamp64(*x),
        (YdbType::Interval64, Field::Int64Value(x)) => Value::Interval64(*x),
        (YdbType::Uint64, Field::Uint64Value(x)) => Value::Uint64(*x),
        (YdbType::Timestamp, Field::Uint64Value(x)) => Value::Timestamp(*x),
        (YdbType::Float, Field::FloatValue(x)) => Value::Float(*x),
        (YdbType::Double, Field::DoubleValue(x)) => Value::Double(*x),
        (YdbType::String, Field::BytesValue(x)) => Value::String(x.into()),
        (YdbType::Yson, Field::BytesValue(x)) => Value::Yson(x.into()),
        (YdbType::Utf8, Field::TextValue(x)) => Value::Utf8(x.into()),
        (YdbType::Json, Field::TextValue(x)) => Value::Json(x.into()),
        (YdbType::JsonDocument, Field::TextValue(x)) => Value::JsonDocument(x.into()),
        (YdbType::DyNumber, Field::TextValue(x)) => Value::DyNumber(x.into()),
        (YdbType::Decimal { precision, scale }, Field::Low128(low)) => {
            Value::Decimal(DecimalValue { high: message.high_128 as i64, low: *low, precision, scale })
        }
        (YdbType::Uuid, Field::Low128(low)) => {
            let stored = u128::from(message.high_128) << 64 | u128::from(*low);
            Value::Uuid(stored_uuid(&stored.to_le_bytes()))
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::any::any_value;
    use proptest::prelude::*;
    use prost::Message as _;

    use super::*;

    /// The message after its way through the bytes of the protocol.
    fn sent<M: prost::Message + Default>(message: &M) -> M {
        M::decode(&*message.encode_to_vec()).unwrap()
    }

    fn all() -> impl Iterator<Item = YdbType> {
        YdbType::PLAIN.into_iter().chain([YdbType::Decimal { precision: 22, scale: 9 }])
    }

    proptest! {
        #[test]
        fn values_read_back(value in any_value(), optional in any::<bool>()) {
            let message = sent(&field(value.clone(), optional).unwrap());
            let ty = value.ydb_type().unwrap();
            prop_assert_eq!(value_from(ty, &message), Some(value));
            for other in all().filter(|other| *other != ty) {
                let read = value_from(other, &message);
                prop_assert!(read.is_none_or(|read| read.ydb_type() == Some(other)));
            }
        }

        #[test]
        fn no_message_panics(bytes in any::<Vec<u8>>()) {
            if let Ok(TypedValue { r#type: Some(ty), value: Some(value) }) = TypedValue::decode(&*bytes) {
                let _ = type_from(&ty).map(|ty| value_from(ty, &value).is_some());
            }
        }
    }

    #[test]
    fn types_read_back() {
        for ty in all() {
            for optional in [false, true] {
                assert_eq!(type_from(&sent(&type_of(ty, optional))), Ok(ty));
            }
            let twice = kind(Kind::OptionalType(Box::new(OptionalType { item: Some(Box::new(type_of(ty, true))) })));
            assert_eq!(type_from(&twice), Err("Optional<Optional>"));
        }
        let zoned = kind(Kind::TypeId(PrimitiveTypeId::TzDate as i32));
        assert_eq!(type_from(&zoned), Err("TzDate"));
        let later = kind(Kind::TypeId(77));
        assert_eq!(type_from(&later), Err("a type that this version does not know"));
        assert_eq!(type_from(&list_of(&[])), Err("List"));
    }

    #[test]
    fn null_needs_an_optional() {
        let message = field(Value::Null, true).unwrap();
        assert_eq!(message.value, Some(Field::NullFlagValue(0)));
        assert_eq!(value_from(YdbType::Utf8, &message), Some(Value::Null));
        assert_eq!(field(Value::Null, false), Err(ValueError::Null));
        let members = [Member { name: "note", ty: YdbType::Utf8, optional: false }];
        let error = rows_of("orders", &members, [[Value::Null]]).unwrap_err();
        assert!(matches!(error, Error::UnexpectedNull { table: "orders", column: "note" }), "{error}");
    }

    /// `value_ydb.rs` of YDB's client: the halves of `Uuid::to_bytes_le`, little-endian, and those of the scaled
    /// integer.
    #[test]
    fn halves_of_uuids_and_decimals() {
        let uuid = std::array::from_fn(|at| at as u8);
        let message = field(Value::Uuid(uuid), false).unwrap();
        assert_eq!(message.value, Some(Field::Low128(0x0607_0405_0001_0203)));
        assert_eq!(message.high_128, 0x0f0e_0d0c_0b0a_0908);
        let message = field(Value::Decimal(DecimalValue::new(-2, 22, 9)), false).unwrap();
        assert_eq!((message.value, message.high_128), (Some(Field::Low128(u64::MAX - 1)), u64::MAX));
    }

    #[test]
    fn rows_are_structs_in_the_order_of_the_members() {
        let members = [
            Member { name: "id", ty: YdbType::Uint64, optional: false },
            Member { name: "note", ty: YdbType::Utf8, optional: true },
        ];
        let rows = [[Value::Uint64(1), Value::Null], [Value::Uint64(2), Value::Utf8("b".into())]];
        let list = sent(&rows_of("orders", &members, rows).unwrap());
        assert_eq!(list.r#type, Some(list_of(&members)));
        let rows = list.value.unwrap().items;
        assert_eq!(rows.len(), 2);
        assert_eq!(value_from(YdbType::Uint64, &rows[1].items[0]), Some(Value::Uint64(2)));
        assert_eq!(value_from(YdbType::Utf8, &rows[0].items[1]), Some(Value::Null));
        assert_eq!(value_from(YdbType::Utf8, &rows[1].items[1]), Some(Value::Utf8("b".into())));
    }
}
