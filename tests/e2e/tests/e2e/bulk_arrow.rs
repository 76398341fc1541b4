//! Tests the Arrow messages of a load, byte by byte, against files that pyarrow has read (`tests/e2e/arrow/check.py`).

use std::time::{Duration, SystemTime};
use std::{env, fs};

use chrono::{DateTime, NaiveDate, NaiveDateTime, TimeDelta, Utc};
use uuid::Uuid;
use ydb_keys::{Decimal, YdbTable};
use ydb_keys_bulk::__internal::arrow_message;

const DIRECTORY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/arrow");

/// Model with a column of every type.
#[derive(YdbTable)]
#[ydb(table = "kinds", primary_key(hash = numeric_hash(id), id))]
struct Kind {
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
    #[ydb(type = "DyNumber")]
    any: Option<String>,
    bytes: Option<Vec<u8>>,
    utf8: Option<String>,
    #[ydb(type = "Json")]
    json: Option<String>,
    #[ydb(type = "JsonDocument")]
    document: Option<String>,
    #[ydb(type = "Yson")]
    yson: Option<Vec<u8>>,
    uuid: Option<Uuid>,
    #[ydb(type = "Date")]
    date: Option<SystemTime>,
    #[ydb(type = "Datetime")]
    datetime: Option<SystemTime>,
    timestamp: Option<SystemTime>,
    interval: Option<TimeDelta>,
    #[ydb(type = "Date32")]
    date32: Option<NaiveDate>,
    #[ydb(type = "Datetime64")]
    datetime64: Option<NaiveDateTime>,
    #[ydb(type = "Timestamp64")]
    timestamp64: Option<DateTime<Utc>>,
    #[ydb(type = "Interval64")]
    interval64: Option<TimeDelta>,
}

impl Kind {
    fn nothing(id: u32) -> Self {
        Kind {
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
            any: None,
            bytes: None,
            utf8: None,
            json: None,
            document: None,
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

    fn something(id: u32) -> Self {
        let day = NaiveDate::from_ymd_opt(1969, 12, 30).unwrap();
        let later = SystemTime::UNIX_EPOCH + Duration::new(86_400 * 3 + 7, 11_000);
        Kind {
            id,
            bool_: Some(true),
            int8: Some(-8),
            int16: Some(-16),
            int32: Some(-32),
            int64: Some(-64),
            uint8: Some(8),
            uint16: Some(16),
            uint32: Some(32),
            uint64: Some(u64::MAX),
            float: Some(0.5),
            double: Some(-0.25),
            decimal: Decimal::from_scaled(-1_500_000_000),
            any: Some("-12.5".to_owned()),
            bytes: Some(vec![0, 255]),
            utf8: Some("слово".to_owned()),
            json: Some("{\"a\":1}".to_owned()),
            document: Some("[1,2]".to_owned()),
            yson: Some(b"<a=1>[2]".to_vec()),
            uuid: Some(Uuid::from_u128(0x0011_2233_4455_6677_8899_aabb_ccdd_eeff)),
            date: Some(later),
            datetime: Some(later),
            timestamp: Some(later),
            interval: Some(TimeDelta::microseconds(-5)),
            date32: Some(day),
            datetime64: day.and_hms_opt(0, 0, 1),
            timestamp64: DateTime::from_timestamp_micros(-3),
            interval64: Some(TimeDelta::microseconds(6)),
        }
    }
}

/// Tests the messages. With `ARROW_BLESS=1` the files are written anew; then `check.py` must read them.
#[test]
fn the_messages_are_those_that_pyarrow_has_read() {
    let rows = [Kind::nothing(1), Kind::something(2), Kind::something(3)];
    let (schema, batch) = arrow_message(&rows).unwrap();
    for (name, bytes) in [("kinds.schema", schema), ("kinds.batch", batch)] {
        let path = format!("{DIRECTORY}/{name}");
        if env::var_os("ARROW_BLESS").is_some() {
            fs::write(&path, &bytes).unwrap();
        }
        assert!(fs::read(&path).unwrap() == bytes, "{name} has changed: see tests/e2e/arrow/check.py");
    }
}
