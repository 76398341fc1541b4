//! Tests that ordered key bytes sort like YDB sorts keys, for every key type.

use std::cmp::Ordering;

use proptest::prelude::*;
use ydb_keys::__private::tests::ordered_bytes;
use ydb_keys::Value;
use ydb_keys::types::DecimalValue;

/// Compares two values of one type in YDB's order (ydb/core/scheme/scheme_tablecell.h), independently of the encoding.
fn ydb_order(left: &Value<'_>, right: &Value<'_>) -> Ordering {
    use Value::*;
    match (left, right) {
        (Null, Null) => Ordering::Equal,
        (Null, _) => Ordering::Less,
        (_, Null) => Ordering::Greater,
        (Bool(a), Bool(b)) => a.cmp(b),
        (Int8(a), Int8(b)) => a.cmp(b),
        (Int16(a), Int16(b)) => a.cmp(b),
        (Int32(a), Int32(b)) | (Date32(a), Date32(b)) => a.cmp(b),
        (Int64(a), Int64(b))
        | (Interval(a), Interval(b))
        | (Datetime64(a), Datetime64(b))
        | (Timestamp64(a), Timestamp64(b))
        | (Interval64(a), Interval64(b)) => a.cmp(b),
        (Uint8(a), Uint8(b)) => a.cmp(b),
        (Uint16(a), Uint16(b)) | (Date(a), Date(b)) => a.cmp(b),
        (Uint32(a), Uint32(b)) | (Datetime(a), Datetime(b)) => a.cmp(b),
        (Uint64(a), Uint64(b)) | (Timestamp(a), Timestamp(b)) => a.cmp(b),
        (Decimal(a), Decimal(b)) => a.high.cmp(&b.high).then(a.low.cmp(&b.low)),
        (Utf8(a), Utf8(b)) => a.as_bytes().cmp(b.as_bytes()),
        (String(a), String(b)) => a.cmp(b),
        // memcmp of the stored bytes, the mixed-endian form that the crate `uuid` calls little-endian.
        (Uuid(a), Uuid(b)) => uuid::Uuid::from_bytes(*a).to_bytes_le().cmp(&uuid::Uuid::from_bytes(*b).to_bytes_le()),
        other => panic!("{other:?}"),
    }
}

/// Generates pairs of values of a key column's type, close to each other as often as not.
fn pair() -> impl Strategy<Value = (Value<'static>, Value<'static>)> {
    macro_rules! pairs {
        ($($strategy:expr => $value:expr),* $(,)?) => {
            prop_oneof![$(($strategy, $strategy).prop_map(|(a, b)| ($value(a), $value(b)))),*]
        };
    }
    let text = || prop_oneof!["[ab\u{0}]{0,4}", "\\PC{0,8}"];
    let bytes = || prop_oneof![prop::collection::vec(0..3_u8, 0..5), prop::collection::vec(any::<u8>(), 0..8)];
    let uuid = || prop_oneof![any::<[u8; 16]>(), prop::array::uniform16(0..2_u8)];
    pairs! {
        any::<bool>() => Value::Bool,
        any::<i8>() => Value::Int8,
        any::<i16>() => Value::Int16,
        any::<i32>() => Value::Int32,
        any::<i64>() => Value::Int64,
        any::<u8>() => Value::Uint8,
        any::<u16>() => Value::Uint16,
        any::<u32>() => Value::Uint32,
        any::<u64>() => Value::Uint64,
        any::<u16>() => Value::Date,
        any::<u32>() => Value::Datetime,
        any::<u64>() => Value::Timestamp,
        any::<i64>() => Value::Interval,
        any::<i32>() => Value::Date32,
        any::<i64>() => Value::Datetime64,
        any::<i64>() => Value::Timestamp64,
        any::<i64>() => Value::Interval64,
        any::<i128>() => |x: i128| Value::Decimal(DecimalValue::new(x, 35, 0)),
        -2..2_i128 => |x: i128| Value::Decimal(DecimalValue::new(x, 22, 9)),
        text() => |x: String| Value::Utf8(x.into()),
        bytes() => |x: Vec<u8>| Value::String(x.into()),
        uuid() => Value::Uuid,
    }
}

/// Generates pairs of values of a key column's type, with NULLs.
fn nullable_pair() -> impl Strategy<Value = (Value<'static>, Value<'static>)> {
    (pair(), 0..8_u8).prop_map(|((a, b), null)| match null {
        0 => (Value::Null, b),
        1 => (a, Value::Null),
        2 => (Value::Null, Value::Null),
        3 => (a.clone(), a),
        _ => (a, b),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn one_column_sorts_as_in_ydb((a, b) in nullable_pair()) {
        prop_assert_eq!(ordered_bytes(std::slice::from_ref(&a)).cmp(&ordered_bytes(std::slice::from_ref(&b))), ydb_order(&a, &b));
    }

    #[test]
    fn several_columns_sort_by_the_first_difference(pairs in prop::collection::vec(nullable_pair(), 1..4)) {
        let (left, right): (Vec<_>, Vec<_>) = pairs.into_iter().unzip();
        let expected = left.iter().zip(&right).map(|(a, b)| ydb_order(a, b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal);
        prop_assert_eq!(ordered_bytes(&left).cmp(&ordered_bytes(&right)), expected);
    }

    /// Tests DyNumber, whose binary form in YDB is made to sort by value.
    #[test]
    fn dynumbers_sort_by_value(a in -1000..1000_i32, b in -1000..1000_i32, shift in 0..4_usize) {
        let text = |x: i32| Value::DyNumber(match shift {
            0 => format!("{x}"),
            1 => format!("{x}.0"),
            2 => format!("{x}e2"),
            _ => format!("{x}00e-2"),
        }.into());
        prop_assert_eq!(ordered_bytes(&[text(a)]).cmp(&ordered_bytes(&[text(b)])), a.cmp(&b));
    }
}

/// Tests that an impossible exponent counts as the largest one.
#[test]
fn a_dynumber_with_an_impossible_exponent_sorts_last() {
    let bytes = |text: &'static str| ordered_bytes(&[Value::DyNumber(text.into())]);
    assert!(bytes("9e99999999999") > bytes("9e1000000000"));
    assert!(bytes("-9e99999999999") < bytes("-9e1000000000"));
}

#[test]
fn a_prefix_sorts_before_its_extensions() {
    let key = ordered_bytes(&[Value::Uint64(1)]);
    let longer = ordered_bytes(&[Value::Uint64(1), Value::Null]);
    assert!(key < longer && longer.starts_with(&key));
}

/// Tests that UUIDv7 is not chronological in YDB: its first stored byte is the fourth of the text.
#[test]
fn uuid_v7_does_not_sort_by_time() {
    let v7 = |milliseconds: u64| {
        let mut bytes = [0; 16];
        bytes[..6].copy_from_slice(&milliseconds.to_be_bytes()[2..]);
        ordered_bytes(&[Value::Uuid(bytes)])
    };
    assert!(v7(0x0190_00ff_0000) > v7(0x0190_0100_0000), "stored first bytes FF and 00: the later one sorts first");
}
