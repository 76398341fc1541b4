//! The columns of a batch as a list of structs in YDB's protocol, byte by byte.
//!
//! ```text
//! TypedValue: type, value: Value           the list
//!                     items: Value ..      its rows
//!                            items: Value  the values of a row, each one field: a number of fixed width, a text, NULL
//! ```
//!
//! How each of YDB's types is written is in `bulk/proto.rs`, whose messages have the same bytes.

use prost::Message as _;
use prost::bytes::BufMut;
use prost::encoding::{WireType, encode_key, encode_varint, encoded_len_varint, key_len};
use ydb_grpc::ydb_proto::TypedValue;
use ydb_keys::__internal::types::{CellData, Cells};
use ydb_keys::YdbType;
use ydb_keys::statements::Member;

use crate::proto;

/// Numbers of fields: of `TypedValue`, and of `Value`.
const VALUE: u32 = 2;
const BOOL: u32 = 1;
const INT32: u32 = 2;
const UINT32: u32 = 3;
const INT64: u32 = 4;
const UINT64: u32 = 5;
const FLOAT: u32 = 6;
const DOUBLE: u32 = 7;
const BYTES: u32 = 8;
const TEXT: u32 = 9;
const NULL: u32 = 10;
const ITEMS: u32 = 12;
const LOW_128: u32 = 15;
const HIGH_128: u32 = 16;

/// The message of these rows in this order.
pub(super) fn message(members: &[Member], columns: &[Cells], rows: &[u32]) -> Vec<u8> {
    let (mut list, mut row) = (Vec::new(), Vec::new());
    for &at in rows {
        row.clear();
        columns.iter().for_each(|column| put_value(&mut row, column, at as usize));
        put_message(&mut list, ITEMS, &row);
    }
    let mut message = Vec::new();
    let ty = TypedValue { r#type: Some(proto::list_of(members)), value: None }.encode_to_vec();
    let lengths = key_len(VALUE) + encoded_len_varint(list.len() as u64);
    message.reserve_exact(ty.len() + lengths + list.len());
    message.extend_from_slice(&ty);
    put_message(&mut message, VALUE, &list);
    message
}

fn put_message(buffer: &mut Vec<u8>, field: u32, message: &[u8]) {
    encode_key(field, WireType::LengthDelimited, buffer);
    encode_varint(message.len() as u64, buffer);
    buffer.extend_from_slice(message);
}

/// The value of a column in a row.
fn put_value(row: &mut Vec<u8>, column: &Cells, at: usize) {
    encode_key(ITEMS, WireType::LengthDelimited, row);
    if column.is_null(at) {
        encode_varint(key_len(NULL) as u64 + 1, row);
        encode_key(NULL, WireType::Varint, row);
        return row.put_u8(0);
    }
    let is_signed = matches!(column.ty, YdbType::Int8 | YdbType::Int16);
    match &column.data {
        CellData::One(values) if column.ty == YdbType::Bool => {
            encode_varint(key_len(BOOL) as u64 + 1, row);
            encode_key(BOOL, WireType::Varint, row);
            row.put_u8(values[at]);
        }
        // The sign is extended by way of the narrow type.
        CellData::One(values) if is_signed => put_four(row, column.ty, i32::from(values[at] as i8) as u32),
        CellData::One(values) => put_four(row, column.ty, values[at].into()),
        CellData::Two(values) if is_signed => put_four(row, column.ty, i32::from(values[at] as i16) as u32),
        CellData::Two(values) => put_four(row, column.ty, values[at].into()),
        CellData::Four(values) => put_four(row, column.ty, values[at]),
        CellData::Eight(values) => {
            let field = match column.ty {
                YdbType::Double => DOUBLE,
                YdbType::Uint64 | YdbType::Timestamp => UINT64,
                _ => INT64,
            };
            encode_varint(key_len(field) as u64 + 8, row);
            encode_key(field, WireType::SixtyFourBit, row);
            row.put_u64_le(values[at]);
        }
        CellData::Sixteen(values) => {
            let (low, high) = values[at].split_at(8);
            encode_varint((key_len(LOW_128) + key_len(HIGH_128)) as u64 + 16, row);
            encode_key(LOW_128, WireType::SixtyFourBit, row);
            row.extend_from_slice(low);
            encode_key(HIGH_128, WireType::SixtyFourBit, row);
            row.extend_from_slice(high);
        }
        CellData::Bytes { .. } => {
            let text = column.text(at).unwrap_or_default();
            let field = if matches!(column.ty, YdbType::String | YdbType::Yson) { BYTES } else { TEXT };
            encode_varint((key_len(field) + encoded_len_varint(text.len() as u64) + text.len()) as u64, row);
            put_message(row, field, text);
        }
    }
}

/// A number of up to 32 bits.
fn put_four(row: &mut Vec<u8>, ty: YdbType, number: u32) {
    let field = match ty {
        YdbType::Float => FLOAT,
        YdbType::Uint8 | YdbType::Uint16 | YdbType::Uint32 | YdbType::Date | YdbType::Datetime => UINT32,
        _ => INT32,
    };
    encode_varint(key_len(field) as u64 + 4, row);
    encode_key(field, WireType::ThirtyTwoBit, row);
    row.put_u32_le(number);
}

#[cfg(test)]
mod tests {
    use crate::any::any_value;
    use proptest::prelude::*;
    use prost::Message as _;
    use ydb_keys::Value;

    use super::*;

    proptest! {
        #[test]
        fn messages_are_those_of_the_values(values in prop::collection::vec(any_value(), 1..20)) {
            let plain: Vec<_> = values.iter().filter_map(|value| Some((value, value.ydb_type()?))).collect();
            let members: Vec<_> = plain.iter().map(|(_, ty)| Member { name: "c", ty: *ty, optional: true }).collect();
            let mut columns: Vec<_> = members.iter().map(|member| Cells::new(member.ty, true)).collect();
            for (column, (value, _)) in columns.iter_mut().zip(&plain) {
                column.push(value);
                column.push(&Value::Null);
            }
            let rows = [1, 0].map(|row| columns.iter().map(move |column| column.value(row)).collect::<Vec<_>>());
            let expected = proto::rows_of("t", &members, rows).unwrap();
            let message = message(&members, &columns, &[1, 0]);
            prop_assert_eq!(TypedValue::decode(message.as_slice()).unwrap(), expected);
        }
    }
}
