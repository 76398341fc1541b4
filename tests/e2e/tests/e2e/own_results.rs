//! Tests the results of users' own queries: tuples and single values by the position of the columns, and the only row.

use std::time::{Duration, SystemTime};

use chrono::{NaiveDate, TimeDelta};
use e2e_tests::{Database, is};
use uuid::Uuid;
use ydb_keys::ids::{BitReversed, RowId};
use ydb_keys::{Decimal, ErrorKind, YdbColumn, YdbRow, YdbTable, query, transact};

use crate::models::*;

#[derive(YdbColumn, Clone, Copy, Debug, PartialEq)]
struct CustomerId(u64);

#[derive(YdbColumn, Debug, PartialEq)]
enum Kind {
    New,
}

#[derive(YdbRow, Debug, PartialEq)]
struct Named {
    id: u64,
}

/// Returns `found` unchanged; the second argument fixes its type.
fn of_type<T>(found: T, _: &T) -> T {
    found
}

async fn database() -> Database {
    Database::start().await
}

#[tokio::test]
async fn tuples_and_values_are_read_by_place() {
    let database = database().await;
    let client = database.client();
    let rows =
        "$rows = [<|id: 1ul, name: 'a'u|>, <|id: 2ul, name: NULL|>]; SELECT id, name FROM AS_TABLE($rows) ORDER BY id";
    let found = query(rows).fetch::<(u64, Option<String>)>(client).await.unwrap();
    assert_eq!(found, [(1, Some("a".to_owned())), (2, None)]);
    let found = query(rows).fetch::<(CustomerId, Option<String>)>(client).await.unwrap();
    assert_eq!(found[1], (CustomerId(2), None));
    assert_eq!(query("SELECT 1ul AS n").fetch::<u64>(client).await.unwrap(), [1]);
    assert_eq!(query("SELECT 1ul AS n").fetch::<(u64,)>(client).await.unwrap(), [(1,)]);
    assert_eq!(query("SELECT 1ul AS n").fetch::<CustomerId>(client).await.unwrap(), [CustomerId(1)]);
    assert_eq!(query("SELECT 'New'u AS kind").fetch_one::<Kind>(client).await.unwrap(), Kind::New);
    assert_eq!(query("SELECT 'x' AS n").fetch::<Vec<u8>>(client).await.unwrap(), [b"x".to_vec()]);
    let time: SystemTime = query("SELECT CurrentUtcTimestamp() AS now").fetch_one(client).await.unwrap();
    assert!(time > at(0));
    let none: Option<u64> = query("SELECT CAST(NULL AS Uint64) AS n").fetch_one(client).await.unwrap();
    assert_eq!(none, None);
    // Each kind of column comes back as it was sent.
    macro_rules! same {
        ($($value:expr),*) => {$({
            let value = Some($value);
            let text = "SELECT $value AS value";
            let found = query(text).param("value", &value).fetch_one(client).await.unwrap();
            assert_eq!(of_type(found, &value), value);
            let value = value.unwrap();
            let found = query(text).param("value", &value).fetch_one(client).await.unwrap();
            assert_eq!(of_type(found, &value), value);
        })*};
    }
    same!(true, -1_i8, 1_u16, 0.5_f64, "x".to_owned(), vec![1_u8, 2], [1_u8, 2], at(7), Duration::from_secs(1));
    same!("1.5".parse::<Decimal<22, 9>>().unwrap(), Uuid::nil(), RowId::generate(), BitReversed(7_u64), CustomerId(1));
    same!(
        NaiveDate::from_ymd_opt(2024, 2, 29).unwrap(),
        TimeDelta::seconds(-1),
        serde_json::json!({ "a": 1 }),
        Kind::New
    );
    // Structs are read by name as before, also in functions over any row.
    async fn generic<R: YdbRow + Send>(client: &ydb::Client) -> Vec<R> {
        query("SELECT 'x'u AS other, 7ul AS id").fetch::<R>(client).await.unwrap()
    }
    assert_eq!(generic::<Named>(client).await, [Named { id: 7 }]);
    let twelve = "SELECT 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12u AS last";
    type Twelve = (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, u32);
    assert_eq!(query(twelve).first::<Twelve>(client).await.unwrap().unwrap().11, 12);
}

#[tokio::test]
async fn exactly_one_row() {
    let database = Database::with::<Order>().await;
    let client = database.client();
    let table = "`ydb_keys_e2e/orders`";
    Order::insert_many(&samples::<Order>(9)).exec(client).await.unwrap();
    let count =
        transact(client, async |tx| query(format!("SELECT COUNT(*) AS n FROM {table}")).fetch_one::<u64>(&tx).await);
    assert_eq!(count.await.unwrap(), 9);
    let one = query(format!("SELECT * FROM {table} WHERE order_id = $id")).param("id", &3_u64);
    assert_eq!(one.fetch_one::<Order>(client).await.unwrap(), Order::sample(3));
    for (id, text) in
        [(2, "the query has returned 7 rows, not one\nhelp: write `fetch`"), (7, "the query has returned 2 rows")]
    {
        let rows = query(format!("SELECT order_id FROM {table} WHERE order_id >= $id")).param("id", &(id as u64));
        let error = rows.fetch_one::<u64>(client).await.unwrap_err();
        assert!(
            is(&error, ErrorKind::Decode, &[text]) || id == 2 && is(&error, ErrorKind::Decode, &["7 rows"]),
            "{error:?}"
        );
    }
    let rows = query(format!("SELECT order_id FROM {table} WHERE order_id > 99ul"));
    let error = rows.fetch_one::<u64>(client).await.unwrap_err();
    assert!(is(&error, ErrorKind::Decode, &["no row, not one\nhelp: write `first`"]), "{error:?}");
}

#[tokio::test]
async fn results_that_do_not_fit_say_what_does() {
    let database = database().await;
    let client = database.client();
    let text = "SELECT 'a'u AS name, 7ul AS total";
    let error = query(text).fetch::<(String, i64)>(client).await.unwrap_err();
    let parts =
        ["`(String, i64)`, value 2: expected Int64, found Uint64\nhelp: make it `u64`, or `CAST` the expression"];
    assert!(is(&error, ErrorKind::Decode, &parts), "{error:?}");
    let two = "the result has 2 columns\nit has `name`, `total`\nhelp: select as many columns";
    for (error, takes) in [
        (query(text).fetch::<String>(client).await.unwrap_err(), "`String` takes 1 column, "),
        (query(text).first::<(String,)>(client).await.unwrap_err(), "`(String,)` takes 1 column, "),
        (
            query(text).fetch_one::<(String, u64, u64)>(client).await.unwrap_err(),
            "`(String, u64, u64)` takes 3 columns, ",
        ),
    ] {
        assert!(is(&error, ErrorKind::Decode, &[takes, two]), "{error:?}");
    }
    let null = "SELECT 1ul AS id, CAST(NULL AS Utf8) AS name";
    let error = query(null).fetch::<(u64, String)>(client).await.unwrap_err();
    let parts = ["`(u64, String)`, value 2: unexpected NULL\nhelp: make it an `Option`"];
    assert!(is(&error, ErrorKind::Decode, &parts), "{error:?}");
    let error = query("SELECT AsList(1, 2) AS list").fetch::<u64>(client).await.unwrap_err();
    assert!(is(&error, ErrorKind::Decode, &["`u64`: expected a value of a column, found List"]), "{error:?}");
}
