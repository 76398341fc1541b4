//! Tests that `load` reads `export`'s files back bit for bit: all types, the least and the greatest values, NULL, and
//! texts with everything that a format could mistake for its own syntax.

use std::io;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use uuid::Uuid;
use ydb_keys::{Decimal, Table, YdbTable};

use super::{export, paths};
use crate::directory::Directory;
use crate::load::Shop;

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "everything", primary_key(bucket = xxh3(id) % 4, id))]
struct Everything {
    id: u32,
    bool_: Option<bool>,
    int8: Option<i8>,
    int16: Option<i16>,
    int32: Option<i32>,
    int64: Option<i64>,
    uint8: Option<u8>,
    uint16: Option<u16>,
    uint32: Option<u32>,
    uint64: Option<u64>,
    float: Option<f32>,
    double: Option<f64>,
    decimal: Option<Decimal<22, 9>>,
    widest: Option<Decimal<35, 0>>,
    bytes: Option<Vec<u8>>,
    utf8: Option<String>,
    required: String,
    #[ydb(type = "Json")]
    json: Option<String>,
    #[ydb(type = "JsonDocument")]
    json_document: Option<String>,
    #[ydb(type = "Yson")]
    yson: Option<Vec<u8>>,
    uuid: Option<Uuid>,
    #[ydb(type = "Date")]
    date: Option<NaiveDate>,
    #[ydb(type = "Datetime")]
    datetime: Option<DateTime<Utc>>,
    timestamp: Option<DateTime<Utc>>,
    interval: Option<TimeDelta>,
    #[ydb(type = "Date32")]
    date32: Option<NaiveDate>,
    #[ydb(type = "Datetime64")]
    datetime64: Option<DateTime<Utc>>,
    #[ydb(type = "Timestamp64")]
    timestamp64: Option<DateTime<Utc>>,
    #[ydb(type = "Interval64")]
    interval64: Option<TimeDelta>,
}

/// Model with column types that the client cannot read.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "numbers", primary_key(id))]
struct Number {
    id: String,
    #[ydb(type = "DyNumber")]
    value: Option<String>,
}

const MODELS: &[&Table] = ydb_keys::schema![Everything, Number];

fn time(seconds: i64, micros: u32) -> Option<DateTime<Utc>> {
    Some(DateTime::from_timestamp(seconds, micros * 1000).unwrap())
}

/// Returns a row with NULL in all columns that accept it.
fn nothing(id: u32, required: &str) -> Everything {
    Everything {
        id,
        bool_: None,
        int8: None,
        int16: None,
        int32: None,
        int64: None,
        uint8: None,
        uint16: None,
        uint32: None,
        uint64: None,
        float: None,
        double: None,
        decimal: None,
        widest: None,
        bytes: None,
        utf8: None,
        required: required.to_owned(),
        json: None,
        json_document: None,
        yson: None,
        uuid: None,
        date: None,
        datetime: None,
        timestamp: None,
        interval: None,
        date32: None,
        datetime64: None,
        timestamp64: None,
        interval64: None,
    }
}

fn rows() -> Vec<Everything> {
    let least = Everything {
        bool_: Some(false),
        int8: Some(i8::MIN),
        int16: Some(i16::MIN),
        int32: Some(i32::MIN),
        int64: Some(i64::MIN),
        uint8: Some(0),
        uint16: Some(0),
        uint32: Some(0),
        uint64: Some(0),
        float: Some(f32::MIN),
        double: Some(f64::MIN),
        decimal: Some(Decimal::from_scaled(1 - 10_i128.pow(22)).unwrap()),
        widest: Some(Decimal::from_scaled(1 - 10_i128.pow(35)).unwrap()),
        bytes: Some(Vec::new()),
        utf8: Some(String::new()),
        json: Some("null".to_owned()),
        json_document: Some("null".to_owned()),
        yson: Some(b"#".to_vec()),
        uuid: Some(Uuid::nil()),
        date: NaiveDate::from_ymd_opt(1970, 1, 1),
        datetime: time(0, 0),
        timestamp: time(0, 0),
        interval: Some(TimeDelta::microseconds(-4_291_747_199_999_999)),
        date32: NaiveDate::from_ymd_opt(-4000, 2, 28),
        datetime64: time(-200_000_000_000, 0),
        timestamp64: time(-200_000_000_000, 1),
        interval64: Some(TimeDelta::microseconds(-9_223_339_708_799_999_999)),
        ..nothing(1, "")
    };
    let greatest = Everything {
        bool_: Some(true),
        int8: Some(i8::MAX),
        int16: Some(i16::MAX),
        int32: Some(i32::MAX),
        int64: Some(i64::MAX),
        uint8: Some(u8::MAX),
        uint16: Some(u16::MAX),
        uint32: Some(u32::MAX),
        uint64: Some(u64::MAX),
        float: Some(f32::INFINITY),
        double: Some(f64::NEG_INFINITY),
        decimal: Some(Decimal::from_scaled(10_i128.pow(22) - 1).unwrap()),
        widest: Some(Decimal::from_scaled(10_i128.pow(35) - 1).unwrap()),
        bytes: Some((0..=255).collect()),
        utf8: Some("\u{10ffff}".to_owned()),
        json: Some("{ \"b\" : 1.50, \"a\":[ ] }".to_owned()),
        json_document: Some("{\"a\":[],\"b\":1}".to_owned()),
        yson: Some(b"{a=1;b=[]}".to_vec()),
        uuid: Some(Uuid::max()),
        date: NaiveDate::from_ymd_opt(2105, 12, 31),
        datetime: time(4_291_747_199, 0),
        timestamp: time(4_291_747_199, 999_999),
        interval: Some(TimeDelta::microseconds(4_291_747_199_999_999)),
        date32: NaiveDate::from_ymd_opt(12_345, 12, 31),
        datetime64: time(1_000_000_000_000, 0),
        timestamp64: time(1_000_000_000_000, 999_999),
        interval64: Some(TimeDelta::microseconds(9_223_339_708_799_999_999)),
        ..nothing(2, "\"")
    };
    let middle = Everything {
        float: Some(-0.0),
        double: Some(f64::from_bits(1)),
        decimal: Some(Decimal::from_scaled(-5).unwrap()),
        widest: Some(Decimal::from_scaled(-1).unwrap()),
        uuid: Some(Uuid::from_u128(0x0011_2233_4455_6677_8899_aabb_ccdd_eeff)),
        timestamp64: time(-1, 999_999),
        ..nothing(3, "NULL")
    };
    let fractions = Everything { float: Some(0.1), double: Some(-0.0), ..nothing(4, "\\N") };
    let shortest = Everything { float: Some(f32::from_bits(1)), double: Some(1.0 / 3.0), ..nothing(5, ",") };
    let mut rows = vec![least, greatest, middle, fractions, shortest];
    let texts = [
        "a,b",
        "\"\"",
        "\"a\"",
        "a\nb",
        "a\r\nb",
        "\r",
        "\n",
        " ",
        " a ",
        "\t",
        "\\",
        "\\x",
        "\\x41",
        "null",
        "NaN",
        "#a",
        "\u{feff}a",
        "\0",
        "\u{7f}\u{80}",
        "Straße 𝄞",
        "'",
        ";",
        "{\"a\":1}",
        "\\u0041",
        "1",
        "-",
        "true",
    ];
    rows.extend((10..).zip(texts).map(|(id, text)| Everything {
        bytes: Some(text.as_bytes().to_vec()),
        utf8: Some(text.to_owned()),
        json: Some(format!("[{}]", serde_json::to_string(text).unwrap())),
        ..nothing(id, text)
    }));
    let bytes: [&[u8]; 4] = [b"\\x", b"\\x4", b"\xff", b"\\xff\xff"];
    rows.extend((100..).zip(bytes).map(|(id, bytes)| Everything { bytes: Some(bytes.to_vec()), ..nothing(id, "") }));
    rows
}

/// Returns the bits of the floats: two floats may be equal and have different bits.
fn bits(rows: &[Everything]) -> Vec<(Option<u32>, Option<u64>)> {
    rows.iter().map(|row| (row.float.map(f32::to_bits), row.double.map(f64::to_bits))).collect()
}

fn stored(shop: &Shop) -> Vec<Everything> {
    let mut found = shop.runtime.block_on(async { Everything::scan().full_scan().fetch(&shop.client).await }).unwrap();
    found.sort_by_key(|row| row.id);
    found
}

/// Exports a table of one database, and loads its files into the table of another one.
fn carry(from: &Shop, to: &Shop, table: &str, args: &[&str]) -> Directory {
    let directory = Directory::new();
    let exported = export(from, table, &directory, args);
    exported.assert_done(&format!("`{table}`: "));
    let paths = paths(&directory);
    let all: Vec<&str> = [table].into_iter().chain(paths.iter().map(String::as_str)).collect();
    to.load(&mut io::empty(), &all).assert_done(&format!("`{table}`: "));
    directory
}

fn comes_back(format: &str) {
    let (from, to) = (Shop::with(MODELS), Shop::with(MODELS));
    let expected = rows();
    from.runtime.block_on(async { Everything::upsert_many(&expected).exec(&from.client).await }).unwrap();
    assert_eq!(stored(&from), expected);
    carry(&from, &to, "everything", &["--format", format]);
    let found = stored(&to);
    assert_eq!(found, expected);
    assert_eq!(bits(&found), bits(&expected));
    // The buckets are those of the ids: rows are found by their keys.
    for row in &expected {
        let got = to.runtime.block_on(async { Everything::get(row.id).fetch(&to.client).await }).unwrap();
        assert_eq!(got.as_ref(), Some(row));
    }
}

#[test]
fn csv() {
    comes_back("csv");
}

#[test]
fn tsv() {
    comes_back("tsv");
}

#[test]
fn json_lines() {
    comes_back("jsonl");
}

#[test]
fn parquet() {
    comes_back("parquet");
}

/// Tests types that the client cannot read, by the engine's text of them, and floats that are not numbers.
#[test]
fn numbers_of_any_precision_and_nan() {
    for format in ["csv", "jsonl", "parquet"] {
        let (from, to) = (Shop::with(MODELS), Shop::with(MODELS));
        from.exec(
            "UPSERT INTO numbers (id, value) VALUES ('a'u, DyNumber('0')), ('b'u, DyNumber('-1.23e-100')), \
             ('c'u, DyNumber('12345678901234567890123456789012345678')), ('d'u, NULL)",
        );
        from.exec("CREATE TABLE odd (id Int32, f Float, d Double, PRIMARY KEY (id))");
        to.exec("CREATE TABLE odd (id Int32, f Float, d Double, PRIMARY KEY (id))");
        from.exec("UPSERT INTO odd (id, f, d) VALUES (-1, Float('nan'), Double('nan')), (NULL, Float('-inf'), NULL)");
        carry(&from, &to, "numbers", &["--format", format]);
        carry(&from, &to, "odd", &["--format", format]);
        for text in
            ["SELECT id, CAST(value AS Utf8) AS value FROM numbers ORDER BY id", "SELECT * FROM odd ORDER BY id"]
        {
            let printed = |shop: &Shop| shop.run(&mut io::empty(), &["query", text, "--jsonl"]).out;
            assert_eq!(printed(&to), printed(&from));
            assert!(printed(&from).lines().count() > 1);
        }
    }
}
