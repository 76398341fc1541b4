//! Golden vectors of the hash format, and properties of hashes. They can never change: rows are stored under them.

use proptest::prelude::*;
use ydb_keys::schema::HashFunction::{self, IntHash64, NumericHash, Xxh3};
use ydb_keys::{Value, YdbKey, YdbTable};

const UUID: [u8; 16] = [0xf8, 0x1d, 0x4f, 0xae, 0x7d, 0xec, 0x41, 0xd0, 0xa7, 0x65, 0x00, 0xa0, 0xc9, 0x1e, 0x6b, 0xf6];

/// Made with the PyPI package `xxhash`: `xxhash.xxh3_64_intdigest(b)`, where `b` is `struct.pack` of the value,
/// little-endian, at the width of its type; a text after `struct.pack("<I", len)` if there are several values; a UUID
/// as `str(uuid).encode()`.
#[test]
fn xxh3_vectors() {
    let text = |text: &str| Value::Utf8(text.to_owned().into());
    let bytes = |bytes: &[u8]| Value::String(bytes.to_vec().into());
    let vectors: Vec<(Vec<Value<'_>>, u64)> = vec![
        (vec![Value::Bool(true)], 16226181191752404715),
        (vec![Value::Bool(false)], 14144645293874801883),
        (vec![Value::Int8(-2)], 7789395919978777827),
        (vec![Value::Int16(-300)], 1713896204333078347),
        (vec![Value::Int32(-70000)], 2570991671462723502),
        (vec![Value::Int64(-5000000000)], 11729321060803066807),
        (vec![Value::Uint8(200)], 17362081452832628999),
        (vec![Value::Uint16(60000)], 9271409815242537784),
        (vec![Value::Uint32(4000000000)], 2061971237589745266),
        (vec![Value::Uint64(1001)], 10450027629588570757),
        (vec![Value::Date(19849)], 3418288537879515932),
        (vec![Value::Datetime(1714979289)], 2843709490703165834),
        (vec![Value::Timestamp(1714979289123456)], 12936712844084103850),
        (vec![Value::Interval(-1000000)], 15240843171833320527),
        (vec![Value::Date32(-719162)], 8024115848198864925),
        (vec![Value::Datetime64(-62135596800)], 15853480372375033993),
        (vec![Value::Timestamp64(-62135596800000000)], 17782156861827423069),
        (vec![Value::Interval64(-9000000000000)], 17357011361038453399),
        (vec![text("alice@example.com")], 8569093714482247167),
        (vec![text("")], 3244421341483603138),
        (vec![bytes(b"\x00\xff")], 12221366661834116083),
        (vec![Value::Uuid(UUID)], 8972613213583803772),
        (vec![text(&"a".repeat(300))], 13966073120003161633),
        (vec![Value::Uint64(42), text("abc")], 10574828529380286516),
        (vec![text("ab"), text("c")], 7881155913711968751),
        (vec![text("a"), text("bc")], 6382347316900652626),
        (vec![Value::Timestamp(1714979289123456), Value::Uint64(42)], 9175001936624873528),
        (vec![Value::Uuid(UUID), Value::Int32(-1)], 1000790427975223545),
        (vec![Value::Bool(true), bytes(b"\x00\xff")], 12772314266213891268),
        (vec![text(&"a".repeat(300)), Value::Uint8(7)], 5602836323216163045),
        (vec![Value::Uint8(1), Value::Uint16(2), Value::Date(3), Value::Int8(-1)], 7595112927101683730),
        // On both sides of the length up to which the bytes are laid out on the stack.
        (vec![text(&"b".repeat(44)), Value::Uint64(1)], 16717389101134589686),
        (vec![text(&"b".repeat(45)), Value::Uint64(1)], 4949215690555885991),
        (vec![text(&"b".repeat(60)), Value::Uint64(1)], 12256817399586916203),
        (vec![text(&"b".repeat(61)), Value::Uint64(1)], 13191256966742106975),
        (vec![text(&"b".repeat(108)), Value::Uint64(1)], 15528928852324787809),
        (vec![text(&"b".repeat(109)), Value::Uint64(1)], 12558134351804834587),
    ];
    for (values, hash) in vectors {
        assert_eq!(Xxh3.hash(&values), Some(hash), "{values:?}");
    }
}

/// A signed value is sign-extended, and its 64 bits are hashed: the vectors of 2^64-1 (YDB's `NumericHash`,
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

/// The canonical bytes, written out the long way.
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

/// The hashes of the vectors above and of the page on hashes, divided by hand: `python3 -c "print(h % n)"`.
#[test]
fn bucket_vectors() {
    const BUCKETS: [u32; 4] = [2, 3, 16, 1000];
    let table: [(HashFunction, Vec<Value<'_>>, [u64; 4]); 8] = [
        (NumericHash, vec![Value::Uint64(1001)], [0, 0, 6, 350]),
        (NumericHash, vec![Value::Int64(-1)], [0, 1, 6, 406]),
        (NumericHash, vec![Value::Uint64(42)], [1, 0, 5, 397]),
        (IntHash64, vec![Value::Uint64(42)], [1, 1, 9, 593]),
        (IntHash64, vec![Value::Uint64(1001)], [0, 2, 6, 6]),
        (Xxh3, vec![Value::Uint64(42)], [0, 1, 8, 720]),
        (Xxh3, vec![Value::Utf8("alice@example.com".into())], [1, 0, 15, 167]),
        (Xxh3, vec![Value::Timestamp(1714979289000000), Value::Uint64(42)], [0, 1, 8, 744]),
    ];
    let page = include_str!("../../../../guide/src/hashes.md");
    for (function, values, expected) in table {
        let hash = function.hash(&values).unwrap();
        assert_eq!(BUCKETS.map(|buckets| hash % u64::from(buckets)), expected, "{values:?}");
        if let Some(row) = page.lines().find(|line| line.contains(&format!("= {hash} |"))) {
            let written: Vec<String> = expected.iter().map(u64::to_string).collect();
            assert!(row.ends_with(&format!("| {} |", written.join(" | "))), "{row}");
        }
    }
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
