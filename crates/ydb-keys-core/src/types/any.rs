//! Random values of all types, for property tests of the formats.

use proptest::prelude::*;

use super::{DecimalValue, Value};

const MAX_DAY: i64 = 53_375_807;

/// Returns a strategy for any value of any type, within the type's range.
pub fn any_value() -> impl Strategy<Value = Value<'static>> {
    let numbers = prop_oneof![
        any::<bool>().prop_map(Value::Bool),
        any::<i8>().prop_map(Value::Int8),
        any::<i16>().prop_map(Value::Int16),
        any::<i32>().prop_map(Value::Int32),
        any::<i64>().prop_map(Value::Int64),
        any::<u8>().prop_map(Value::Uint8),
        any::<u16>().prop_map(Value::Uint16),
        any::<u32>().prop_map(Value::Uint32),
        any::<u64>().prop_map(Value::Uint64),
        any::<f32>().prop_map(Value::Float),
        any::<f64>().prop_map(Value::Double),
        any::<i64>().prop_map(|x| Value::Decimal(DecimalValue::new(i128::from(x), 22, 9))),
        any::<i128>().prop_map(|x| Value::Decimal(DecimalValue::new(x % 10_i128.pow(35), 35, 0))),
    ];
    let times = prop_oneof![
        (0..49_673_u16).prop_map(Value::Date),
        (0..49_673_u32 * 86_400).prop_map(Value::Datetime),
        (0..49_673_u64 * 86_400_000_000).prop_map(Value::Timestamp),
        (-49_673_i64 * 86_400_000_000 + 1..49_673 * 86_400_000_000).prop_map(Value::Interval),
        (-53_375_809..=53_375_807_i32).prop_map(Value::Date32),
        (-53_375_809 * 86_400..(MAX_DAY + 1) * 86_400).prop_map(Value::Datetime64),
        (-53_375_809 * 86_400_000_000..(MAX_DAY + 1) * 86_400_000_000).prop_map(Value::Timestamp64),
        (-9_223_339_708_799_999_999..=9_223_339_708_799_999_999_i64).prop_map(Value::Interval64),
    ];
    let texts = prop_oneof![
        ".{0,300}".prop_map(|x| Value::Utf8(x.into())),
        any::<Vec<u8>>().prop_map(|x| Value::String(x.into())),
        "[-+]?[0-9]{1,30}([.][0-9]{0,9})?([eE]-?[0-9]{1,2})?".prop_map(|x| Value::DyNumber(x.into())),
        ".*".prop_map(|x| Value::Json(x.into())),
        ".*".prop_map(|x| Value::JsonDocument(x.into())),
        any::<Vec<u8>>().prop_map(|x| Value::Yson(x.into())),
        any::<[u8; 16]>().prop_map(Value::Uuid),
    ];
    prop_oneof![numbers, times, texts]
}
