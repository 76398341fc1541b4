//! Tables whose keys have every type that can be hashed, one of them in buckets, and rows with the limits of these
//! types.

use chrono::{DateTime, NaiveDate, NaiveDateTime, TimeDelta, Utc};
use uuid::Uuid;
use ydb_keys::{Value, YdbTable};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "shop/everything", partitioning(uniform = 16))]
#[ydb(primary_key(
    hash = xxh3(
        bool_, int8, int16, int32, int64, uint8, uint16, uint32, uint64, bytes, utf8, uuid, date, datetime, timestamp,
        interval
    ),
    bool_, int8, int16, int32, int64, uint8, uint16, uint32, uint64, bytes, utf8, uuid, date, datetime, timestamp,
    interval
))]
pub(super) struct Everything {
    pub(super) bool_: bool,
    pub(super) int8: i8,
    pub(super) int16: i16,
    pub(super) int32: i32,
    pub(super) int64: i64,
    pub(super) uint8: u8,
    pub(super) uint16: u16,
    pub(super) uint32: u32,
    pub(super) uint64: u64,
    pub(super) bytes: Vec<u8>,
    pub(super) utf8: String,
    pub(super) uuid: Uuid,
    #[ydb(type = "Date")]
    pub(super) date: NaiveDate,
    #[ydb(type = "Datetime")]
    pub(super) datetime: NaiveDateTime,
    #[ydb(type = "Timestamp")]
    pub(super) timestamp: DateTime<Utc>,
    #[ydb(type = "Interval")]
    pub(super) interval: TimeDelta,
    pub(super) note: Option<String>,
}

/// Table with the types of wide ranges, which the TypeScript client does not know.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "shop/wide", partitioning(uniform = 16))]
#[ydb(primary_key(
    hash = xxh3(utf8, date32, datetime64, timestamp64, interval64),
    utf8, date32, datetime64, timestamp64, interval64
))]
pub(super) struct Wide {
    pub(super) utf8: String,
    #[ydb(type = "Date32")]
    pub(super) date32: NaiveDate,
    #[ydb(type = "Datetime64")]
    pub(super) datetime64: NaiveDateTime,
    #[ydb(type = "Timestamp64")]
    pub(super) timestamp64: DateTime<Utc>,
    #[ydb(type = "Interval64")]
    pub(super) interval64: TimeDelta,
    pub(super) note: Option<String>,
}

/// Table with a growing time in buckets, and an index in other buckets.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "feed", primary_key(shard = xxh3(id) % 4, at, id))]
#[ydb(index(by_size, on(size_shard = numeric_hash(id) % 3, size)))]
pub(super) struct Message {
    #[ydb(type = "Timestamp")]
    pub(super) at: DateTime<Utc>,
    pub(super) id: u64,
    pub(super) size: u32,
}

/// Table whose columns have the names of the generated code's own variables, before a column that can be bounded.
#[derive(YdbTable)]
#[ydb(table = "names", primary_key(shard = xxh3(id) % 4, bytes, bounds, end, fixed, buckets, id))]
pub(super) struct Names {
    bytes: Vec<u8>,
    bounds: u32,
    end: u32,
    fixed: u32,
    buckets: u32,
    id: u64,
}

pub(super) fn time(micros: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_micros(micros).unwrap()
}

/// Table that Rust and another language both read and write.
pub(super) trait Shared: YdbTable<Version = ()> + std::fmt::Debug + PartialEq + Send + Sync + 'static {
    /// Returns rows with the least values, the greatest ones, and some between; `n` distinguishes the rows of the two
    /// writers.
    fn rows(n: u64, note: &str) -> Vec<Self>;

    /// Returns the values of the key in the form of the published vectors.
    fn texts(&self) -> Vec<String> {
        // The last column is the note.
        let values = self.to_values().unwrap();
        values[..values.len() - 1].iter().map(text).collect()
    }
}

impl Shared for Everything {
    fn rows(n: u64, note: &str) -> Vec<Self> {
        let day = 86_400_000_000_i64;
        let usual = Everything {
            bool_: true,
            int8: -2,
            int16: -300,
            int32: -70_000,
            int64: -5_000_000_000,
            uint8: 200,
            uint16: 60_000,
            uint32: 4_000_000_000,
            uint64: n,
            bytes: vec![0, 255],
            utf8: "Gr\u{fc}\u{df}e, \u{1f40d}".to_owned(),
            uuid: Uuid::from_u128(0xf81d4fae_7dec_41d0_a765_00a0c91e6bf6),
            date: time(19_849 * day).date_naive(),
            datetime: time(1_714_979_289_000_000).naive_utc(),
            timestamp: time(1_714_979_289_123_456),
            interval: TimeDelta::microseconds(-1),
            note: Some(note.to_owned()),
        };
        let least = Everything {
            bool_: false,
            int8: i8::MIN,
            int16: i16::MIN,
            int32: i32::MIN,
            int64: i64::MIN,
            uint8: 0,
            uint16: 0,
            uint32: 0,
            bytes: Vec::new(),
            utf8: String::new(),
            uuid: Uuid::nil(),
            date: time(0).date_naive(),
            datetime: time(0).naive_utc(),
            timestamp: time(0),
            interval: TimeDelta::microseconds(1 - 49_673 * day),
            ..usual.clone()
        };
        let greatest = Everything {
            int8: i8::MAX,
            int16: i16::MAX,
            int32: i32::MAX,
            int64: i64::MAX,
            uint8: u8::MAX,
            uint16: u16::MAX,
            uint32: u32::MAX,
            uint64: u64::MAX - n,
            bytes: vec![255; 300],
            utf8: "\u{43a}".repeat(150),
            uuid: Uuid::max(),
            date: time(49_672 * day).date_naive(),
            datetime: time(49_673 * day - 1_000_000).naive_utc(),
            timestamp: time(49_673 * day - 1),
            interval: TimeDelta::microseconds(49_673 * day - 1),
            ..usual.clone()
        };
        vec![usual, least, greatest]
    }
}

impl Shared for Wide {
    fn rows(n: u64, note: &str) -> Vec<Self> {
        let day = 86_400_000_000_i64;
        let (first, end) = (-53_375_809 * day, 53_375_808 * day);
        let row = |date: i64, second: i64, micro: i64, interval: i64| Wide {
            utf8: n.to_string(),
            date32: time(date).date_naive(),
            datetime64: time(second).naive_utc(),
            timestamp64: time(micro),
            interval64: TimeDelta::microseconds(interval),
            note: Some(note.to_owned()),
        };
        vec![
            row(-day, -1_000_000, -1, -9_000_000_000_000),
            row(first, first, first, first - end + 1),
            row(end - day, end - 1_000_000, end - 1, end - first - 1),
        ]
    }
}

fn text(value: &Value<'_>) -> String {
    match value {
        Value::Bool(x) => x.to_string(),
        Value::Int8(x) => x.to_string(),
        Value::Int16(x) => x.to_string(),
        Value::Int32(x) | Value::Date32(x) => x.to_string(),
        Value::Int64(x) | Value::Interval(x) | Value::Datetime64(x) | Value::Timestamp64(x) | Value::Interval64(x) => {
            x.to_string()
        }
        Value::Uint8(x) => x.to_string(),
        Value::Uint16(x) | Value::Date(x) => x.to_string(),
        Value::Uint32(x) | Value::Datetime(x) => x.to_string(),
        Value::Uint64(x) | Value::Timestamp(x) => x.to_string(),
        Value::String(x) => x.iter().map(|byte| format!("{byte:02x}")).collect(),
        Value::Utf8(x) => x.to_string(),
        Value::Uuid(x) => Uuid::from_bytes(*x).to_string(),
        other => panic!("{other:?}"),
    }
}
