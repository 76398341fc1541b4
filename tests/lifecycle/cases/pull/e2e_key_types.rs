use std::time::{Duration, SystemTime};

use uuid::Uuid;
use ydb_keys::{Decimal, YdbTable};

/// A row of the table `ydb_keys_e2e/key_types`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/key_types")]
// `hash` was xxh3(bool_, int8, int16, int32, int64, uint8, uint16, uint32, uint64, bytes, utf8,
// uuid, date, datetime, timestamp, interval, date32, datetime64, timestamp64, interval64, length,
// status, priority) in all 20 sampled rows.
#[ydb(primary_key(
    hash = xxh3(
        bool_,
        int8,
        int16,
        int32,
        int64,
        uint8,
        uint16,
        uint32,
        uint64,
        bytes,
        utf8,
        uuid,
        date,
        datetime,
        timestamp,
        interval,
        date32,
        datetime64,
        timestamp64,
        interval64,
        length,
        status,
        priority
    ),
    bool_,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    bytes,
    utf8,
    uuid,
    date,
    datetime,
    timestamp,
    interval,
    date32,
    datetime64,
    timestamp64,
    interval64,
    length,
    status,
    priority,
    decimal
))]
pub struct KeyTypes {
    pub bool_: bool,
    pub int8: i8,
    pub int16: i16,
    pub int32: i32,
    pub int64: i64,
    pub uint8: u8,
    pub uint16: u16,
    pub uint32: u32,
    pub uint64: u64,
    pub bytes: Vec<u8>,
    pub utf8: String,
    pub uuid: Uuid,
    #[ydb(type = "Date")]
    pub date: SystemTime,
    #[ydb(type = "Datetime")]
    pub datetime: SystemTime,
    pub timestamp: SystemTime,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    pub interval: Duration,
    #[ydb(type = "Date32")]
    pub date32: SystemTime,
    #[ydb(type = "Datetime64")]
    pub datetime64: SystemTime,
    #[ydb(type = "Timestamp64")]
    pub timestamp64: SystemTime,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(type = "Interval64")]
    pub interval64: Duration,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    pub length: Duration,
    pub status: String,
    pub priority: i16,
    pub decimal: Decimal<22, 9>,
    pub value: Option<u32>,
}
