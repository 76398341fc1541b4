//! Conversion of YDB's types to and from the messages of its protocol.

use ydb_grpc::ydb_proto::r#type::{PrimitiveTypeId, Type as Kind};
use ydb_grpc::ydb_proto::{DecimalType, ListType, OptionalType, StructMember, StructType, Type};
use ydb_keys::YdbType;
use ydb_keys_core::schema::member::Member;

/// Returns the type of a list of structs with these members.
pub(crate) fn list_of(members: &[Member]) -> Type {
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

/// Returns the protobuf message `Ydb.Type` for the type of a column or a parameter.
pub(crate) fn type_of(ty: YdbType, optional: bool) -> Type {
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
        // Decimal has a message of its own.
        YdbType::Decimal { .. } => PrimitiveTypeId::Unspecified,
    }
}

/// Returns the type of a result's column. The error is the name of a type that no column of a table can have.
pub(crate) fn type_from(ty: &Type) -> Result<YdbType, &'static str> {
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

/// Returns the name of a primitive type that no column can have.
fn zoned(id: PrimitiveTypeId) -> &'static str {
    match id {
        PrimitiveTypeId::TzDate => "TzDate",
        PrimitiveTypeId::TzDatetime => "TzDatetime",
        PrimitiveTypeId::TzTimestamp => "TzTimestamp",
        _ => "no type",
    }
}

#[cfg(test)]
mod tests {
    use prost::Message as _;

    use super::*;

    #[test]
    fn types_read_back() {
        for ty in YdbType::PLAIN.into_iter().chain([YdbType::Decimal { precision: 22, scale: 9 }]) {
            for optional in [false, true] {
                let sent = type_of(ty, optional).encode_to_vec();
                assert_eq!(type_from(&Type::decode(&*sent).unwrap()), Ok(ty));
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
}
