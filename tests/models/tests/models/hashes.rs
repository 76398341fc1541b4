//! Tests golden vectors of the hash format, and properties of hashes. They can never change: rows are stored under
//! them.

use proptest::prelude::*;
use ydb_keys::schema::HashFunction::{self, IntHash64, NumericHash, Xxh3};
use ydb_keys::{Value, YdbKey, YdbTable, YdbType};

use crate::vectors;

const UUID: [u8; 16] = [0xf8, 0x1d, 0x4f, 0xae, 0x7d, 0xec, 0x41, 0xd0, 0xa7, 0x65, 0x00, 0xa0, 0xc9, 0x1e, 0x6b, 0xf6];

/// Tests the published vectors. Most come from the PyPI package `xxhash`: `xxhash.xxh3_64_intdigest(b)`, where `b` is
/// `struct.pack` of the value, little-endian, at the width of its type; a text after `struct.pack("<I", len)` if there
/// are several values; a UUID as `str(uuid).encode()`. The numeric ones come from YDB's functions, compiled from their
/// source.
#[test]
fn published_vectors() {
    for vector in vectors::all() {
        let values = vector.values();
        assert_eq!(vector.function.hash(&values), Some(vector.hash), "{vector:?}");
        if let Some(bytes) = &vector.bytes {
            assert_eq!(xxhash_rust::xxh3::xxh3_64(bytes), vector.hash, "{vector:?}");
        }
        for (buckets, bucket) in &vector.buckets {
            assert_eq!(vector.hash % u64::from(*buckets), u64::from(*bucket), "{vector:?}");
        }
    }
}

/// Tests that the vectors have every function with every type that it takes, at both ends of its range; several
/// columns, and texts of more bytes than characters.
#[test]
fn vectors_are_complete() {
    let vectors = vectors::all();
    for ty in YdbType::PLAIN.into_iter().filter(|ty| ty.is_hashable()) {
        for function in HashFunction::ALL {
            let is_taken = !function.is_numeric() || ty.stored_as().is_some();
            let of = vectors.iter().filter(|vector| vector.function == function && vector.columns == [ty]).count();
            assert!(of >= if is_taken { 2 } else { 0 } && (of > 0) == is_taken, "{function} of {ty}");
        }
        assert!(vectors.iter().any(|vector| vector.columns.len() > 1 && vector.columns.contains(&ty)), "{ty}");
    }
    assert!(vectors.iter().any(|vector| !vector.buckets.is_empty()));
    assert!(vectors.iter().any(|vector| vector.columns.len() > 1 && vector.texts.iter().any(|text| !text.is_ascii())));
}

/// Tests that the page on hashes has the numbers of the vectors.
#[test]
fn the_page_has_the_same_vectors() {
    let page = include_str!("../../../../docs/guide/src/hashes.md");
    let vectors = vectors::all();
    let golden = page.split("## Golden vectors").nth(1).unwrap().split("The library computes the same").next().unwrap();
    let number = |cell: &str| cell.trim().parse::<u64>().ok();
    let hashes: Vec<u64> =
        golden.lines().filter_map(|line| number(line.strip_suffix('|')?.rsplit('|').next()?)).collect();
    assert!(hashes.len() > 40, "{}", hashes.len());
    for hash in hashes {
        assert!(vectors.iter().any(|vector| vector.hash == hash), "{hash}");
    }
}

/// Tests that a signed value is sign-extended, and its 64 bits are hashed: the vectors of 2^64-1 (YDB's `NumericHash`,
/// `IntHash64`).
#[test]
fn numeric_vectors_of_negative_values() {
    for value in [Value::Int8(-1), Value::Int64(-1), Value::Interval(-1), Value::Timestamp64(-1), Value::Date32(-1)] {
        assert_eq!(NumericHash.hash(std::slice::from_ref(&value)), Some(11347797999152016406), "{value:?}");
        assert_eq!(IntHash64.hash(&[value]), Some(14600443904207254319));
    }
    assert_eq!(NumericHash.hash(&[Value::Bool(true)]), None);
}

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(id, name), name, id))]
struct Pair {
    id: u64,
    name: String,
    note: Option<String>,
}

#[test]
fn keys_and_rows_hash_alike() {
    assert_eq!(OrderKey::from(1001).hash().unwrap(), Some(10138685143802077350));
    // The hash takes its inputs in the order it names them, not in key order.
    assert_eq!(PairKey::from(("abc".to_owned(), 42)).hash().unwrap(), Some(10574828529380286516));
    let row = Pair { id: 42, name: "abc".to_owned(), note: None };
    let statement = row.upsert().statement().unwrap();
    let hash = statement.params().find(|param| param.name == "$hash").unwrap().value.clone();
    assert_eq!(hash, ydb_keys::statements::ParamValue::One(Value::Uint64(10574828529380286516)));
}

#[test]
fn a_hash_allocates_nothing() {
    let order = OrderKey::from(1001);
    let pair = PairKey::from(("a name that fits no inline string".to_owned(), 42));
    let long = PairKey::from(("x".repeat(1000), 42));
    let values = [Value::Uuid(UUID), Value::Timestamp(1), Value::Utf8("abc".into())];
    let mut sum = 0_u64;
    let info = allocation_counter::measure(|| {
        for hash in [order.hash(), pair.hash(), long.hash()] {
            sum = sum.wrapping_add(hash.unwrap().unwrap());
        }
        sum = sum.wrapping_add(Xxh3.hash(&values).unwrap());
    });
    assert_eq!(info.count_total, 0);
    assert_ne!(sum, 0);
    // The counter does count.
    assert_ne!(allocation_counter::measure(|| drop(std::hint::black_box("x".repeat(1000)))).count_total, 0);
}

/// Returns the canonical bytes, computed by a simple second implementation.
fn naive(values: &[Value<'_>]) -> Vec<u8> {
    let mut out = Vec::new();
    for value in values {
        let (bytes, varies) = match value {
            Value::Bool(x) => (vec![u8::from(*x)], false),
            Value::Int32(x) => (x.to_le_bytes().to_vec(), false),
            Value::Uint16(x) => (x.to_le_bytes().to_vec(), false),
            Value::Uint64(x) | Value::Timestamp(x) => (x.to_le_bytes().to_vec(), false),
            Value::Utf8(x) => (x.as_bytes().to_vec(), true),
            Value::String(x) => (x.to_vec(), true),
            Value::Uuid(x) => (uuid::Uuid::from_bytes(*x).hyphenated().to_string().into_bytes(), false),
            other => panic!("{other:?}"),
        };
        if varies && values.len() > 1 {
            out.extend(u32::try_from(bytes.len()).unwrap().to_le_bytes());
        }
        out.extend(bytes);
    }
    out
}

fn value() -> impl Strategy<Value = Value<'static>> {
    prop_oneof![
        any::<bool>().prop_map(Value::Bool),
        any::<i32>().prop_map(Value::Int32),
        any::<u16>().prop_map(Value::Uint16),
        any::<u64>().prop_map(Value::Uint64),
        any::<u64>().prop_map(Value::Timestamp),
        any::<[u8; 16]>().prop_map(Value::Uuid),
        "\\PC{0,60}".prop_map(|text| Value::Utf8(text.into())),
        prop::collection::vec(any::<u8>(), 0..200).prop_map(|bytes| Value::String(bytes.into())),
    ]
}

proptest! {
    #[test]
    fn hashes_are_xxh3_of_the_canonical_bytes(values in prop::collection::vec(value(), 1..6)) {
        prop_assert_eq!(Xxh3.hash(&values), Some(xxhash_rust::xxh3::xxh3_64(&naive(&values))));
    }

    #[test]
    fn the_hash_of_a_key_is_that_of_its_encoded_values(id in any::<u64>(), name in "\\PC{0,150}") {
        let expected = xxhash_rust::xxh3::xxh3_64(&naive(&[Value::Uint64(id), Value::Utf8(name.as_str().into())]));
        prop_assert_eq!(PairKey::from((name, id)).hash().unwrap(), Some(expected));
    }

    #[test]
    fn numeric_functions_are_bijections(a in any::<u64>(), b in any::<u64>()) {
        let hash = |function: HashFunction, x| function.hash(&[Value::Uint64(x)]);
        for function in [NumericHash, IntHash64] {
            prop_assert_eq!(a == b, hash(function, a) == hash(function, b));
        }
    }
}

/// Tests the buckets of the page, and of keys. Those of the vectors were divided by hand: `python3 -c "print(h % n)"`.
#[test]
fn buckets() {
    let page = include_str!("../../../../docs/guide/src/hashes.md");
    let mut written = 0;
    for vector in vectors::all().iter().filter(|vector| !vector.buckets.is_empty()) {
        if let Some(row) = page.lines().find(|line| line.contains(&format!("= {} |", vector.hash))) {
            let mut buckets = vector.buckets.clone();
            buckets.sort_unstable();
            let cells: Vec<String> = buckets.iter().map(|(_, bucket)| bucket.to_string()).collect();
            assert!(row.ends_with(&format!("| {} |", cells.join(" | "))), "{row}");
            written += 1;
        }
    }
    assert_eq!(written, 6);
    // A key has its bucket, not the hash.
    assert_eq!(BucketedKey { at: 1, id: 42 }.hash().unwrap(), Some(8));
    assert_eq!(BucketedKey { at: 2, id: 1001 }.hash().unwrap(), Some(5));
}

#[derive(YdbTable)]
#[ydb(table = "feed", primary_key(shard = xxh3(id) % 16, at, id))]
#[allow(dead_code, reason = "only its key is used")]
struct Bucketed {
    at: u32,
    id: u64,
}
