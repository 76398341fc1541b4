//! Tests `modify`, which reads, changes and writes a row as one step, on each executor, with faults at each call.

use std::time::Duration;

use e2e_tests::{Database, is};
use ydb::{Transaction, TxMode, closure};
use ydb_embedded::{Call, Fault};
use ydb_keys::{ErrorKind, Outcome, YdbTable, transact};

use crate::faults::{cured, doubtful};
use crate::models::*;

fn account(number: u64, sum: i64) -> Account {
    Account { number, sum }
}

async fn sums(database: &Database) -> Vec<i64> {
    database.column::<i64>("SELECT sum FROM `ydb_keys_e2e/accounts` ORDER BY number").await
}

#[tokio::test]
async fn a_row_is_changed_on_each_executor() {
    let database = Database::with::<Account>().await;
    account(1, 10).insert().exec(database.client()).await.unwrap();
    let add = |account: &mut Account| account.sum += 1;
    assert_eq!(Account::modify(1, add).fetch(database.client()).await.unwrap(), Some(account(1, 11)));
    let mut q = database.q();
    assert_eq!(Account::modify(1, add).fetch(&mut q).await.unwrap(), Some(account(1, 12)));
    let row = transact(database.client(), async |tx| {
        Account::modify(1, add).fetch(&tx).await?;
        account(2, 7).insert().exec(&tx).await?;
        Account::modify(2, add).fetch(&tx).with_commit().await
    });
    assert_eq!(row.await.unwrap(), Some(account(2, 8)));
    q.retry_tx(closure!(async |tx: &mut Transaction| {
        Account::modify(2, |row: &mut Account| row.sum *= 2).fetch(&mut *tx).await?;
        Account::modify(1, |row: &mut Account| row.sum *= 2).fetch(tx).with_commit().await?;
        Ok(())
    }))
    .await
    .unwrap();
    assert_eq!(sums(&database).await, [26, 16]);
}

#[tokio::test]
async fn a_row_that_is_not_there_is_not_made() {
    let database = Database::with::<Account>().await;
    let mut called = false;
    let row = Account::modify(1, |_| called = true).fetch(database.client()).await.unwrap();
    assert_eq!((row, called, sums(&database).await), (None, false, vec![]));
    let call = Account::modify(1, |_| called = true).fetch(database.client());
    let row = call.timeout(Duration::from_secs(10)).with_tx_mode(TxMode::SerializableReadWrite).await;
    assert_eq!((row.unwrap(), called), (None, false));
    let twice = Account::modify(1, |account| account.sum += 1).fetch(database.client()).idempotent(true).await;
    assert!(
        is(
            &twice,
            ErrorKind::Usage,
            &["depends on what is stored, so it cannot be `idempotent`", "this modify depends"]
        ),
        "{twice:?}"
    );
}

/// Tests that columns that the model does not have keep their values, as do indexes, and a table at another path is not
/// touched.
#[tokio::test]
async fn a_row_of_a_table_elsewhere() {
    let database = Database::with::<Purchase>().await;
    let purchase = Purchase::sample(3);
    purchase.insert().exec(database.client()).await.unwrap();
    let elsewhere = Purchase::at_path("ydb_keys_e2e/tenants/modify");
    database.create_at(elsewhere.path(), elsewhere.create_table().to_string()).await;
    let change = |row: &mut Purchase| *row = row.changed();
    assert_eq!(elsewhere.modify(3, change).fetch(database.client()).await.unwrap(), None);
    elsewhere.insert(&purchase).exec(database.client()).await.unwrap();
    let changed = elsewhere.modify(3, change).fetch(database.client()).await.unwrap();
    assert_eq!(changed, Some(purchase.changed()));
    assert_eq!(elsewhere.get(3).fetch(database.client()).await.unwrap(), Some(purchase.changed()));
    assert_eq!(Purchase::get(3).fetch(database.client()).await.unwrap(), Some(purchase));
}

#[tokio::test]
async fn the_key_cannot_be_changed() {
    let database = Database::with::<Account>().await;
    account(1, 10).insert().exec(database.client()).await.unwrap();
    let move_it = |account: &mut Account| account.number = 2;
    let error = Account::modify(1, move_it).fetch(database.client()).await.unwrap_err();
    assert_eq!((error.kind(), error.key()), (ErrorKind::Usage, Some("(1)")));
    assert!(error.to_string().contains("changed the key from (1) to (2)"), "{error}");
    assert_eq!(sums(&database).await, [10]);
}

/// Tests a version: the closure cannot change it, and the returned row has the next one and can be written back.
#[tokio::test]
async fn a_row_with_a_version() {
    let database = Database::with::<Page>().await;
    let page = Page { id: 1, title: "a".into(), views: 0, note: None, version: 0 };
    let first = page.insert().fetch(database.client()).await.unwrap();
    let view = |page: &mut Page| (page.views, page.version) = (page.views + 1, 77);
    let second = Page::modify(1, view).fetch(database.client()).await.unwrap().unwrap();
    assert_eq!(second, Page { views: 1, version: first.version + 1, ..first.clone() });
    assert_eq!(Page::get(1).fetch(database.client()).await.unwrap(), Some(second.clone()));
    assert!(is(
        &first.replace().exec(database.client()).await,
        ErrorKind::Conflict,
        &["conflicts with another change of the row with key"]
    ));
    second.replace().exec(database.client()).await.unwrap();
}

/// Tests faults at the read, and at the write that commits.
#[tokio::test]
async fn faults_at_each_call() {
    let database = Database::embedded_with::<Account>().await;
    account(1, 0).insert().exec(database.client()).await.unwrap();
    let add = async || Account::modify(1, |account| account.sum += 1).fetch(database.client()).await;
    let mut sum = 0;
    for position in 0..2 {
        let order = |fault: &Fault| {
            database.faults().fail_next(position, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
            database.faults().fail_next(1, Call::ExecuteQuery, fault.clone());
        };
        for fault in cured() {
            order(&fault);
            sum += 1;
            let row = add().await.unwrap_or_else(|error| panic!("{fault:?} at {position}: {error}"));
            assert_eq!((row, sums(&database).await), (Some(account(1, sum)), vec![sum]), "{fault:?} at {position}");
        }
        for fault in doubtful() {
            order(&fault);
            let result = add().await;
            database.faulty().await;
            let now = sums(&database).await[0];
            match result {
                Ok(row) => assert_eq!((row, now), (Some(account(1, sum + 1)), sum + 1), "{fault:?} at {position}"),
                Err(error) if position == 0 => {
                    assert!(error.outcome() == Outcome::NotWritten && now == sum, "{fault:?} at {position}: {error}");
                }
                Err(error) => {
                    assert!(error.outcome() == Outcome::Unknown, "{fault:?} at {position}: {error}");
                    assert!(now == sum || now == sum + 1, "{fault:?}");
                }
            }
            sum = now;
        }
    }
    assert!(sum > 0);
}
