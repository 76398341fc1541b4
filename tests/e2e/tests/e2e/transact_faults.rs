//! Tests faults at each call of a `transact`: nothing is lost or done twice, and errors report the known outcome.

use std::time::Duration;

use e2e_tests::{Database, is, soon};
use tokio::sync::Notify;
use ydb_embedded::{Call, Fault, GrpcCode, Status};
use ydb_keys::{Error, ErrorKind, Outcome, PageToken, Result, YdbTable, transact};

use crate::faults::{cured, doubtful};
use crate::models::*;

const HOUR: Duration = Duration::from_secs(3600);

/// Number of statements of [`change`]; the last one commits.
const CALLS: usize = 4;

/// Writes two rows in three statements, and commits with the fourth.
async fn change(client: &ydb::Client, idempotent: bool) -> Result<u32> {
    transact(client, async |tx| {
        let sum = Account::get(1).fetch(&tx).await?.map_or(0, |account| account.sum);
        Account { number: 1, sum: sum + 1 }.upsert().exec(&tx).await?;
        Account { number: 2, sum: sum + 1 }.upsert().exec(&tx).await?;
        Ok(tx.attempt())
    })
    .idempotent(idempotent)
    .await
}

/// Orders a fault at the statement with this position.
fn order_at(database: &Database, position: usize, fault: Fault) {
    database.faults().fail_next(position, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
    database.faults().fail_next(1, Call::ExecuteQuery, fault);
}

async fn sums(database: &Database) -> Vec<i64> {
    database.column::<i64>("SELECT sum FROM `ydb_keys_e2e/accounts` ORDER BY number").await
}

/// Returns the stored sums: both rows have this sum, or neither exists.
fn rows(sum: i64) -> Vec<i64> {
    if sum == 0 { Vec::new() } else { vec![sum, sum] }
}

#[tokio::test]
async fn what_the_client_cures_is_cured_at_each_statement() {
    let database = Database::embedded_with::<Account>().await;
    let mut done = 0;
    for fault in cured() {
        for position in 0..CALLS {
            order_at(&database, position, fault.clone());
            let attempts = change(database.client(), false).await;
            assert_eq!(attempts.unwrap_or_else(|error| panic!("{fault:?} at {position}: {error}")), 2);
            done += 1;
            assert_eq!(database.faults().pending(), 0, "{fault:?} at {position}");
            assert_eq!(sums(&database).await, rows(done), "{fault:?} at {position}");
        }
    }
}

/// Tests that nothing is written before the commit; only the outcome of the commit can be unknown.
#[tokio::test]
async fn doubt_is_reported_where_there_is_one() {
    let database = Database::embedded_with::<Account>().await;
    let mut done = 0;
    for fault in doubtful() {
        for position in 0..CALLS {
            order_at(&database, position, fault.clone());
            let result = change(database.client(), false).await;
            database.faulty().await;
            let commits = position == CALLS - 1;
            match result {
                // A break after the first message of a statement may come after its end.
                Ok(_) => assert_eq!(fault, Fault::BreakStreamAfter(1), "at {position}"),
                Err(error) => {
                    assert_eq!((error.outcome() == Outcome::Unknown), commits, "{fault:?} at {position}: {error}")
                }
            }
            let now = sums(&database).await;
            assert!(
                now == rows(done) || (commits || result_is_ok(&fault)) && now == rows(done + 1),
                "{fault:?}: {now:?}"
            );
            done = now.first().copied().unwrap_or_default();
        }
    }
    // The commit was done, and only its answer was bad.
    assert!(done > 0);
}

/// Returns `true` if the statement may have been answered before the fault.
fn result_is_ok(fault: &Fault) -> bool {
    *fault == Fault::BreakStreamAfter(1)
}

/// Tests an idempotent transaction, which the caller allows to run twice.
#[tokio::test]
async fn an_idempotent_transaction_is_repeated_after_doubt() {
    let database = Database::embedded_with::<Account>().await;
    for fault in doubtful() {
        for position in 0..CALLS {
            order_at(&database, position, fault.clone());
            change(database.client(), true).await.unwrap_or_else(|error| panic!("{fault:?} at {position}: {error}"));
            database.faulty().await;
        }
    }
    let sums = sums(&database).await;
    assert_eq!((sums.len(), sums[0]), (2, sums[1]));
}

/// Returns an error of the closure that is not YDB's.
fn mine() -> Error {
    "mine".parse::<PageToken>().unwrap_err()
}

/// Tests faults of sessions and of roll-backs.
#[tokio::test]
async fn other_calls_may_fail_too() {
    let database = Database::embedded_with::<Account>().await;
    for fault in cured() {
        database.faults().fail_next(1, Call::RollbackTransaction, fault.clone());
        let result = transact(database.client(), async |tx| {
            Account::sample(1).upsert().exec(&tx).await?;
            Err::<(), _>(mine())
        });
        let result = result.await;
        assert!(is(&result, ErrorKind::PageToken, &["the string is not a page token"]), "{fault:?}: {result:?}");
        database.faulty().await;
        assert_eq!(sums(&database).await, [0; 0], "{fault:?}");
    }
    database.faults().fail_next(2, Call::CreateSession, Fault::Status(Status::Unavailable, "on order".into()));
    database.faults().fail_next(1, Call::ExecuteQuery, Fault::LoseSession);
    change(database.client(), false).await.unwrap();
    database.faults().clear();
    assert_eq!(sums(&database).await, [1, 1]);
}

/// Tests the error when the client gives up: the closure's last one, or else YDB's answer to the commit.
#[tokio::test]
async fn the_last_error_comes_out() {
    let database = Database::embedded_with::<Account>().await;
    let client = database.no_retry();
    for position in 0..CALLS {
        order_at(&database, position, Fault::Status(Status::Aborted, "on order".into()));
        let error = change(&client, false).await.unwrap_err();
        let operation = ["get", "upsert", "upsert", "transact"][position];
        assert_eq!((error.kind(), error.outcome()), (ErrorKind::Conflict, Outcome::NotWritten), "{error}");
        assert!(error.is_retryable() && error.to_string().contains(&format!("{operation} failed: ABORTED")), "{error}");
    }
    assert_eq!(sums(&database).await, [0; 0]);
    order_at(&database, CALLS - 1, Fault::Status(Status::Aborted, "on order".into()));
    assert_eq!(change(&client, false).await.unwrap_err().to_string(), "transact failed: ABORTED: on order");
}

#[tokio::test]
async fn a_refusal_of_the_closure_after_a_conflict_is_asked_again() {
    let database = Database::embedded_with::<Account>().await;
    order_at(&database, 0, Fault::Status(Status::Aborted, "on order".into()));
    let attempts = transact(database.client(), async |tx| match Account::get(1).fetch(&tx).await {
        Ok(_) => Ok(tx.attempt()),
        // An error of its own, which hides that of YDB.
        Err(_) => Err(mine()),
    });
    assert_eq!(attempts.await.unwrap(), 2);
}

/// Tests that a transaction with a dropped write is not committed: the write may be a part of it or not.
#[tokio::test]
async fn a_transaction_with_a_dropped_write_is_not_committed() {
    let database = Database::timed_with::<Account>().await;
    let faults = database.faults();
    let drop_a_write = async || {
        transact(database.client(), async |tx| {
            Account::sample(1).upsert().exec(&tx).await?;
            faults.fail_next(1, Call::ExecuteQuery, Fault::Delay(HOUR));
            database.give_up(Account::sample(2).upsert().exec(&tx)).await;
            database.advance(HOUR);
            // What comes later waits for the statement that nobody waits for.
            let seen = Account::get(2).fetch(&tx).await?;
            assert_eq!(seen, Some(Account::sample(2)));
            Ok(())
        })
        .await
    };
    let error = drop_a_write().await.unwrap_err();
    assert!(error.to_string().contains("was dropped before it was done"), "{error}");
    assert!(error.outcome() == Outcome::NotWritten);
    assert_eq!(sums(&database).await, [0; 0]);
}

/// Tests dropped reads, which change nothing, and a call that was never polled, which sends nothing.
#[tokio::test]
async fn a_dropped_read_is_harmless() {
    let database = Database::timed_with::<Account>().await;
    let faults = database.faults();
    transact(database.client(), async |tx| {
        Account::sample(1).upsert().exec(&tx).await?;
        drop(Account::sample(7).upsert().exec(&tx));
        faults.fail_next(1, Call::ExecuteQuery, Fault::Delay(HOUR));
        database.give_up(Account::get(1).fetch(&tx)).await;
        database.advance(HOUR);
        Account::sample(2).upsert().exec(&tx).await
    })
    .await
    .unwrap();
    assert_eq!(sums(&database).await.len(), 2);
}

/// Tests a time limit that ends during a statement, and during the commit.
#[tokio::test]
async fn the_time_of_a_transaction_is_limited() {
    let database = Database::timed_with::<Account>().await;
    for position in 0..CALLS {
        // The server's clock stands still, so the statement never begins.
        order_at(&database, position, Fault::Delay(HOUR));
        let result = transact(database.client(), async |tx| {
            let _ = Account::get(1).fetch(&tx).await?;
            Account::sample(1).upsert().exec(&tx).await?;
            Account::sample(2).upsert().exec(&tx).await
        });
        let error = database.late(|time| result.timeout(time)).await.unwrap_err();
        assert_eq!((error.outcome() == Outcome::Unknown), position == CALLS - 1, "at {position}: {error}");
    }
    // Between two statements too.
    let result = transact(database.client(), async |tx| {
        Account::sample(1).upsert().exec(&tx).await?;
        std::future::pending::<()>().await;
        Ok(())
    });
    let error = result.timeout(Duration::from_millis(100)).await.unwrap_err();
    assert!(error.outcome() == Outcome::NotWritten, "{error}");
    assert_eq!(sums(&database).await, [0; 0]);
}

/// Tests that nothing is written if the whole future is dropped.
#[tokio::test]
async fn a_dropped_transaction_is_rolled_back() {
    let database = Database::embedded_with::<Account>().await;
    let written = Notify::new();
    let call = transact(database.client(), async |tx| {
        Account::sample(1).upsert().exec(&tx).await?;
        written.notify_one();
        std::future::pending::<()>().await;
        Ok(())
    });
    tokio::select! {
        _ = call => panic!("the transaction has ended"),
        () = soon(written.notified()) => {}
    }
    // The session is free again, and so is the row.
    Account::sample(3).upsert().exec(database.client()).await.unwrap();
    assert_eq!(sums(&database).await, [-3]);
    // A broken connection at the first call of all.
    database.faults().fail_next(1, Call::ExecuteQuery, Fault::Grpc(GrpcCode::ResourceExhausted));
    assert_eq!(change(database.client(), false).await.unwrap(), 2);
}
