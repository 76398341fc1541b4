//! The columns of a batch as a list of structs in YDB's protocol, byte by byte.
//!
//! ```text
//! TypedValue: type, value: Value           the list
//!                     items: Value ..      its rows
//!                            items: Value  the values of a row (`proto/row.rs`)
//! ```

use prost::Message as _;
use prost::encoding::{encoded_len_varint, key_len};
use ydb_grpc::ydb_proto::TypedValue;
use ydb_keys_core::schema::member::Member;
use ydb_keys_core::types::cells::Cells;

use crate::proto::{Row, list_of, put_message};

/// The number of the field of `TypedValue`.
const VALUE: u32 = 2;

/// The message of these rows in this order.
pub(super) fn message(members: &[Member], columns: &[Cells], rows: &[u32]) -> Vec<u8> {
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
            let list = TypedValue::decode(message(&members, &columns, &[1, 0]).as_slice()).unwrap();
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
