//! Models with a column of every type that YDB's client supports, required and nullable, and with DyNumber, which it
//! does not.

use std::time::{Duration, SystemTime};

use chrono::{DateTime, NaiveDate, NaiveDateTime, TimeDelta, Utc};
use uuid::Uuid;
use ydb_keys::{Decimal, YdbTable};

use super::{Sample, at};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/required_types", primary_key(hash = xxh3(id, name), id, name))]
pub(crate) struct Required {
    pub(crate) id: Vec<u8>,
    pub(crate) name: String,
    pub(crate) bool_: bool,
    pub(crate) int8: i8,
    pub(crate) int16: i16,
    pub(crate) int32: i32,
    pub(crate) int64: i64,
    pub(crate) uint8: u8,
    pub(crate) uint16: u16,
    pub(crate) uint32: u32,
    pub(crate) uint64: u64,
    pub(crate) float: f32,
    pub(crate) double: f64,
    pub(crate) decimal: Decimal<22, 9>,
    pub(crate) bytes: Vec<u8>,
    #[ydb(type = "String")]
    pub(crate) text_bytes: String,
    pub(crate) utf8: String,
    #[ydb(type = "Json")]
    pub(crate) json: String,
    #[ydb(type = "JsonDocument")]
    pub(crate) json_document: String,
    #[ydb(type = "Yson")]
    pub(crate) yson: Vec<u8>,
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
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/nullable_types", primary_key(name))]
pub(crate) struct Nullable {
    pub(crate) name: String,
    pub(crate) bool_: Option<bool>,
    pub(crate) int8: Option<i8>,
    pub(crate) int16: Option<i16>,
    pub(crate) int32: Option<i32>,
    pub(crate) int64: Option<i64>,
    pub(crate) uint8: Option<u8>,
    pub(crate) uint16: Option<u16>,
    pub(crate) uint32: Option<u32>,
    pub(crate) uint64: Option<u64>,
    pub(crate) float: Option<f32>,
    pub(crate) double: Option<f64>,
    pub(crate) decimal: Option<Decimal<22, 9>>,
    pub(crate) bytes: Option<Vec<u8>>,
    pub(crate) utf8: Option<String>,
    #[ydb(type = "Json")]
    pub(crate) json: Option<String>,
    #[ydb(type = "JsonDocument")]
    pub(crate) json_document: Option<String>,
    #[ydb(type = "Yson")]
    pub(crate) yson: Option<Vec<u8>>,
    pub(crate) uuid: Option<Uuid>,
    #[ydb(type = "Date")]
    pub(crate) date: Option<SystemTime>,
    #[ydb(type = "Datetime")]
    pub(crate) datetime: Option<SystemTime>,
    pub(crate) timestamp: Option<SystemTime>,
    pub(crate) interval: Option<TimeDelta>,
    #[ydb(type = "Date32")]
    pub(crate) date32: Option<NaiveDate>,
    #[ydb(type = "Datetime64")]
    pub(crate) datetime64: Option<NaiveDateTime>,
    #[ydb(type = "Timestamp64")]
    pub(crate) timestamp64: Option<DateTime<Utc>>,
    #[ydb(type = "Interval64")]
    pub(crate) interval64: Option<TimeDelta>,
}

/// Model with DyNumber, which YDB's client does not support.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/metrics", primary_key(name))]
pub(crate) struct Metric {
    pub(crate) name: String,
    #[ydb(type = "DyNumber")]
    pub(crate) value: Option<String>,
}

const DAY: i64 = 86_400;

/// Returns the least, the greatest, or a middle value.
fn pick<V: Clone>(n: u64, values: [V; 3]) -> V {
    values[(n % 3) as usize].clone()
}

fn instant(seconds: i64, micros: u32) -> DateTime<Utc> {
    DateTime::from_timestamp(seconds, micros * 1000).unwrap()
}

impl Sample for Required {
    fn sample(n: u64) -> Self {
        let epoch = SystemTime::UNIX_EPOCH;
        let last_day = epoch + Duration::from_secs(49_672 * DAY as u64);
        let long = TimeDelta::microseconds(4_291_747_199_999_999);
        // Beyond what the narrow types hold, in both directions.
        let (early, late) =
            (NaiveDate::from_ymd_opt(-4000, 2, 28).unwrap(), NaiveDate::from_ymd_opt(9999, 12, 31).unwrap());
        Required {
            id: pick(n, [vec![], vec![255, 0, n as u8], b"\xc3\x28".to_vec()]),
            name: format!("{n}"),
            bool_: n.is_multiple_of(2),
            int8: pick(n, [i8::MIN, i8::MAX, -1]),
            int16: pick(n, [i16::MIN, i16::MAX, -1]),
            int32: pick(n, [i32::MIN, i32::MAX, -1]),
            int64: pick(n, [i64::MIN, i64::MAX, -1]),
            uint8: pick(n, [0, u8::MAX, 1]),
            uint16: pick(n, [0, u16::MAX, 1]),
            uint32: pick(n, [0, u32::MAX, 1]),
            uint64: pick(n, [0, u64::MAX, 1]),
            float: pick(n, [f32::MIN, f32::INFINITY, 0.1]),
            double: pick(n, [f64::MIN_POSITIVE, f64::NEG_INFINITY, 0.1]),
            decimal: Decimal::from_scaled(pick(n, [1 - 10_i128.pow(22), 10_i128.pow(22) - 1, 5])).unwrap(),
            bytes: pick(n, [vec![], vec![0; 3], (0..=255).collect()]),
            text_bytes: pick(n, ["", "Straße", "\0"]).to_owned(),
            utf8: pick(n, ["", "𝄞 'quoted'", "a\nb\t\\"]).to_owned(),
            json: pick(n, ["null", "{ \"b\" : 1, \"a\": [ ] }", "-1.50"]).to_owned(),
            json_document: pick(n, ["null", "{\"a\":[],\"b\":1}", "true"]).to_owned(),
            yson: pick(n, [b"#".to_vec(), b"{a=1;b=[]}".to_vec(), b"\"text\"".to_vec()]),
            uuid: Uuid::from_u128(pick(n, [0, u128::MAX, 0x0011_2233_4455_6677_8899_aabb_ccdd_eeff])),
            date: pick(n, [epoch, last_day, epoch + Duration::from_secs(19_000 * DAY as u64)]),
            datetime: pick(n, [epoch, last_day + Duration::from_secs(DAY as u64 - 1), at(n)]),
            timestamp: pick(
                n,
                [epoch, last_day + Duration::from_micros(DAY as u64 * 1_000_000 - 1), at(n) + Duration::from_micros(1)],
            ),
            interval: pick(n, [-long, long, TimeDelta::microseconds(-1)]),
            date32: pick(n, [early, late, NaiveDate::default()]),
            datetime64: pick(n, [early, late, NaiveDate::default()]).and_hms_opt(23, 59, 59).unwrap(),
            timestamp64: pick(n, [instant(-1, 999_999), instant(253_402_300_799, 999_999), instant(0, 0)]),
            interval64: pick(
                n,
                [
                    TimeDelta::microseconds(-9_223_339_708_799_999_999),
                    TimeDelta::microseconds(9_223_339_708_799_999_999),
                    -TimeDelta::days(1),
                ],
            ),
            length: pick(n, [Duration::ZERO, Duration::from_micros(4_291_747_199_999_999), Duration::from_secs(1)]),
        }
    }

    fn changed(&self) -> Self {
        let n = self.name.parse::<u64>().unwrap();
        Required { id: self.id.clone(), name: self.name.clone(), ..Self::sample(n + 1) }
    }
}

impl Sample for Nullable {
    /// Returns a row with a value in each column, at the limits of its type or between.
    fn sample(n: u64) -> Self {
        let row = Required::sample(n);
        Nullable {
            name: row.name,
            bool_: Some(row.bool_),
            int8: Some(row.int8),
            int16: Some(row.int16),
            int32: Some(row.int32),
            int64: Some(row.int64),
            uint8: Some(row.uint8),
            uint16: Some(row.uint16),
            uint32: Some(row.uint32),
            uint64: Some(row.uint64),
            float: Some(row.float),
            double: Some(row.double),
            decimal: Some(row.decimal),
            bytes: Some(row.bytes),
            utf8: Some(row.utf8),
            json: Some(row.json),
            json_document: Some(row.json_document),
            yson: Some(row.yson),
            uuid: Some(row.uuid),
            date: Some(row.date),
            datetime: Some(row.datetime),
            timestamp: Some(row.timestamp),
            interval: Some(row.interval),
            date32: Some(row.date32),
            datetime64: Some(row.datetime64),
            timestamp64: Some(row.timestamp64),
            interval64: Some(row.interval64),
        }
    }

    /// Returns the row with NULL in every column outside the key.
    fn changed(&self) -> Self {
        Nullable {
            name: self.name.clone(),
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
            bytes: None,
            utf8: None,
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
}
