//! Tests exports while requests fail: no row is lost or comes twice, and an export that cannot continue says where it
//! stopped.

use std::time::Duration;

use e2e_tests::Database;
use ydb_embedded::{Call, Fault, GrpcCode, Server, Status};
use ydb_keys::{Error, PageToken, YdbTable};
use ydb_keys_bulk::{Bulk, Connection, ExportStream};

use crate::bulk_export::{Blob, blobs, read, rest};
use crate::models::*;

/// Returns the faults that an export survives without a trace.
fn survived() -> Vec<Fault> {
    let statuses = [
        Status::Aborted,
        Status::Unavailable,
        Status::Overloaded,
        Status::BadSession,
        Status::SessionExpired,
        Status::SessionBusy,
        Status::Undetermined,
    ];
    let codes = [
        GrpcCode::Unavailable,
        GrpcCode::ResourceExhausted,
        GrpcCode::Internal,
        GrpcCode::Unknown,
        GrpcCode::Cancelled,
    ];
    let statuses = statuses.into_iter().map(|status| Fault::Status(status, "try again".into()));
    let after = [
        Fault::StatusAfterExecution(Status::Undetermined),
        Fault::LoseSession,
        Fault::Delay(Duration::from_millis(20)),
    ];
    let breaks = (0..6).map(Fault::BreakStreamAfter);
    statuses.chain(codes.into_iter().map(Fault::Grpc)).chain(after).chain(breaks).collect()
}

async fn embedded<T: YdbTable>() -> (Database, Connection) {
    let database = Database::embedded_with::<T>().await;
    let connection = database.bulk().await;
    (database, connection)
}

/// Tests each fault at each of the first requests, with results of several messages.
#[tokio::test]
async fn broken_requests_are_repeated_after_the_last_row() {
    let (database, connection) = embedded::<Blob>().await;
    let rows = blobs(60, 100_000);
    Blob::upsert_many(&rows).exec(database.client()).await.unwrap();
    for fault in survived() {
        for (parts, batch) in [(1, 25), (3, 1000)] {
            for before in 0..3 {
                // The requests before it are as slow as they are.
                database.faults().fail_next(before, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
                database.faults().fail_next(1, Call::ExecuteQuery, fault.clone());
                let read = read(Blob::export(&connection).batch(batch).split(parts).await.unwrap()).await;
                assert!(read.concat() == rows, "{fault:?} in request {before} of {parts} parts");
                database.faults().clear();
            }
        }
    }
}

/// Tests that an export makes progress although every request fails at some message.
#[tokio::test]
async fn requests_that_all_break_make_progress() {
    let (database, connection) = embedded::<Blob>().await;
    let rows = blobs(60, 100_000);
    Blob::upsert_many(&rows).exec(database.client()).await.unwrap();
    for messages in 1..3 {
        database.faults().fail_next(1000, Call::ExecuteQuery, Fault::BreakStreamAfter(messages));
        // The stream would break after its last row too, so the end is read without faults.
        let mut stream = Blob::export(&connection).stream();
        let mut seen = Vec::new();
        while seen.len() < 60 {
            seen.push(stream.try_next().await.unwrap().unwrap());
        }
        assert!(1000 - database.faults().pending() >= 60 / 10 / messages);
        database.faults().clear();
        assert_eq!(stream.try_next().await.unwrap(), None);
        assert!(seen == rows);
    }
}

/// Reads up to the error.
async fn stopped<T: YdbTable>(stream: &mut ExportStream<T>) -> (Vec<T>, Error) {
    let mut rows = Vec::new();
    loop {
        match stream.try_next().await {
            Ok(row) => rows.push(row.unwrap()),
            Err(error) => return (rows, error),
        }
    }
}

#[tokio::test]
async fn what_may_not_be_repeated_stops_the_stream_where_it_is() {
    let (database, connection) = embedded::<Order>().await;
    Order::bulk_upsert(&samples::<Order>(50)).exec(database.client()).await.unwrap();
    let all = Order::scan().full_scan().fetch(database.client()).await.unwrap();
    for (fault, status) in [
        (Fault::Status(Status::SchemeError, "no such table".into()), "SCHEME_ERROR: no such table"),
        (Fault::Status(Status::Unauthorized, "who are you".into()), "UNAUTHORIZED: who are you"),
        (Fault::Status(Status::BadRequest, "what".into()), "BAD_REQUEST: what"),
        (Fault::Status(Status::GenericError, "no".into()), "GENERIC_ERROR: no"),
        (Fault::Status(Status::Timeout, "late".into()), "TIMEOUT: late"),
    ] {
        let export = || Order::export(&connection).batch(20);
        let mut stream = export().stream();
        database.faults().fail_next(2, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
        database.faults().fail_next(1, Call::ExecuteQuery, fault);
        let (rows, error) = stopped(&mut stream).await;
        assert_eq!(rows, all[..40]);
        let key = all[39].order_id;
        let expected =
            format!("table `ydb_keys_e2e/orders`: the export stopped after the row with key ({key})\n{status}");
        assert!(error.to_string().starts_with(&expected), "{error}");
        assert!(error.key() == Some(&format!("({key})")) && error.ydb_error().is_some(), "{error:?}");
        // The stream is over, and goes on as another one.
        assert_eq!(stream.try_next().await.unwrap(), None);
        let token: PageToken = stream.position().unwrap().to_string().parse().unwrap();
        assert_eq!(rest(export().resume(&token).unwrap()).await, all[40..]);
    }
}

#[tokio::test]
async fn a_timeout_ends_repetition() {
    let (database, connection) = embedded::<Order>().await;
    Order::bulk_upsert(&samples::<Order>(50)).exec(database.client()).await.unwrap();
    let overloaded = || Fault::Status(Status::Overloaded, "busy".into());
    database.faults().fail_next(1, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
    database.faults().fail_next(1_000_000, Call::ExecuteQuery, overloaded());
    let mut stream = Order::export(&connection).batch(20).timeout(Duration::from_millis(300)).stream();
    let (rows, error) = stopped(&mut stream).await;
    assert_eq!(rows.len(), 20);
    assert!(error.is_overloaded(), "{error:?}");
    database.faults().clear();
    assert_eq!(rest(Order::export(&connection).resume(&stream.position().unwrap()).unwrap()).await.len(), 30);
    // Without one, the stream waits for the database.
    database.faults().fail_next(8, Call::ExecuteQuery, overloaded());
    assert_eq!(rest(Order::export(&connection).stream()).await.len(), 50);
}

#[tokio::test]
async fn the_bounds_are_asked_for_again() {
    let (database, connection) = embedded::<Customer>().await;
    for fault in survived() {
        database.faults().fail_next(2, Call::DescribeTable, fault.clone());
        assert_eq!(Customer::export(&connection).split(9).await.unwrap().len(), 4, "{fault:?}");
    }
    database.faults().fail_next(1_000_000, Call::DescribeTable, Fault::Status(Status::Overloaded, "busy".into()));
    let error = Customer::export(&connection).timeout(Duration::from_millis(100)).split(2).await.unwrap_err();
    assert!(error.is_overloaded(), "{error:?}");
}

/// Tests that the stream reports a server that goes away in the middle.
#[tokio::test]
async fn a_server_that_goes_away_stops_the_stream() {
    let server = Server::start().await.unwrap();
    let database = Database::on(server).await;
    database.create::<Blob>().await;
    let rows = blobs(100, 100_000);
    for some in rows.chunks(50) {
        Blob::upsert_many(some).exec(database.client()).await.unwrap();
    }
    let connection = database.bulk().await;
    let mut stream = Blob::export(&connection).batch(10).timeout(Duration::from_millis(300)).stream();
    let first = stream.try_next().await.unwrap().unwrap();
    drop(database);
    let (mut seen, error) = stopped(&mut stream).await;
    seen.insert(0, first);
    assert!(seen.len() < 100 && seen == rows[..seen.len()]);
    assert!(error.is_unavailable(), "{error:?}");
}

/// Tests that nothing reads on after a stream is dropped.
#[tokio::test]
async fn a_dropped_stream_reads_no_more() {
    let (database, connection) = embedded::<Order>().await;
    Order::bulk_upsert(&samples::<Order>(500)).exec(database.client()).await.unwrap();
    let mut stream = Order::export(&connection).batch(1).stream();
    for _ in 0..3 {
        stream.try_next().await.unwrap().unwrap();
    }
    drop(stream);
    // As many requests as it takes to read a good part of the table.
    for _ in 0..100 {
        let read = database.rows_read("ydb_keys_e2e/orders").await;
        // Ahead by two messages in the channel, one on its way, and the one whose row was taken.
        assert!(read <= 3 + 4, "{read}");
    }
}

#[test]
fn a_stream_outlives_no_runtime() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (database, connection, mut stream) = runtime.block_on(async {
        let (database, connection) = embedded::<Order>().await;
        Order::bulk_upsert(&samples::<Order>(50)).exec(database.client()).await.unwrap();
        let mut stream = Order::export(&connection).batch(1).stream();
        stream.try_next().await.unwrap().unwrap();
        (database, connection, stream)
    });
    let unread = Order::export(&connection).stream();
    runtime.shutdown_timeout(Duration::from_secs(5));
    let other = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (rows, error) = other.block_on(stopped(&mut stream));
    assert!(rows.len() <= 3, "{}", rows.len());
    assert!(error.to_string().contains("the `tokio` runtime that reads the rows was shut down"), "{error}");
    let error = futures_util::FutureExt::now_or_never(async { stopped(&mut { unread }).await }).unwrap().1;
    assert!(error.to_string().contains("needs a `tokio` runtime"), "{error}");
    drop((connection, database));
}
