//! Tests messages of failed operations: they have tables, columns and keys, and YDB's error as their source.

use std::error::Error as _;

use e2e_tests::{Database, is};
use ydb::YdbError;
use ydb_keys::{ErrorKind, YdbTable};

use crate::models::*;

const PRECONDITION_FAILED: i32 = 400_120;
const SCHEME_ERROR: i32 = 400_070;

/// Returns YDB's status in an error of the client.
fn status(error: &YdbError) -> i32 {
    match error {
        YdbError::YdbStatusError(status) => status.operation_status,
        other => panic!("no status of YDB's: {other:?}"),
    }
}

#[tokio::test]
async fn an_insert_of_a_key_that_exists_is_refused_with_the_key() {
    let database = Database::with::<Order>().await;
    let mut q = database.q();
    let order = Order::sample(1001);
    order.insert().exec(&mut q).await.unwrap();
    let error = order.changed().insert().exec(&mut q).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    assert_eq!((error.table(), error.key()), (Some("ydb_keys_e2e/orders"), Some("(1001)")));
    assert_eq!(status(error.ydb_error().unwrap()), PRECONDITION_FAILED);
    let message = error.to_string();
    let lines = "table `ydb_keys_e2e/orders`: insert failed: the key already exists: (1001)\n\
                 help: use `upsert` to overwrite the row\nYDB: PRECONDITION_FAILED: ";
    assert!(message.starts_with(lines) && !message.contains("earlier"), "{message}");
    // The row is as it was.
    assert_eq!(Order::get(1001).fetch(&mut q).await.unwrap(), Some(order));
}

#[tokio::test]
async fn the_key_of_several_columns_is_told_whole() {
    let database = Database::with::<Visit>().await;
    let mut q = database.q();
    let visit = Visit { user: 42, site: "abc".into(), at: at(0), pages: None };
    visit.insert().exec(&mut q).await.unwrap();
    let error = visit.insert().exec(&mut q).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    let key = error.key().unwrap();
    for part in ["42", "abc", "2023-11-14T22:13:20Z"] {
        assert!(key.contains(part), "{key}");
    }
}

#[tokio::test]
async fn a_value_that_breaks_a_unique_index_is_refused() {
    let database = Database::with::<Purchase>().await;
    let mut q = database.q();
    Purchase::sample(1).insert().exec(&mut q).await.unwrap();
    let expression = Purchase { id: 2, ..Purchase::sample(1) };
    let error = expression.insert().exec(&mut q).await.unwrap_err();
    assert_eq!(status(error.ydb_error().unwrap()), PRECONDITION_FAILED, "{error}");
    let error = expression.upsert().exec(&mut q).await.unwrap_err();
    assert_eq!((error.kind(), error.key()), (ErrorKind::AlreadyExists, None));
    assert_eq!(error.unique_indexes(), ["by_number"]);
    let message = error.to_string();
    assert!(
        message.contains("upsert failed: the unique index `by_number` already has the values\nYDB: ")
            && !message.contains("earlier"),
        "{message}"
    );
    assert_eq!(status(error.ydb_error().unwrap()), PRECONDITION_FAILED, "{error}");
    assert_eq!(database.count(Purchase::TABLE).await, 1);
}

#[tokio::test]
async fn a_table_that_is_not_there_is_named() {
    let database = Database::start().await;
    let nowhere = Account::in_directory("ydb_keys_e2e/nowhere");
    let error = nowhere.get(1).fetch(&mut database.no_retry().query_client()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Schema);
    assert_eq!(error.table(), Some("ydb_keys_e2e/nowhere/ydb_keys_e2e/accounts"));
    assert_eq!(status(error.ydb_error().unwrap()), SCHEME_ERROR);
    let message = error.to_string();
    assert!(message.contains("`ydb_keys_e2e/nowhere/ydb_keys_e2e/accounts`") && message.contains("get"), "{message}");
    assert!(message.contains("SCHEME_ERROR"), "{message}");
    // The fault, what YDB said, and the cure; and the client's error as its source.
    let first = "table `ydb_keys_e2e/nowhere/ydb_keys_e2e/accounts`: get failed: SCHEME_ERROR\n";
    assert!(message.starts_with(first) && message.contains("\nhelp: create `ydb_keys_e2e/nowhere/"), "{message}");
    assert!(error.source().unwrap().downcast_ref::<YdbError>().is_some(), "{error:?}");
    let error = nowhere.bulk_upsert(&[Account::sample(1)]).exec(&database.no_retry()).await.unwrap_err();
    assert!(error.to_string().contains("`ydb_keys_e2e/nowhere/ydb_keys_e2e/accounts`"), "{error}");
}

#[tokio::test]
async fn a_type_that_the_client_has_not_is_told_before_anything_is_sent() {
    let database = Database::with::<Metric>().await;
    let mut q = database.q();
    for value in [Some("1.5e10".to_owned()), None] {
        let metric = Metric { name: "a".into(), value };
        let error = metric.upsert().exec(&mut q).await.unwrap_err();
        let message = error.to_string();
        assert!(message.contains("`ydb_keys_e2e/metrics`") && message.contains("`value`"), "{message}");
        assert!(message.contains("DyNumber") && message.contains("client"), "{message}");
    }
    assert_eq!(database.count(Metric::TABLE).await, 0);
}

#[tokio::test]
async fn a_dynumber_that_others_have_written_is_told_on_reading() {
    let database = Database::with::<Metric>().await;
    database.run("UPSERT INTO `ydb_keys_e2e/metrics` (name, value) VALUES ('a'u, DyNumber('1.5'))").await;
    let error = Metric::get("a".to_owned()).fetch(&mut database.q()).await.unwrap_err();
    let message = error.to_string();
    assert!(message.contains("`ydb_keys_e2e/metrics`"), "{message}");
}

#[tokio::test]
async fn a_value_outside_its_column_is_told_before_anything_is_sent() {
    let database = Database::with::<Reading>().await;
    let before_1970 = Reading { at: std::time::UNIX_EPOCH - std::time::Duration::from_secs(1), ..Reading::sample(0) };
    let error = before_1970.upsert().exec(&mut database.q()).await.unwrap_err();
    assert!(
        is(
            &error,
            ErrorKind::InvalidValue,
            &["table `ydb_keys_e2e/readings`", "column `at`: ", "is outside the range of "]
        ),
        "{error:?}"
    );
    let key = ("a".to_owned(), before_1970.at);
    let error = Reading::get(key).fetch(&mut database.q()).await.unwrap_err();
    assert!(
        is(
            &error,
            ErrorKind::InvalidValue,
            &["table `ydb_keys_e2e/readings`", "column `at`: ", "is outside the range of "]
        ),
        "{error:?}"
    );
    assert_eq!(database.count(Reading::TABLE).await, 0);
}

#[tokio::test]
async fn a_key_too_large_is_not_written() {
    let database = Database::with::<Customer>().await;
    let row = Customer { email: "x".repeat(2049), name: None, photo: None };
    let error = row.upsert().exec(&mut database.q()).await.unwrap_err();
    assert!(is(&error, ErrorKind::TooLarge, &["the key ", "has 2049 bytes", "more than 2048"]), "{error:?}");
    assert_eq!(database.count(Customer::TABLE).await, 0);
}

#[tokio::test]
async fn a_uuid_of_a_clock_does_not_lead_a_key() {
    let database = Database::with::<File>().await;
    let id = "018bcfe5-6800-7000-8000-000000000000".parse().unwrap();
    let row = File { id, owner: None, bytes: vec![] };
    for error in [
        row.upsert().exec(&mut database.q()).await.unwrap_err(),
        File::insert_many(&[File::sample(1), row.clone()]).exec(&mut database.q()).await.unwrap_err(),
        File::bulk_upsert(&[File::sample(1), row.clone()]).exec(database.client()).await.unwrap_err(),
    ] {
        assert_eq!((error.table(), error.column()), (Some("ydb_keys_e2e/files"), Some("id")));
        let parts = ["leads the key and grows with time", "it has version 7"];
        assert!(is(&error, ErrorKind::InvalidValue, &parts), "{error:?}");
    }
    assert_eq!(database.count(File::TABLE).await, 0);
    // Of another writer it is read.
    let text = "UPSERT INTO `ydb_keys_e2e/files` (id, bytes) VALUES (Uuid('018bcfe5-6800-7000-8000-000000000000'), '')";
    database.run(text).await;
    assert_eq!(File::get(id).fetch(&mut database.q()).await.unwrap(), Some(row));
}

/// Tests that the table of a model can be created only once.
#[tokio::test]
async fn a_table_that_exists_is_told() {
    let database = Database::with::<Account>().await;
    let mut q = database.no_retry().query_client();
    Account::TABLE.create_table().if_not_exists().exec(&mut q).await.unwrap();
    let error = Account::TABLE.create_table().exec(&mut q).await.unwrap_err();
    let message = error.to_string();
    assert!(error.ydb_error().is_some() && message.contains("`ydb_keys_e2e/accounts`"), "{message}");
}
