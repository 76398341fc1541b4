//! Streams that break, and answers that are lost.

use tonic::Code;
use ydb::{Bytes, Client, Transaction, closure, ydb_struct};
use ydb_embedded::{Call, Fault, Server};

use crate::support::{all, bare, grpc_code, impatient, one, request, run, start};
use crate::transactions::{ACCOUNTS, set};

const ROWS: i32 = 500;

/// Creates a table whose rows fill five messages.
async fn large() -> (Server, Client) {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, v String, PRIMARY KEY (k))").await;
    let rows = (0..ROWS).map(|k| ydb_struct!("k" => k, "v" => Bytes::from(vec![b'x'; 10_000]))).collect();
    client.table_client().bulk_upsert("/local/t", rows).await.unwrap();
    (server, client)
}

#[tokio::test]
async fn a_result_breaks_half_way() {
    let (server, _client) = large().await;
    server.faults().fail_next(1, Call::ExecuteQuery, Fault::BreakStreamAfter(2));
    let mut parts = bare(&server).await.execute_query(request("SELECT * FROM t", &[])).await.unwrap().into_inner();
    let mut rows = 0;
    for _ in 0..2 {
        rows += parts.message().await.unwrap().unwrap().result_set.unwrap().rows.len();
    }
    assert!(rows > 0 && rows < ROWS as usize);
    assert_eq!(parts.message().await.unwrap_err().code(), Code::Unavailable);
}

#[tokio::test]
async fn the_sdk_reports_a_broken_result_and_repeats_an_idempotent_query() {
    let (server, client) = large().await;
    let select = "SELECT k, v FROM t";
    server.faults().fail_next(1, Call::ExecuteQuery, Fault::BreakStreamAfter(2));
    assert_eq!(grpc_code(client.query_client().query_result_set(select).await), Code::Unavailable);
    server.faults().fail_next(2, Call::ExecuteQuery, Fault::BreakStreamAfter(2));
    let set = client.query_client().query_result_set(select).idempotent(true).await.unwrap();
    assert_eq!(set.rows().count(), ROWS as usize);
    assert_eq!(server.faults().pending(), 0);
}

#[tokio::test]
async fn a_lost_answer_of_a_write_is_not_a_lost_write() {
    let (server, client) = start().await;
    run(&client, ACCOUNTS).await;
    let client = impatient(&client);
    let write = |id: i32| format!("UPSERT INTO accounts (id, sum) VALUES ({id}, 1)");
    server.faults().fail_next(1, Call::ExecuteQuery, Fault::BreakStreamAfter(0));
    assert_eq!(grpc_code(client.query_client().exec(write(1)).await), Code::Unavailable);
    server.faults().fail_next(1, Call::ExecuteQuery, Fault::BreakStreamAfter(1));
    assert_eq!(grpc_code(client.query_client().exec(write(2)).await), Code::Unavailable);
    // With 0 messages the call breaks before its work, with 1 message after it.
    assert_eq!(all::<i32>(&client, "SELECT id FROM accounts").await, [2]);
}

#[tokio::test]
async fn a_lost_answer_of_a_bulk_upsert() {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, PRIMARY KEY (k))").await;
    let client = impatient(&client);
    for (messages, k) in [(0, 1), (1, 2)] {
        server.faults().fail_next(1, Call::BulkUpsert, Fault::BreakStreamAfter(messages));
        let lost = client.table_client().bulk_upsert("/local/t", vec![ydb_struct!("k" => k)]).await;
        assert_eq!(grpc_code(lost), Code::Unavailable);
    }
    assert_eq!(all::<i32>(&client, "SELECT k FROM t").await, [2]);
}

#[tokio::test]
async fn a_lost_answer_of_a_commit() {
    let (server, client) = start().await;
    run(&client, ACCOUNTS).await;
    for (messages, id) in [(0, 1), (1, 2)] {
        server.faults().fail_next(1, Call::CommitTransaction, Fault::BreakStreamAfter(messages));
        let query = client.query_client();
        let result = query.retry_tx(closure!([&id], async |tx: &mut Transaction| Ok(set(tx, *id, 1).await?))).await;
        assert_eq!(grpc_code(result.map_err(ydb::YdbOrCustomerError::to_ydb_error)), Code::Unavailable);
    }
    assert_eq!(all::<i32>(&client, "SELECT id FROM accounts").await, [2]);
}

#[tokio::test]
async fn a_session_whose_stream_breaks_is_replaced() {
    let (server, client) = start().await;
    server.faults().fail_next(1, Call::AttachSession, Fault::BreakStreamAfter(1));
    let mut query = client.query_client();
    let mut row = query.query_row("SELECT 1").idempotent(true).await.unwrap();
    assert_eq!(i32::try_from(row.remove_field(0).unwrap()).unwrap(), 1);
    assert_eq!(one::<i32>(&client, "SELECT 2").await, 2);
}
