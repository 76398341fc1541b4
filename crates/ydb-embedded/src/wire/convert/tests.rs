//! Round trips and refusals of types and values.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::sync::Arc;

use proptest::prelude::*;
use ydb_grpc::ydb_proto as proto;
use ydb_grpc::ydb_proto::r#type::Type as Kind;
use ydb_grpc::ydb_proto::value::Value as Field;

use super::*;
use crate::error::{Error, Status};
use crate::types::{Primitive, Type, Value};

fn read(ty: &proto::Type, value: proto::Value) -> Result<(Type, Value), Error> {
    typed(Some(proto::TypedValue { r#type: Some(ty.clone()), value: Some(value) }))
}

fn of(ty: Type, field: Field) -> Result<Value, String> {
    read(&type_to(&ty), bare(field)).map(|(_, value)| value).map_err(|error| error.issues[0].message.clone())
}

/// Fields of the protocol are those of YDB's `ydb_value.proto`.
#[test]
fn each_primitive_travels_in_its_field() {
    use Primitive as P;
    let uuid = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    let cases = [
        (P::Bool, Value::Bool(true), Field::BoolValue(true)),
        (P::Int8, Value::Int(-128), Field::Int32Value(-128)),
        (P::Int16, Value::Int(-32768), Field::Int32Value(-32768)),
        (P::Int32, Value::Int(-1), Field::Int32Value(-1)),
        (P::Date32, Value::Int(-1), Field::Int32Value(-1)),
        (P::Uint8, Value::Uint(255), Field::Uint32Value(255)),
        (P::Uint16, Value::Uint(65535), Field::Uint32Value(65535)),
        (P::Uint32, Value::Uint(7), Field::Uint32Value(7)),
        (P::Date, Value::Uint(7), Field::Uint32Value(7)),
        (P::Datetime, Value::Uint(7), Field::Uint32Value(7)),
        (P::Int64, Value::Int(i64::MIN), Field::Int64Value(i64::MIN)),
        (P::Interval, Value::Int(-7), Field::Int64Value(-7)),
        (P::Interval64, Value::Int(-7), Field::Int64Value(-7)),
        (P::Datetime64, Value::Int(-7), Field::Int64Value(-7)),
        (P::Timestamp64, Value::Int(-7), Field::Int64Value(-7)),
        (P::Uint64, Value::Uint(u64::MAX), Field::Uint64Value(u64::MAX)),
        (P::Timestamp, Value::Uint(7), Field::Uint64Value(7)),
        (P::Float, Value::Float(0.5), Field::FloatValue(0.5)),
        (P::Double, Value::Double(0.5), Field::DoubleValue(0.5)),
        (P::String, Value::bytes(*b"\xff"), Field::BytesValue(vec![0xff])),
        (P::Yson, Value::bytes(*b"{}"), Field::BytesValue(b"{}".to_vec())),
        (P::Utf8, Value::text("я"), Field::TextValue("я".into())),
        (P::Json, Value::text("{}"), Field::TextValue("{}".into())),
        (P::JsonDocument, Value::text("{}"), Field::TextValue("{}".into())),
        (P::DyNumber, Value::text(".1e1"), Field::TextValue(".1e1".into())),
    ];
    for (primitive, value, field) in cases {
        let ty = Type::Primitive(primitive);
        assert_eq!(value_to(&value, &ty), bare(field.clone()), "{ty}");
        assert_eq!(of(ty.clone(), field), Ok(value), "{ty}");
    }
    let sent = value_to(&Value::Uuid(uuid), &Primitive::Uuid.into());
    // The two halves of the stored bytes, each little-endian.
    assert_eq!((sent.value, sent.high_128), (Some(Field::Low128(0x0706_0504_0302_0100)), 0x0f0e_0d0c_0b0a_0908));
}

#[test]
fn a_uuid_and_a_decimal_are_two_halves() {
    let sent = proto::Value { value: Some(Field::Low128(1)), high_128: 2, ..Default::default() };
    let mut bytes = [0; 16];
    (bytes[0], bytes[8]) = (1, 2);
    assert_eq!(read(&type_to(&Primitive::Uuid.into()), sent.clone()).unwrap().1, Value::Uuid(bytes));

    let decimal = Type::Decimal { precision: 35, scale: 9 };
    assert_eq!(read(&type_to(&decimal), sent).unwrap().1, Value::Decimal((2 << 64) + 1));
    let minus_one = value_to(&Value::Decimal(-1), &decimal);
    assert_eq!((minus_one.value.clone(), minus_one.high_128), (Some(Field::Low128(u64::MAX)), u64::MAX));
    assert_eq!(read(&type_to(&decimal), minus_one).unwrap().1, Value::Decimal(-1));
}

#[test]
fn a_decimal_has_no_more_digits_than_its_type() {
    let ty = Type::Decimal { precision: 2, scale: 1 };
    let travel = |value: i128| read(&type_to(&ty), value_to(&Value::Decimal(value), &ty)).is_ok();
    let inf = 10_i128.pow(35);
    assert_eq!([99, -99, 100, -100].map(travel), [true, true, false, false]);
    // inf, -inf and nan fit every Decimal type; there are no other special values.
    assert_eq!([inf, -inf, inf + 1, -inf - 1, inf + 2].map(travel), [true, true, true, false, false]);
}

#[test]
fn a_value_of_another_field_or_none_is_refused() {
    let wrong = Err("Invalid value representation for type: Int32".to_owned());
    assert_eq!(of(Primitive::Int32.into(), Field::Int64Value(1)), wrong);
    assert_eq!(of(Primitive::Int32.into(), Field::NullFlagValue(0)), wrong);
    assert!(of(Primitive::String.into(), Field::TextValue("a".into())).is_err());
    assert!(of(Primitive::Utf8.into(), Field::BytesValue(b"a".to_vec())).is_err());
    assert_eq!(
        of(Primitive::Int8.into(), Field::Int32Value(128)),
        Err("Value 128 is out of range for type: Int8".into())
    );
    assert!(of(Primitive::Uint16.into(), Field::Uint32Value(65536)).is_err());
    let empty = read(&type_to(&Primitive::Int32.into()), proto::Value::default()).unwrap_err();
    assert_eq!(empty.status, Status::BadRequest);
}

#[test]
fn a_value_that_its_type_does_not_have_is_refused() {
    use Primitive as P;
    let refused = |ty: Primitive, field, message: &str| assert_eq!(of(ty.into(), field), Err(message.to_owned()));
    // 49673 days after 1970-01-01 is 2106-01-01, one day too late.
    refused(P::Date, Field::Uint32Value(49_673), "Value 49673 is out of range for type: Date");
    refused(P::Date32, Field::Int32Value(-53_375_810), "Value -53375810 is out of range for type: Date32");
    refused(P::Json, Field::TextValue("{".into()), "Invalid Json value");
    refused(P::Yson, Field::BytesValue(b"[1".to_vec()), "Invalid Yson value");
    refused(P::JsonDocument, Field::TextValue("{".into()), "Invalid JSON for JsonDocument provided");
    refused(P::DyNumber, Field::TextValue("one".into()), "Invalid DyNumber string representation");
}

#[test]
fn every_primitive_type_has_its_own_number() {
    for &primitive in Primitive::ALL {
        assert_eq!(primitive_of(type_id(primitive) as i32), Some(primitive));
    }
}

#[test]
fn a_refused_parameter_is_named() {
    let value =
        proto::TypedValue { r#type: Some(type_to(&Primitive::Int8.into())), value: Some(bare(Field::Int32Value(300))) };
    let error = params([("$age".to_owned(), value)].into()).unwrap_err();
    assert_eq!(error.issues[0].message, "Parameter $age: Value 300 is out of range for type: Int8");
}

#[test]
fn a_nested_optional_tells_null_from_a_present_null() {
    let inner: Type = Type::from(Primitive::Int32).optional();
    let ty = Type::Optional(Arc::new(inner));
    let present_null = bare(Field::NestedValue(Box::new(null())));
    let cases = [
        (Value::Null, null()),
        (Value::Just(Arc::new(Value::Null)), present_null),
        (Value::Just(Arc::new(Value::Int(5))), bare(Field::NestedValue(Box::new(bare(Field::Int32Value(5)))))),
    ];
    for (value, sent) in cases {
        assert_eq!(value_to(&value, &ty), sent);
        assert_eq!(read(&type_to(&ty), sent).unwrap().1, value);
    }
}

#[test]
fn a_struct_is_read_by_name_whatever_its_order() {
    let member =
        |name: &str, ty: Primitive| proto::StructMember { name: name.into(), r#type: Some(type_to(&ty.into())) };
    let members = vec![member("b", Primitive::Utf8), member("a", Primitive::Int32)];
    let ty = proto::Type { r#type: Some(Kind::StructType(proto::StructType { members })) };
    let items = vec![bare(Field::TextValue("x".into())), bare(Field::Int32Value(1))];
    let value = proto::Value { items, ..Default::default() };
    let (read_ty, read_value) = read(&ty, value.clone()).unwrap();
    assert_eq!(read_ty.to_string(), "Struct<'a':Int32,'b':Utf8>");
    assert_eq!(read_value, Value::Items(vec![Value::Int(1), Value::text("x")].into()));

    // Rows keep the order of members in which they were sent.
    let list = proto::Type { r#type: Some(Kind::ListType(Box::new(proto::ListType { item: Some(Box::new(ty)) }))) };
    let sent = proto::TypedValue {
        r#type: Some(list),
        value: Some(proto::Value { items: vec![value], ..Default::default() }),
    };
    let (members, read_rows) = rows(Some(sent)).unwrap();
    assert_eq!(members.iter().map(|(name, _)| &**name).collect::<Vec<_>>(), ["b", "a"]);
    assert_eq!(read_rows, [vec![Value::text("x"), Value::Int(1)]]);
}

#[test]
fn a_struct_with_a_name_twice_or_a_value_too_few_is_refused() {
    let member = || proto::StructMember { name: "a".into(), r#type: Some(type_to(&Primitive::Int32.into())) };
    let twice = proto::StructType { members: vec![member(), member()] };
    let error = type_from(&proto::Type { r#type: Some(Kind::StructType(twice)) }).unwrap_err();
    assert_eq!(error.issues[0].message, "Duplicated member: a");
    let once = proto::Type { r#type: Some(Kind::StructType(proto::StructType { members: vec![member()] })) };
    let error = read(&once, proto::Value::default()).unwrap_err();
    assert_eq!(error.issues[0].message, "Number of struct fields and their types mismatched");
}

#[test]
fn of_a_dict_s_equal_keys_the_later_counts() {
    let ty = Type::Dict(Arc::new(Primitive::Int32.into()), Arc::new(Primitive::Utf8.into()));
    let pair = |key, payload: &str| proto::ValuePair {
        key: Some(bare(Field::Int32Value(key))),
        payload: Some(bare(Field::TextValue(payload.into()))),
    };
    let sent = proto::Value { pairs: vec![pair(2, "old"), pair(1, "one"), pair(2, "new")], ..Default::default() };
    let expected = vec![(Value::Int(1), Value::text("one")), (Value::Int(2), Value::text("new"))];
    assert_eq!(read(&type_to(&ty), sent).unwrap().1, Value::Dict(expected.into()));
}

#[test]
fn a_time_with_a_zone_travels_as_text() {
    let of = |primitive: Primitive, text: &str| match of(primitive.into(), Field::TextValue(text.into())) {
        Ok(Value::Text(text)) => Ok(text.to_string()),
        other => Err(other),
    };
    let kept = |text: &str| Ok(text.to_owned());
    let date = "2019-09-17,Europe/Moscow";
    assert_eq!(of(Primitive::TzDate, date), kept(date));
    let second = "2019-09-16T18:24:05,America/New_York";
    assert_eq!(of(Primitive::TzDatetime, second), kept(second));
    let short = "2019-09-16T18:24:05.12,Europe/Moscow";
    assert_eq!(of(Primitive::TzTimestamp, short), kept("2019-09-16T18:24:05.120000,Europe/Moscow"));
    for wrong in ["2019-09-17", "2019-09-17,", "2019-13-17,Europe/Moscow", "Europe/Moscow", ""] {
        assert_eq!(of(Primitive::TzDate, wrong), Err(Err("Invalid TzDate value".to_owned())), "{wrong}");
    }
}

/// The Python SDK sends no payloads, and YDB sends them without a field.
#[test]
fn a_set_is_a_dict_of_void() {
    let set = Type::Dict(Arc::new(Primitive::Int8.into()), Arc::new(Type::Void));
    let key = |n| Some(bare(Field::Int32Value(n)));
    let pair = |n, payload| proto::ValuePair { key: key(n), payload };
    let sent = proto::Value { pairs: vec![pair(2, None), pair(1, None)], ..Default::default() };
    let (ty, value) = read(&type_to(&set), sent).unwrap();
    let nothing = Some(proto::Value::default());
    assert_eq!(value_to(&value, &ty).pairs, [pair(1, nothing.clone()), pair(2, nothing)]);
    let numbers = Type::Dict(Arc::new(Primitive::Int8.into()), Arc::new(Primitive::Int8.into()));
    let sent = proto::Value { pairs: vec![pair(1, None)], ..Default::default() };
    assert_eq!(read(&type_to(&numbers), sent).unwrap_err().status, Status::BadRequest);
}

#[test]
fn kinds_that_the_engine_lacks_are_named() {
    let variant = proto::Type { r#type: Some(Kind::VariantType(proto::VariantType::default())) };
    let error = type_from(&variant).unwrap_err();
    assert_eq!(error.status, Status::Unsupported);
    assert_eq!(error.issues[0].message, "Variant is not supported by the embedded engine");
    let unknown = type_from(&proto::Type { r#type: Some(Kind::TypeId(12345)) }).unwrap_err();
    assert_eq!((unknown.status, unknown.issues[0].message.as_str()), (Status::BadRequest, "Got invalid typeId: 12345"));
    assert!(type_from(&type_to(&Type::Decimal { precision: 36, scale: 0 })).is_err());
    assert!(type_from(&type_to(&Type::Decimal { precision: 5, scale: 6 })).is_err());
}

#[test]
fn types_nest_only_so_deep() {
    let mut ty: Type = Primitive::Int32.into();
    for _ in 0..MAX_DEPTH {
        ty = Type::List(Arc::new(ty));
    }
    assert!(type_from(&type_to(&ty)).is_ok());
    assert!(type_from(&type_to(&Type::List(Arc::new(ty)))).is_err());
}

/// Generates types with values of them.
fn typed_values() -> impl Strategy<Value = (Type, Value)> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(|v| (Primitive::Bool.into(), Value::Bool(v))),
        any::<i8>().prop_map(|v| (Primitive::Int8.into(), Value::Int(v.into()))),
        any::<i32>().prop_map(|v| (Primitive::Int32.into(), Value::Int(v.into()))),
        any::<i64>().prop_map(|v| (Primitive::Int64.into(), Value::Int(v))),
        any::<u16>().prop_map(|v| (Primitive::Uint16.into(), Value::Uint(v.into()))),
        any::<u64>().prop_map(|v| (Primitive::Uint64.into(), Value::Uint(v))),
        any::<[u8; 16]>().prop_map(|v| (Primitive::Uuid.into(), Value::Uuid(v))),
        any::<Vec<u8>>().prop_map(|v| (Primitive::String.into(), Value::bytes(v))),
        any::<String>().prop_map(|v| (Primitive::Utf8.into(), Value::text(v))),
        (-10_i128.pow(22) + 1..10_i128.pow(22))
            .prop_map(|v| (Type::Decimal { precision: 22, scale: 9 }, Value::Decimal(v))),
        Just((Type::Null, Value::Null)),
        Just((Type::Void, Value::Null)),
        Just((Type::EmptyList, Value::Items([].into()))),
        Just((Type::EmptyDict, Value::Dict([].into()))),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            (inner.clone(), any::<bool>()).prop_filter("no Optional<Void>", |((ty, _), _)| *ty != Type::Void).prop_map(
                |((ty, value), absent)| {
                    let present = if ty.is_optional() { Value::Just(Arc::new(value)) } else { value };
                    (Type::Optional(Arc::new(ty)), if absent { Value::Null } else { present })
                }
            ),
            (inner.clone(), 0..3_usize)
                .prop_map(|((ty, value), n)| (Type::List(Arc::new(ty)), Value::Items(vec![value; n].into()))),
            prop::collection::vec(inner.clone(), 0..4).prop_map(|items| {
                let (types, values): (Vec<_>, Vec<_>) = items.into_iter().unzip();
                (Type::Tuple(types.into()), Value::Items(values.into()))
            }),
            prop::collection::btree_map("[a-z]{1,3}", inner, 0..4).prop_map(|members| {
                let (types, values): (Vec<_>, Vec<_>) =
                    members.into_iter().map(|(name, (ty, value))| ((Arc::from(name), ty), value)).unzip();
                (Type::new_struct(types), Value::Items(values.into()))
            }),
        ]
    })
}

/// Generates values of the protocol that no client would send.
fn any_sent() -> impl Strategy<Value = proto::Value> {
    let field = prop_oneof![
        Just(None),
        any::<bool>().prop_map(|v| Some(Field::BoolValue(v))),
        any::<i32>().prop_map(|v| Some(Field::Int32Value(v))),
        any::<u32>().prop_map(|v| Some(Field::Uint32Value(v))),
        any::<i64>().prop_map(|v| Some(Field::Int64Value(v))),
        any::<u64>().prop_map(|v| Some(Field::Low128(v))),
        any::<i32>().prop_map(|v| Some(Field::NullFlagValue(v))),
        any::<String>().prop_map(|v| Some(Field::TextValue(v))),
        any::<Vec<u8>>().prop_map(|v| Some(Field::BytesValue(v))),
    ];
    let leaf =
        (field, any::<u64>()).prop_map(|(value, high_128)| proto::Value { value, high_128, ..Default::default() });
    leaf.prop_recursive(4, 24, 3, |inner| {
        let pair = (prop::option::of(inner.clone()), prop::option::of(inner.clone()));
        prop_oneof![
            inner.clone().prop_map(|value| bare(Field::NestedValue(Box::new(value)))),
            prop::collection::vec(inner, 0..3).prop_map(|items| proto::Value { items, ..Default::default() }),
            prop::collection::vec(pair, 0..3).prop_map(|pairs| {
                let pairs = pairs.into_iter().map(|(key, payload)| proto::ValuePair { key, payload }).collect();
                proto::Value { pairs, ..Default::default() }
            }),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_sent_is_read_back((ty, value) in typed_values()) {
        let sent = typed_to(&value, &ty);
        prop_assert_eq!(typed(Some(sent)), Ok((ty, value)));
    }

    #[test]
    fn no_value_of_any_type_makes_it_panic((ty, _) in typed_values(), value in any_sent()) {
        if let Err(error) = read(&type_to(&ty), value) {
            prop_assert_eq!(error.status, Status::BadRequest);
        }
    }
}
