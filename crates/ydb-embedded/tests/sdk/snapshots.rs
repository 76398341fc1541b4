//! Snapshots of a server: the restored data, and the effect on clients in the middle of their work.

use ydb::{AccessTokenCredentials, ClientBuilder, Transaction, closure};
use ydb_embedded::{Behavior, Call, Fault, Server, Status};

use crate::support::{all, build, connect, impatient, one, refused, run, sessions, start};
use crate::transactions::{ACCOUNTS, set, sum};

#[tokio::test]
async fn rows_and_schema_come_back() {
    let (server, client) = start().await;
    run(&client, ACCOUNTS).await;
    run(&client, "CREATE TABLE doomed (k Int32 NOT NULL, PRIMARY KEY (k))").await;
    run(&client, "UPSERT INTO accounts (id, sum) VALUES (1, 10), (2, 20)").await;
    run(&client, "UPSERT INTO doomed (k) VALUES (7)").await;
    let saved = server.snapshot();
    for _ in 0..3 {
        run(&client, "DELETE FROM accounts WHERE id = 1").await;
        run(&client, "UPSERT INTO accounts (id, sum) VALUES (2, 21), (3, 30)").await;
        run(&client, "ALTER TABLE accounts ADD COLUMN note Utf8").await;
        run(&client, "UPSERT INTO accounts (id, sum, note) VALUES (4, 40, 'new')").await;
        run(&client, "DROP TABLE doomed").await;
        run(&client, "CREATE TABLE later (k Int32 NOT NULL, PRIMARY KEY (k))").await;
        run(&client, "UPSERT INTO later (k) VALUES (1)").await;
        server.reset(&saved).unwrap();
        assert_eq!(all::<i64>(&client, "SELECT sum FROM accounts ORDER BY sum").await, [10, 20]);
        assert_eq!(all::<i32>(&client, "SELECT k FROM doomed").await, [7]);
        let gone = impatient(&client).query_client().exec("SELECT * FROM later").await;
        refused(gone, Status::SchemeError, "Cannot find table");
        let unknown = impatient(&client).query_client().exec("SELECT note FROM accounts").await;
        refused(unknown, Status::GenericError, "Member not found: note");
    }
}

#[tokio::test]
async fn a_table_made_anew_has_nothing_of_the_one_before_the_reset() {
    let (server, client) = start().await;
    let empty = server.snapshot();
    for (ddl, count) in [("v Utf8", 0_u64), ("v Int32", 0), ("w Int32", 0)] {
        run(&client, &format!("CREATE TABLE t (k Int32 NOT NULL, {ddl}, PRIMARY KEY (k))")).await;
        assert_eq!(one::<u64>(&client, "SELECT COUNT(*) FROM t").await, count);
        run(&client, "UPSERT INTO t (k) VALUES (1)").await;
        assert_eq!(one::<u64>(&client, "SELECT COUNT(*) FROM t").await, 1);
        server.reset(&empty).unwrap();
    }
}

#[tokio::test]
async fn sequences_and_counters_come_back() {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE t (k Serial NOT NULL, v Int32, PRIMARY KEY (k))").await;
    run(&client, "INSERT INTO t (v) VALUES (1)").await;
    let saved = server.snapshot();
    let counters = server.partition_stats("t").unwrap();
    for _ in 0..2 {
        assert_eq!(one::<i32>(&client, "INSERT INTO t (v) VALUES (2) RETURNING k").await, 2);
        assert_ne!(server.partition_stats("t").unwrap(), counters);
        server.reset(&saved).unwrap();
        assert_eq!(server.partition_stats("t").unwrap(), counters);
    }
}

#[tokio::test]
async fn rights_come_back() {
    let mut behavior = Behavior::default();
    behavior.access_rights = true;
    let server = Server::builder().behavior(behavior).start().await.unwrap();
    let root = connect(&server).await;
    run(&root, "CREATE TABLE t (k Int32 NOT NULL, PRIMARY KEY (k))").await;
    let ann = ClientBuilder::new_from_connection_string(server.connection_string()).unwrap();
    let ann = build(ann.with_credentials(AccessTokenCredentials::from("ann@builtin"))).await.unwrap();
    let saved = server.snapshot();
    for _ in 0..2 {
        let read = ann.query_client().exec("SELECT k FROM t").await;
        refused(read, Status::SchemeError, "you do not have access permissions");
        run(&root, "GRANT SELECT ON t TO `ann@builtin`").await;
        run(&ann, "SELECT k FROM t").await;
        server.reset(&saved).unwrap();
    }
}

#[tokio::test]
async fn a_transaction_from_before_the_reset_is_aborted_and_repeated() {
    let (server, client) = start().await;
    run(&client, ACCOUNTS).await;
    run(&client, "UPSERT INTO accounts (id, sum) VALUES (1, 10)").await;
    let saved = server.snapshot();
    run(&client, "UPSERT INTO accounts (id, sum) VALUES (1, 11)").await;
    let (server, saved) = (&server, &saved);
    for reads in [true, false] {
        let mut seen = Vec::new();
        client
            .query_client()
            .retry_tx(closure!([&server, &saved, &mut seen], async |tx: &mut Transaction| {
                let before = if reads { sum(tx, 1).await? } else { 0 };
                set(tx, 2, before).await?;
                seen.push(before);
                if seen.len() == 1 {
                    server.reset(saved).unwrap();
                }
                set(tx, 3, before).await?;
                Ok(())
            }))
            .await
            .unwrap();
        let (first, second) = if reads { (11, 10) } else { (0, 0) };
        assert_eq!(seen, [first, second]);
        assert_eq!(all::<i64>(&client, "SELECT sum FROM accounts WHERE id > 1").await, [second, second]);
        run(&client, "UPSERT INTO accounts (id, sum) VALUES (1, 11)").await;
    }
}

/// The SDK does not repeat a transaction whose commit is ABORTED.
#[tokio::test]
async fn a_commit_after_the_reset_is_aborted() {
    let (server, client) = start().await;
    run(&client, ACCOUNTS).await;
    let saved = server.snapshot();
    let (server, saved) = (&server, &saved);
    for reads in [true, false] {
        let result = client
            .query_client()
            .retry_tx(closure!([&server, &saved], async |tx: &mut Transaction| {
                if reads {
                    tx.query_result_set("SELECT * FROM accounts").await?;
                }
                set(tx, 2, 20).await?;
                server.reset(saved).unwrap();
                Ok(())
            }))
            .await;
        crate::support::tx_refused(result, Status::Aborted, "The server has gone back to a snapshot");
        assert_eq!(one::<u64>(&client, "SELECT COUNT(*) FROM accounts").await, 0);
    }
}

#[tokio::test]
async fn a_read_after_the_reset_is_aborted_and_a_commit_of_reads_is_not() {
    let (server, client) = start().await;
    run(&client, ACCOUNTS).await;
    let saved = server.snapshot();
    run(&client, "UPSERT INTO accounts (id, sum) VALUES (1, 10)").await;
    let client = impatient(&client);
    let (server, saved) = (&server, &saved);
    let result = client
        .query_client()
        .retry_tx(closure!([&server, &saved], async |tx: &mut Transaction| {
            assert_eq!(sum(tx, 1).await?, 10);
            server.reset(saved).unwrap();
            Ok(sum(tx, 1).await?)
        }))
        .await;
    crate::support::tx_refused(result, Status::Aborted, "The server has gone back to a snapshot");
    run(&client, "UPSERT INTO accounts (id, sum) VALUES (1, 10)").await;
    let result = client
        .query_client()
        .retry_tx(closure!([&server, &saved], async |tx: &mut Transaction| {
            let sum = sum(tx, 1).await?;
            server.reset(saved).unwrap();
            Ok(sum)
        }))
        .await;
    assert_eq!(result.unwrap(), 10);
}

#[tokio::test]
async fn sessions_stay_and_faults_go() {
    let (server, client) = start().await;
    run(&client, ACCOUNTS).await;
    let saved = server.snapshot();
    let client = impatient(&client).with_session_pool(sessions().with_limit(1)).await.unwrap();
    for _ in 0..3 {
        run(&client, "SELECT 1").await;
        server.faults().fail_next(9, Call::Any, Fault::Status(Status::Overloaded, "busy".into()));
        server.reset(&saved).unwrap();
        assert_eq!(server.faults().pending(), 0);
    }
    run(&client, "SELECT 1").await;
    assert_eq!(client.session_pool_stats().sessions_created, 1);
}

#[tokio::test]
async fn a_snapshot_of_another_server_is_refused() {
    let (server, client) = start().await;
    run(&client, ACCOUNTS).await;
    let other = Server::start().await.unwrap();
    let error = server.reset(&other.snapshot()).unwrap_err();
    assert_eq!(error.status, Status::BadRequest);
    assert_eq!(one::<u64>(&connect(&server).await, "SELECT COUNT(*) FROM accounts").await, 0);
}
