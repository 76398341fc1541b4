//! Models with every type that a row table can hold, as NOT NULL, nullable and key columns.

use std::time::{Duration, SystemTime};

use uuid::Uuid;
use ydb_keys::{Decimal, YdbTable};

#[derive(YdbTable)]
#[ydb(table = "types/required", primary_key(id))]
struct RequiredTypes {
    #[ydb(dispersed)]
    id: u64,
    bool: bool,
    int8: i8,
    int16: i16,
    int32: i32,
    int64: i64,
    uint8: u8,
    uint16: u16,
    uint32: u32,
    uint64: u64,
    float: f32,
    double: f64,
    decimal: Decimal<22, 9>,
    #[ydb(type = "DyNumber")]
    dynumber: String,
    string: Vec<u8>,
    utf8: String,
    #[ydb(type = "Json")]
    json: String,
    #[ydb(type = "JsonDocument")]
    json_document: String,
    #[ydb(type = "Yson")]
    yson: Vec<u8>,
    uuid: Uuid,
    #[ydb(type = "Date")]
    date: SystemTime,
    #[ydb(type = "Datetime")]
    datetime: SystemTime,
    timestamp: SystemTime,
    interval: Duration,
    #[ydb(type = "Date32")]
    date32: SystemTime,
    #[ydb(type = "Datetime64")]
    datetime64: SystemTime,
    #[ydb(type = "Timestamp64")]
    timestamp64: SystemTime,
    #[ydb(type = "Interval64")]
    interval64: Duration,
}

#[derive(YdbTable)]
#[ydb(table = "types/nullable", primary_key(id))]
struct NullableTypes {
    #[ydb(dispersed)]
    id: u64,
    bool: Option<bool>,
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
    decimal: Option<Decimal<35, 0>>,
    small_decimal: Option<Decimal<1, 1>>,
    #[ydb(type = "DyNumber")]
    dynumber: Option<String>,
    string: Option<Vec<u8>>,
    #[ydb(type = "String")]
    string_of_text: Option<String>,
    utf8: Option<String>,
    #[ydb(type = "Json")]
    json: Option<String>,
    #[ydb(type = "JsonDocument")]
    json_document: Option<String>,
    #[ydb(type = "Yson")]
    yson: Option<Vec<u8>>,
    #[ydb(type = "Yson")]
    yson_of_text: Option<String>,
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

/// Model whose key has another order than the fields: the columns stay as declared.
#[derive(YdbTable)]
#[ydb(table = "types/key")]
#[ydb(primary_key(
    utf8,
    string,
    uuid,
    dynumber,
    decimal,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    bool,
    date,
    datetime,
    timestamp,
    interval,
    date32,
    datetime64,
    timestamp64,
    interval64
))]
struct KeyTypes {
    bool: bool,
    int8: i8,
    int16: i16,
    int32: i32,
    int64: i64,
    uint8: u8,
    uint16: u16,
    uint32: u32,
    uint64: u64,
    decimal: Decimal<22, 9>,
    #[ydb(type = "DyNumber")]
    dynumber: String,
    string: Vec<u8>,
    utf8: String,
    uuid: Uuid,
    #[ydb(type = "Date")]
    date: SystemTime,
    #[ydb(type = "Datetime")]
    datetime: SystemTime,
    timestamp: SystemTime,
    interval: Duration,
    #[ydb(type = "Date32")]
    date32: SystemTime,
    #[ydb(type = "Datetime64")]
    datetime64: SystemTime,
    #[ydb(type = "Timestamp64")]
    timestamp64: SystemTime,
    #[ydb(type = "Interval64")]
    interval64: Duration,
}

#[test]
fn goldens() {
    golden!(RequiredTypes, NullableTypes, KeyTypes);
}
