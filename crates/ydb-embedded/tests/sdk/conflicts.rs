//! Conflicting transactions: one of them is ABORTED, and in the end no write is lost.

use std::sync::atomic::{AtomicU32, Ordering};

use ydb::{Transaction, YdbOrCustomerError, closure};
use ydb_embedded::Status;

use crate::support::{one, refusal, run, start, tx_refused};
use crate::transactions::{ACCOUNTS, set, sum};

const TASKS: usize = 8;
const ROUNDS: usize = 20;

#[tokio::test]
async fn a_lost_race_is_run_again() {
    let (_server, client) = start().await;
    run(&client, ACCOUNTS).await;
    run(&client, "UPSERT INTO accounts (id, sum) VALUES (1, 1)").await;
    let (attempts, outside) = (AtomicU32::new(0), &client);
    let attempts = &attempts;
    client
        .query_client()
        .retry_tx(closure!([&attempts, &outside], async |tx: &mut Transaction| {
            let now = sum(tx, 1).await?;
            if attempts.fetch_add(1, Ordering::Relaxed) == 0 {
                run(outside, "UPSERT INTO accounts (id, sum) VALUES (1, 100)").await;
            }
            // The SDK never retries a separate commit, but it retries a commit that is sent with the last query.
            let last = tx.exec("UPSERT INTO accounts (id, sum) VALUES (1, $sum)").param("$sum", now + 1);
            Ok(last.with_commit(true).await?)
        }))
        .await
        .unwrap();
    assert_eq!(attempts.load(Ordering::Relaxed), 2);
    assert_eq!(one::<i64>(&client, "SELECT sum FROM accounts WHERE id = 1").await, 101);
}

#[tokio::test]
async fn a_lost_race_is_told_by_the_commit() {
    let (_server, client) = start().await;
    run(&client, ACCOUNTS).await;
    run(&client, "UPSERT INTO accounts (id, sum) VALUES (1, 1)").await;
    let outside = &client;
    let result = client
        .query_client()
        .retry_tx(closure!([&outside], async |tx: &mut Transaction| {
            let now = sum(tx, 1).await?;
            set(tx, 1, now + 1).await?;
            run(outside, "UPSERT INTO accounts (id, sum) VALUES (1, 100)").await;
            Ok(())
        }))
        .await;
    tx_refused(result, Status::Aborted, "Transaction locks invalidated. Table: `/local/accounts`. (2001)");
    assert_eq!(one::<i64>(&client, "SELECT sum FROM accounts").await, 100);
}

#[tokio::test]
async fn a_row_that_appears_in_a_range_that_was_read_is_a_conflict() {
    let (_server, client) = start().await;
    run(&client, ACCOUNTS).await;
    let outside = &client;
    let result = client
        .query_client()
        .retry_tx(closure!([&outside], async |tx: &mut Transaction| {
            tx.exec("SELECT COUNT(*) FROM accounts WHERE id BETWEEN 10 AND 20").await?;
            set(tx, 1, 1).await?;
            run(outside, "UPSERT INTO accounts (id, sum) VALUES (15, 1)").await;
            Ok(())
        }))
        .await;
    tx_refused(result, Status::Aborted, "(2001)");
}

#[tokio::test]
async fn blind_writes_and_other_rows_are_no_conflict() {
    let (_server, client) = start().await;
    run(&client, ACCOUNTS).await;
    run(&client, "UPSERT INTO accounts (id, sum) VALUES (1, 1), (2, 2)").await;
    let outside = &client;
    client
        .query_client()
        .retry_tx(closure!([&outside], async |tx: &mut Transaction| {
            let now = sum(tx, 1).await?;
            set(tx, 1, now + 1).await?;
            set(tx, 3, 3).await?;
            run(outside, "UPSERT INTO accounts (id, sum) VALUES (2, 20), (3, 30)").await;
            Ok(())
        }))
        .await
        .unwrap();
    let sums: Vec<i64> = crate::support::all(&client, "SELECT sum FROM accounts ORDER BY id").await;
    assert_eq!(sums, [2, 20, 3]);
}

/// Adds one to a sum, with as many attempts as necessary.
async fn increment(query: &ydb::QueryClient, id: i32) {
    query
        .retry_tx(closure!([&id], async |tx: &mut Transaction| {
            let now = sum(tx, *id).await?;
            let last = tx.exec("UPSERT INTO accounts (id, sum) VALUES ($id, $sum)");
            Ok(last.param("$id", *id).param("$sum", now + 1).with_commit(true).await?)
        }))
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn no_update_is_lost() {
    let (_server, client) = start().await;
    run(&client, ACCOUNTS).await;
    run(&client, "UPSERT INTO accounts (id, sum) VALUES (1, 0)").await;
    let tasks: Vec<_> = (0..TASKS)
        .map(|_| {
            let query = client.query_client();
            tokio::spawn(async move {
                for _ in 0..ROUNDS {
                    increment(&query, 1).await;
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(one::<i64>(&client, "SELECT sum FROM accounts WHERE id = 1").await, (TASKS * ROUNDS) as i64);
}

#[tokio::test(flavor = "multi_thread")]
async fn transfers_keep_the_sum() {
    let (_server, client) = start().await;
    run(&client, ACCOUNTS).await;
    run(&client, "UPSERT INTO accounts (id, sum) VALUES (0, 100), (1, 100), (2, 100)").await;
    let tasks: Vec<_> = (0..TASKS as i32)
        .map(|task| {
            let query = client.query_client();
            tokio::spawn(async move {
                for round in 0..ROUNDS as i32 {
                    let (from, to) = ((task + round) % 3, (task + round + 1 + round % 2) % 3);
                    while let Err(error) = transfer(&query, from, to).await {
                        assert_eq!(refusal(&error.to_ydb_error()).0, Status::Aborted as i32);
                    }
                }
            })
        })
        .collect();
    while tasks.iter().any(|task| !task.is_finished()) {
        let total: Option<i64> = one(&client, "SELECT SUM(sum) FROM accounts").await;
        assert_eq!(total, Some(300));
    }
    for task in tasks {
        task.await.unwrap();
    }
}

async fn transfer(query: &ydb::QueryClient, from: i32, to: i32) -> Result<(), YdbOrCustomerError> {
    query
        .retry_tx(closure!([&from, &to], async |tx: &mut Transaction| {
            let (left, right) = (sum(tx, *from).await?, sum(tx, *to).await?);
            set(tx, *from, left - 1).await?;
            Ok(set(tx, *to, right + 1).await?)
        }))
        .await
}
