//! Tests transactions with a certain outcome: the query after a lost answer, the stored markers, and refused calls.

use std::collections::HashMap;
use std::time::Duration;

use e2e_tests::{Database, is};
use ydb::TxMode;
use ydb_embedded::{Call, Fault, Status};
use ydb_keys::{ErrorKind, Outcome, Result, YdbTable, add, transact};

use crate::faults::{cured, doubtful};
use crate::models::*;

const HOUR: Duration = Duration::from_secs(3600);

/// Number of requests of [`change`]: the first opens the row with the outcome, the last commits.
const CALLS: usize = 5;

async fn change(client: &ydb::Client) -> Result<()> {
    transact(client, async |tx| {
        let sum = Account::get(1).fetch(&tx).await?.map_or(0, |account| account.sum);
        Account { number: 1, sum: sum + 1 }.upsert().exec(&tx).await?;
        Account::update(2).sum(add(1)).exec(&tx).await
    })
    .exactly_once()
    .await
}

fn order_at(database: &Database, position: usize, fault: Fault) {
    database.faults().fail_next(position, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
    database.faults().fail_next(1, Call::ExecuteQuery, fault);
}

async fn accounts() -> Database {
    let database = Database::embedded_with::<Account>().await;
    Account::upsert_many(&[Account { number: 1, sum: 0 }, Account { number: 2, sum: 0 }])
        .exec(database.client())
        .await
        .unwrap();
    database
}

async fn sums(database: &Database) -> Vec<i64> {
    database.column::<i64>("SELECT sum FROM `ydb_keys_e2e/accounts` ORDER BY number").await
}

/// Returns the number of markers with this outcome.
async fn markers(database: &Database, committed: bool) -> u64 {
    database.one(&format!("SELECT COUNT(*) FROM `ydb_keys/outcomes` WHERE committed = {committed}")).await
}

#[tokio::test]
async fn whatever_goes_wrong_it_is_done_once() {
    let database = accounts().await;
    change(database.client()).await.unwrap();
    let mut done = 1;
    for fault in cured().into_iter().chain(doubtful()) {
        for position in 0..CALLS {
            order_at(&database, position, fault.clone());
            change(database.client()).await.unwrap_or_else(|error| panic!("{fault:?} at {position}: {error}"));
            database.faulty().await;
            done += 1;
            assert_eq!(sums(&database).await, [done, done], "{fault:?} at {position}");
        }
    }
    assert_eq!(markers(&database, true).await, done as u64);
    assert!(markers(&database, false).await > 0);
}

/// Tests that the first request opens a row. Without a row before the commit, a missing row could also be an expired
/// one.
#[tokio::test]
async fn one_request_is_added() {
    let database = accounts().await;
    change(database.client()).await.unwrap();
    database.faults().fail_next(CALLS + 1, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
    change(database.client()).await.unwrap();
    assert_eq!(database.faults().pending(), 1);
    // A write by itself needs two more: that one, and the commit.
    database.faults().clear();
    database.faults().fail_next(4, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
    Account::update(1).sum(add(1)).exec(database.client()).exactly_once().await.unwrap();
    assert_eq!(database.faults().pending(), 1);
}

#[tokio::test]
async fn a_single_write_is_done_once() {
    let database = accounts().await;
    let client = database.client();
    let mut done = 0;
    for fault in doubtful() {
        for position in 0..3 {
            order_at(&database, position, fault.clone());
            Account::update(1).sum(add(1)).exec(client).exactly_once().await.unwrap();
            database.faulty().await;
            done += 1;
            assert_eq!(sums(&database).await[0], done, "{fault:?} at {position}");
            order_at(&database, position, fault.clone());
            Account { number: 10 + done as u64, sum: 0 }.insert().exec(client).exactly_once().await.unwrap();
            database.faulty().await;
        }
    }
    let error = Account { number: 11, sum: 0 }.insert().exec(client).exactly_once().await.unwrap_err();
    assert_eq!((error.kind(), error.key()), (ErrorKind::AlreadyExists, Some("(11)")), "{error}");
}

/// Tests a transaction whose time ends with an unknown outcome; its id gives the outcome later.
#[tokio::test]
async fn after_the_time_it_can_be_asked() {
    let database = Database::timed_with::<Account>().await;
    let add = async |tx: ydb_keys::Tx| Account { number: 1, sum: 1 }.insert().exec(&tx).await;
    transact(database.client(), async |_| Ok(())).exactly_once_as("the table is there").await.unwrap();
    // The client's timers have jumped, but not the time that it measures timeouts from: what comes later has none.
    for late in [false, true] {
        Account::delete(1).exec(database.client()).no_timeout().await.unwrap();
        order_at(&database, 2, Fault::Delay(HOUR));
        let error = database.late(|time| transact(database.client(), add).exactly_once().timeout(time)).await;
        let error = error.unwrap_err();
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Timeout, Outcome::Unknown), "{error}");
        let text = error.to_string();
        let id = text.split("`.exactly_once_as(\"").nth(1).unwrap().split('"').next().unwrap();
        if late {
            database.advance(HOUR);
        }
        // Whether the delayed commit comes before or never, the row is inserted once.
        transact(database.client(), add).exactly_once_as(id).no_timeout().await.unwrap();
        if !late {
            database.advance(HOUR);
        }
        transact(database.client(), add).exactly_once_as(id).no_timeout().await.unwrap();
        assert_eq!(sums(&database).await, [1]);
    }
}

#[tokio::test]
async fn what_was_returned_is_kept() {
    let database = accounts().await;
    let pay = async |id: &str, fails: bool| {
        transact(database.client(), async |tx| {
            let paid = Account::update(1).sum(add(1)).fetch(&tx).await?.row();
            if fails {
                return Err("x".parse::<ydb_keys::PageToken>().unwrap_err());
            }
            Ok(paid.map(|account| (account.sum, "a \"receipt\" €".to_owned())))
        })
        .exactly_once_as(id)
        .await
    };
    // An error is not kept.
    assert_eq!(pay("one", true).await.unwrap_err().kind(), ErrorKind::PageToken);
    let first = pay("one", false).await.unwrap();
    assert_eq!(first, Some((1, "a \"receipt\" €".to_owned())));
    for fails in [false, true] {
        assert_eq!(pay("one", fails).await.unwrap(), first);
    }
    assert_eq!(pay("two", false).await.unwrap().unwrap().0, 2);
    // A program that expects something else.
    let other = transact(database.client(), async |_| Ok(7_u64)).exactly_once_as("one").await;
    let error = other.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Decode, Outcome::Written));
    assert!(error.to_string().starts_with("transact: the transaction `one` is done, but what it returned"), "{error}");
    // What is not JSON is not written.
    let unfit = transact(database.client(), async |tx| {
        Account::update(1).sum(0).exec(&tx).await?;
        Ok(HashMap::from([((1, 2), 3)]))
    });
    let error = unfit.exactly_once_as("three").await.unwrap_err();
    assert!(is(&Err::<(), _>(error), ErrorKind::InvalidValue, &["a parameter of type Json: key must be a string"]));
    assert_eq!(sums(&database).await, [2, 0]);
}

#[tokio::test]
async fn an_id_is_forgotten_after_its_time() {
    let database = Database::timed_with::<Account>().await;
    let place = async || {
        transact(database.client(), async |tx| Account { number: 1, sum: 5 }.upsert().exec(&tx).await)
            .exactly_once_as("order")
            .kept_for(HOUR)
            .await
    };
    place().await.unwrap();
    Account::delete(1).exec(database.client()).await.unwrap();
    database.advance(HOUR / 2);
    place().await.unwrap();
    assert_eq!(sums(&database).await, [0; 0]);
    database.advance(24 * HOUR);
    place().await.unwrap();
    assert_eq!(sums(&database).await, [5]);
}

/// Tests that the first transaction that needs the table creates it.
#[tokio::test]
async fn the_first_ones_create_the_table() {
    let database = accounts().await;
    let (first, second) = futures_util::future::join(change(database.client()), change(database.client())).await;
    first.unwrap();
    second.unwrap();
    assert_eq!((sums(&database).await, markers(&database, true).await), (vec![2, 2], 2));
    // Somebody has dropped it.
    database.run("DROP TABLE `ydb_keys/outcomes`").await;
    Account::update(1).sum(add(1)).exec(database.client()).exactly_once().await.unwrap();
    assert_eq!(markers(&database, true).await, 1);
}

/// Tests that another missing table is not mistaken for the table of outcomes.
#[tokio::test]
async fn a_missing_table_is_an_error() {
    let database = Database::embedded().await;
    for _ in 0..2 {
        let error = change(database.client()).await.unwrap_err();
        assert_eq!((error.kind(), error.table()), (ErrorKind::Schema, Some("ydb_keys_e2e/accounts")), "{error}");
    }
}

#[tokio::test]
async fn where_it_cannot_be() {
    let database = accounts().await;
    let client = database.client();
    let within = transact(client, async |tx| Account::update(1).sum(1).exec(&tx).exactly_once().await).await;
    let cure = "help: write it at the end of the transaction: `transact(client, async |tx| ..).exactly_once()`";
    let text = "table `ydb_keys_e2e/accounts`: update cannot be `exactly_once` here\n";
    assert!(is(&within, ErrorKind::Usage, &[text, cure]), "{within:?}");
    let read = Account::get(1).fetch(client).exactly_once().await;
    assert!(
        is(&read, ErrorKind::Usage, &["get cannot be `exactly_once` here\nhelp: remove it from a read"]),
        "{read:?}"
    );
    let mode = transact(client, async |_| Ok(())).exactly_once().with_tx_mode(TxMode::SnapshotReadOnly).await;
    assert!(is(&mode, ErrorKind::Usage, &["transact cannot be `exactly_once` here\nhelp: remove `with_tx_mode`"]));
    let commits = transact(client, async |tx| {
        Account::update(1).sum(7).exec(&tx).await?;
        Account::update(2).sum(7).exec(&tx).with_commit().await
    });
    let error = commits.exactly_once().await.unwrap_err();
    assert!(error.to_string().contains("remove `with_commit`"), "{error}");
    assert_eq!((error.outcome(), sums(&database).await), (Outcome::NotWritten, vec![0, 0]));
    // The table of the markers is out of reach: that is what the error says.
    database.faults().fail_next(1, Call::ExecuteQuery, Fault::Status(Status::Unauthorized, "on order".into()));
    let refused = transact(client, async |_| Ok(())).exactly_once_as("id").await;
    assert_eq!(refused.unwrap_err().kind(), ErrorKind::AccessDenied);
}
