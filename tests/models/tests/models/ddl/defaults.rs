//! Models with defaults of every type that has a literal, and serials of every width.

use std::time::{Duration, SystemTime};

use uuid::Uuid;
use ydb_keys::{Decimal, YdbTable};

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Defaults {
    id: Uuid,
    #[ydb(default = true)]
    on: bool,
    #[ydb(default = false)]
    off: Option<bool>,
    #[ydb(default = -127)]
    int8: i8,
    #[ydb(default = 127)]
    int8_max: i8,
    #[ydb(default = -32_767)]
    int16: i16,
    #[ydb(default = -2147483647)]
    int32: i32,
    #[ydb(default = 2147483647)]
    int32_max: i32,
    #[ydb(default = -5_000_000_000)]
    int64: i64,
    #[ydb(default = 9223372036854775807)]
    int64_max: Option<i64>,
    #[ydb(default = 255)]
    uint8: u8,
    #[ydb(default = 65535)]
    uint16: u16,
    #[ydb(default = 0xFFFF_FFFF)]
    uint32: u32,
    #[ydb(default = 18446744073709551615)]
    uint64: u64,
    #[ydb(default = 1.5)]
    float: f32,
    #[ydb(default = -2.5e-3)]
    double: Option<f64>,
    #[ydb(default = 19.99)]
    decimal: Decimal<22, 9>,
    #[ydb(default = "-0.5")]
    decimal_of_text: Option<Decimal<3, 2>>,
    #[ydb(default = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6")]
    uuid: Uuid,
    #[ydb(type = "Date", default = "2024-02-29")]
    date: SystemTime,
    #[ydb(type = "Datetime", default = "2024-01-31T12:00:00Z")]
    datetime: SystemTime,
    #[ydb(default = "2024-01-31T12:00:00.123456Z")]
    timestamp: SystemTime,
    #[ydb(default = "P1DT2H")]
    interval: Duration,
    #[ydb(type = "Date32", default = "1900-01-31")]
    date32: SystemTime,
    #[ydb(type = "Datetime64", default = "1900-01-31T12:00:00Z")]
    datetime64: SystemTime,
    #[ydb(type = "Timestamp64", default = "1900-01-31T12:00:00.5Z")]
    timestamp64: Option<SystemTime>,
    #[ydb(type = "Interval64", default = "PT0.5S")]
    interval64: Duration,
}

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct DefaultTexts {
    id: Uuid,
    #[ydb(default = "")]
    empty: String,
    #[ydb(default = "new")]
    plain: Option<String>,
    #[ydb(default = "it's \"quoted\" `x` \\ done")]
    quotes: String,
    #[ydb(default = "a\nb\r\tc\u{0}\u{7f}\u{85}")]
    controls: String,
    #[ydb(default = "день — 日 🎂")]
    unicode: String,
    #[ydb(default = "-- ; $x /* */ @@raw@@")]
    traps: String,
    #[ydb(type = "String", default = "it's text")]
    bytes_of_text: String,
    #[ydb(default = b"\x00\xff'\\\"\nf0")]
    bytes: Vec<u8>,
    #[ydb(default = "raw")]
    text_of_bytes: Option<Vec<u8>>,
}

/// Model with the least value of each signed type: without the sign, its digits are beyond the type.
#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct LeastIntegers {
    id: Uuid,
    #[ydb(default = -128)]
    int8: i8,
    #[ydb(default = -32768)]
    int16: i16,
    #[ydb(default = -2147483648)]
    int32: i32,
    #[ydb(default = -9223372036854775808)]
    int64: i64,
}

#[derive(YdbTable)]
#[ydb(primary_key(tenant, number))]
struct Serials {
    tenant: Uuid,
    #[ydb(serial)]
    number: i64,
    #[ydb(serial)]
    medium: i32,
    #[ydb(serial)]
    small: i16,
}

#[test]
fn goldens() {
    golden!(Defaults, DefaultTexts, Serials);
}

/// Tests that constructors write the least integers: YQL reads the digits before the sign, so `-128t`, `-32768s` and
/// `-9223372036854775808l` are "out of range".
#[test]
fn the_least_integers_are_written_by_constructors() {
    let ddl = LeastIntegers::TABLE.create_table().to_string();
    let defaults: Vec<&str> = ddl
        .lines()
        .filter_map(|line| line.trim_end_matches(',').split_once(" DEFAULT "))
        .map(|(_, value)| value)
        .collect();
    assert_eq!(defaults, ["Int8('-128')", "Int16('-32768')", "-2147483648", "Int64('-9223372036854775808')"]);
}
