//! Tests keys, page tokens and pages as values of serde.

use std::time::{Duration, SystemTime};

use serde_json::json;
use ydb_keys::{Decimal, PageToken, YdbColumn, YdbTable};

#[derive(YdbTable, Debug)]
#[ydb(primary_key(order_hash = numeric_hash(id), id), rename_all = "camelCase")]
struct Order {
    #[ydb(rename = "order-id")]
    id: u64,
    amount: Option<f64>,
}

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
#[ydb(rename_all = "snake_case")]
enum Kind {
    FirstClass,
    Other,
}

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
struct Name(String);

/// Model whose key has a column of every kind.
#[derive(YdbTable, Debug)]
#[ydb(primary_key(name, kind, flag, small, at, since, day, span, price, id, bytes, region))]
#[ydb(allow(nullable_key, reason = "tables of earlier programs have such keys"))]
struct Everything {
    name: Name,
    kind: Kind,
    flag: bool,
    small: i8,
    at: SystemTime,
    #[ydb(type = "Datetime")]
    since: SystemTime,
    #[ydb(type = "Date32")]
    day: SystemTime,
    span: Duration,
    price: Decimal<22, 9>,
    id: uuid::Uuid,
    bytes: Vec<u8>,
    region: Option<String>,
}

fn after_1970(micros: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_micros(micros)
}

fn everything() -> EverythingKey {
    EverythingKey {
        name: Name("a \"b\"".into()),
        kind: Kind::FirstClass,
        flag: true,
        small: -1,
        at: after_1970(1_714_979_289_000_001),
        since: after_1970(1_714_979_289_000_000),
        day: SystemTime::UNIX_EPOCH - Duration::from_secs(86_400),
        span: Duration::from_micros(1_500_000),
        price: "-19.99".parse().unwrap(),
        id: uuid::Uuid::from_u128(0xf81d4fae_7dec_11d0_a765_00a0c91e6bf6),
        bytes: vec![0, 255, 254],
        region: None,
    }
}

fn everything_json() -> serde_json::Value {
    json!({
        "name": "a \"b\"",
        "kind": "first_class",
        "flag": true,
        "small": -1,
        "at": "2024-05-06T07:08:09.000001Z",
        "since": "2024-05-06T07:08:09Z",
        "day": "1969-12-31",
        "span": 1_500_000,
        "price": "-19.990000000",
        "id": "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
        "bytes": "AP/+",
        "region": null,
    })
}

#[test]
fn a_key_is_a_map_of_its_columns() {
    let key = OrderKey::from(u64::MAX);
    assert_eq!(serde_json::to_string(&key).unwrap(), r#"{"order-id":18446744073709551615}"#);
    assert_eq!(serde_json::from_str::<OrderKey>(r#"{"order-id":18446744073709551615}"#).unwrap(), key);
    assert_eq!(serde_json::to_value(everything()).unwrap(), everything_json());
    assert_eq!(serde_json::from_value::<EverythingKey>(everything_json()).unwrap(), everything());
    let mut north = everything_json();
    north["region"] = json!("north");
    let key = serde_json::from_value::<EverythingKey>(north).unwrap();
    assert_eq!(key.region.as_deref(), Some("north"));
}

#[test]
fn entries_of_other_names_are_ignored() {
    let key = serde_json::from_str::<OrderKey>(r#"{"page":[1,{"x":2}],"order-id":7,"order_hash":1}"#);
    assert_eq!(key.unwrap(), OrderKey::from(7));
}

#[test]
fn what_is_not_a_key_is_refused_with_its_column() {
    let refused = |text: &str| serde_json::from_str::<OrderKey>(text).unwrap_err().to_string();
    for (text, reason) in [
        ("{}", "missing field `order-id`"),
        (r#"{"order-id":1,"order-id":1}"#, "duplicate field `order-id`"),
        (r#"{"order-id":-1}"#, "expected u64"),
        (r#"{"order-id":null}"#, "expected u64"),
        ("7", "expected a key of table `order` with order-id"),
    ] {
        assert!(refused(text).contains(reason), "{text}: {}", refused(text));
    }
    for (column, value, reason) in [
        ("small", json!(128), "expected i8"),
        ("kind", json!("second_class"), "first_class"),
        ("at", json!("2024-05-06"), "column `at`, a text of type Timestamp"),
        ("at", json!("2200-01-01T00:00:00Z"), "column `at`, a text of type Timestamp"),
        ("since", json!("2024-05-06T07:08:09.5Z"), "column `since`, a text of type Datetime"),
        ("day", json!("2023-02-29"), "column `day`, a text of type Date32"),
        ("price", json!("1.0000000001"), "column `price`, a text of type Decimal(22,9)"),
        ("price", json!("12345678901234.5"), "column `price`, a text of type Decimal(22,9)"),
        ("id", json!("f81d4fae7dec11d0a76500a0c91e6bf6"), "column `id`, a text of type Uuid"),
        ("bytes", json!("*"), "column `bytes`, a text of type String"),
        ("name", json!(null), "column `name`, a text of type Utf8"),
        ("region", json!(1), "column `region`, a text of type Utf8"),
    ] {
        let mut map = everything_json();
        map[column] = value;
        let error = serde_json::from_value::<EverythingKey>(map).unwrap_err().to_string();
        assert!(error.contains(reason), "{column}: {error}");
    }
}

#[test]
fn a_key_that_cannot_be_stored_is_not_written() {
    let mut key = everything();
    key.at = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
    let error = serde_json::to_string(&key).unwrap_err().to_string();
    assert!(error.contains("column `at`"), "{error}");
}

#[test]
fn a_token_is_its_text() {
    let text = "\"AV22nibW-b8d6QMAAAAAAABJjmhF\"";
    let token: PageToken = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&token).unwrap(), text);
    let refused = |text: &str| serde_json::from_str::<PageToken>(text).unwrap_err().to_string();
    assert!(refused("\"AV22nibW-b8d6QMAAAAAAABJjmhG\"").contains("damaged"), "{}", refused("\"AV22nibW\""));
    assert!(refused("7").contains("expected the text of a page token"), "{}", refused("7"));
}
