//! Injected faults of single calls: the status or code that they cause, how often they happen, and which work is done
//! nevertheless.

use std::cell::Cell;
use std::time::Duration;

use tonic::Code;
use ydb::{
    AlterTableRequest, Client, CreateTableRequest, DropTableRequest, TableColumn, Transaction, Value, YdbResult,
    closure, ydb_struct,
};
use ydb_embedded::{Call, Clock, Fault, GrpcCode, Server, Status};

use crate::support::{all, connect, grpc_code, impatient, one, refused, run, soon, start, tx_refused};
use crate::transactions::{ACCOUNTS, set};

const ROW: &str = "UPSERT INTO t (k) VALUES (1)";

async fn table() -> (Server, Client) {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, PRIMARY KEY (k))").await;
    (server, client)
}

async fn count(client: &Client) -> u64 {
    one(client, "SELECT COUNT(*) FROM t").await
}

fn rows() -> Vec<Value> {
    vec![ydb_struct!("k" => 1)]
}

/// Makes a call of a kind with the SDK.
async fn call(client: &Client, call: Call) -> YdbResult<()> {
    let (tables, mut scheme) = (client.table_client(), client.scheme_client());
    let path = || "/local/t".to_owned();
    let other = || "/local/other".to_owned();
    match call {
        Call::ExecuteQuery => client.query_client().exec(ROW).await,
        Call::BulkUpsert => tables.bulk_upsert(path(), rows()).await,
        Call::ReadRows => tables.read_rows(path(), rows(), None).await.map(drop),
        Call::DescribeTable => tables.describe_table(path()).await.map(drop),
        Call::DescribeTableOptions => tables.describe_table_options().await.map(drop),
        Call::CreateTable => {
            let column = TableColumn::new("k", Value::Int32(0));
            tables.create_table(CreateTableRequest::new(other()).with_column(column).with_primary_key(["k"])).await
        }
        Call::AlterTable => tables.alter_table(AlterTableRequest::new(path()).add_attribute("a", "b")).await,
        Call::DropTable => tables.drop_table(DropTableRequest::new(path())).await,
        Call::CopyTable => tables.copy_table(path(), other()).await,
        Call::RenameTables => tables.rename_table(path(), other(), false).await,
        Call::MakeDirectory => scheme.make_directory(other()).await,
        Call::RemoveDirectory => scheme.remove_directory(other()).await,
        Call::ListDirectory => scheme.list_directory("/local".into()).await.map(drop),
        Call::DescribePath => scheme.describe_path(path()).await.map(drop),
        other => panic!("{other:?}"),
    }
}

const CALLS: [Call; 14] = [
    Call::ExecuteQuery,
    Call::BulkUpsert,
    Call::ReadRows,
    Call::DescribeTable,
    Call::DescribeTableOptions,
    Call::CreateTable,
    Call::AlterTable,
    Call::DropTable,
    Call::CopyTable,
    Call::RenameTables,
    Call::MakeDirectory,
    Call::RemoveDirectory,
    Call::ListDirectory,
    Call::DescribePath,
];

#[tokio::test]
async fn every_call_fails_with_the_ordered_status() {
    let (server, client) = table().await;
    let client = impatient(&client);
    for kind in CALLS {
        for status in [Status::Timeout, Status::Overloaded, Status::Undetermined] {
            server.faults().fail_next(1, kind, Fault::Status(status, format!("{kind:?} injected")));
            refused(call(&client, kind).await, status, &format!("{kind:?} injected"));
        }
    }
    assert_eq!(server.faults().pending(), 0);
    // None of the calls did its work.
    assert_eq!(count(&client).await, 0);
    assert!(client.scheme_client().describe_path("/local/other".into()).await.is_err());
}

#[tokio::test]
async fn every_call_fails_with_the_ordered_code() {
    let (server, client) = table().await;
    let client = impatient(&client);
    for kind in CALLS {
        for (ordered, code) in
            [(GrpcCode::PermissionDenied, Code::PermissionDenied), (GrpcCode::Internal, Code::Internal)]
        {
            server.faults().fail_next(1, kind, Fault::Grpc(ordered));
            assert_eq!(grpc_code(call(&client, kind).await), code, "{kind:?}");
        }
    }
    assert_eq!(count(&client).await, 0);
}

#[tokio::test]
async fn codes_are_those_of_grpc() {
    let (server, client) = table().await;
    let client = impatient(&client);
    for (ordered, code) in [
        (GrpcCode::Cancelled, Code::Cancelled),
        (GrpcCode::Unknown, Code::Unknown),
        (GrpcCode::InvalidArgument, Code::InvalidArgument),
        (GrpcCode::DeadlineExceeded, Code::DeadlineExceeded),
        (GrpcCode::NotFound, Code::NotFound),
        (GrpcCode::AlreadyExists, Code::AlreadyExists),
        (GrpcCode::ResourceExhausted, Code::ResourceExhausted),
        (GrpcCode::FailedPrecondition, Code::FailedPrecondition),
        (GrpcCode::Aborted, Code::Aborted),
        (GrpcCode::OutOfRange, Code::OutOfRange),
        (GrpcCode::Unimplemented, Code::Unimplemented),
        (GrpcCode::Unavailable, Code::Unavailable),
        (GrpcCode::DataLoss, Code::DataLoss),
        (GrpcCode::Unauthenticated, Code::Unauthenticated),
    ] {
        server.faults().fail_next(1, Call::BulkUpsert, Fault::Grpc(ordered));
        assert_eq!(grpc_code(call(&client, Call::BulkUpsert).await), code);
    }
}

#[tokio::test]
async fn work_is_done_although_the_status_is_unknown() {
    let (server, client) = table().await;
    let client = impatient(&client);
    let fault = || Fault::StatusAfterExecution(Status::Undetermined);
    server.faults().fail_next(1, Call::ExecuteQuery, fault());
    refused(call(&client, Call::ExecuteQuery).await, Status::Undetermined, "");
    assert_eq!(all::<i32>(&client, "SELECT k FROM t").await, [1]);

    server.faults().fail_next(1, Call::BulkUpsert, fault());
    let two = client.table_client().bulk_upsert("/local/t", vec![ydb_struct!("k" => 2)]).await;
    refused(two, Status::Undetermined, "");
    assert_eq!(all::<i32>(&client, "SELECT k FROM t ORDER BY k").await, [1, 2]);

    server.faults().fail_next(1, Call::MakeDirectory, fault());
    refused(call(&client, Call::MakeDirectory).await, Status::Undetermined, "");
    client.scheme_client().describe_path("/local/other".into()).await.unwrap();
}

#[tokio::test]
async fn changes_of_a_table_are_done_although_their_answers_are_lost() {
    for fault in [Fault::StatusAfterExecution(Status::Undetermined), Fault::BreakStreamAfter(1)] {
        let (server, client) = table().await;
        let client = impatient(&client);
        let tables = client.table_client();
        server.faults().fail_next(1, Call::AlterTable, fault.clone());
        assert!(call(&client, Call::AlterTable).await.is_err(), "{fault:?}");
        let reply = tables.describe_table("/local/t".into()).await.unwrap();
        assert_eq!(reply.attributes.get("a").map(String::as_str), Some("b"), "{fault:?}");
        server.faults().fail_next(1, Call::RenameTables, fault.clone());
        assert!(call(&client, Call::RenameTables).await.is_err(), "{fault:?}");
        let reply = tables.describe_table("/local/other".into()).await.unwrap();
        assert_eq!(reply.attributes.get("a").map(String::as_str), Some("b"), "{fault:?}");
        refused(tables.describe_table("/local/t".into()).await, Status::SchemeError, "");
    }
    // If the answer is lost before the work is done, nothing changes.
    let (server, client) = table().await;
    let client = impatient(&client);
    for kind in [Call::AlterTable, Call::RenameTables, Call::DescribeTable] {
        server.faults().fail_next(1, kind, Fault::BreakStreamAfter(0));
        assert_eq!(grpc_code(call(&client, kind).await), Code::Unavailable, "{kind:?}");
    }
    let reply = client.table_client().describe_table("/local/t".into()).await.unwrap();
    assert!(reply.attributes.is_empty());
}

#[tokio::test]
async fn a_commit_of_unknown_end_has_ended_well() {
    let (server, client) = start().await;
    run(&client, ACCOUNTS).await;
    server.faults().fail_next(1, Call::CommitTransaction, Fault::StatusAfterExecution(Status::Undetermined));
    let result = client.query_client().retry_tx(closure!(async |tx: &mut Transaction| Ok(set(tx, 1, 1).await?))).await;
    tx_refused(result, Status::Undetermined, "");
    assert_eq!(all::<i32>(&client, "SELECT id FROM accounts").await, [1]);
}

#[tokio::test]
async fn a_commit_that_is_refused_commits_nothing() {
    let (server, client) = start().await;
    run(&client, ACCOUNTS).await;
    for status in [Status::Aborted, Status::Undetermined] {
        server.faults().fail_next(1, Call::CommitTransaction, Fault::Status(status, "injected".into()));
        let query = client.query_client();
        let result = query.retry_tx(closure!(async |tx: &mut Transaction| Ok(set(tx, 1, 1).await?))).await;
        tx_refused(result, status, "injected");
    }
    assert_eq!(one::<u64>(&client, "SELECT COUNT(*) FROM accounts").await, 0);
}

#[tokio::test]
async fn only_the_next_calls_of_the_kind_fail() {
    let (server, client) = table().await;
    let patient = &client;
    let no_retry = impatient(&client);
    server.faults().fail_next(2, Call::ReadRows, Fault::Status(Status::Overloaded, "injected".into()));
    call(&no_retry, Call::BulkUpsert).await.unwrap();
    call(&no_retry, Call::ExecuteQuery).await.unwrap();
    assert_eq!(server.faults().pending(), 2);
    refused(call(&no_retry, Call::ReadRows).await, Status::Overloaded, "injected");
    refused(call(&no_retry, Call::ReadRows).await, Status::Overloaded, "injected");
    call(&no_retry, Call::ReadRows).await.unwrap();
    // A client that retries does not notice the faults.
    server.faults().fail_next(3, Call::ReadRows, Fault::Status(Status::Overloaded, "injected".into()));
    call(patient, Call::ReadRows).await.unwrap();
    assert_eq!(server.faults().pending(), 0);
}

#[tokio::test]
async fn an_order_is_taken_back() {
    let (server, client) = table().await;
    server.faults().fail_next(9, Call::Any, Fault::Grpc(GrpcCode::DataLoss));
    assert_eq!(server.faults().pending(), 9);
    server.faults().clear();
    assert_eq!(server.faults().pending(), 0);
    for kind in [Call::ExecuteQuery, Call::BulkUpsert, Call::ReadRows] {
        call(&client, kind).await.unwrap();
    }
}

#[tokio::test]
async fn any_call_is_every_call() {
    let (server, client) = table().await;
    let client = impatient(&client);
    server.faults().fail_next(3, Call::Any, Fault::Status(Status::Timeout, "injected".into()));
    for kind in [Call::ReadRows, Call::DescribePath, Call::BulkUpsert] {
        refused(call(&client, kind).await, Status::Timeout, "injected");
    }
    call(&client, Call::BulkUpsert).await.unwrap();
}

#[tokio::test]
async fn a_delay_delays() {
    let server = Server::builder().clock(Clock::manual()).start().await.unwrap();
    let client = connect(&server).await;
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, PRIMARY KEY (k))").await;
    let hour = Duration::from_secs(3600);
    for kind in [Call::ExecuteQuery, Call::BulkUpsert, Call::DescribePath] {
        server.faults().fail_next(1, kind, Fault::Delay(hour));
        let moved = Cell::new(false);
        let called = async {
            call(&client, kind).await.unwrap();
            assert!(moved.get(), "{kind:?} did not wait for the clock");
        };
        let moving = async {
            while server.faults().pending() > 0 {
                tokio::task::yield_now().await;
            }
            moved.set(true);
            loop {
                server.advance(hour).unwrap();
                tokio::task::yield_now().await;
            }
        };
        soon(async { tokio::select!(() = called => {}, () = moving => {}) }).await;
    }
    assert_eq!(count(&client).await, 1);
    server.faults().fail_next(1, Call::ExecuteQuery, Fault::Delay(hour));
    let late = soon(client.query_client().exec(ROW).timeout(Duration::from_millis(50)).into_future()).await;
    assert!(late.is_err());
}

#[tokio::test]
async fn faults_may_be_ordered_before_the_start() {
    let faults = ydb_embedded::Faults::default();
    faults.fail_next(1, Call::ListEndpoints, Fault::Status(Status::Unavailable, "starting".into()));
    let server = Server::builder().faults(&faults).start().await.unwrap();
    let client = connect(&server).await;
    assert_eq!(faults.pending(), 0);
    assert_eq!(one::<i32>(&client, "SELECT 1").await, 1);
}
