//! Interactive transactions: what they see, what remains of them, and what is undone.

use std::io;

use ydb::{Client, Transaction, TxMode, YdbOrCustomerError, YdbResult, closure};
use ydb_embedded::Status;
use ydb_grpc::ydb_proto::query::transaction_control::TxSelector;
use ydb_grpc::ydb_proto::query::transaction_settings::TxMode as Sent;
use ydb_grpc::ydb_proto::query::{
    AttachSessionRequest, CreateSessionRequest, SerializableModeSettings, TransactionControl, TransactionSettings,
};

use crate::support::{all, bare, one, refused, request, run, soon, start, tx_refused};

pub(crate) const ACCOUNTS: &str = "CREATE TABLE accounts (id Int32 NOT NULL, sum Int64 NOT NULL, PRIMARY KEY (id))";

/// Returns a sum as a transaction sees it.
pub(crate) async fn sum(tx: &mut Transaction, id: i32) -> YdbResult<i64> {
    tx.query_row("SELECT sum FROM accounts WHERE id = $id").param("$id", id).await?.remove_field(0)?.try_into()
}

/// Writes a sum in a transaction.
pub(crate) async fn set(tx: &mut Transaction, id: i32, sum: i64) -> YdbResult<()> {
    tx.exec("UPSERT INTO accounts (id, sum) VALUES ($id, $sum)").param("$id", id).param("$sum", sum).await
}

async fn ids(client: &Client) -> Vec<i32> {
    all(client, "SELECT id FROM accounts ORDER BY id").await
}

#[tokio::test]
async fn a_transaction_sees_its_writes_and_others_do_not_before_the_commit() {
    let (_server, client) = start().await;
    run(&client, ACCOUNTS).await;
    let outside = &client;
    let seen = client
        .query_client()
        .retry_tx(closure!([&outside], async |tx: &mut Transaction| {
            set(tx, 1, 10).await?;
            assert_eq!(sum(tx, 1).await?, 10);
            assert_eq!(ids(outside).await, [0; 0]);
            Ok(sum(tx, 1).await?)
        }))
        .await
        .unwrap();
    assert_eq!(seen, 10);
    assert_eq!(ids(&client).await, [1]);
}

#[tokio::test]
async fn an_error_of_the_caller_undoes_all() {
    let (_server, client) = start().await;
    run(&client, ACCOUNTS).await;
    let result: Result<(), YdbOrCustomerError> = client
        .query_client()
        .retry_tx(closure!(async |tx: &mut Transaction| {
            set(tx, 1, 10).await?;
            Err(YdbOrCustomerError::from_err(io::Error::other("changed my mind")))
        }))
        .await;
    assert!(matches!(result, Err(YdbOrCustomerError::Customer(_))));
    assert_eq!(ids(&client).await, [0; 0]);
}

#[tokio::test]
async fn a_rollback_undoes_all() {
    let (_server, client) = start().await;
    run(&client, ACCOUNTS).await;
    client
        .query_client()
        .retry_tx(closure!(async |tx: &mut Transaction| {
            set(tx, 1, 10).await?;
            Ok(tx.rollback().await?)
        }))
        .await
        .unwrap();
    assert_eq!(ids(&client).await, [0; 0]);
}

#[tokio::test]
async fn a_refused_statement_ends_the_transaction() {
    let (_server, client) = start().await;
    run(&client, ACCOUNTS).await;
    run(&client, "UPSERT INTO accounts (id, sum) VALUES (1, 1)").await;
    let result = client
        .query_client()
        .retry_tx(closure!(async |tx: &mut Transaction| {
            set(tx, 2, 2).await?;
            tx.exec("INSERT INTO accounts (id, sum) VALUES (1, 5)").await?;
            // The read of the written table reports the conflict.
            let read = sum(tx, 1).await;
            refused(read.clone(), Status::PreconditionFailed, "Conflict with existing key");
            Ok(read?)
        }))
        .await;
    tx_refused(result, Status::PreconditionFailed, "(2012)");
    assert_eq!(ids(&client).await, [1]);
}

#[tokio::test]
async fn a_transaction_begins_by_itself_or_when_told() {
    let (_server, client) = start().await;
    run(&client, ACCOUNTS).await;
    let query = client.query_client();
    let eager = closure!(async |tx: &mut Transaction| {
        tx.begin().await?;
        Ok(set(tx, 1, 1).await?)
    });
    query.retry_tx(eager).await.unwrap();
    query.retry_tx(closure!(async |tx: &mut Transaction| Ok(set(tx, 2, 2).await?))).with_begin().await.unwrap();
    query.retry_tx(closure!(async |_tx: &mut Transaction| Ok(()))).await.unwrap();
    assert_eq!(ids(&client).await, [1, 2]);
}

#[tokio::test]
async fn the_last_query_commits() {
    let (_server, client) = start().await;
    run(&client, ACCOUNTS).await;
    let outside = &client;
    client
        .query_client()
        .retry_tx(closure!([&outside], async |tx: &mut Transaction| {
            set(tx, 1, 1).await?;
            tx.exec("UPSERT INTO accounts (id, sum) VALUES (2, 2)").with_commit(true).await?;
            assert_eq!(ids(outside).await, [1, 2]);
            assert!(tx.exec("SELECT 1").await.is_err());
            Ok(())
        }))
        .await
        .unwrap();
    assert_eq!(ids(&client).await, [1, 2]);
}

#[tokio::test]
async fn a_stream_within_a_transaction() {
    let (_server, client) = start().await;
    run(&client, ACCOUNTS).await;
    let sums = client
        .query_client()
        .retry_tx(closure!(async |tx: &mut Transaction| {
            set(tx, 1, 10).await?;
            set(tx, 2, 20).await?;
            let mut stream = tx.query("SELECT sum FROM accounts ORDER BY id; SELECT 1").await?;
            let mut sums: Vec<i64> = Vec::new();
            while let Some(set) = stream.next_result_set().await? {
                for mut row in set.rows() {
                    sums.push(row.remove_field(0)?.try_into()?);
                }
            }
            stream.close().await?;
            Ok(sums)
        }))
        .await
        .unwrap();
    assert_eq!(sums, [10, 20, 1]);
    assert_eq!(one::<u64>(&client, "SELECT COUNT(*) FROM accounts").await, 2);
}

#[tokio::test]
async fn tables_are_not_made_within_transactions() {
    let (_server, client) = start().await;
    let result =
        client.query_client().retry_tx(closure!(async |tx: &mut Transaction| Ok(tx.exec(ACCOUNTS).await?))).await;
    tx_refused(result, Status::PreconditionFailed, "Scheme operations cannot be executed inside transaction");
    let explicit = client.query_client().exec(ACCOUNTS).with_tx_mode(TxMode::SerializableReadWrite).await;
    refused(explicit, Status::PreconditionFailed, "Scheme operations cannot be executed inside transaction");
}

#[tokio::test]
async fn a_client_that_vanishes_takes_its_transaction_with_it() {
    let (server, client) = start().await;
    run(&client, ACCOUNTS).await;
    let mut lost = bare(&server).await;
    let session_id = lost.create_session(CreateSessionRequest::default()).await.unwrap().into_inner().session_id;
    let attach = AttachSessionRequest { session_id: session_id.clone() };
    let mut attached = lost.attach_session(attach).await.unwrap().into_inner();
    assert_eq!(attached.message().await.unwrap().unwrap().status, 400_000);

    let mut write = request("UPSERT INTO accounts (id, sum) VALUES (1, 1)", &[]);
    let tx_mode = Some(Sent::SerializableReadWrite(SerializableModeSettings {}));
    let begin = TxSelector::BeginTx(TransactionSettings { tx_mode });
    write.tx_control = Some(TransactionControl { commit_tx: false, tx_selector: Some(begin) });
    write.session_id.clone_from(&session_id);
    let part = lost.execute_query(write.clone()).await.unwrap().into_inner().message().await.unwrap().unwrap();
    assert!(!part.tx_meta.unwrap().id.is_empty());

    drop(attached);
    let gone = async {
        loop {
            let answer = lost.execute_query(write.clone()).await.unwrap().into_inner().message().await.unwrap();
            if answer.unwrap().status == 400_100 {
                break;
            }
            tokio::task::yield_now().await;
        }
    };
    soon(gone).await;
    assert_eq!(ids(&client).await, [0; 0]);
}
