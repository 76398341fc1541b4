//! Tests of batches that Arrow's own reader reads back: their order, repeated keys, and empty texts.

use arrow_array::cast::AsArray as _;
use arrow_array::types::Int32Type;
use arrow_array::{Array as _, RecordBatch};
use arrow_ipc::reader::StreamReader;
use proptest::prelude::*;
use ydb_keys::__internal::Detail;
use ydb_keys::schema::{ColumnDef, HashDef, HashFunction};
use ydb_keys::types::{ColumnInfo, DecimalValue};
use ydb_keys::{Column as _, ErrorKind, YdbType};
use ydb_keys_core::keys::ordered_bytes;

use super::*;

const DECIMAL: YdbType = YdbType::Decimal { precision: 22, scale: 9 };

const fn nullable(ty: YdbType, name: &'static str) -> ColumnDef {
    let carries: &'static [YdbType] = &[YdbType::Utf8];
    ColumnDef::new(name, ColumnInfo { nullable: true, ty, ..ColumnInfo::new(carries) })
}

/// Table with a key of every stored form, and the number of the row.
const KEYED: Table = Table {
    name: "t",
    columns: &[
        nullable(YdbType::Int32, "number"),
        nullable(YdbType::Utf8, "text"),
        nullable(YdbType::Uuid, "uuid"),
        nullable(DECIMAL, "decimal"),
        nullable(YdbType::DyNumber, "any"),
        ColumnDef::new("row", <i32 as ydb_keys::Column>::INFO),
    ],
    key: &[0, 1, 2, 3, 4],
    ..Table::EMPTY
};

const HASHED: Table = Table {
    name: "t",
    columns: &[ColumnDef::new("id", u64::INFO), ColumnDef::new("name", String::INFO)],
    key: &[0],
    hash: Some(HashDef { name: "h", function: HashFunction::NumericHash, inputs: &[0], buckets: None }),
    ..Table::EMPTY
};

fn append(encoder: &mut Encoder, values: &[Value<'_>]) {
    let first = encoder.hashes.len();
    encoder.columns[first..].iter_mut().zip(values).for_each(|(column, value)| column.push(value).unwrap());
    encoder.end_row(Ok(())).unwrap();
}

fn batch(table: &'static Table, rows: &[Vec<Value<'static>>]) -> Batch {
    let mut encoder = Encoder::of(table, Format::Arrow).unwrap();
    rows.iter().for_each(|row| append(&mut encoder, row));
    assert_eq!(encoder.rows(), rows.len());
    let batch = encoder.finish().unwrap();
    assert_eq!((encoder.rows(), encoder.bytes()), (0, 0));
    batch
}

fn read(batch: Batch) -> RecordBatch {
    assert_eq!(batch.format(), Format::Arrow);
    let (mut stream, data) = batch.into_arrow();
    stream.extend(data);
    StreamReader::try_new(stream.as_slice(), None).unwrap().next().unwrap().unwrap()
}

/// Generates keys of few different values. Rows then often agree in some columns or in all.
fn key() -> impl Strategy<Value = Vec<Value<'static>>> {
    let null = || Just(Value::Null);
    let texts = ["", "a", "same beginning", "same beginning, other end", "b", "\u{0}"];
    let numbers = ["0", "-12", "-11.5", "1.0", "1", "1e10"];
    (
        prop_oneof![null(), (-1..=1_i32).prop_map(Value::Int32), Just(Value::Int32(i32::MIN))],
        prop_oneof![null(), prop::sample::select(texts.to_vec()).prop_map(|text| Value::Utf8(text.into()))],
        prop_oneof![
            null(),
            Just(Value::Uuid([1; 16])),
            Just(Value::Uuid([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]))
        ],
        prop_oneof![null(), (-1..=1_i128).prop_map(|x| Value::Decimal(DecimalValue::new(x, 22, 9)))],
        prop_oneof![null(), prop::sample::select(numbers.to_vec()).prop_map(|x| Value::DyNumber(x.into()))],
    )
        .prop_map(|(a, b, c, d, e)| vec![a, b, c, d, e])
}

proptest! {
    /// If rows have equal keys, the last one remains. All rows are in the order of their keys, except for the last
    /// rows, which may have changed places with rows without empty texts.
    #[test]
    fn rows_are_in_the_order_of_their_keys(keys in prop::collection::vec(key(), 0..100)) {
        let rows: Vec<_> = keys.iter().zip(0..).map(|(key, row)| [&key[..], &[Value::Int32(row)]].concat()).collect();
        let mut expected: Vec<(Vec<u8>, usize)> = Vec::new();
        for (row, key) in keys.iter().enumerate() {
            let bytes = ordered_bytes(key);
            expected.retain(|(other, _)| *other != bytes);
            expected.push((bytes, row));
        }
        expected.sort();
        let made = batch(&KEYED, &rows);
        prop_assert_eq!(made.superseded, keys.len() - expected.len());
        if made.format() == Format::Protobuf {
            return Ok(());
        }
        let made = read(made);
        let mut numbers: Vec<usize> = made.column(5).as_primitive::<Int32Type>().values().iter().map(|&x| x as usize).collect();
        let moved = |row: &usize| rows[*row].iter().any(|value| *value == Value::Utf8("".into()));
        if !expected.iter().any(|(_, row)| moved(row)) {
            prop_assert_eq!(&numbers, &expected.iter().map(|(_, row)| *row).collect::<Vec<_>>());
        }
        prop_assert!(numbers[numbers.len() / BLOCK * BLOCK..].iter().all(|row| !moved(row)));
        numbers.sort_unstable();
        let mut all: Vec<usize> = expected.iter().map(|(_, row)| *row).collect();
        all.sort_unstable();
        prop_assert_eq!(numbers, all);
    }
}

/// Table with keys of numbers that are never NULL: several columns share the 64 bits that rows are sorted by.
const NUMBERED: Table = Table {
    name: "t",
    columns: &[
        ColumnDef::new("bucket", u32::INFO),
        ColumnDef::new("small", i16::INFO),
        ColumnDef::new("large", i64::INFO),
        ColumnDef::new("row", i32::INFO),
    ],
    key: &[0, 1, 2],
    ..Table::EMPTY
};

proptest! {
    #[test]
    fn rows_with_numbers_are_in_the_order_of_their_keys(
        keys in prop::collection::vec((0..3_u32, any::<i16>(), prop_oneof![-2..2_i64, any::<i64>()]), 0..100),
        narrow in any::<bool>(),
    ) {
        // With a single value of the second column, all bits are left for the third one.
        let keys: Vec<_> = keys.into_iter().map(|(a, b, c)| (a, if narrow { -7 } else { b }, c)).collect();
        let expected: std::collections::BTreeMap<_, _> = keys.iter().copied().zip(0..).collect();
        let rows: Vec<_> = keys.iter().zip(0..).map(|(&(bucket, small, large), row)| {
            vec![Value::Uint32(bucket), Value::Int16(small), Value::Int64(large), Value::Int32(row)]
        }).collect();
        let made = read(batch(&NUMBERED, &rows));
        let numbers: Vec<i32> = made.column(3).as_primitive::<Int32Type>().values().to_vec();
        prop_assert_eq!(numbers, expected.into_values().collect::<Vec<_>>());
    }
}

fn hashed(id: u64, name: &str) -> Vec<Value<'static>> {
    vec![Value::Uint64(id), Value::Utf8(name.to_owned().into())]
}

/// After the last whole block of 32 rows, YDB stores an empty text as NULL (YDB issue 36331).
#[test]
fn empty_texts_are_in_whole_blocks_or_travel_as_protobuf() {
    let with_empty = |rows: u64, empty: &[u64]| -> Vec<_> {
        (0..rows).map(|id| hashed(id, if empty.contains(&id) { "" } else { "name" })).collect()
    };
    for empty in [&[32_u64][..], &[39], &[0, 5, 33, 34]] {
        let read = read(batch(&HASHED, &with_empty(40, empty)));
        let names = read.column(2).as_string::<i32>();
        assert_eq!(names.iter().filter(|name| *name == Some("")).count(), empty.len());
        assert!(names.iter().skip(32).all(|name| name == Some("name")), "{names:?}");
    }
    assert_eq!(batch(&HASHED, &with_empty(64, &(0..64).collect::<Vec<_>>())).format(), Format::Arrow);
    assert_eq!(batch(&HASHED, &with_empty(31, &[7])).format(), Format::Protobuf);
    assert_eq!(batch(&HASHED, &with_empty(40, &(8..40).collect::<Vec<_>>())).format(), Format::Arrow);
    assert_eq!(batch(&HASHED, &with_empty(40, &(7..40).collect::<Vec<_>>())).format(), Format::Protobuf);
}

/// Column tables are written directly from the columns, without a conversion to rows.
#[test]
fn empty_texts_of_column_tables_may_be_anywhere() {
    const COLUMNS: Table = Table { store: Store::Column, ..HASHED };
    assert_eq!(batch(&COLUMNS, &[hashed(1, "")]).format(), Format::Arrow);
}

#[test]
fn a_row_that_cannot_be_stored_is_not_taken() {
    let mut encoder = Encoder::of(&HASHED, Format::Arrow).unwrap();
    append(&mut encoder, &hashed(1, "one"));
    let large = "x".repeat(9_000_000);
    let values = hashed(2, &large);
    encoder.columns[1..].iter_mut().zip(&values).for_each(|(column, value)| column.push(value).unwrap());
    let error = encoder.end_row(Ok(())).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(error.to_string().contains("the row with key (2) has 9000016 bytes, more than 8388608"), "{error}");
    encoder.columns[1].push(&Value::Uint64(3)).unwrap();
    let error = encoder.end_row(Err(Detail::EmptyUpdate { table: "t" }.into())).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Usage);
    append(&mut encoder, &hashed(4, "four"));
    assert_eq!((encoder.rows(), encoder.bytes()), (2, 19 + 20));
    let read = read(encoder.finish().unwrap());
    let mut names: Vec<_> = read.column(2).as_string::<i32>().iter().flatten().collect();
    names.sort_unstable();
    assert_eq!(names, ["four", "one"]);
}

#[test]
fn nothing_is_left_of_a_batch_that_cannot_be_hashed() {
    const REAL: Table = Table {
        columns: &[ColumnDef::new("real", f64::INFO), ColumnDef::new("id", u64::INFO)],
        key: &[1],
        hash: Some(HashDef { name: "h", function: HashFunction::NumericHash, inputs: &[1], buckets: None }),
        ..HASHED
    };
    let by_real = HashDef { name: "r", function: HashFunction::Xxh3, inputs: &[0], buckets: None };
    let mut encoder = Encoder::of(&REAL, Format::Arrow).unwrap();
    let hashes = encoder.hashes.clone();
    // The first hash is in its column already when the second one fails.
    encoder.hashes.push(by_real);
    encoder.columns.insert(1, Cells::new(YdbType::Uint64, false));
    append(&mut encoder, &[Value::Double(1.5), Value::Uint64(7)]);
    let error = encoder.finish().map(drop).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidValue);
    assert!(error.to_string().contains("cannot be hashed"), "{error}");
    assert_eq!((encoder.rows(), encoder.bytes()), (0, 0));
    encoder.hashes = hashes;
    encoder.columns.remove(1);
    append(&mut encoder, &[Value::Double(2.5), Value::Uint64(8)]);
    let read = read(encoder.finish().unwrap());
    assert_eq!(read.num_rows(), 1);
    assert_eq!(read.column(1).as_primitive::<arrow_array::types::Float64Type>().values(), &[2.5]);
}

#[test]
fn an_encoder_is_used_again() {
    let mut encoder = Encoder::of(&HASHED, Format::Arrow).unwrap();
    for turn in 1..4_u64 {
        (0..turn).for_each(|id| append(&mut encoder, &hashed(turn - id, &format!("name {id}"))));
        let read = read(encoder.finish().unwrap());
        assert_eq!(read.num_rows() as u64, turn);
        assert_eq!(read.column(2).as_string::<i32>().value(0), format!("name {}", turn - 1));
        assert!(read.columns().iter().all(|column| column.null_count() == 0));
    }
}

#[test]
fn a_batch_is_full_by_rows_or_by_bytes_in_whole_blocks() {
    let mut encoder = Encoder::of(&HASHED, Format::Arrow).unwrap();
    // A row has 8 and 8 bytes, and 4 characters.
    for id in 0..32 {
        assert!(!encoder.is_full(32, 640));
        append(&mut encoder, &hashed(id, "four"));
        assert_eq!(encoder.bytes() as u64, (id + 1) * 20);
    }
    assert!(encoder.is_full(32, usize::MAX) && !encoder.is_full(33, 10_000));
    assert!(encoder.is_full(33, 640) && encoder.is_full(33, 600));
    append(&mut encoder, &hashed(32, "four"));
    assert!(!encoder.is_full(100, 640), "a whole block is near");
    assert!(encoder.is_full(100, 580), "one eighth more is too much");
}
