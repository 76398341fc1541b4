//! Tests that a row decoded from its own values is the same row, for every column type, and that decoding refuses wrong
//! values.

use std::collections::HashSet;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, NaiveDate, NaiveDateTime, TimeDelta, Utc};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use ydb_keys::{Decimal, Error, Value, YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
struct UserId(u64);

#[derive(YdbColumn, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[ydb(rename_all = "snake_case")]
enum Status {
    New,
    InProgress,
    #[ydb(rename = "finished")]
    Done,
}

#[derive(YdbColumn, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[ydb(as = "Int8")]
enum Level {
    Low = -1,
    High = 100,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Settings {
    theme: String,
    sizes: Vec<u32>,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(primary_key(hash = xxh3(user, name), user, name, at))]
struct Everything {
    user: UserId,
    name: String,
    at: SystemTime,
    flag: bool,
    ints: i8,
    #[ydb(rename = "short")]
    i16: i16,
    i32: i32,
    i64: Option<i64>,
    u8: u8,
    u16: Option<u16>,
    u32: u32,
    float: f32,
    double: Option<f64>,
    price: Decimal<22, 9>,
    bytes: Vec<u8>,
    #[ydb(type = "Yson")]
    yson: Option<Vec<u8>>,
    #[ydb(type = "DyNumber")]
    dynumber: Option<String>,
    #[ydb(type = "JsonDocument")]
    document: String,
    uuid: Uuid,
    #[ydb(type = "Datetime64")]
    seconds: SystemTime,
    length: Duration,
    day: NaiveDate,
    #[ydb(type = "Date32")]
    old_day: Option<NaiveDate>,
    utc: DateTime<Utc>,
    #[ydb(type = "Timestamp64")]
    naive: NaiveDateTime,
    delta: TimeDelta,
    #[ydb(type = "Interval64")]
    long_delta: Option<TimeDelta>,
    json: serde_json::Value,
    #[ydb(json)]
    settings: Settings,
    #[ydb(json)]
    maybe_settings: Option<Settings>,
    status: Status,
    level: Option<Level>,
    #[ydb(skip)]
    cache: Option<String>,
}

const DAY: i64 = 86_400;

fn time(seconds: i64, micros: u32) -> SystemTime {
    DateTime::from_timestamp(seconds, micros * 1000).unwrap().into()
}

prop_compose! {
    /// Generates a row whose times have the precision of their columns, so that nothing is floored.
    fn row()(
        (user, name, flag, ints) in (any::<u64>(), "\\PC{0,20}", any::<bool>(), any::<(i8, i16, i32, Option<i64>)>()),
        unsigned in any::<(u8, Option<u16>, u32)>(),
        float in any::<(f32, Option<f64>)>(),
        scaled in -10_i128.pow(22) + 1..10_i128.pow(22),
        (bytes, yson) in any::<(Vec<u8>, Option<Vec<u8>>)>(),
        (uuid, dynumber) in (any::<u128>(), proptest::option::of("-?[0-9]{1,5}(\\.[0-9]{1,3})?")),
        (seconds, micros) in (0..49_673 * DAY, 0..1_000_000_u32),
        wide in -53_375_809 * DAY..53_375_808 * DAY,
        (day, chrono_day) in (0..49_673_i64, -53_375_809..53_375_808_i64),
        (delta, long) in (-4_291_747_199_999_999..=4_291_747_199_999_999_i64, proptest::option::of(any::<i32>())),
        (theme, sizes, maybe) in ("\\PC{0,9}", any::<Vec<u32>>(), any::<bool>()),
        (status, level) in (0..3_usize, proptest::option::of(any::<bool>())),
    ) -> Everything {
        let epoch = NaiveDate::default();
        let settings = Settings { theme, sizes };
        Everything {
            user: UserId(user),
            name,
            at: time(seconds, micros),
            flag,
            ints: ints.0,
            i16: ints.1,
            i32: ints.2,
            i64: ints.3,
            u8: unsigned.0,
            u16: unsigned.1,
            u32: unsigned.2,
            float: float.0,
            double: float.1,
            price: Decimal::from_scaled(scaled).unwrap(),
            bytes,
            yson,
            dynumber,
            document: "{}".to_owned(),
            uuid: Uuid::from_u128(uuid),
            seconds: if wide < 0 { SystemTime::UNIX_EPOCH - Duration::from_secs(wide.unsigned_abs()) } else { SystemTime::UNIX_EPOCH + Duration::from_secs(wide.unsigned_abs()) },
            length: Duration::from_micros(delta.unsigned_abs()),
            day: epoch + TimeDelta::days(day),
            old_day: epoch.checked_add_signed(TimeDelta::days(chrono_day)),
            utc: time(seconds, micros).into(),
            naive: DateTime::<Utc>::from(time(seconds, micros)).naive_utc(),
            delta: TimeDelta::microseconds(delta),
            long_delta: long.map(|x| TimeDelta::seconds(x.into())),
            json: serde_json::json!({ "a": [1, settings.theme] }),
            maybe_settings: maybe.then(|| settings.clone()),
            settings,
            status: [Status::New, Status::InProgress, Status::Done][status],
            level: level.map(|high| if high { Level::High } else { Level::Low }),
            cache: None,
        }
    }
}

proptest! {
    #[test]
    fn a_row_comes_back_equal(row in row()) {
        let values = row.to_values().unwrap();
        for (value, column) in values.iter().zip(Everything::TABLE.columns) {
            prop_assert!(value.ydb_type().is_none_or(|ty| ty == column.ty), "{}", column.name);
            prop_assert!(column.is_nullable() || *value != Value::Null, "{}", column.name);
        }
        prop_assert_eq!(Everything::from_values(values).unwrap(), row.clone());
        let key = row.key().unwrap();
        prop_assert_eq!((key.user, key.name, key.at), (row.user, row.name, row.at));
    }
}

#[test]
fn a_key_is_floored_as_its_columns_are() {
    #[derive(YdbTable)]
    #[ydb(primary_key(name, at))]
    struct Event {
        name: String,
        #[ydb(type = "Datetime")]
        at: SystemTime,
    }
    let event = Event { name: "a".to_owned(), at: time(7, 999_999) };
    let key = event.key().unwrap();
    assert_eq!(key.at, time(7, 0));
    // Keys are equal when they name the same row.
    let exact = EventKey { name: "a".to_owned(), at: time(7, 999_999) };
    assert!(exact == key && exact.at != key.at);
    assert!(HashSet::from([key.clone()]).contains(&exact));
    assert_ne!(key, EventKey { name: "a".to_owned(), at: time(8, 0) });
    assert_eq!(format!("{key:?}"), "EventKey { name: \"a\", at: 1970-01-01T00:00:07Z }");
}

#[derive(YdbTable, Debug)]
#[ydb(table = "small", primary_key(id))]
struct Small {
    #[ydb(dispersed)]
    id: u64,
    status: Status,
    level: Option<Level>,
    #[ydb(json)]
    settings: Settings,
}

fn decode(change: impl FnOnce(&mut Vec<Value<'static>>)) -> Result<Small, Error> {
    let mut values = vec![
        Value::Uint64(1),
        Value::Utf8("new".into()),
        Value::Null,
        Value::Json(r#"{"theme":"dark","sizes":[]}"#.into()),
    ];
    change(&mut values);
    Small::from_values(values)
}

#[test]
fn decoding_says_what_is_wrong_and_where() {
    assert!(decode(|_| ()).is_ok());
    let message = |change: fn(&mut Vec<Value<'static>>)| decode(change).unwrap_err().to_string();
    assert_eq!(
        message(|values| values[0] = Value::Int64(1)),
        "table `small`, column `id`: expected Uint64, found Int64\n\
         help: compare the model with the table: the command `diff`"
    );
    assert_eq!(
        message(|values| values[0] = Value::Null),
        "table `small`, column `id`: unexpected NULL\n\
         help: make the field an `Option` if the column may hold NULL"
    );
    assert_eq!(
        message(|values| values[1] = Value::Utf8("old".into())),
        "table `small`, column `status`: \"old\" is not a variant of `Status`; expected one of new, in_progress, finished"
    );
    assert_eq!(
        message(|values| values[2] = Value::Int8(3)),
        "table `small`, column `level`: 3 is not a variant of `Level`; expected one of -1, 100"
    );
    assert!(
        message(|values| values[3] = Value::Json("{}".into()))
            .starts_with("table `small`, column `settings`: the JSON does not fit the field: missing field `theme`")
    );
    assert_eq!(
        message(|values| drop(values.pop())),
        "table `small`: the result has no column `settings`\nhelp: compare the model with the table: the command `diff`"
    );
}
