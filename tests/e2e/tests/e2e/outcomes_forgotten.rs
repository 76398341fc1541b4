//! Tests transactions with a certain outcome whose row is gone when it is read: expired, or dropped with its table. The
//! outcome is then unknown, so the transaction is never run again.

use std::cell::Cell;
use std::time::Duration;

use e2e_tests::{Database, is};
use futures_util::future::join;
use ydb_embedded::{Behavior, Call, Clock, Fault, Server, Status};
use ydb_keys::{Error, ErrorKind, Outcome, Result, Tx, YdbTable, add, transact};

use crate::models::*;

const HOUR: Duration = Duration::from_secs(3600);

async fn accounts() -> Database {
    let database = Database::timed_with::<Account>().await;
    fill(&database).await;
    database
}

async fn fill(database: &Database) {
    let accounts = [Account { number: 1, sum: 0 }, Account { number: 2, sum: 0 }];
    Account::upsert_many(&accounts).exec(database.client()).no_timeout().await.unwrap();
    // The table of the rows is there, so that each change sends the same requests.
    change(database, None).await.unwrap();
}

/// Adds one to both accounts, with an id of the program or without.
async fn change(database: &Database, id: Option<&str>) -> Result<()> {
    let change = transact(database.client(), async |tx| {
        Account::update(1).sum(add(1)).exec(&tx).await?;
        Account::update(2).sum(add(1)).exec(&tx).await
    });
    let change = change.no_timeout().kept_for(HOUR);
    match id {
        Some(id) => change.exactly_once_as(id).await,
        None => change.exactly_once().await,
    }
}

async fn sums(database: &Database) -> Vec<i64> {
    database.column::<i64>("SELECT sum FROM `ydb_keys_e2e/accounts` ORDER BY number").await
}

/// Returns the number of requests that a call sends; the last of them commits.
async fn requests(database: &Database, call: impl Future<Output = Result<()>>) -> usize {
    database.faults().fail_next(100, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
    call.await.unwrap();
    let left = database.faults().pending();
    database.faults().clear();
    100 - left
}

fn order_at(database: &Database, position: usize, fault: Fault) {
    database.faults().fail_next(position, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
    database.faults().fail_next(1, Call::ExecuteQuery, fault);
}

/// Makes the outcome of the next call's commit, its request at this position, unknown, with the commit done or not.
/// Delays the request after it, so that the caller can act meanwhile.
fn doubt_at(database: &Database, position: usize, done: bool, delay: Duration) {
    let commit = match done {
        true => Fault::StatusAfterExecution(Status::Undetermined),
        false => Fault::Status(Status::Undetermined, "on order".to_owned()),
    };
    order_at(database, position, commit);
    database.faults().fail_next(1, Call::ExecuteQuery, Fault::Delay(delay));
}

/// Makes the outcome of the next change's commit unknown. Returns the sum before the change.
async fn doubt(database: &Database, done: bool, id: Option<&str>, delay: Duration) -> i64 {
    let last = requests(database, change(database, id.map(|_| "another id"))).await - 1;
    let before = sums(database).await[0];
    doubt_at(database, last, done, delay);
    before
}

/// Runs an action when all ordered faults have begun.
async fn meanwhile<R>(database: &Database, call: impl Future<Output = R>, act: impl AsyncFnOnce()) -> R {
    let acting = async {
        database.faulty().await;
        act().await;
    };
    join(call, acting).await.0
}

/// Checks that the outcome is unknown, and that the error gives the reason and the cure.
fn is_forgotten(error: &Error) {
    assert_eq!(error.outcome(), Outcome::Unknown, "{error}");
    let text = error.to_string();
    assert!(text.contains("its row is gone from `ydb_keys/outcomes`"), "{text}");
    assert!(text.contains("help: look into your own tables") && !text.contains("call it again"), "{text}");
}

/// Tests an outage of YDB that is longer than the row is kept.
#[tokio::test]
async fn the_doubt_outlives_the_row() {
    for id in [None, Some("order")] {
        for done in [true, false] {
            let database = accounts().await;
            let before = doubt(&database, done, id, 3 * HOUR).await;
            let away = async || database.advance(3 * HOUR);
            let error = meanwhile(&database, change(&database, id), away).await.unwrap_err();
            is_forgotten(&error);
            let after = before + i64::from(done);
            assert_eq!(sums(&database).await, [after, after], "{id:?} {done}");
        }
    }
}

/// Tests a single write, whose row is kept for a day.
#[tokio::test]
async fn the_doubt_of_a_write_outlives_its_row() {
    for done in [true, false] {
        let database = accounts().await;
        let write = || Account::update(1).sum(add(1)).exec(database.client()).exactly_once().no_timeout();
        let last = requests(&database, write()).await - 1;
        let before = sums(&database).await[0];
        doubt_at(&database, last, done, 30 * HOUR);
        let away = async || database.advance(30 * HOUR);
        let error = meanwhile(&database, write(), away).await.unwrap_err();
        assert_eq!((error.outcome(), error.table()), (Outcome::Unknown, Some("ydb_keys_e2e/accounts")), "{error}");
        assert!(error.to_string().contains("its row is gone from `ydb_keys/outcomes`"), "{error}");
        assert_eq!(sums(&database).await[0], before + i64::from(done));
    }
}

/// Tests that a row that still exists gives the outcome of the transaction.
#[tokio::test]
async fn within_the_life_of_the_row_it_is_certain() {
    for id in [None, Some("order")] {
        for done in [true, false] {
            let database = accounts().await;
            let before = doubt(&database, done, id, HOUR / 2).await;
            let away = async || database.advance(HOUR / 2);
            meanwhile(&database, change(&database, id), away).await.unwrap();
            assert_eq!(sums(&database).await, [before + 1, before + 1], "{id:?} {done}");
        }
    }
}

const DROP: &str = "DROP TABLE `ydb_keys/outcomes`";

/// Tests a table that is dropped, and that another transaction may create again before anybody reads it.
#[tokio::test]
async fn the_table_is_dropped_during_the_doubt() {
    for id in [None, Some("order")] {
        for made_again in [false, true] {
            for done in [true, false] {
                let database = accounts().await;
                let before = doubt(&database, done, id, HOUR / 2).await;
                let drop = async || {
                    database.run(DROP).await;
                    if made_again {
                        transact(database.client(), async |_| Ok(())).exactly_once_as("of others").await.unwrap();
                    }
                    // No row has expired.
                    database.advance(HOUR / 2);
                };
                let error = meanwhile(&database, change(&database, id), drop).await.unwrap_err();
                is_forgotten(&error);
                let after = before + i64::from(done);
                assert_eq!(sums(&database).await, [after, after], "{id:?} {made_again} {done}");
            }
        }
    }
}

/// Tests a new table in which another process begins a transaction with the same id. Its row proves nothing about the
/// first.
#[tokio::test]
async fn a_new_table_has_a_row_of_the_same_id() {
    let database = accounts().await;
    let before = doubt(&database, true, Some("order"), HOUR / 2).await;
    let drop = async || {
        database.run(DROP).await;
        // It refuses by itself, so it leaves an open row and writes nothing.
        let refused =
            transact(database.client(), async |_| Err::<(), _>("x".parse::<ydb_keys::PageToken>().unwrap_err()));
        assert_eq!(refused.exactly_once_as("order").await.unwrap_err().kind(), ErrorKind::PageToken);
        database.advance(HOUR / 2);
    };
    let error = meanwhile(&database, change(&database, Some("order")), drop).await.unwrap_err();
    is_forgotten(&error);
    assert_eq!(sums(&database).await, [before + 1, before + 1]);
}

/// Tests a table that is dropped before the commit: the transaction finds no row, and is certainly not committed.
#[tokio::test]
async fn the_table_is_dropped_before_the_commit() {
    for id in [None, Some("order")] {
        for made_again in [false, true] {
            let database = accounts().await;
            let (before, attempts) = (sums(&database).await, Cell::new(0));
            let dropped = transact(database.client(), async |tx| {
                attempts.set(attempts.get() + 1);
                Account::update(1).sum(add(1)).exec(&tx).await?;
                database.run(DROP).await;
                match made_again {
                    true => transact(database.client(), async |_| Ok(())).exactly_once_as("of others").await,
                    false => Ok(()),
                }
            });
            let ended = match id {
                Some(id) => dropped.exactly_once_as(id).await,
                None => dropped.exactly_once().await,
            };
            let error = ended.unwrap_err();
            assert_eq!((error.outcome(), attempts.get()), (Outcome::NotWritten, 1), "{error}");
            let text = error.to_string();
            assert!(text.contains("it is not committed") && text.contains("gone from `ydb_keys/outcomes`"), "{text}");
            assert_eq!(sums(&database).await, before, "{id:?} {made_again}");
        }
    }
}

/// Tests the id in the error of a call that timed out: after the lifetime of its row, the outcome is unknown.
#[tokio::test]
async fn an_id_that_the_library_has_made_is_asked_too_late() {
    let database = accounts().await;
    let add = async |tx: Tx| Account::update(1).sum(add(1)).exec(&tx).await;
    let last = requests(&database, async { transact(database.client(), add).exactly_once().await }).await - 1;
    let before = sums(&database).await;
    order_at(&database, last, Fault::Delay(HOUR));
    let error = database.late(|time| transact(database.client(), add).exactly_once().timeout(time)).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Timeout, Outcome::Unknown), "{error}");
    let text = error.to_string();
    let id = text.split("`.exactly_once_as(\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    database.advance(30 * HOUR);
    let asked = async || transact(database.client(), add).exactly_once_as(&id).no_timeout().await;
    is_forgotten(&asked().await.unwrap_err());
    assert_eq!(sums(&database).await, before);
    database.run(DROP).await;
    is_forgotten(&asked().await.unwrap_err());
}

/// Tests a commit that comes after the rows have expired by which another process has refused or replaced it.
#[tokio::test]
async fn a_commit_that_comes_after_all_rows_have_expired() {
    for refused in [false, true] {
        let server = Server::builder().behavior(Behavior::strict()).clock(Clock::manual());
        // The session of the commit waits with it.
        let database = Database::on(server.session_idle_time(Duration::MAX).start().await.unwrap()).await;
        database.create::<Account>().await;
        fill(&database).await;
        let last = requests(&database, change(&database, Some("another id"))).await - 1;
        let before = sums(&database).await[0];
        order_at(&database, last, Fault::Delay(30 * HOUR));
        let other = database.shared();
        let by_another_process = async || {
            // Opening, the rows, one update, and the commit.
            if refused {
                order_at(&database, 3, Fault::Status(Status::Undetermined, "on order".to_owned()));
            }
            let add = async |tx: Tx| Account::update(1).sum(add(1)).exec(&tx).await;
            transact(&other, add).exactly_once_as("order").no_timeout().kept_for(HOUR).await.unwrap();
            database.faulty().await;
            assert_eq!(sums(&database).await[0], before + 1);
            database.advance(29 * HOUR);
            assert_eq!(database.one::<u64>("SELECT COUNT(*) FROM `ydb_keys/outcomes`").await, 0);
            database.advance(HOUR);
        };
        let late = meanwhile(&database, change(&database, Some("order")), by_another_process).await.unwrap_err();
        assert_eq!(late.outcome(), Outcome::NotWritten, "{late}");
        assert_eq!(sums(&database).await[0], before + 1, "refused: {refused}");
    }
}

/// Tests that a call that may last longer than its row is refused before it sends anything.
#[tokio::test]
async fn the_patience_of_a_call_and_the_life_of_its_row() {
    let database = accounts().await;
    let before = sums(&database).await;
    let client = database.client();
    database.faults().fail_next(1, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
    let add = async |tx: Tx| Account::update(1).sum(add(1)).exec(&tx).await;
    let cure =
        "help: its `timeout` is longer than its row is kept: give it a longer `kept_for`, or a shorter `timeout`";
    for refused in [
        transact(client, add).exactly_once().kept_for(HOUR).timeout(HOUR + Duration::from_secs(1)).await,
        transact(client, add).exactly_once().timeout(25 * HOUR).await,
        transact(client, add).timeout(25 * HOUR).exactly_once_as("order").await,
    ] {
        assert!(is(&refused, ErrorKind::Usage, &["transact cannot be `exactly_once` here\n", cure]), "{refused:?}");
    }
    let alone = Account::update(1).sum(1).exec(client).exactly_once().timeout(25 * HOUR).await;
    let cure = "help: its row is kept for a day: give it a shorter `timeout`, or write it in a transaction, \
                `transact(client, async |tx| ..).exactly_once().kept_for(..)`";
    assert!(is(&alone, ErrorKind::Usage, &["table `ydb_keys_e2e/accounts`: update cannot be", cure]), "{alone:?}");
    assert_eq!(database.faults().pending(), 1, "nothing is sent");
    transact(client, add).exactly_once().kept_for(HOUR).timeout(HOUR).await.unwrap();
    transact(client, add).exactly_once().kept_for(25 * HOUR).timeout(25 * HOUR).await.unwrap();
    assert_eq!(sums(&database).await, [before[0] + 2, before[1]]);
}
