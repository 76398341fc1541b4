//! Values of every type in the columns of a table, and in its key in YDB's order.

use std::time::{Duration, SystemTime};

use ydb::{Bytes, Client, Sign, SignedInterval, Value, YdbDecimal};

use crate::support::{row, run, start};

fn moment(seconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
}

fn interval(sign: Sign, seconds: u64) -> SignedInterval {
    SignedInterval { sign, duration: Duration::from_secs(seconds) }
}

fn decimal(text: &str) -> Value {
    Value::Decimal(YdbDecimal::try_new(text.parse().unwrap(), 22, 9).unwrap())
}

/// Returns a value of each type that a column may have.
fn values() -> Vec<(&'static str, Value)> {
    vec![
        ("Bool", Value::Bool(true)),
        ("Int8", Value::Int8(-8)),
        ("Int16", Value::Int16(-16)),
        ("Int32", Value::Int32(-32)),
        ("Int64", Value::Int64(-64)),
        ("Uint8", Value::Uint8(8)),
        ("Uint16", Value::Uint16(16)),
        ("Uint32", Value::Uint32(32)),
        ("Uint64", Value::Uint64(64)),
        ("Float", Value::Float(0.5)),
        ("Double", Value::Double(-0.25)),
        ("Decimal(22, 9)", decimal("-1.000000001")),
        ("String", Value::Bytes(Bytes::from(vec![0, 255]))),
        ("Utf8", Value::Text("щ".into())),
        ("Json", Value::Json(r#"{"a":1}"#.into())),
        ("JsonDocument", Value::JsonDocument(r#"{"a":1}"#.into())),
        ("Yson", Value::Yson("{a=1}".into())),
        ("Uuid", Value::Uuid(uuid::Uuid::from_u128(0x0123_4567_89ab_cdef_0123_4567_89ab_cdef))),
        ("Date", Value::Date(moment(86_400))),
        ("Datetime", Value::DateTime(moment(1))),
        ("Timestamp", Value::Timestamp(moment(2))),
        ("Interval", Value::IntervalMicros(interval(Sign::Minus, 3))),
        ("Date32", Value::Date32(SystemTime::UNIX_EPOCH - Duration::from_secs(86_400))),
        ("Datetime64", Value::Datetime64(SystemTime::UNIX_EPOCH - Duration::from_secs(4))),
        ("Timestamp64", Value::Timestamp64(SystemTime::UNIX_EPOCH - Duration::from_micros(5))),
        ("Interval64", Value::Interval64(interval(Sign::Plus, 6))),
    ]
}

#[tokio::test]
async fn columns_hold_every_type_and_null() {
    let (_server, client) = start().await;
    let columns: String = values().iter().enumerate().map(|(n, (ty, _))| format!("c{n} {ty}, ")).collect();
    run(&client, &format!("CREATE TABLE t (k Int32 NOT NULL, {columns} PRIMARY KEY (k))")).await;
    let names: Vec<String> = (0..values().len()).map(|n| format!("c{n}")).collect();
    let params: Vec<String> = names.iter().map(|name| format!("${name}")).collect();
    let text = format!("UPSERT INTO t (k, {}) VALUES (1, {})", names.join(", "), params.join(", "));
    let sent = values().into_iter().enumerate().map(|(n, (_, value))| (format!("$c{n}"), value)).collect();
    client.query_client().exec(text).params(sent).await.unwrap();
    run(&client, "UPSERT INTO t (k) VALUES (2)").await;

    let select = |key: i32| format!("SELECT {} FROM t WHERE k = {key}", names.join(", "));
    let (mut full, mut empty) = (row(&client, &select(1)).await, row(&client, &select(2)).await);
    for (n, (ty, value)) in values().into_iter().enumerate() {
        let stored = full.remove_field(n).unwrap();
        assert!(stored.is_optional(), "{ty}");
        assert_eq!(stored.to_option(), Some(value), "{ty}");
        assert_eq!(empty.remove_field(n).unwrap().to_option(), None, "{ty}");
    }
}

#[tokio::test]
async fn columns_that_are_not_null_are_not_optional() {
    let (_server, client) = start().await;
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, v Utf8 NOT NULL, PRIMARY KEY (k))").await;
    run(&client, "UPSERT INTO t (k, v) VALUES (1, 'x'u)").await;
    let mut row = row(&client, "SELECT k, v FROM t").await;
    assert_eq!(row.remove_field(0).unwrap(), Value::Int32(1));
    assert_eq!(row.remove_field(1).unwrap(), Value::Text("x".into()));
}

/// Stores keys in an order other than the given one, and checks that they are read back in key order.
async fn sorts(client: &Client, ty: &str, keys: &[Value]) {
    let table = ty.chars().filter(char::is_ascii_alphanumeric).collect::<String>();
    run(client, &format!("CREATE TABLE {table} (k {ty}, n Int32, PRIMARY KEY (k))")).await;
    let mut query = client.query_client();
    for (n, key) in keys.iter().enumerate().rev() {
        let text = format!("UPSERT INTO {table} (k, n) VALUES ($k, {n})");
        query.exec(text).param("$k", key.clone()).await.unwrap();
    }
    run(client, &format!("UPSERT INTO {table} (k, n) VALUES (NULL, -1)")).await;
    let set = query.query_result_set(format!("SELECT n, k FROM {table} ORDER BY k")).await.unwrap();
    let stored: Vec<_> = set
        .rows()
        .map(|mut row| (row.remove_field(0).unwrap().to_option(), row.remove_field(1).unwrap().to_option()))
        .collect();
    let mut wanted = vec![(Some(Value::Int32(-1)), None)];
    wanted.extend(keys.iter().zip(0..).map(|(key, n)| (Some(Value::Int32(n)), Some(key.clone()))));
    assert_eq!(stored, wanted, "{ty}");
    let found = query.query_row(format!("SELECT n FROM {table} WHERE k = $k")).param("$k", keys[0].clone()).await;
    assert_eq!(found.unwrap().remove_field(0).unwrap().to_option(), Some(Value::Int32(0)), "{ty}");
}

#[tokio::test]
async fn numbers_sort_as_numbers_in_a_key() {
    let (_server, client) = start().await;
    sorts(&client, "Bool", &[Value::Bool(false), Value::Bool(true)]).await;
    sorts(&client, "Int8", &[-128, -1, 0, 127].map(Value::Int8)).await;
    sorts(&client, "Int16", &[i16::MIN, -1, 0, 256].map(Value::Int16)).await;
    sorts(&client, "Int32", &[i32::MIN, -1, 0, 65_536].map(Value::Int32)).await;
    sorts(&client, "Int64", &[i64::MIN, -1, 0, i64::MAX].map(Value::Int64)).await;
    sorts(&client, "Uint8", &[0, 127, 255].map(Value::Uint8)).await;
    sorts(&client, "Uint16", &[0, 255, 256].map(Value::Uint16)).await;
    sorts(&client, "Uint32", &[0, 255, 256, u32::MAX].map(Value::Uint32)).await;
    sorts(&client, "Uint64", &[0, 255, 256, u64::MAX].map(Value::Uint64)).await;
    sorts(&client, "Decimal(22, 9)", &["-10", "-9.5", "0", "0.000000001", "9.5", "10"].map(decimal)).await;
}

#[tokio::test]
async fn strings_and_uuids_sort_by_their_bytes_in_a_key() {
    let (_server, client) = start().await;
    let texts = ["", "\u{0}", "\u{0}\u{0}", "a", "a\u{0}", "aa", "b", "щ"];
    sorts(&client, "Utf8", &texts.map(|text| Value::Text(text.into()))).await;
    sorts(
        &client,
        "String",
        &[vec![], vec![0], vec![0, 255], vec![1], vec![255]].map(|bytes| Value::Bytes(bytes.into())),
    )
    .await;
    // The first four bytes are stored in reverse order: 00 00 00 01 and 01 00 00 00.
    let uuids = ["01000000-0000-0000-0000-000000000000", "00000001-0000-0000-0000-000000000000"];
    sorts(&client, "Uuid", &uuids.map(|text| Value::Uuid(text.parse().unwrap()))).await;
}

#[tokio::test]
async fn moments_sort_by_time_in_a_key() {
    let (_server, client) = start().await;
    let old = SystemTime::UNIX_EPOCH - Duration::from_secs(86_400);
    sorts(&client, "Date", &[0, 86_400, 256 * 86_400].map(|at| Value::Date(moment(at)))).await;
    sorts(&client, "Datetime", &[0, 1, 256].map(|at| Value::DateTime(moment(at)))).await;
    sorts(&client, "Timestamp", &[0, 1, 256].map(|at| Value::Timestamp(moment(at)))).await;
    sorts(
        &client,
        "Interval",
        &[interval(Sign::Minus, 2), interval(Sign::Minus, 1), interval(Sign::Plus, 1)].map(Value::IntervalMicros),
    )
    .await;
    sorts(&client, "Date32", &[old, moment(0), moment(86_400)].map(Value::Date32)).await;
    sorts(&client, "Datetime64", &[old, moment(0), moment(1)].map(Value::Datetime64)).await;
    sorts(&client, "Timestamp64", &[old, moment(0), moment(1)].map(Value::Timestamp64)).await;
    sorts(
        &client,
        "Interval64",
        &[interval(Sign::Minus, 2), interval(Sign::Minus, 1), interval(Sign::Plus, 1)].map(Value::Interval64),
    )
    .await;
}
