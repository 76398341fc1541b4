//! Tests ids that need no hash: their prefixes, their order in YDB, and models with such a leading id.

use std::collections::HashSet;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::refusal::is;
use proptest::prelude::*;
use uuid::Uuid;
use ydb_keys::__private::tests::ordered_bytes;
use ydb_keys::ids::{BitReversed, ColumnId, JavaRowId, JavaTextId, RowId};
use ydb_keys::{Column, ErrorKind, Value, YdbKey, YdbTable, YdbType};

fn at(second: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(second)
}

/// Returns the bytes that YDB sorts.
fn key<C: Column>(id: &C) -> Vec<u8> {
    ordered_bytes(&[id.encode(C::INFO.ty).unwrap()])
}

/// Returns Pearson's statistic of counts that should be equal.
fn chi_square(counts: &[u32]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
}

/// Returns `true` if the counts are as even as random ones: within six standard deviations of the statistic, on both
/// sides.
fn is_random(counts: &[u32]) -> bool {
    let freedom = (counts.len() - 1) as f64;
    (chi_square(counts) - freedom).abs() < 6.0 * (2.0 * freedom).sqrt()
}

fn prefixes(bits: u32, mut prefix: impl FnMut() -> u32) -> Vec<u32> {
    let mut counts = vec![0; 1 << bits];
    for _ in 0..counts.len() * 50 {
        counts[prefix() as usize] += 1;
    }
    counts
}

#[test]
fn prefixes_are_random() {
    assert!(is_random(&prefixes(12, || RowId::generate().prefix().into())));
    assert!(is_random(&prefixes(10, || JavaRowId::<10>::generate().prefix())));
    assert!(is_random(&prefixes(10, || JavaTextId::<10>::generate().prefix())));
    assert!(is_random(&prefixes(4, || JavaRowId::<4>::generate().prefix())));
    // The first twelve bits of an id that begins with the time are not, and neither are numbers in turn.
    let first =
        || u32::from(u16::from_be_bytes(ColumnId::generate().uuid().to_bytes_le()[..2].try_into().unwrap()) >> 4);
    assert!(!is_random(&prefixes(12, first)));
    let mut next = 0;
    assert!(!is_random(&prefixes(12, || {
        next = (next + 1) % 4096;
        next
    })));
}

/// Tests that the first sorted bytes of an id are its prefix: equal numbers of rows go to equal parts of the key.
#[test]
fn the_first_stored_byte_is_random() {
    assert!(is_random(&prefixes(8, || key(&RowId::generate())[1].into())));
    assert!(is_random(&prefixes(8, || key(&JavaRowId::<10>::generate())[1].into())));
}

#[test]
fn a_sequence_goes_to_all_parts_in_turn() {
    let mut counts = [0_u32; 16];
    for number in 1..=16_000_u64 {
        counts[usize::from(key(&BitReversed(number))[1] >> 4)] += 1;
    }
    assert_eq!(counts, [1_000; 16]);
    let mut counts = [0_u32; 16];
    for number in 1..=16_000_i64 {
        counts[usize::from(key(&BitReversed(number))[1] >> 4)] += 1;
    }
    assert_eq!(counts, [1_000; 16]);
    // Not as it is.
    assert!((1..=16_000_u64).all(|number| key(&number)[1] == 0));
}

#[test]
fn versions_and_variants_are_those_of_uuidv8() {
    for uuid in [RowId::generate().uuid(), ColumnId::generate().uuid(), JavaRowId::<18>::generate().uuid()] {
        assert_eq!((uuid.get_version_num(), uuid.get_variant()), (8, uuid::Variant::RFC4122));
    }
}

#[test]
fn generators_take_the_time() {
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() as u32;
    let before = now();
    let seconds = [
        RowId::generate().seconds(),
        ColumnId::generate().seconds(),
        RowId::with_prefix(7).unwrap().sibling().seconds(),
    ];
    let java = [JavaRowId::<10>::generate().seconds(), JavaTextId::<10>::generate().seconds()];
    let after = now();
    assert!(seconds.iter().all(|second| (before..=after).contains(second)), "{before} {seconds:?} {after}");
    let (before, after) = (before % (1 << 30), after % (1 << 30));
    assert!(java.iter().all(|second| (before..=after).contains(second)), "{before} {java:?} {after}");
    assert_eq!(RowId::at(at(1_700_000_000)).seconds(), 1_700_000_000);
    assert_eq!(RowId::at(UNIX_EPOCH - Duration::from_secs(5)).seconds(), 0);
}

#[test]
fn ids_of_many_threads_are_distinct() {
    let made: Vec<RowId> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| (0..5_000).map(|_| RowId::with_prefix(1).unwrap()).collect::<Vec<_>>()))
            .collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(made.iter().collect::<HashSet<_>>().len(), 40_000);
}

/// Tests that in YDB's order an id is never before an id of an earlier second.
#[test]
fn ids_of_one_thread_do_not_go_back() {
    let made: Vec<RowId> = (0..10_000).map(|_| RowId::with_prefix(0xa94).unwrap()).collect();
    assert!(made.windows(2).all(|pair| pair[0].seconds() <= pair[1].seconds()));
    assert!(made.windows(2).all(|pair| pair[0].seconds() == pair[1].seconds() || key(&pair[0]) < key(&pair[1])));
}

proptest! {
    /// Tests that within a prefix ids sort by time, in YDB and by `Ord`; the order of RFC 9562 is another one.
    #[test]
    fn ids_sort_by_time_within_a_prefix(a in 0..(1_u64 << 31), b in 0..(1_u64 << 31), prefix in any::<u16>()) {
        // Ids of a prefix at a time: of the random prefixes one in 4096 would do, so the bits are put in.
        let row = |second| {
            let stored = u128::from_be_bytes(RowId::at(at(second)).uuid().to_bytes_le());
            let bits = stored << 12 >> 12 | u128::from(prefix & 0xfff) << 116;
            RowId::from(Uuid::from_bytes_le(bits.to_be_bytes()))
        };
        let (first, second) = (row(a), row(b));
        prop_assert_eq!((first.prefix(), first.seconds()), (prefix & 0xfff, a as u32));
        if a != b {
            prop_assert_eq!(key(&first).cmp(&key(&second)), a.cmp(&b));
        }
        prop_assert_eq!(first.cmp(&second), key(&first).cmp(&key(&second)));
    }

    #[test]
    fn column_ids_sort_by_time(a in 0..(1_u64 << 31), b in 0..(1_u64 << 31)) {
        let (first, second) = (ColumnId::at(at(a)), ColumnId::at(at(b)));
        if a != b {
            prop_assert_eq!(key(&first).cmp(&key(&second)), a.cmp(&b));
        }
        prop_assert_eq!(first.cmp(&second), key(&first).cmp(&key(&second)));
    }

    #[test]
    fn texts_and_reversed_numbers_have_ydbs_order(a in any::<u128>(), b in any::<u128>(), x in any::<i64>(), y in any::<i64>()) {
        let (first, second) = (JavaTextId::<10>::from(Uuid::from_u128(a)), JavaTextId::from(Uuid::from_u128(b)));
        prop_assert_eq!(first.cmp(&second), key(&first).cmp(&key(&second)));
        prop_assert_eq!(BitReversed(x).cmp(&BitReversed(y)), key(&BitReversed(x)).cmp(&key(&BitReversed(y))));
    }

    #[test]
    fn ids_come_back_equal(bits in any::<u128>(), number in any::<u64>(), signed in any::<i32>()) {
        let uuid = Uuid::from_u128(bits);
        prop_assert_eq!(RowId::decode(RowId::from(uuid).encode(YdbType::Uuid).unwrap()), Ok(RowId::from(uuid)));
        prop_assert_eq!(RowId::from(uuid).to_string().parse(), Ok(RowId::from(uuid)));
        let text = JavaTextId::<10>::from(uuid);
        for ty in [YdbType::Utf8, YdbType::String] {
            prop_assert_eq!(JavaTextId::decode(text.encode(ty).unwrap()), Ok(text));
        }
        prop_assert_eq!(text.to_string().parse(), Ok(text));
        prop_assert_eq!(BitReversed::<u64>::decode(BitReversed(number).encode(YdbType::Uint64).unwrap()), Ok(BitReversed(number)));
        prop_assert_eq!(BitReversed::<i32>::decode(BitReversed(signed).encode(YdbType::Int32).unwrap()), Ok(BitReversed(signed)));
    }
}

/// Tests that texts do not sort by time: Base64 has digits after letters, ASCII has them before. The texts are those of
/// the Java SDK.
#[test]
fn texts_do_not_sort_by_time() {
    let text = |second: u64| {
        let mut id = JavaTextId::<10>::at(at(second));
        while id.prefix() != 0 {
            id = JavaTextId::at(at(second));
        }
        key(&id)
    };
    // The six bits of the fourth character: 51 and 52 are `z` and `0`.
    let second = |six: u64| six << 16;
    assert!(text(second(51)) > text(second(52)));
}

#[derive(YdbTable, Debug)]
#[ydb(table = "orders", primary_key(id))]
struct Order {
    id: RowId,
}

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct JavaOrder {
    id: JavaRowId,
}

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct TextOrder {
    id: JavaTextId,
}

#[derive(YdbTable)]
#[ydb(primary_key(number), partitioning(uniform = 4))]
struct Invoice {
    number: BitReversed<u64>,
}

#[derive(YdbTable)]
#[ydb(primary_key(number))]
struct Ticket {
    number: BitReversed<i64>,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(id, number), id, number))]
struct Hashed {
    id: RowId,
    number: BitReversed<u32>,
}

#[test]
fn ids_lead_keys_without_a_hash() {
    for table in [Order::TABLE, JavaOrder::TABLE, TextOrder::TABLE, Invoice::TABLE, Ticket::TABLE] {
        assert!(table.hash.is_none() && table.allowances.is_empty() && table.columns[0].dispersed, "{}", table.name);
    }
    assert_eq!(Order::TABLE.columns[0].ty, YdbType::Uuid);
    assert_eq!(JavaOrder::TABLE.columns[0].ty, YdbType::Uuid);
    assert_eq!(TextOrder::TABLE.columns[0].ty, YdbType::Utf8);
    let row = Invoice { number: BitReversed(6) };
    // 0b110 from the other end.
    assert_eq!(row.to_values().unwrap(), [Value::Uint64(0x6000_0000_0000_0000)]);
}

/// Tests that an id made from a clock, a UUID of version 7, is refused in front.
#[test]
fn a_uuid_of_version_7_is_refused_in_front() {
    let order = Order { id: Uuid::from_u128(0x018f4e2a_7a3c_7c3a_9b1e_0123456789ab).into() };
    let error = order.upsert().statement().unwrap_err();
    assert!(
        is(
            &error,
            ErrorKind::InvalidValue,
            &["table `orders`", "column `id`: ", "leads the key and grows with time", "it has version 7"]
        ),
        "{error}"
    );
    assert!(Order { id: RowId::generate() }.upsert().statement().is_ok());
}

/// Tests that an id is hashed as it is stored. The vector comes from the PyPI package `xxhash`, like those of
/// `hashes.rs`: `b"f81d4fae-7dec-41d0-a765-00a0c91e6bf6" + struct.pack("<I", 0x80000000)`.
#[test]
fn hash_vector_of_ids() {
    let id: RowId = "f81d4fae-7dec-41d0-a765-00a0c91e6bf6".parse().unwrap();
    assert_eq!(HashedKey { id, number: BitReversed(1) }.hash().unwrap(), Some(8649688199109006912));
}

/// Tests a prefix of too many bits: 4096 used to become the prefix 0, with two groups of rows in one place.
#[test]
fn a_prefix_of_more_bits_is_refused() {
    assert_eq!(RowId::with_prefix(4095).unwrap().prefix(), 4095);
    let refused = |error: ydb_keys::ValueError| error.to_string();
    assert_eq!(refused(RowId::with_prefix(4096).unwrap_err()), "4096 is outside the range of the prefix of an id");
    assert_eq!(JavaRowId::<10>::with_prefix(1023).unwrap().prefix(), 1023);
    assert!(JavaRowId::<10>::with_prefix(1024).is_err() && JavaTextId::<1>::with_prefix(2).is_err());
}
