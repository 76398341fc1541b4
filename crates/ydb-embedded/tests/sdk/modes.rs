//! Transaction modes: which of them read stale data, and which of them may write.

use ydb::{Transaction, TxMode, closure};
use ydb_embedded::Status;
use ydb_grpc::ydb_proto::query::transaction_settings::TxMode as Sent;
use ydb_grpc::ydb_proto::query::{
    BeginTransactionRequest, CreateSessionRequest, OnlineModeSettings, StaleModeSettings, TransactionSettings,
};

use crate::support::{bare, one, refused, run, start, tx_refused};
use crate::transactions::{ACCOUNTS, set, sum};

const READ_ONLY: [TxMode; 3] = [TxMode::SnapshotReadOnly, TxMode::StaleReadOnly, TxMode::OnlineReadOnly];

#[tokio::test]
async fn every_mode_reads() {
    let (_server, client) = start().await;
    run(&client, ACCOUNTS).await;
    run(&client, "UPSERT INTO accounts (id, sum) VALUES (1, 42)").await;
    let mut query = client.query_client();
    for mode in
        READ_ONLY.into_iter().chain([TxMode::Implicit, TxMode::SerializableReadWrite, TxMode::SnapshotReadWrite])
    {
        let mut row = query.query_row("SELECT sum FROM accounts").with_tx_mode(mode).await.unwrap();
        assert_eq!(i64::try_from(row.remove_field(0).unwrap()).unwrap(), 42, "{mode:?}");
    }
}

#[tokio::test]
async fn three_modes_write() {
    let (_server, client) = start().await;
    run(&client, ACCOUNTS).await;
    let mut query = client.query_client();
    for mode in READ_ONLY {
        for (text, operation) in [
            ("UPSERT INTO accounts (id, sum) VALUES (1, 1)", "Upsert"),
            ("INSERT INTO accounts (id, sum) VALUES (1, 1)", "InsertAbort"),
            ("REPLACE INTO accounts (id, sum) VALUES (1, 1)", "Replace"),
            ("UPDATE accounts SET sum = 1", "Update"),
            ("DELETE FROM accounts", "Delete"),
        ] {
            let message = format!("Operation '{operation}' can't be performed in read only transaction (2008)");
            refused(query.exec(text).with_tx_mode(mode).await, Status::GenericError, &message);
        }
    }
    for (id, mode) in [(1, TxMode::Implicit), (2, TxMode::SerializableReadWrite), (3, TxMode::SnapshotReadWrite)] {
        let text = format!("UPSERT INTO accounts (id, sum) VALUES ({id}, 1)");
        query.exec(text).with_tx_mode(mode).await.unwrap();
    }
    assert_eq!(one::<u64>(&client, "SELECT COUNT(*) FROM accounts").await, 3);
}

#[tokio::test]
async fn a_snapshot_does_not_move() {
    let (_server, client) = start().await;
    run(&client, ACCOUNTS).await;
    run(&client, "UPSERT INTO accounts (id, sum) VALUES (1, 1), (2, 1)").await;
    let outside = &client;
    let sums = client
        .query_client()
        .retry_tx(closure!([&outside], async |tx: &mut Transaction| {
            let first = sum(tx, 1).await?;
            run(outside, "UPSERT INTO accounts (id, sum) VALUES (1, 5), (2, 5)").await;
            Ok([first, sum(tx, 1).await?, sum(tx, 2).await?])
        }))
        .isolation(TxMode::SnapshotReadOnly)
        .await
        .unwrap();
    assert_eq!(sums, [1, 1, 1]);
}

#[tokio::test]
async fn a_snapshot_is_not_written_to() {
    let (_server, client) = start().await;
    run(&client, ACCOUNTS).await;
    let result = client
        .query_client()
        .retry_tx(closure!(async |tx: &mut Transaction| Ok(set(tx, 1, 1).await?)))
        .isolation(TxMode::SnapshotReadOnly)
        .await;
    tx_refused(result, Status::GenericError, "(2008)");
}

#[tokio::test]
async fn transactions_that_read_only_never_conflict() {
    let (_server, client) = start().await;
    run(&client, ACCOUNTS).await;
    run(&client, "UPSERT INTO accounts (id, sum) VALUES (1, 1), (2, 2)").await;
    let outside = &client;
    let seen = client
        .query_client()
        .retry_tx(closure!([&outside], async |tx: &mut Transaction| {
            let first = sum(tx, 1).await?;
            run(outside, "UPSERT INTO accounts (id, sum) VALUES (1, 5)").await;
            Ok((first, sum(tx, 2).await?))
        }))
        .await
        .unwrap();
    assert_eq!(seen, (1, 2));
}

#[tokio::test]
async fn online_and_stale_transactions_do_not_stay_open() {
    let (server, _client) = start().await;
    let mut query = bare(&server).await;
    let session_id = query.create_session(CreateSessionRequest::default()).await.unwrap().into_inner().session_id;
    let online = Sent::OnlineReadOnly(OnlineModeSettings { allow_inconsistent_reads: false });
    for mode in [online, Sent::StaleReadOnly(StaleModeSettings {})] {
        let tx_settings = Some(TransactionSettings { tx_mode: Some(mode) });
        let begin = BeginTransactionRequest { session_id: session_id.clone(), tx_settings };
        assert_eq!(query.begin_transaction(begin).await.unwrap().into_inner().status, 400_010);
    }
}

#[tokio::test]
async fn an_asynchronous_index_is_read_in_stale_mode_only() {
    let (_server, client) = start().await;
    let table = "CREATE TABLE t (k Int32 NOT NULL, v Int32, PRIMARY KEY (k), INDEX by_v GLOBAL ASYNC ON (v))";
    run(&client, table).await;
    run(&client, "UPSERT INTO t (k, v) VALUES (1, 7)").await;
    let mut query = client.query_client();
    let text = "SELECT k FROM t VIEW by_v WHERE v = 7";
    refused(query.query_row(text).await, Status::PreconditionFailed, "only with StaleRO isolation level (2029)");
    let mut row = query.query_row(text).with_tx_mode(TxMode::StaleReadOnly).await.unwrap();
    assert_eq!(i32::try_from(row.remove_field(0).unwrap()).unwrap(), 1);
}
