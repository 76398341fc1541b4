//! Tests that values of every type, including the limits of the type and NULL, are the same after the copy.

use std::time::{Duration, SystemTime};

use e2e_tests::Database;
use uuid::Uuid;
use ydb_keys::{Decimal, YdbTable};

use super::support::{contents, run};

#[derive(YdbTable)]
#[ydb(table = "types", primary_key(hash = xxh3(name), name))]
struct Types {
    name: String,
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
    #[ydb(type = "DyNumber")]
    dynumber: Option<String>,
    string: Option<Vec<u8>>,
    utf8: Option<String>,
    #[ydb(type = "Json")]
    json: Option<String>,
    #[ydb(type = "JsonDocument")]
    json_document: Option<String>,
    #[ydb(type = "Yson")]
    yson: Option<Vec<u8>>,
    uuid: Option<Uuid>,
    #[ydb(type = "Date")]
    date: Option<SystemTime>,
    #[ydb(type = "Datetime")]
    datetime: Option<SystemTime>,
    timestamp: Option<SystemTime>,
    interval: Option<Duration>,
    #[ydb(type = "Date32")]
    date32: Option<SystemTime>,
    #[ydb(type = "Datetime64")]
    datetime64: Option<SystemTime>,
    #[ydb(type = "Timestamp64")]
    timestamp64: Option<SystemTime>,
    #[ydb(type = "Interval64")]
    interval64: Option<Duration>,
}

/// Columns with their type, and three values as text.
const COLUMNS: &[(&str, &str, [&str; 3])] = &[
    ("bool_", "Bool", ["true", "false", "true"]),
    ("int8", "Int8", ["-128", "127", "0"]),
    ("int16", "Int16", ["-32768", "32767", "0"]),
    ("int32", "Int32", ["-2147483648", "2147483647", "0"]),
    ("int64", "Int64", ["-9223372036854775808", "9223372036854775807", "0"]),
    ("uint8", "Uint8", ["0", "255", "1"]),
    ("uint16", "Uint16", ["0", "65535", "1"]),
    ("uint32", "Uint32", ["0", "4294967295", "1"]),
    ("uint64", "Uint64", ["0", "18446744073709551615", "1"]),
    ("float", "Float", ["-0", "inf", "0.1"]),
    ("double", "Double", ["-0", "-inf", "0.1"]),
    ("decimal", "Decimal(22, 9)", ["-9999999999999.999999999", "9999999999999.999999999", "0.000000001"]),
    ("dynumber", "DyNumber", ["-1.5e3", "0", "12.75"]),
    ("string", "String", ["", "\\x00\\xff", "text"]),
    ("utf8", "Utf8", ["", "Straße", "a\\nb"]),
    ("json", "Json", ["null", "{ \"b\" : 1, \"a\": [ ] }", "-1.50"]),
    ("json_document", "JsonDocument", ["null", "{\"b\":1,\"a\":[]}", "true"]),
    ("yson", "Yson", ["#", "{a=1;b=[]}", "text"]),
    (
        "uuid",
        "Uuid",
        [
            "00000000-0000-0000-0000-000000000000",
            "ffffffff-ffff-ffff-ffff-ffffffffffff",
            "123e4567-e89b-12d3-a456-426614174000",
        ],
    ),
    ("date", "Date", ["1970-01-01", "2105-12-31", "2026-02-28"]),
    ("datetime", "Datetime", ["1970-01-01T00:00:00Z", "2105-12-31T23:59:59Z", "2026-02-28T12:30:00Z"]),
    ("timestamp", "Timestamp", ["1970-01-01T00:00:00Z", "2105-12-31T23:59:59.999999Z", "2026-02-28T12:30:00.000001Z"]),
    ("interval", "Interval", ["-P1DT2H", "P1DT0.000001S", "PT0S"]),
    ("date32", "Date32", ["1000-01-01", "9999-12-31", "1969-12-31"]),
    ("datetime64", "Datetime64", ["1000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "1969-12-31T23:59:59Z"]),
    (
        "timestamp64",
        "Timestamp64",
        ["1000-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "1969-12-31T23:59:59.999999Z"],
    ),
    ("interval64", "Interval64", ["-P1DT2H", "P1DT0.000001S", "PT0S"]),
];

#[tokio::test]
async fn every_type() {
    let database = Database::own().await;
    let columns: Vec<String> = COLUMNS.iter().map(|(name, ty, _)| format!("{name} {ty}")).collect();
    database.run(&format!("CREATE TABLE types (name Utf8 NOT NULL, {}, PRIMARY KEY (name))", columns.join(", "))).await;
    let names: Vec<&str> = COLUMNS.iter().map(|(name, ..)| *name).collect();
    for row in 0..4 {
        let values: Vec<String> = COLUMNS
            .iter()
            .map(|(_, ty, texts)| match texts.get(row) {
                Some(text) => format!("CAST('{text}' AS {ty})"),
                None => "NULL".to_owned(),
            })
            .collect();
        let values = values.join(", ");
        database.run(&format!("UPSERT INTO types (name, {}) VALUES ('{row}'u, {values})", names.join(", "))).await;
    }
    // The client does not support DyNumber.
    let carried: Vec<&str> = ["name"].into_iter().chain(names.into_iter().filter(|name| *name != "dynumber")).collect();
    let before = contents(&database, "types", &carried).await;
    // Every text was parsed.
    assert!(before[..3].iter().all(|row| !row.contains("NULL")), "{before:#?}");
    assert_eq!(before[3].matches("NULL").count(), COLUMNS.len() - 1);
    let numbers = "SELECT name || ' 'u || Coalesce(CAST(dynumber AS Utf8), 'NULL'u) FROM types ORDER BY name";
    let dynumbers: Vec<String> = database.column(numbers).await;
    let report = run(&database, Types::TABLE).await.unwrap();
    assert_eq!((report.rows, report.repaired), (4, 0));
    assert_eq!(contents(&database, "types", &carried).await, before);
    let mut copied: Vec<String> = database.column(numbers).await;
    copied.sort();
    assert_eq!(copied, dynumbers);
    assert_eq!(dynumbers.len(), 4);
    assert_eq!(dynumbers.iter().filter(|number| number.ends_with("NULL")).count(), 1);
}
