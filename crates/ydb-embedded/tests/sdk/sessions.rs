//! Sessions that end unexpectedly: the SDK creates new ones and continues.

use std::sync::atomic::{AtomicU32, Ordering};

use ydb::{Transaction, closure};
use ydb_embedded::{Call, Fault, Status};

use crate::support::{all, impatient, one, refused, run, sessions, start, tx_refused};
use crate::transactions::{ACCOUNTS, set};

fn order(status: Status) -> Fault {
    Fault::Status(status, "injected".into())
}

#[tokio::test]
async fn a_lost_session_is_replaced() {
    let (server, client) = start().await;
    assert_eq!(one::<i32>(&client, "SELECT 1").await, 1);
    server.faults().fail_next(1, Call::ExecuteQuery, Fault::LoseSession);
    refused(impatient(&client).query_client().exec("SELECT 1").await, Status::BadSession, "Session not found");
    server.faults().fail_next(1, Call::ExecuteQuery, Fault::LoseSession);
    assert_eq!(one::<i32>(&client, "SELECT 2").await, 2);
    assert_eq!(server.faults().pending(), 0);
}

#[tokio::test]
async fn a_session_that_expires_is_replaced() {
    let (server, client) = start().await;
    for status in [Status::SessionExpired, Status::BadSession, Status::SessionBusy] {
        server.faults().fail_next(2, Call::ExecuteQuery, order(status));
        assert_eq!(one::<i32>(&client, "SELECT 1").await, 1);
        assert_eq!(server.faults().pending(), 0);
    }
    assert!(client.session_pool_stats().sessions_created > 1);
}

#[tokio::test]
async fn a_transaction_whose_session_is_lost_is_run_again() {
    let (server, client) = start().await;
    // The SDK returns sessions to its pool in the background. With room for two sessions, the second attempt might get
    // an idle session that was lost together with the first.
    let client = client.with_session_pool(sessions().with_limit(1)).await.unwrap();
    run(&client, ACCOUNTS).await;
    let (attempts, faults) = (AtomicU32::new(0), server.faults());
    let attempts = &attempts;
    client
        .query_client()
        .retry_tx(closure!([&attempts, &faults], async |tx: &mut Transaction| {
            let attempt = attempts.fetch_add(1, Ordering::Relaxed);
            set(tx, attempt as i32, 1).await?;
            if attempt == 0 {
                faults.fail_next(1, Call::ExecuteQuery, Fault::LoseSession);
            }
            Ok(set(tx, 10, 1).await?)
        }))
        .await
        .unwrap();
    assert_eq!(attempts.load(Ordering::Relaxed), 2);
    // The writes of the first attempt ended with its session.
    assert_eq!(all::<i32>(&client, "SELECT id FROM accounts ORDER BY id").await, [1, 10]);
}

#[tokio::test]
async fn a_commit_in_a_lost_session_commits_nothing() {
    let (server, client) = start().await;
    run(&client, ACCOUNTS).await;
    server.faults().fail_next(1, Call::CommitTransaction, Fault::LoseSession);
    let result = client.query_client().retry_tx(closure!(async |tx: &mut Transaction| Ok(set(tx, 1, 1).await?))).await;
    tx_refused(result, Status::BadSession, "Session not found");
    assert_eq!(one::<u64>(&client, "SELECT COUNT(*) FROM accounts").await, 0);
}

#[tokio::test]
async fn sessions_that_cannot_be_made_are_tried_again() {
    let (server, client) = start().await;
    server.faults().fail_next(2, Call::CreateSession, order(Status::Overloaded));
    server.faults().fail_next(1, Call::AttachSession, order(Status::Unavailable));
    assert_eq!(one::<i32>(&client, "SELECT 1").await, 1);
    assert_eq!(server.faults().pending(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn many_tasks_share_few_sessions() {
    let (_server, client) = start().await;
    let client = client.with_session_pool(sessions().with_limit(3).with_warm_up(2)).await.unwrap();
    let tasks: Vec<_> = (0..30)
        .map(|n| {
            let mut query = client.query_client();
            tokio::spawn(async move { query.query_row("SELECT $n").param("$n", n).await?.remove_field(0)?.try_into() })
        })
        .collect();
    for (n, task) in tasks.into_iter().enumerate() {
        let answer: ydb::YdbResult<i32> = task.await.unwrap();
        assert_eq!(answer.unwrap(), n as i32);
    }
    assert!(client.session_pool_stats().size <= 3);
}
