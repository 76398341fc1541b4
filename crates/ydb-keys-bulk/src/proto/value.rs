//! Conversion of values to and from the messages of YDB's protocol: parameters, and values in results.

use std::collections::HashMap;

use prost::Message as _;
use ydb_grpc::ydb_proto::value::Value as Field;
use ydb_grpc::ydb_proto::{TypedValue, Value as Message};
use ydb_keys::__internal::RowEncoder;
use ydb_keys::statements::{ParamType, ParamValue};
use ydb_keys::types::DecimalValue;
use ydb_keys::{Error, Result, Statement, Value, ValueError, YdbType};
use ydb_keys_core::schema::member::Member;
use ydb_keys_core::types::uuid_order as stored_uuid;

use super::row::Row;
use super::types::{list_of, type_of};

/// Returns the text and the parameters of a statement; errors about values name `table`.
pub(crate) fn query(table: &'static str, statement: Statement<'_>) -> Result<(String, HashMap<String, TypedValue>)> {
    let mut parameters = HashMap::with_capacity(statement.params().len());
    for param in statement.params() {
        let typed = match (param.ty, param.value.clone()) {
            (&ParamType::One { ty, optional }, ParamValue::One(value)) => {
                typed(table, Member { name: param.column(), ty, optional, may_be_null: optional }, value)?
            }
            (ParamType::Rows(members), ParamValue::Rows(rows)) => rows_of(table, members, rows)?,
            _ => {
                let error = ValueError::invalid("the value does not have the declared shape");
                return Err(Error::in_column(table, param.column(), error));
            }
        };
        parameters.insert(param.name.to_owned(), typed);
    }
    Ok((statement.text().to_owned(), parameters))
}

/// Returns the message of a value with its type.
pub(crate) fn typed(table: &'static str, member: Member, value: Value<'_>) -> Result<TypedValue> {
    let r#type = Some(type_of(member.ty, member.optional));
    // The row has one item: the value.
    Ok(TypedValue { r#type, value: row_of(table, &[member], [value])?.items.pop() })
}

/// Returns rows as a list of structs, each with a value for every member.
pub(crate) fn rows_of<'v>(
    table: &'static str,
    members: &[Member],
    rows: impl IntoIterator<Item = impl IntoIterator<Item = Value<'v>>>,
) -> Result<TypedValue> {
    let items = rows.into_iter().map(|row| row_of(table, members, row)).collect::<Result<_>>()?;
    Ok(TypedValue { r#type: Some(list_of(members)), value: Some(Message { items, ..Message::default() }) })
}

/// Encodes a row with a value for every member, and decodes the bytes as a message.
fn row_of<'v>(table: &'static str, members: &[Member], values: impl IntoIterator<Item = Value<'v>>) -> Result<Message> {
    let mut row = Row::default();
    RowEncoder::put_values(table, members, values, &mut row)?;
    Message::decode(row.bytes()).map_err(|error| Error::in_result(table, "", ValueError::invalid(error)))
}

/// Returns the value of a column of type `ty`; `None` if the message is not a value of this type.
#[inline]
pub(crate) fn value_from(ty: YdbType, message: &Message) -> Option<Value<'_>> {
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
    use proptest::prelude::*;

    use ydb_keys::ErrorKind;

    use super::*;
    use crate::proto::type_from;
    use ydb_keys_core::types::any_value;

    fn field(value: Value<'_>, optional: bool) -> Result<Message> {
        let member =
            Member { name: "note", ty: value.ydb_type().unwrap_or(YdbType::Utf8), optional, may_be_null: optional };
        row_of("orders", &[member], [value]).map(|mut row| row.items.pop().unwrap())
    }

    /// Encodes a message and decodes it again.
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
    fn null_needs_an_optional() {
        let message = field(Value::Null, true).unwrap();
        assert_eq!(message.value, Some(Field::NullFlagValue(0)));
        assert_eq!(value_from(YdbType::Utf8, &message), Some(Value::Null));
        let error = field(Value::Null, false).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidValue);
        assert!(error.to_string().starts_with("table `orders`, column `note`: unexpected NULL"), "{error}");
    }

    #[test]
    fn rows_are_structs_in_the_order_of_the_members() {
        let members = [
            Member { name: "id", ty: YdbType::Uint64, optional: false, may_be_null: false },
            Member { name: "note", ty: YdbType::Utf8, optional: true, may_be_null: true },
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
