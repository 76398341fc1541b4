//! Writer of a row in YDB's protocol, byte by byte: a message of a struct, whose items are the values.
//!
//! ```text
//! Value: items: Value ..   each with one field: a number of fixed width, two for 128 bits, a text, or the NULL flag
//! ```
//!
//! A Uuid is sent as the two halves of its stored, mixed-endian bytes, and a Decimal as the two halves of its scaled
//! integer. Times and intervals are counts of their unit. Optional values are written like other values.

use prost::encoding::{WireType, encode_key, encode_varint, encoded_len_varint, key_len};
use ydb_keys::{Value, ValueError, YdbType};
use ydb_keys_core::keys::RowSink;
use ydb_keys_core::schema::member::Member;
use ydb_keys_core::types::stored::Stored;

/// Numbers of the fields in the message `Value`.
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

/// Buffer with the bytes of one row.
#[derive(Default)]
pub(crate) struct Row(Vec<u8>);

impl RowSink<'_> for Row {
    fn put(&mut self, column: &Member, value: Value<'_>) -> Result<(), ValueError> {
        value.check(column.ty, column.optional)?;
        self.push(column.ty, value.stored());
        Ok(())
    }
}

impl Row {
    /// Appends the value of the next column.
    #[inline]
    pub(crate) fn push(&mut self, ty: YdbType, stored: Stored<'_>) {
        match stored {
            Stored::Null => self.number(NULL, WireType::Varint, [0]),
            Stored::Bool(x) => self.number(BOOL, WireType::Varint, [x.into()]),
            Stored::Integer { bits, width: 8, signed } => {
                self.number(if signed { INT64 } else { UINT64 }, WireType::SixtyFourBit, bits.to_le_bytes());
            }
            // The bits include the sign. Integers of 8 and 16 bits are sent as 32 bits.
            Stored::Integer { bits, signed, .. } => {
                self.number(if signed { INT32 } else { UINT32 }, WireType::ThirtyTwoBit, (bits as u32).to_le_bytes());
            }
            Stored::Float { bits, width: 8 } => self.number(DOUBLE, WireType::SixtyFourBit, bits.to_le_bytes()),
            Stored::Float { bits, .. } => self.number(FLOAT, WireType::ThirtyTwoBit, (bits as u32).to_le_bytes()),
            Stored::Decimal(x) => self.wide(x.to_le_bytes()),
            Stored::Uuid(x) => self.wide(x),
            Stored::DyNumber(x) => self.text(TEXT, x.as_bytes()),
            Stored::Text(x) | Stored::Document(x) => {
                self.text(if matches!(ty, YdbType::String | YdbType::Yson) { BYTES } else { TEXT }, x);
            }
        }
    }

    /// Appends the key and the length of an item; the caller appends the item's bytes.
    fn item(&mut self, len: usize) {
        encode_key(ITEMS, WireType::LengthDelimited, &mut self.0);
        encode_varint(len as u64, &mut self.0);
    }

    fn number<const WIDTH: usize>(&mut self, field: u32, wire: WireType, bytes: [u8; WIDTH]) {
        self.item(key_len(field) + WIDTH);
        encode_key(field, wire, &mut self.0);
        self.0.extend_from_slice(&bytes);
    }

    fn wide(&mut self, bytes: [u8; 16]) {
        self.item(key_len(LOW_128) + key_len(HIGH_128) + bytes.len());
        for (field, half) in [LOW_128, HIGH_128].into_iter().zip(bytes.chunks(8)) {
            encode_key(field, WireType::SixtyFourBit, &mut self.0);
            self.0.extend_from_slice(half);
        }
    }

    fn text(&mut self, field: u32, text: &[u8]) {
        self.item(key_len(field) + encoded_len_varint(text.len() as u64) + text.len());
        put_message(&mut self.0, field, text);
    }

    /// Appends the row to the items of a list, and clears the buffer.
    pub(crate) fn end(&mut self, list: &mut Vec<u8>) {
        put_message(list, ITEMS, &self.0);
        self.0.clear();
    }

    /// Returns the row's message.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Appends a field that has a length: bytes, a text or a message.
pub(crate) fn put_message(buffer: &mut Vec<u8>, field: u32, message: &[u8]) {
    encode_key(field, WireType::LengthDelimited, buffer);
    encode_varint(message.len() as u64, buffer);
    buffer.extend_from_slice(message);
}

#[cfg(test)]
mod tests {
    use prost::Message as _;
    use ydb_grpc::ydb_proto::Value as Message;
    use ydb_grpc::ydb_proto::value::Value as Field;
    use ydb_keys::types::DecimalValue;

    use super::*;

    fn message(value: &Value<'_>) -> Message {
        let mut row = Row::default();
        row.push(value.ydb_type().unwrap_or(YdbType::Utf8), value.stored());
        let [item] = Message::decode(row.bytes()).unwrap().items.try_into().unwrap();
        item
    }

    /// Expected fields: as `value_ydb.rs` of YDB's client fills the fields of `ydb_value.proto`.
    #[test]
    fn each_value_is_in_the_field_of_its_type() {
        let cases = [
            (Value::Null, Field::NullFlagValue(0)),
            (Value::Bool(true), Field::BoolValue(true)),
            (Value::Int8(-1), Field::Int32Value(-1)),
            (Value::Int16(-300), Field::Int32Value(-300)),
            (Value::Int32(i32::MIN), Field::Int32Value(i32::MIN)),
            (Value::Date32(-53_375_809), Field::Int32Value(-53_375_809)),
            (Value::Uint8(200), Field::Uint32Value(200)),
            (Value::Uint16(65_535), Field::Uint32Value(65_535)),
            (Value::Date(49_672), Field::Uint32Value(49_672)),
            (Value::Uint32(u32::MAX), Field::Uint32Value(u32::MAX)),
            (Value::Datetime(7), Field::Uint32Value(7)),
            (Value::Int64(-2), Field::Int64Value(-2)),
            (Value::Interval(-3), Field::Int64Value(-3)),
            (Value::Datetime64(-4), Field::Int64Value(-4)),
            (Value::Timestamp64(-5), Field::Int64Value(-5)),
            (Value::Interval64(-6), Field::Int64Value(-6)),
            (Value::Uint64(u64::MAX), Field::Uint64Value(u64::MAX)),
            (Value::Timestamp(8), Field::Uint64Value(8)),
            (Value::Float(-0.5), Field::FloatValue(-0.5)),
            (Value::Double(1e300), Field::DoubleValue(1e300)),
            (Value::String(b"\xff".as_slice().into()), Field::BytesValue(vec![0xff])),
            (Value::Yson(b"{a=1}".as_slice().into()), Field::BytesValue(b"{a=1}".to_vec())),
            (Value::Utf8("é".into()), Field::TextValue("é".to_owned())),
            (Value::Json("{}".into()), Field::TextValue("{}".to_owned())),
            (Value::JsonDocument("[]".into()), Field::TextValue("[]".to_owned())),
            (Value::DyNumber("-1e3".into()), Field::TextValue("-1e3".to_owned())),
        ];
        for (value, field) in cases {
            let expected = Message { value: Some(field), ..Message::default() };
            assert_eq!(message(&value), expected, "{value:?}");
        }
    }

    /// Expected halves, from `value_ydb.rs` of YDB's client: those of `Uuid::to_bytes_le` (little-endian), and those of
    /// the scaled integer.
    #[test]
    fn halves_of_uuids_and_decimals() {
        let uuid = std::array::from_fn(|at| at as u8);
        let of_uuid = message(&Value::Uuid(uuid));
        assert_eq!(of_uuid.value, Some(Field::Low128(0x0607_0405_0001_0203)));
        assert_eq!(of_uuid.high_128, 0x0f0e_0d0c_0b0a_0908);
        let of_decimal = message(&Value::Decimal(DecimalValue::new(-2, 22, 9)));
        assert_eq!((of_decimal.value, of_decimal.high_128), (Some(Field::Low128(u64::MAX - 1)), u64::MAX));
    }
}
