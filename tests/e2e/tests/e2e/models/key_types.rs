//! Models with a key of every type that a key column can have, all but the decimal hashed; and models with only a key.

use std::time::{Duration, SystemTime};

use chrono::{DateTime, NaiveDate, NaiveDateTime, TimeDelta, Utc};
use uuid::Uuid;
use ydb_keys::{Decimal, YdbTable};

use super::{Priority, Required, Sample, Status};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/key_types")]
#[ydb(primary_key(
    hash = xxh3(
        bool_, int8, int16, int32, int64, uint8, uint16, uint32, uint64, bytes, utf8, uuid, date, datetime, timestamp,
        interval, date32, datetime64, timestamp64, interval64, length, status, priority
    ),
    bool_, int8, int16, int32, int64, uint8, uint16, uint32, uint64, bytes, utf8, uuid, date, datetime, timestamp,
    interval, date32, datetime64, timestamp64, interval64, length, status, priority, decimal
))]
pub(crate) struct KeyTypes {
    pub(crate) bool_: bool,
    pub(crate) int8: i8,
    pub(crate) int16: i16,
    pub(crate) int32: i32,
    pub(crate) int64: i64,
    pub(crate) uint8: u8,
    pub(crate) uint16: u16,
    pub(crate) uint32: u32,
    pub(crate) uint64: u64,
    pub(crate) bytes: Vec<u8>,
    pub(crate) utf8: String,
    pub(crate) uuid: Uuid,
    #[ydb(type = "Date")]
    pub(crate) date: SystemTime,
    #[ydb(type = "Datetime")]
    pub(crate) datetime: SystemTime,
    pub(crate) timestamp: SystemTime,
    pub(crate) interval: TimeDelta,
    #[ydb(type = "Date32")]
    pub(crate) date32: NaiveDate,
    #[ydb(type = "Datetime64")]
    pub(crate) datetime64: NaiveDateTime,
    #[ydb(type = "Timestamp64")]
    pub(crate) timestamp64: DateTime<Utc>,
    #[ydb(type = "Interval64")]
    pub(crate) interval64: TimeDelta,
    pub(crate) length: Duration,
    pub(crate) status: Status,
    pub(crate) priority: Priority,
    pub(crate) decimal: Decimal<22, 9>,
    pub(crate) value: Option<u32>,
}

impl Sample for KeyTypes {
    fn sample(n: u64) -> Self {
        let row = Required::sample(n);
        KeyTypes {
            bool_: row.bool_,
            int8: row.int8,
            int16: row.int16,
            int32: row.int32,
            int64: row.int64,
            uint8: row.uint8,
            uint16: row.uint16,
            uint32: n as u32,
            uint64: row.uint64,
            bytes: row.bytes,
            utf8: row.utf8,
            uuid: row.uuid,
            date: row.date,
            datetime: row.datetime,
            timestamp: row.timestamp,
            interval: row.interval,
            date32: row.date32,
            datetime64: row.datetime64,
            timestamp64: row.timestamp64,
            interval64: row.interval64,
            length: row.length,
            status: [Status::New, Status::InProgress, Status::Done][(n % 3) as usize],
            priority: [Priority::Low, Priority::High][(n % 2) as usize],
            decimal: row.decimal,
            value: Some(n as u32),
        }
    }

    fn changed(&self) -> Self {
        KeyTypes { value: None, ..self.clone() }
    }
}

/// Model of a set of texts.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/tags", primary_key(hash = xxh3(name), name))]
pub(crate) struct Tag {
    pub(crate) name: String,
}
