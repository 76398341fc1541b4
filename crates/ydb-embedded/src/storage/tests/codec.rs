//! Encoded keys and rows: exact bytes, round trips, and the order of encoded keys against the order of the values.

use std::cmp::Ordering;
use std::ops::Bound;
use std::sync::Arc;

use proptest::prelude::*;

use crate::catalog::ColumnId;
use crate::storage::{KeyRange, key, row, successor, union};
use crate::types::{Primitive as P, Type, Value};

fn bytes(value: &Value, ty: P) -> Vec<u8> {
    key::encode(std::slice::from_ref(value), &[ty.into()])
}

#[test]
fn exact_bytes() {
    assert_eq!(bytes(&Value::Null, P::Uint64), [0]);
    assert_eq!(bytes(&Value::Bool(true), P::Bool), [1, 1]);
    assert_eq!(bytes(&Value::Uint(258), P::Uint64), [1, 0, 0, 0, 0, 0, 0, 1, 2]);
    assert_eq!(bytes(&Value::Uint(258), P::Date), [1, 1, 2]);
    assert_eq!(bytes(&Value::Int(-1), P::Int8), [1, 0x7f]);
    assert_eq!(bytes(&Value::Int(0), P::Int32), [1, 0x80, 0, 0, 0]);
    assert_eq!(bytes(&Value::Int(i64::MIN), P::Int64), [1, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(bytes(&Value::text("ab"), P::Utf8), [1, b'a', b'b', 0]);
    assert_eq!(bytes(&Value::bytes([0, 1, 2]), P::String), [1, 1, 1, 1, 2, 2, 0]);
    assert_eq!(bytes(&Value::Uuid([7; 16]), P::Uuid)[..3], [1, 7, 7]);
}

#[test]
fn dynumbers_sort_as_numbers() {
    let ascending = ["-.1e2", "-.9e1", "0", ".1", ".9e1", ".1e2"].map(Value::text);
    let keys = ascending.each_ref().map(|value| bytes(value, P::DyNumber));
    assert!(keys.is_sorted());
    let types = [Type::from(P::DyNumber)];
    assert_eq!(keys.map(|key| key::decode(&key, &types).remove(0)), ascending);
}

#[test]
fn single_columns_and_prefixes() {
    let types = [Type::from(P::Utf8), P::Uint32.into(), P::Int16.into()];
    let values = [Value::text("x\0y"), Value::Null, Value::Int(-5)];
    let all = key::encode(&values, &types);
    assert_eq!(all, [1, b'x', 1, 1, b'y', 0, 0, 1, 0x7f, 0xfb]);
    assert!(all.starts_with(&key::encode(&values[..2], &types)));
    assert_eq!(key::decode(&all[..7], &types), values[..2]);
    let mut reader = key::KeyReader::new(&all);
    assert_eq!(reader.skip(&types[0]).unwrap(), &all[..6]);
    assert_eq!(reader.next(&types[1]), Some(Value::Null));
    assert_eq!(reader.next(&types[2]), Some(Value::Int(-5)));
    assert_eq!(reader.next(&types[2]), None);
}

/// Generates a type of key columns with two values, many of them near the ends of its range.
fn column() -> impl Strategy<Value = (Type, Vec<Value>)> {
    fn of(ty: impl Into<Type>, value: impl Strategy<Value = Value> + 'static) -> BoxedStrategy<(Type, Vec<Value>)> {
        let ty = ty.into();
        let nullable = prop_oneof![1 => Just(Value::Null), 6 => value];
        prop::collection::vec(nullable, 2).prop_map(move |values| (ty.clone(), values)).boxed()
    }
    fn int(min: i64, max: i64) -> impl Strategy<Value = Value> {
        prop_oneof![min..=max, Just(min), Just(max), -2_i64..=2].prop_map(Value::Int)
    }
    fn uint(max: u64) -> impl Strategy<Value = Value> {
        prop_oneof![0..=max, Just(max), 0_u64..=2].prop_map(Value::Uint)
    }
    let blob = || prop::collection::vec(prop_oneof![Just(0_u8), Just(1), Just(2), Just(255), any::<u8>()], 0..5);
    let text = || prop::collection::vec(prop_oneof![Just('\0'), Just('\u{1}'), Just('a'), any::<char>()], 0..4);
    let texts = move |ty: P| of(ty, text().prop_map(|chars| Value::Text(chars.into_iter().collect::<String>().into())));
    let (i32s, i64s) = ((i64::from(i32::MIN), i64::from(i32::MAX)), (i64::MIN, i64::MAX));
    prop_oneof![
        of(P::Bool, any::<bool>().prop_map(Value::Bool)),
        of(P::Int8, int(-128, 127)),
        of(P::Int16, int(-32768, 32767)),
        of(P::Int32, int(i32s.0, i32s.1)),
        of(P::Date32, int(i32s.0, i32s.1)),
        of(P::Int64, int(i64s.0, i64s.1)),
        of(P::Interval, int(i64s.0, i64s.1)),
        of(P::Datetime64, int(i64s.0, i64s.1)),
        of(P::Timestamp64, int(i64s.0, i64s.1)),
        of(P::Interval64, int(i64s.0, i64s.1)),
        of(P::Uint8, uint(255)),
        of(P::Uint16, uint(65535)),
        of(P::Date, uint(65535)),
        of(P::Uint32, uint(u64::from(u32::MAX))),
        of(P::Datetime, uint(u64::from(u32::MAX))),
        of(P::Uint64, uint(u64::MAX)),
        of(P::Timestamp, uint(u64::MAX)),
        of(Type::Decimal { precision: 35, scale: 9 }, prop_oneof![any::<i128>(), -2_i128..=2].prop_map(Value::Decimal)),
        of(P::Uuid, prop::array::uniform16(any::<u8>()).prop_map(Value::Uuid)),
        of(P::String, blob().prop_map(Value::bytes)),
        texts(P::Utf8),
    ]
}

/// Compares values in the order of keys of YDB's documentation, without the encoding.
fn compare(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::Null, Value::Null) => Ordering::Equal,
        (Value::Null, _) => Ordering::Less,
        (_, Value::Null) => Ordering::Greater,
        (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        (Value::Uint(a), Value::Uint(b)) => a.cmp(b),
        (Value::Decimal(a), Value::Decimal(b)) => a.cmp(b),
        (Value::Uuid(a), Value::Uuid(b)) => a.cmp(b),
        (Value::Bytes(a), Value::Bytes(b)) => a.cmp(b),
        (Value::Text(a), Value::Text(b)) => a.as_bytes().cmp(b.as_bytes()),
        other => panic!("not of one type: {other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn keys_sort_as_values_do(columns in prop::collection::vec(column(), 1..4)) {
        let types: Vec<Type> = columns.iter().map(|column| column.0.clone()).collect();
        let [a, b] = [0, 1].map(|i| columns.iter().map(|column| column.1[i].clone()).collect::<Vec<_>>());
        let expected = a.iter().zip(&b).map(|(a, b)| compare(a, b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal);
        let (key_a, key_b) = (key::encode(&a, &types), key::encode(&b, &types));
        prop_assert_eq!(key_a.cmp(&key_b), expected);
        prop_assert_eq!(key::decode(&key_a, &types), a.clone());
        prop_assert_eq!(key::decode(&key_b, &types), b);
        // No key is a prefix of another key, so prefixes of columns are prefixes of bytes.
        prop_assert!(key_a == key_b || !key_b.starts_with(&key_a));
    }

    #[test]
    fn rows_come_back(columns in prop::collection::btree_map(0_u32..400, column(), 0..6), drop in 0_u32..400) {
        let old = row::encode(columns.iter().map(|(&id, (_, values))| (ColumnId(id), &values[0])));
        let wanted: Vec<_> = columns.iter().map(|(&id, column)| (ColumnId(id), &column.0)).collect();
        let expected: Vec<Value> = columns.values().map(|column| column.1[0].clone()).collect();
        prop_assert_eq!(super::read(&old, &wanted), expected);

        let changes: Vec<_> = columns.iter().rev().map(|(&id, (_, values))| (ColumnId(id), row::encode_value(&values[1]))).collect();
        let new = row::merge(&old, &changes);
        let expected: Vec<Value> = columns.values().map(|column| column.1[1].clone()).collect();
        prop_assert_eq!(super::read(&new, &wanted), expected);
        prop_assert_eq!(row::merge(&[], &changes), new.clone());

        let shorter = row::remove_column(&new, ColumnId(drop));
        prop_assert_eq!(shorter.is_some(), columns.get(&drop).is_some_and(|column| column.1[1] != Value::Null));
        if let Some(shorter) = shorter {
            prop_assert_eq!(row::RowReader::new(&shorter).count() + 1, row::RowReader::new(&new).count());
        }
    }
}

#[test]
fn exact_row() {
    let types = [P::Uint64, P::Utf8, P::Int32].map(Type::from);
    let values = [Value::Uint(300), Value::Null, Value::Int(-1)];
    let row = row::encode([1, 2, 200].map(ColumnId).into_iter().zip(&values));
    // Column 1 with two bytes; no NULL; column 200 as an id of two bytes with one byte of zigzag.
    assert_eq!(*row, [1, 2, 0x2c, 1, 0xc8, 1, 1, 1]);
    let set = |text: &str| Some(Arc::from(text)).map(|text: Arc<str>| (ColumnId(2), Some(Box::from(text.as_bytes()))));
    assert_eq!(*row::merge(&row, &[set("hi").unwrap()]), [1, 2, 0x2c, 1, 2, 2, b'h', b'i', 0xc8, 1, 1, 1]);
    // The last change of a column wins.
    assert_eq!(*row::merge(&[], &[set("hi").unwrap(), set("ho").unwrap()]), [2, 2, b'h', b'o']);
    // An empty text is not NULL.
    assert_eq!(super::read(&row::merge(&[], &[set("").unwrap()]), &[(ColumnId(2), &types[1])]), [Value::text("")]);
}

#[test]
fn floats_round_trip_in_rows() {
    for (value, ty) in [(Value::Float(-1.5), P::Float), (Value::Double(2.25), P::Double)] {
        let ty = Type::from(ty);
        let row = row::encode([(ColumnId(3), &value)]);
        assert_eq!(super::read(&row, &[(ColumnId(3), &ty)]), [value]);
    }
}

/// Returns all keys of up to three bytes out of five values.
fn keys() -> Vec<Vec<u8>> {
    let letters = [0, 1, 7, 254, 255];
    let mut keys = vec![Vec::new()];
    let mut longest = keys.clone();
    for _ in 0..3 {
        longest = longest
            .iter()
            .flat_map(|key: &Vec<u8>| letters.map(|letter| [key.as_slice(), &[letter]].concat()))
            .collect();
        keys.extend(longest.iter().cloned());
    }
    keys
}

fn bound() -> impl Strategy<Value = Bound<Vec<u8>>> {
    let key = prop::collection::vec(prop::sample::select(vec![0_u8, 1, 7, 254, 255]), 0..3);
    (key, 0..5).prop_map(|(key, kind)| match kind {
        0 => Bound::Unbounded,
        1 | 2 => Bound::Included(key),
        _ => Bound::Excluded(key),
    })
}

fn range() -> impl Strategy<Value = KeyRange> {
    (bound(), bound()).prop_map(|(from, to)| KeyRange { from, to })
}

#[test]
fn successors() {
    assert_eq!(successor(&[1, 2]), Some(vec![1, 3]));
    assert_eq!(successor(&[1, 255, 255]), Some(vec![2]));
    assert_eq!(successor(&[255, 255]), None);
    assert_eq!(successor(&[]), None);
}

#[test]
fn prefixes() {
    for prefix in keys() {
        for key in keys() {
            assert_eq!(KeyRange::prefix(prefix.clone()).contains(&key), key.starts_with(&prefix));
            assert_eq!(KeyRange::point(prefix.clone()).contains(&key), key == prefix);
        }
        assert_eq!(KeyRange::point(prefix.clone()).as_point(), Some(prefix.as_slice()));
    }
    assert!(KeyRange::empty().is_empty() && !KeyRange::all().is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn ranges_are_sets(ranges in prop::collection::vec(range(), 0..5)) {
        let union = union(ranges.clone()).unwrap();
        for key in keys() {
            let within = |ranges: &[KeyRange]| ranges.iter().any(|range| range.contains(&key));
            prop_assert_eq!(within(&union), within(&ranges));
            if let [a, b, ..] = &*ranges {
                prop_assert_eq!(a.intersect(b).contains(&key), a.contains(&key) && b.contains(&key));
            }
        }
        for range in &ranges {
            prop_assert!(!range.is_empty() || keys().iter().all(|key| !range.contains(key)));
            let (from, to) = range.clone().half_open();
            for key in keys() {
                prop_assert_eq!(range.contains(&key), key >= from && to.as_ref().is_none_or(|to| key < *to));
            }
        }
        // Sorted, with a gap between neighbours.
        for pair in union.windows(2) {
            let end = pair[0].clone().half_open().1;
            prop_assert!(end.is_some_and(|end| end < pair[1].clone().half_open().0));
        }
    }
}
