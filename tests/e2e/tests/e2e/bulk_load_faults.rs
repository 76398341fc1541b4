//! Tests faults during a load: repeatable requests are repeated, and the loader reports the state of every other row.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use e2e_tests::{Database, jump, until};
use ydb_embedded::{Call, Fault, GrpcCode, Status};
use ydb_keys::Outcome;
use ydb_keys::YdbTable as _;
use ydb_keys_bulk::{Bulk as _, Connection, LoadError, LoadFailure, Loader};

use crate::faults::{cured, doubtful};
use crate::models::*;

const ROWS: u64 = 40;

/// Returns a loader for ten requests of four rows.
fn loader(connection: &Connection) -> Loader<Account> {
    Account::loader(connection).rows_per_request(4).in_flight(3)
}

/// Returns the faults after which a load must not be repeated, before and after the work was done.
fn fatal() -> Vec<Fault> {
    let refused = |status| Fault::Status(status, "on order".into());
    let mut faults: Vec<_> = [
        Status::BadRequest,
        Status::SchemeError,
        Status::GenericError,
        Status::Timeout,
        Status::Cancelled,
        Status::PreconditionFailed,
        Status::Unsupported,
        Status::InternalError,
    ]
    .into_iter()
    .flat_map(|status| [refused(status), Fault::StatusAfterExecution(status)])
    .collect();
    faults.push(Fault::Grpc(GrpcCode::DataLoss));
    faults
}

/// Returns the numbers of the stored accounts.
async fn stored(database: &Database) -> BTreeSet<u64> {
    database.column("SELECT number FROM `ydb_keys_e2e/accounts`").await.into_iter().collect()
}

fn numbers(ranges: &[Range<u64>]) -> BTreeSet<u64> {
    ranges.iter().cloned().flatten().collect()
}

/// Compares the report on each row with the table. Position and number of an account are equal.
pub(crate) fn agrees(stored: &BTreeSet<u64>, failure: &LoadFailure<Account>, label: &str) {
    let written = numbers(&failure.written);
    let (possibly, not_sent) = (numbers(&failure.possibly_written.positions), numbers(&failure.not_sent.positions));
    assert!(written.is_subset(stored), "{label}: {failure:?}");
    assert!(not_sent.is_disjoint(stored), "{label}: {failure:?}");
    let all: Vec<u64> = written.iter().chain(&possibly).chain(&not_sent).copied().collect();
    assert_eq!(all.len(), all.iter().collect::<BTreeSet<_>>().len(), "{label}: a row is in two: {failure:?}");
    assert_eq!(all.iter().copied().max().map(|last| last + 1), Some(all.len() as u64), "{label}: {failure:?}");
    assert_eq!(failure.report.rows, written.len() as u64, "{label}");
    let returned = |rows: &[Account]| rows.iter().map(|row| row.number).collect::<Vec<_>>();
    assert_eq!(returned(&failure.possibly_written.rows), possibly.into_iter().collect::<Vec<_>>(), "{label}");
    assert_eq!(returned(&failure.not_sent.rows), not_sent.into_iter().collect::<Vec<_>>(), "{label}");
}

/// Checks that all rows are stored as they were pushed.
async fn complete(database: &Database, label: &str) {
    let mut found = Account::scan().full_scan().fetch(&mut database.q()).await.unwrap();
    found.sort_by_key(|row| row.number);
    assert_eq!(found, samples::<Account>(ROWS), "{label}");
}

async fn clear(database: &Database) {
    database.faults().clear();
    database.run("DELETE FROM `ydb_keys_e2e/accounts`").await;
}

/// Tests every fault that the client cures, at every request.
#[tokio::test]
async fn what_may_be_repeated_is() {
    let database = Database::embedded_with::<Account>().await;
    let connection = database.bulk().await;
    for fault in cured().into_iter().chain(doubtful()) {
        for before in [0, 1, 8] {
            pass(&database, before);
            database.faults().fail_next(2, Call::BulkUpsert, fault.clone());
            let report = loader(&connection).load(samples::<Account>(ROWS)).await.unwrap();
            assert_eq!((report.rows, report.requests), (ROWS, 10), "{fault:?} after {before}");
            let expected = if fault == Fault::LoseSession { 0 } else { 2 };
            assert_eq!(report.retries, expected, "{fault:?} after {before}");
            assert_eq!(database.faults().pending(), 0, "{fault:?} after {before}");
            complete(&database, &format!("{fault:?} after {before}")).await;
            clear(&database).await;
        }
    }
}

/// Lets this many requests pass before the next ordered fault.
fn pass(database: &Database, requests: usize) {
    if requests > 0 {
        database.faults().fail_next(requests, Call::BulkUpsert, Fault::Delay(Duration::ZERO));
    }
}

/// Tests every fault that ends a load, at every request.
#[tokio::test]
async fn what_ends_a_load() {
    let database = Database::embedded_with::<Account>().await;
    let connection = database.bulk().await;
    for fault in fatal() {
        for before in 0..10 {
            let label = format!("{fault:?} after {before}");
            pass(&database, before);
            database.faults().fail_next(1, Call::BulkUpsert, fault.clone());
            let error = loader(&connection).load(samples::<Account>(ROWS)).await.unwrap_err();
            let LoadError::Failed(failure) = error else { panic!("{label}: {error:?}") };
            agrees(&stored(&database).await, &failure, &label);
            assert!(failure.source.outcome() == Outcome::Unknown, "{label}");
            assert!(failure.source.to_string().starts_with("table `ydb_keys_e2e/accounts`: load failed: "), "{label}");
            // Requests that were in flight end, and no others begin.
            assert!(failure.report.requests >= before as u64, "{label}: {failure:?}");
            assert_eq!(numbers(&failure.possibly_written.positions).len(), 4, "{label}: {failure:?}");
            // What comes back is loaded again, as after any other run.
            database.faults().clear();
            loader(&connection).load(failure.into_rows()).await.unwrap();
            // The iterator was not read to its end.
            let rest = samples::<Account>(ROWS).into_iter().skip(stored(&database).await.len());
            loader(&connection).load(rest).await.unwrap();
            complete(&database, &label).await;
            clear(&database).await;
        }
    }
}

/// Tests a request that gets no answer, while others are acknowledged before and after it.
#[tokio::test]
async fn requests_end_in_any_order() {
    let database = Database::timed_with::<Account>().await;
    let connection = database.bulk().await;
    // Others are acknowledged while this request waits.
    let (minute, hour) = (Duration::from_secs(60), Duration::from_secs(3600));
    database.faults().fail_next(1, Call::BulkUpsert, Fault::Delay(hour));
    let acknowledged = Arc::new(AtomicU64::new(0));
    let seen = Arc::clone(&acknowledged);
    let on_progress = move |report: &ydb_keys_bulk::LoadReport| seen.store(report.rows, Ordering::Relaxed);
    let loader = loader(&connection).in_flight(2).timeout(hour).retry_for(Duration::ZERO);
    let mut loader = loader.on_progress(on_progress);
    let passing = async {
        database.faulty().await;
        jump(minute).await;
        // The other request began after that minute, so its time has not run out.
        let enough = acknowledged.load(Ordering::Relaxed) + 20;
        until(|| acknowledged.load(Ordering::Relaxed) >= enough).await;
        jump(hour - minute / 2).await;
        std::future::pending().await
    };
    let loaded = tokio::select! {
        loaded = loader.load((0..).map(Account::sample)) => loaded,
        () = passing => unreachable!(),
    };
    let LoadError::Failed(failure) = loaded.unwrap_err() else { panic!() };
    let [lost] = failure.possibly_written.positions.as_slice() else { panic!("{failure:?}") };
    // The first two requests may arrive in any order.
    assert!(*lost == (0..4) || *lost == (4..8), "{failure:?}");
    assert_eq!(
        failure.written.last().map(|range| range.start),
        Some(if lost.start == 0 { 4 } else { 8 }),
        "{failure:?}"
    );
    assert!(matches!(failure.source.ydb_error(), Some(ydb::YdbError::DeadlineExceeded)), "{failure:?}");
    assert!(failure.to_string().contains("load failed: no answer before the timeout; "), "{failure}");
    agrees(&stored(&database).await, &failure, "timeout");
    let lost = lost.clone();
    assert!(failure.into_rows().iter().map(|row| row.number).take(4).eq(lost));
    // The loader has stopped: rows come back, and nothing is sent.
    let before = stored(&database).await.len();
    let error = loader.push(Account::sample(1_000_000)).await.unwrap_err();
    let LoadError::Failed(failure) = error else { panic!("{error:?}") };
    assert_eq!((failure.not_sent.rows.len(), failure.possibly_written.rows.len()), (1, 0), "{failure:?}");
    let LoadError::Failed(failure) = loader.finish().await.unwrap_err() else { panic!() };
    assert_eq!(failure.into_rows(), []);
    assert_eq!(stored(&database).await.len(), before);
}

/// Tests that too many repetitions end the load. Without a connection, nothing was sent.
#[tokio::test]
async fn repetitions_end() {
    let database = Database::embedded_with::<Account>().await;
    let connection = database.bulk().await;
    let overloaded = Fault::Status(Status::Overloaded, "on order".into());
    database.faults().fail_next(10_000, Call::BulkUpsert, overloaded);
    let mut loading = loader(&connection).retry_for(Duration::from_millis(200));
    let LoadError::Failed(failure) = loading.load(samples::<Account>(ROWS)).await.unwrap_err() else { panic!() };
    agrees(&stored(&database).await, &failure, "overloaded");
    assert!(failure.source.is_overloaded() && failure.report.retries > 0, "{failure:?}");
    database.faults().clear();
    assert_eq!(stored(&database).await.len(), 0);
}
