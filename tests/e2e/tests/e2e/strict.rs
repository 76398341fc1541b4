//! Tests cases in which a real YDB is stricter than the engine by default: late conflicts, and effects of a lost call.

use std::slice::from_ref;
use std::time::Duration;

use e2e_tests::{Database, is, soon};
use ydb::{Transaction, YdbOrCustomerError, closure};
use ydb_embedded::{Call, Fault};
use ydb_keys::{Error, ErrorKind, Outcome, YdbTable, is_already_exists};

use crate::models::wide::Wide;
use crate::models::*;

/// Returns the library's error inside the error of `retry_tx`.
fn ours(error: &YdbOrCustomerError) -> &Error {
    let YdbOrCustomerError::Customer(error) = error else { panic!("{error:?}") };
    error.downcast_ref().unwrap_or_else(|| panic!("{error:?}"))
}

/// Creates an account that must stay as it is.
async fn existing(database: &Database) -> Account {
    let account = Account { number: 1, sum: 10 };
    account.insert().exec(&mut database.q()).await.unwrap();
    account
}

async fn unchanged(database: &Database, account: &Account) {
    assert_eq!(Account::scan().full_scan().fetch(&mut database.q()).await.unwrap(), from_ref(account));
}

#[tokio::test]
async fn an_insert_by_itself_is_refused_with_its_key() {
    let database = Database::embedded_with::<Account>().await;
    let account = existing(&database).await;
    let error = account.changed().insert().exec(&mut database.q()).await.unwrap_err();
    assert_eq!((error.kind(), error.key()), (ErrorKind::AlreadyExists, Some("(1)")), "{error:?}");
    assert!(!error.to_string().contains("earlier") && error.outcome() == Outcome::NotWritten, "{error:?}");
    unchanged(&database, &account).await;
}

#[tokio::test]
async fn an_insert_that_commits_is_refused_with_its_key() {
    let database = Database::embedded_with::<Account>().await;
    let account = existing(&database).await;
    let result = database
        .q()
        .retry_tx(closure!(async |tx: &mut Transaction| {
            Account { number: 2, sum: 0 }.upsert().exec(&mut *tx).await?;
            Account { number: 1, sum: 0 }.insert().exec(&mut *tx).with_commit().await?;
            Ok(())
        }))
        .await;
    let error = result.unwrap_err();
    assert!(
        is(
            ours(&error),
            ErrorKind::AlreadyExists,
            &["the key already exists: (1)\n", "an earlier write of the transaction"]
        ),
        "{error:?}"
    );
    assert!(is_already_exists(&error));
    unchanged(&database, &account).await;
}

/// Tests a conflict that comes with a later read: the insert itself passes.
#[tokio::test]
async fn a_conflict_may_come_with_a_later_read() {
    let database = Database::embedded_with::<Account>().await;
    let account = existing(&database).await;
    let result = database
        .q()
        .retry_tx(closure!(async |tx: &mut Transaction| {
            Account { number: 1, sum: 0 }.insert().exec(&mut *tx).await?;
            Account::get(2).fetch(&mut *tx).await?;
            Ok(())
        }))
        .await;
    let error = result.unwrap_err();
    assert!(is_already_exists(&error));
    let error = ours(&error);
    assert_eq!((error.kind(), error.key()), (ErrorKind::AlreadyExists, None), "{error:?}");
    let text = error.to_string();
    assert!(text.contains("get failed: an earlier write of the transaction conflicts with an existing row"), "{text}");
    unchanged(&database, &account).await;
}

#[tokio::test]
async fn a_conflict_may_come_with_the_last_write() {
    let database = Database::embedded_with::<Account>().await;
    let account = existing(&database).await;
    let result = database
        .q()
        .retry_tx(closure!(async |tx: &mut Transaction| {
            Account { number: 1, sum: 0 }.insert().exec(&mut *tx).await?;
            Account { number: 2, sum: 0 }.upsert().exec(&mut *tx).with_commit().await?;
            Ok(())
        }))
        .await;
    let error = result.unwrap_err();
    assert!(is_already_exists(&error));
    assert!(
        is(ours(&error), ErrorKind::AlreadyExists, &["an earlier write of the transaction conflicts"]),
        "{error:?}"
    );
    unchanged(&database, &account).await;
}

/// Tests a conflict at the client's own commit, whose error is the client's, too.
#[tokio::test]
async fn a_conflict_may_come_with_the_commit_of_the_client() {
    let database = Database::embedded_with::<Account>().await;
    let account = existing(&database).await;
    let result = database
        .q()
        .retry_tx(closure!(async |tx: &mut Transaction| {
            Account { number: 1, sum: 0 }.insert().exec(&mut *tx).await?;
            Account::insert_many(&[Account { number: 2, sum: 0 }]).exec(&mut *tx).await?;
            Ok(())
        }))
        .await;
    let error = result.unwrap_err();
    assert!(matches!(error, YdbOrCustomerError::YDB(_)), "{error:?}");
    assert!(is_already_exists(&error));
    unchanged(&database, &account).await;
}

#[tokio::test]
async fn a_unique_index_refuses_every_kind_of_write() {
    let database = Database::embedded_with::<Purchase>().await;
    let mut q = database.q();
    let (first, second) = (Purchase::sample(1), Purchase::sample(2));
    Purchase::insert_many(&[first.clone(), second.clone()]).exec(&mut q).await.unwrap();
    let expression = Purchase { id: 3, ..first.clone() };
    let taken = Purchase { number: first.number.clone(), ..second.clone() };
    for (error, has_key) in [
        (expression.insert().exec(&mut q).await.unwrap_err(), true),
        (Purchase::insert_many(from_ref(&expression)).exec(&mut q).await.unwrap_err(), true),
        (expression.upsert().exec(&mut q).await.unwrap_err(), false),
        (expression.replace().exec(&mut q).await.unwrap_err(), false),
        (Purchase::upsert_many(from_ref(&expression)).exec(&mut q).await.unwrap_err(), false),
        (Purchase::update(2).number(first.number.clone()).exec(&mut q).await.unwrap_err(), false),
        (Purchase::update_many(&[taken]).exec(&mut q).await.unwrap_err(), false),
    ] {
        assert_eq!((error.key().is_some(), error.unique_indexes()), (has_key, &["by_number"][..]), "{error:?}");
        assert!(
            is(&error, ErrorKind::AlreadyExists, &["the unique index `by_number` already has the values\n"]),
            "{error}"
        );
        assert!(!error.to_string().contains("earlier"), "{error}");
    }
    let rows = Purchase::scan().full_scan().fetch(&mut q).await.unwrap();
    assert_eq!(rows.len(), 2);
    assert!(rows.contains(&first) && rows.contains(&second));
}

/// Tests that of equal keys in one request the last one counts, in row tables.
#[tokio::test]
async fn the_last_of_equal_keys_is_kept() {
    let database = Database::embedded_with::<Account>().await;
    let mut q = database.q();
    let rows = [1, 2, 3].map(|sum| Account { number: 1, sum });
    Account::upsert_many(&rows).keep_last().exec(&mut q).await.unwrap();
    assert_eq!(Account::get(1).fetch(&mut q).await.unwrap().as_ref(), rows.last());
    Account::delete(1).exec(&mut q).await.unwrap();
    Account::bulk_upsert(&rows).keep_last().exec(database.client()).await.unwrap();
    assert_eq!(Account::get(1).fetch(&mut q).await.unwrap().as_ref(), rows.last());
}

const HOUR: Duration = Duration::from_secs(3600);

/// Runs a transaction with an upsert and then an insert whose call is dropped before its answer comes; the closure
/// returns `end`.
async fn drop_a_call(
    database: &Database,
    end: fn() -> Result<(), YdbOrCustomerError>,
) -> Result<(), YdbOrCustomerError> {
    let faults = database.faults();
    database
        .q()
        .retry_tx(closure!([&faults, &database, end], async |tx: &mut Transaction| {
            Account { number: 1, sum: 1 }.upsert().exec(&mut *tx).await?;
            let before = database.rows_read(Account::TABLE.name).await;
            faults.fail_next(1, Call::ExecuteQuery, Fault::Delay(HOUR));
            database.give_up(Account { number: 2, sum: 2 }.insert().exec(&mut *tx)).await;
            database.advance(HOUR);
            // The server goes on meanwhile: the insert looks whether there is such a row.
            soon(async { while database.rows_read(Account::TABLE.name).await == before {} }).await;
            end()
        }))
        .await
}

/// Tests that YDB may run the dropped statement nevertheless.
#[tokio::test]
async fn a_commit_after_a_dropped_call_includes_it() {
    let database = Database::timed_with::<Account>().await;
    drop_a_call(&database, || Ok(())).await.unwrap();
    assert_eq!(database.column::<u64>("SELECT number FROM `ydb_keys_e2e/accounts` ORDER BY number").await, [1, 2]);
}

#[tokio::test]
async fn an_error_after_a_dropped_call_undoes_it() {
    let database = Database::timed_with::<Account>().await;
    let result = drop_a_call(&database, || Err(YdbOrCustomerError::from_err(std::fmt::Error))).await;
    assert!(matches!(result, Err(YdbOrCustomerError::Customer(_))), "{result:?}");
    assert_eq!(database.count(Account::TABLE).await, 0);
}

/// Tests that no statement has more than 10 KB, although the names alone have five.
#[tokio::test]
async fn a_table_of_long_names_is_used_within_the_limit() {
    let database = Database::embedded_with::<Wide>().await;
    let mut q = database.q();
    let row = Wide::sample(1);
    row.insert().exec(&mut q).await.unwrap();
    assert_eq!(Wide::get_many([1, 2]).fetch(&mut q).await.unwrap(), from_ref(&row));
    assert_eq!(Wide::get(1).fetch(&mut q).await.unwrap(), Some(row.clone()));
    row.changed().upsert().exec(&mut q).await.unwrap();
    row.changed().replace().exec(&mut q).await.unwrap();
    Wide::update_all(1, 1).exec(&mut q).await.unwrap();
    assert_eq!(Wide::get(1).fetch(&mut q).await.unwrap(), Some(row.clone()));
    // A row that is not there is not made.
    Wide::update_all(2, 1).exec(&mut q).await.unwrap();
    assert!(!Wide::exists(2).fetch(&mut q).await.unwrap());
    row.changed().upsert().exec(&mut q).await.unwrap();
    Wide::update_many(from_ref(&row)).exec(&mut q).await.unwrap();
    let page = Wide::scan().full_scan().page(1, None).fetch(&mut q).await.unwrap();
    assert_eq!(page.rows, [row]);
    Wide::delete_many([1]).exec(&mut q).await.unwrap();
    assert_eq!(Wide::scan().full_scan().count().fetch(&mut q).await.unwrap(), 0);
}

/// Tests DDL, whose text YDB counts, too; here the path makes it long.
#[tokio::test]
async fn a_statement_that_cannot_be_cut_is_not_sent() {
    let database = Database::embedded_with::<Account>().await;
    let mut q = database.q();
    let far = Wide::in_directory(["d".repeat(250).as_str()].repeat(12).join("/"));
    let error = far.create_table().exec(&mut q).await.unwrap_err();
    let size = far.create_table().to_string().len();
    let text = format!("the statement of create_table has {size} bytes, more than 10000\n");
    assert!(is(&error, ErrorKind::TooLarge, &[&text]), "{error:?}");
    assert_eq!(error.table(), Some(far.path()));
    // The server refuses it as well.
    let error =
        database.no_retry().query_client().exec(far.create_table().to_string()).into_future().await.unwrap_err();
    assert!(format!("{error:?}").contains("Query text size exceeds limit"), "{error:?}");
}
