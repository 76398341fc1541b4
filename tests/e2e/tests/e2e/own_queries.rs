//! Tests values and keys in users' own queries, JOINs into nested rows, and pages of some of the columns.

use std::time::{Duration, SystemTime};

use chrono::{DateTime, NaiveDate, TimeDelta};
use e2e_tests::{Database, is};
use ydb_keys::{Column, Decimal, ErrorKind, YdbColumn, YdbRow, YdbTable, YdbType, param, param_as, param_list, query};

use crate::models::*;

#[derive(YdbColumn, Clone, Debug, PartialEq)]
struct CustomerId(u64);

#[derive(YdbColumn, Clone, Debug, PartialEq)]
#[ydb(type = "Date")]
struct Day(SystemTime);

#[derive(YdbColumn, Clone, Debug, PartialEq)]
#[ydb(rename_all = "snake_case")]
enum Kind {
    FirstClass,
}

#[derive(YdbColumn, Clone, Debug, PartialEq)]
#[ydb(as = "Int16")]
enum Level {
    High = -7,
}

/// Type of a value as the server sees it.
#[derive(YdbRow)]
struct Seen {
    ty: String,
}

/// Sends the value as a parameter of exactly this type, which a server does not convert.
async fn sent(database: &Database, value: ydb::Value, ty: &str) {
    let text = format!("DECLARE $v AS {ty}; SELECT CAST(FormatType(TypeOf($v)) AS Utf8) AS ty");
    let seen: Seen = database.q().query_row(text).param("$v", value).typed().await.unwrap();
    let optional = ty.strip_suffix('?').map(|ty| format!("Optional<{ty}>"));
    assert_eq!(seen.ty.replace('\'', ""), optional.unwrap_or(ty.to_owned()).replace(' ', ""));
}

/// Sends the value, and an `Option` of it with and without a value.
async fn of_type<T: Column + ydb_keys::types::Required>(database: &Database, value: T, ty: &str) {
    sent(database, param(&value).unwrap(), ty).await;
    let optional = format!("{ty}?");
    sent(database, param(&Some(value)).unwrap(), &optional).await;
    sent(database, param(&None::<T>).unwrap(), &optional).await;
}

#[tokio::test]
async fn values_have_exactly_the_types_of_columns() {
    let database = Database::start().await;
    let db = &database;
    of_type(db, true, "Bool").await;
    of_type(db, -1_i8, "Int8").await;
    of_type(db, -1_i16, "Int16").await;
    of_type(db, -1_i32, "Int32").await;
    of_type(db, -1_i64, "Int64").await;
    of_type(db, 1_u8, "Uint8").await;
    of_type(db, 1_u16, "Uint16").await;
    of_type(db, 1_u32, "Uint32").await;
    of_type(db, 1_u64, "Uint64").await;
    of_type(db, 0.5_f32, "Float").await;
    of_type(db, 0.5_f64, "Double").await;
    of_type(db, "19.99".parse::<Decimal<22, 9>>().unwrap(), "Decimal(22,9)").await;
    of_type(db, "x".to_owned(), "Utf8").await;
    of_type(db, vec![0_u8, 255], "String").await;
    of_type(db, at(1), "Timestamp").await;
    of_type(db, Duration::from_secs(1), "Interval").await;
    of_type(db, uuid::Uuid::nil(), "Uuid").await;
    of_type(db, NaiveDate::from_ymd_opt(2024, 2, 29).unwrap(), "Date").await;
    of_type(db, DateTime::from_timestamp(1, 0).unwrap(), "Timestamp").await;
    of_type(db, TimeDelta::seconds(-1), "Interval").await;
    of_type(db, serde_json::json!({"a": [1]}), "Json").await;
    of_type(db, CustomerId(7), "Uint64").await;
    of_type(db, Day(at(1)), "Date").await;
    of_type(db, Kind::FirstClass, "Utf8").await;
    of_type(db, Level::High, "Int16").await;
}

#[tokio::test]
async fn values_of_other_types_than_the_default() {
    let database = Database::start().await;
    for (ty, name) in [
        (YdbType::Date, "Date"),
        (YdbType::Datetime, "Datetime"),
        (YdbType::Date32, "Date32"),
        (YdbType::Datetime64, "Datetime64"),
        (YdbType::Timestamp64, "Timestamp64"),
    ] {
        sent(&database, param_as(&at(1), ty).unwrap(), name).await;
        sent(&database, param_as(&None::<SystemTime>, ty).unwrap(), &format!("{name}?")).await;
    }
    sent(&database, param_as(&"{}".to_owned(), YdbType::Json).unwrap(), "Json").await;
    sent(&database, param_as(&"x".to_owned(), YdbType::String).unwrap(), "String").await;
}

#[tokio::test]
async fn values_of_the_types_of_columns_of_a_model() {
    let database = Database::start().await;
    let visit = Visit::sample(1);
    sent(&database, Visit::COLUMNS.at.param(&visit.at).unwrap(), "Datetime").await;
    sent(&database, Order::COLUMNS.note.param(&None).unwrap(), "Utf8?").await;
    sent(&database, Order::COLUMNS.order_id.param(&7).unwrap(), "Uint64").await;
    let before = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
    let error = Visit::COLUMNS.at.param(&before).unwrap_err();
    assert!(is(&error, ErrorKind::InvalidValue, &["column `at`: ", "is outside the range of "]), "{error:?}");
}

#[test]
fn values_that_cannot_be_sent_are_errors() {
    let text = |result: ydb_keys::Result<ydb::Value>| result.unwrap_err().to_string();
    let before = SystemTime::UNIX_EPOCH - Duration::from_secs(1);
    let refused = text(param(&before));
    assert!(refused.starts_with("a parameter of type Timestamp: "), "{refused}");
    assert!(refused.ends_with(" is outside the range of Timestamp"), "{refused}");
    assert!(param_as(&before, YdbType::Timestamp64).is_ok());
    assert_eq!(
        text(param_as(&7_u64, YdbType::Utf8)),
        "a parameter of type Utf8: `u64` cannot be stored as this type, only as Uint64"
    );
    assert!(is(&param_list(&[at(1), before]), ErrorKind::InvalidValue, &["a parameter of type "]));
}

/// Tests mistakes that the library finds before anything is sent, and its additions to YDB's messages.
#[tokio::test]
async fn mistakes_in_queries_name_their_cure() {
    #[derive(YdbRow, Debug)]
    struct Total {
        n: i64,
    }
    assert!(Total { n: 1 }.n > 0);
    let database = Database::embedded_with::<Order>().await;
    let client = database.no_retry();
    let total = async |text: &str| query(text).fetch::<Total>(&client).await.unwrap_err();
    Order::sample(1).insert().exec(&client).await.unwrap();
    let error = total("SELECT COUNT(*) AS n FROM `ydb_keys_e2e/orders`").await;
    assert!(is(&error, ErrorKind::Decode, &["expected Int64, found Uint64\nhelp: make the field `u64`"]), "{error:?}");
    let error = total("SELECT COUNT(*) AS total, 1 AS one FROM `ydb_keys_e2e/orders`").await;
    let parts = ["the result has no column `n`\nit has `total`, `one`\nhelp: name the expression: `AS n`"];
    assert!(is(&error, ErrorKind::Decode, &parts), "{error:?}");
    let error = total("SELECT $chat AS n").await;
    assert!(
        is(&error, ErrorKind::Database, &["\nhelp: give the parameter its value: `.param(\"chat\", &value)`"]),
        "{error:?}"
    );
}

/// Tests that errors have the author's line numbers: lines that the library adds in front do not count.
#[tokio::test]
async fn mistakes_are_shown_in_their_line() {
    let database = Database::embedded_with::<Order>().await;
    let client = database.no_retry();
    let begin = "--!syntax_v1\n-- amont\nSELECT order_id\n";
    for (rest, shown) in [
        (
            "FROM `ydb_keys_e2e/orders`\n\tWHERE amont > $least AND note = 'amont'",
            "\nline 5, column 8:\n5 | WHERE amont > $least AND note = 'amont'\n  |       ^^^^^",
        ),
        (
            "FROM `ydb_keys_e2e/ordrs` WHERE amount > $least",
            "\nline 4, column 6:\n4 | FROM `ydb_keys_e2e/ordrs` WHERE amount > $least\n  |      ^^^^^",
        ),
        (
            "FRM `ydb_keys_e2e/orders`\nWHERE amount > $least",
            "\nline 4, column 5:\n4 | FRM `ydb_keys_e2e/orders`\n  |     ^^^^^",
        ),
        ("FROM `ydb_keys_e2e/orders` WHERE amount > $least AND note = $note", "\nline 4, column 62:\n"),
    ] {
        let query = query(format!("{begin}{rest}")).param("least", &1.5).param("unused", &1_u8);
        let error = query.fetch::<u64>(&client).await.unwrap_err();
        assert!(is(&error, ErrorKind::Database, &[shown]) || is(&error, ErrorKind::Schema, &[shown]), "{error:?}");
    }
    let amont =
        query("SELECT o.order_id\nFROM `ydb_keys_e2e/orders` AS o\nWHERE o.amont > $least").param("least", &1.5);
    let text = "query failed: GENERIC_ERROR: Type annotation [1030]: Member not found: amont. Did you mean amount?\n\
                line 3, column 9:\n3 | WHERE o.amont > $least\n  |         ^^^^^";
    assert_eq!(amont.exec(&client).await.unwrap_err().to_string(), text);
    // A name that occurs twice is not shown at one of the places.
    let error = query("SELECT amont, amont + 1 FROM `ydb_keys_e2e/orders`").exec(&client).await.unwrap_err();
    assert!(is(&error, ErrorKind::Database, &["Member not found: amont"]), "{error:?}");
    assert!(!error.to_string().contains("line 1"), "{error:?}");
}

#[tokio::test]
async fn a_list_for_in() {
    let database = Database::with::<Order>().await;
    let mut q = database.q();
    Order::insert_many(&samples::<Order>(9)).exec(&mut q).await.unwrap();
    let text = format!(
        "DECLARE $ids AS List<Uint64>; SELECT * FROM `{}` WHERE order_id IN $ids ORDER BY order_id",
        Order::TABLE.name
    );
    for ids in [vec![], vec![CustomerId(3)], vec![CustomerId(5), CustomerId(1), CustomerId(77)]] {
        let list = param_list(&ids).unwrap();
        let rows = q.query_result_set(text.clone()).param("$ids", list).await.unwrap().rows();
        let found: Vec<u64> =
            rows.map(|row| ydb::FromYdbRow::from_row(row).map(|order: Order| order.order_id).unwrap()).collect();
        let mut expected: Vec<u64> = ids.iter().map(|id| id.0).filter(|id| *id < 9).collect();
        expected.sort_unstable();
        assert_eq!(found, expected);
    }
    let optional = param_list(&[Some(1_u64), None]).unwrap();
    let text = "DECLARE $l AS List<Uint64?>; SELECT CAST(ListLength($l) AS Utf8) AS ty";
    let seen: Seen = q.query_row(text).param("$l", optional).typed().await.unwrap();
    assert_eq!(seen.ty, "2");
}

#[tokio::test]
async fn keys_with_their_hash_find_their_rows() {
    let database = Database::with::<Visit>().await;
    let mut q = database.q();
    let rows = samples::<Visit>(30);
    Visit::insert_many(&rows).exec(&mut q).await.unwrap();
    for row in &rows {
        let key = row.key().unwrap();
        let params = Visit::key_params(row.key().unwrap());
        let names: Vec<&str> = Visit::TABLE.primary_key().collect();
        let condition: Vec<String> = names.iter().map(|name| format!("`{name}` = ${name}")).collect();
        let text =
            format!("{}SELECT * FROM `{}` WHERE {}", params.declarations(), Visit::TABLE.name, condition.join(" AND "));
        let found: Visit = q.query_row(text).params(params.values().unwrap()).typed().await.unwrap();
        assert_eq!((&found, found.key().unwrap()), (row, key));
    }
}

/// Row of the inner and the outer side of a JOIN, for customers with and without an order.
#[derive(YdbRow, Clone, Debug, PartialEq)]
struct Bought {
    #[ydb(flatten, prefix = "c_")]
    customer: Account,
    #[ydb(flatten, prefix = "o_")]
    order: Option<Order>,
}

#[tokio::test]
async fn a_join_is_read_into_nested_rows() {
    let database = Database::with::<Order>().await;
    database.create::<Account>().await;
    let mut q = database.q();
    let orders = samples::<Order>(9);
    let accounts = samples::<Account>(5);
    Order::insert_many(&orders).exec(&mut q).await.unwrap();
    Account::insert_many(&accounts).exec(&mut q).await.unwrap();
    // Orders 0 to 8 belong to customers 0 to 2.
    let keys = Account::key_list(0..5_u64);
    let text = format!(
        "{}SELECT c.number AS c_number, c.sum AS c_sum, o.order_id AS o_order_id, o.customer_id AS o_customer_id,
            o.amount AS o_amount, o.note AS o_note
        FROM AS_TABLE($keys) AS k
        INNER JOIN `{}` AS c ON c.hash = k.hash AND c.number = k.number
        LEFT JOIN `{}` AS o ON o.customer_id = c.number
        ORDER BY c_number, o_order_id",
        keys.declarations(),
        Account::TABLE.name,
        Order::TABLE.name
    );
    let rows = q.query_result_set(text).params(keys.values().unwrap()).await.unwrap().rows();
    let rows: Vec<Bought> = rows.map(|row| ydb::FromYdbRow::from_row(row).unwrap()).collect();
    let mut expected = Vec::new();
    for account in &accounts {
        let own: Vec<_> = orders.iter().filter(|order| order.customer_id == Some(account.number)).collect();
        expected.extend(own.iter().map(|order| Bought { customer: account.clone(), order: Some((*order).clone()) }));
        if own.is_empty() {
            expected.push(Bought { customer: account.clone(), order: None });
        }
    }
    assert_eq!(expected.len(), 11);
    assert_eq!(rows, expected);
    // A nested row of which a part is NULL, and one of which a column is missing.
    let half = "SELECT 1ul AS c_number, 1l AS c_sum, NULL AS o_order_id, 7ul AS o_customer_id, NULL AS o_amount, NULL AS o_note";
    let error = q.query_row(half).typed::<Bought>().await.unwrap_err().to_string();
    assert!(error.contains("`Bought`") && error.contains("`o_order_id`") && error.contains("NULL"), "{error}");
    let missing = "SELECT 1ul AS c_number, 1l AS sum";
    let error = q.query_row(missing).typed::<Bought>().await.unwrap_err().to_string();
    assert!(error.contains("no column `c_sum`"), "{error}");
}

#[derive(YdbRow, Clone, Debug, PartialEq)]
#[ydb(of = UserEvent)]
struct Text {
    userevent: Option<String>,
}

/// Tests that the token comes from columns that the rows do not have.
#[tokio::test]
async fn pages_of_some_of_the_columns() {
    let database = Database::with::<UserEvent>().await;
    let mut q = database.q();
    let rows = samples::<UserEvent>(50);
    UserEvent::upsert_many(&rows).exec(&mut q).await.unwrap();
    let expected: Vec<_> = rows.iter().filter(|row| row.userid == 2).map(|row| row.userevent.clone()).collect();
    for size in [1, 3, 9, 10, 11, u64::MAX] {
        let (mut seen, mut token) = (Vec::new(), None);
        loop {
            let page =
                UserEvent::scan().userid(2).page(size, token.as_ref()).select::<Text>().fetch(&mut q).await.unwrap();
            seen.extend(page.rows.into_iter().map(|row| row.userevent));
            // Every second page is of whole rows: the tokens are the same.
            let whole = UserEvent::scan().userid(2).page(size, token.as_ref()).fetch(&mut q).await.unwrap();
            assert_eq!(whole.next, page.next);
            token = page.next;
            if token.is_none() {
                break;
            }
        }
        assert_eq!(seen, expected, "{size}");
    }
    let text = UserEvent::scan().userid(2).page(3, None).select::<Text>().statement().unwrap();
    assert!(text.text().contains("SELECT `userevent`, `userid`, `timestamp`\n"), "{text}");
}
