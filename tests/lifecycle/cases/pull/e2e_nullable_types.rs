use std::time::{Duration, SystemTime};

use uuid::Uuid;
use ydb_keys::{Decimal, YdbTable};

/// A row of the table `ydb_keys_e2e/nullable_types`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/nullable_types")]
#[ydb(primary_key(name))]
pub struct NullableTypes {
    pub name: String,
    pub bool_: Option<bool>,
    pub int8: Option<i8>,
    pub int16: Option<i16>,
    pub int32: Option<i32>,
    pub int64: Option<i64>,
    pub uint8: Option<u8>,
    pub uint16: Option<u16>,
    pub uint32: Option<u32>,
    pub uint64: Option<u64>,
    pub float: Option<f32>,
    pub double: Option<f64>,
    pub decimal: Option<Decimal<22, 9>>,
    pub bytes: Option<Vec<u8>>,
    pub utf8: Option<String>,
    #[ydb(type = "Json")]
    pub json: Option<String>,
    #[ydb(type = "JsonDocument")]
    pub json_document: Option<String>,
    #[ydb(type = "Yson")]
    pub yson: Option<Vec<u8>>,
    pub uuid: Option<Uuid>,
    #[ydb(type = "Date")]
    pub date: Option<SystemTime>,
    #[ydb(type = "Datetime")]
    pub datetime: Option<SystemTime>,
    pub timestamp: Option<SystemTime>,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    pub interval: Option<Duration>,
    #[ydb(type = "Date32")]
    pub date32: Option<SystemTime>,
    #[ydb(type = "Datetime64")]
    pub datetime64: Option<SystemTime>,
    #[ydb(type = "Timestamp64")]
    pub timestamp64: Option<SystemTime>,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(type = "Interval64")]
    pub interval64: Option<Duration>,
}
