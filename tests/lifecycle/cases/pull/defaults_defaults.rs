use std::time::{Duration, SystemTime};

use uuid::Uuid;
use ydb_keys::{Decimal, YdbTable};

/// A row of the table `defaults`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "defaults")]
#[ydb(primary_key(id))]
pub struct Defaults {
    pub id: Uuid,
    #[ydb(default = true)]
    pub on: bool,
    #[ydb(default = false)]
    pub off: Option<bool>,
    #[ydb(default = -127)]
    pub int8: i8,
    #[ydb(default = 127)]
    pub int8_max: i8,
    #[ydb(default = -32767)]
    pub int16: i16,
    #[ydb(default = -2147483647)]
    pub int32: i32,
    #[ydb(default = 2147483647)]
    pub int32_max: i32,
    #[ydb(default = -5000000000)]
    pub int64: i64,
    #[ydb(default = 9223372036854775807)]
    pub int64_max: Option<i64>,
    #[ydb(default = 255)]
    pub uint8: u8,
    #[ydb(default = 65535)]
    pub uint16: u16,
    #[ydb(default = 4294967295)]
    pub uint32: u32,
    #[ydb(default = 18446744073709551615)]
    pub uint64: u64,
    #[ydb(default = 1.5)]
    pub float: f32,
    #[ydb(default = -0.0025)]
    pub double: Option<f64>,
    #[ydb(default = "19.99")]
    pub decimal: Decimal<22, 9>,
    #[ydb(default = "-0.5")]
    pub decimal_of_text: Option<Decimal<3, 2>>,
    #[ydb(default = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6")]
    pub uuid: Uuid,
    #[ydb(type = "Date", default = "2024-02-29")]
    pub date: SystemTime,
    #[ydb(type = "Datetime", default = "2024-01-31T12:00:00Z")]
    pub datetime: SystemTime,
    #[ydb(default = "2024-01-31T12:00:00.123456Z")]
    pub timestamp: SystemTime,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(default = "P1DT2H")]
    pub interval: Duration,
    #[ydb(type = "Date32", default = "1900-01-31")]
    pub date32: SystemTime,
    #[ydb(type = "Datetime64", default = "1900-01-31T12:00:00Z")]
    pub datetime64: SystemTime,
    #[ydb(type = "Timestamp64", default = "1900-01-31T12:00:00.500000Z")]
    pub timestamp64: Option<SystemTime>,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(type = "Interval64", default = "PT0.5S")]
    pub interval64: Duration,
}
