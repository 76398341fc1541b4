//! Tests faults in operations of several requests: the work that is done, that is not done, and whose outcome is
//! unknown.

use std::time::Duration;

use e2e_tests::{Database, is};
use ydb::{Transaction, YdbOrCustomerError, closure};
use ydb_embedded::{Call, Fault, Status};
use ydb_keys::{ErrorKind, Outcome, YdbTable};

use crate::models::*;

const HOUR: Duration = Duration::from_secs(3600);

fn order(status: Status) -> Fault {
    Fault::Status(status, "on order".into())
}

/// Lets this many calls pass, as delays of zero, before one fails.
fn fail_after(database: &Database, calls: usize, kind: Call, times: usize, fault: Fault) {
    database.faults().fail_next(calls, kind, Fault::Delay(Duration::ZERO));
    database.faults().fail_next(times, kind, fault);
}

async fn numbers(database: &Database) -> Vec<u64> {
    database.column("SELECT number FROM `ydb_keys_e2e/accounts` ORDER BY number").await
}

/// Returns rows for three requests of at most 10,000 rows.
fn rows() -> Vec<Account> {
    samples(20_500)
}

#[tokio::test]
async fn faults_between_requests_are_cured() {
    let database = Database::embedded_with::<Account>().await;
    let mut q = database.q();
    let rows = rows();
    for fault in [order(Status::Aborted), order(Status::Overloaded), order(Status::Unavailable), Fault::LoseSession] {
        fail_after(&database, 1, Call::ExecuteQuery, 2, fault.clone());
        // An insert that was sent twice would meet its own rows.
        Account::insert_many(&rows).exec(&mut q).await.unwrap_or_else(|error| panic!("{fault:?}: {error}"));
        assert_eq!(database.faults().pending(), 0, "{fault:?}");
        assert_eq!(database.count(Account::TABLE).await, 20_500, "{fault:?}");
        Account::scan().full_scan().delete().exec(&mut q).await.unwrap();
    }
}

#[tokio::test]
async fn a_request_that_is_refused_leaves_those_before_it() {
    let database = Database::embedded_with::<Account>().await;
    let mut q = database.q();
    fail_after(&database, 1, Call::ExecuteQuery, 1, order(Status::GenericError));
    let error = Account::upsert_many(&rows()).exec(&mut q).await.unwrap_err();
    let rows = error.partly_written().unwrap();
    assert_eq!((rows.written.clone(), rows.failed.clone(), rows.total), (0..10_000, 10_000..20_000, 20_500));
    let message = "table `ydb_keys_e2e/accounts`: upsert_many stopped: rows 0..10000 of 20500 are written\n\
                   rows 10000..20000 are not, and the rest was not sent: ";
    assert!(error.to_string().starts_with(message), "{error}");
    assert_eq!((error.outcome(), rows.cause.kind()), (Outcome::PartlyWritten, ErrorKind::Database));
    assert_eq!(numbers(&database).await, (0..10_000).collect::<Vec<u64>>());
}

#[tokio::test]
async fn a_request_of_unknown_end_is_told_as_such() {
    let database = Database::embedded_with::<Account>().await;
    let mut q = database.q();
    for (fault, done) in [
        (order(Status::Undetermined), 10_000),
        (Fault::StatusAfterExecution(Status::Undetermined), 20_000),
        (Fault::BreakStreamAfter(0), 10_000),
        (Fault::BreakStreamAfter(1), 20_000),
    ] {
        fail_after(&database, 1, Call::ExecuteQuery, 1, fault.clone());
        let error = Account::insert_many(&rows()).exec(&mut q).await.unwrap_err();
        let rows = error.partly_written().unwrap();
        let found = (rows.written.clone(), rows.failed.clone(), rows.total);
        assert_eq!(found, (0..10_000, 10_000..20_000, 20_500), "{fault:?}");
        assert_eq!(error.outcome(), Outcome::Unknown, "{fault:?}");
        assert_eq!(database.count(Account::TABLE).await, done, "{fault:?}");
        Account::scan().full_scan().delete().exec(&mut q).await.unwrap();
    }
}

/// Tests that nothing was written before the first of several requests fails.
#[tokio::test]
async fn the_first_request_that_fails_has_written_nothing() {
    let database = Database::embedded_with::<Account>().await;
    let mut q = database.q();
    database.faults().fail_next(1, Call::ExecuteQuery, order(Status::GenericError));
    let error = Account::upsert_many(&rows()).exec(&mut q).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Database, Outcome::NotWritten), "{error:?}");
    assert_eq!(database.count(Account::TABLE).await, 0);
    database.faults().fail_next(1, Call::ExecuteQuery, order(Status::Undetermined));
    let error = Account::upsert_many(&rows()).exec(&mut q).await.unwrap_err();
    assert!(error.outcome() == Outcome::Unknown, "{error:?}");
}

#[tokio::test]
async fn upserts_that_may_be_repeated_are() {
    let database = Database::embedded_with::<Account>().await;
    let mut q = database.q();
    for fault in [order(Status::Undetermined), Fault::BreakStreamAfter(0), Fault::BreakStreamAfter(1)] {
        fail_after(&database, 1, Call::ExecuteQuery, 2, fault.clone());
        let write = Account::upsert_many(&rows()).exec(&mut q).idempotent(true).await;
        write.unwrap_or_else(|error| panic!("{fault:?}: {error}"));
        assert_eq!(database.faults().pending(), 0, "{fault:?}");
        assert_eq!(database.count(Account::TABLE).await, 20_500, "{fault:?}");
    }
}

#[tokio::test]
async fn updates_and_deletions_of_many_stop_as_well() {
    let database = Database::embedded_with::<Account>().await;
    let mut q = database.q();
    let rows = rows();
    Account::upsert_many(&rows).exec(&mut q).await.unwrap();
    let changed: Vec<_> = rows.iter().map(|row| Account { sum: 7, ..row.clone() }).collect();
    fail_after(&database, 2, Call::ExecuteQuery, 1, order(Status::GenericError));
    let error = Account::update_many(&changed).exec(&mut q).await.unwrap_err();
    let text = "update_many stopped: rows 0..20000 of 20500 are written\nrows 20000..20500 are not";
    assert!(is(&error, ErrorKind::PartlyWritten, &[text]), "{error:?}");
    let sevens = "SELECT COUNT(*) FROM `ydb_keys_e2e/accounts` WHERE sum = 7";
    assert_eq!(database.one::<u64>(sevens).await, 20_000);
    fail_after(&database, 1, Call::ExecuteQuery, 1, order(Status::GenericError));
    let error = Account::delete_many(0..20_500_u64).exec(&mut q).await.unwrap_err();
    let text = "delete_many stopped: rows 0..10000 of 20500 are written\nrows 10000..20000 are not";
    assert!(is(&error, ErrorKind::PartlyWritten, &[text]), "{error:?}");
    assert_eq!(numbers(&database).await, (10_000..20_500).collect::<Vec<u64>>());
}

/// Tests that the client repeats bulk upserts with an unknown outcome.
#[tokio::test]
async fn bulk_upserts_are_repeated() {
    let database = Database::embedded_with::<Account>().await;
    let rows = samples::<Account>(100_500);
    for fault in [
        order(Status::Overloaded),
        order(Status::Undetermined),
        Fault::StatusAfterExecution(Status::Undetermined),
        Fault::BreakStreamAfter(0),
        Fault::BreakStreamAfter(1),
    ] {
        fail_after(&database, 1, Call::BulkUpsert, 1, fault.clone());
        let write = Account::bulk_upsert(&rows[99_000..]).exec(database.client()).await;
        write.unwrap_or_else(|error| panic!("{fault:?}: {error}"));
        database.faults().clear();
        database.faults().fail_next(1, Call::BulkUpsert, fault.clone());
        let write = Account::bulk_upsert(&rows[..2]).exec(database.client()).await;
        write.unwrap_or_else(|error| panic!("{fault:?}: {error}"));
        assert_eq!(database.faults().pending(), 0, "{fault:?}");
    }
    assert_eq!(database.count(Account::TABLE).await, 1_502);
}

/// Tests a bulk upsert of two requests: 1 MB is 20,833 rows of three numbers, each with its tag and length.
#[tokio::test]
async fn a_bulk_upsert_that_is_refused_may_have_written_a_part() {
    let database = Database::embedded_with::<Account>().await;
    let rows = samples::<Account>(21_500);
    fail_after(&database, 1, Call::BulkUpsert, 1, order(Status::SchemeError));
    let error = Account::bulk_upsert(&rows).exec(database.client()).await.unwrap_err();
    let text = "bulk_upsert stopped: rows 0..20833 of 21500 are written\nrows 20833..21500 may or may not be";
    assert!(is(&error, ErrorKind::PartlyWritten, &[text]), "{error:?}");
    assert_eq!(error.outcome(), Outcome::Unknown);
    assert_eq!(database.count(Account::TABLE).await, 20_833);
}

/// Tests a bulk upsert of one request: the partitions of a table write their rows independently, whatever the answer
/// is.
#[tokio::test]
async fn a_bulk_upsert_of_one_request_that_fails_may_have_written_a_part() {
    let database = Database::embedded_with::<Account>().await;
    let client = database.no_retry();
    for status in [Status::SchemeError, Status::BadRequest, Status::GenericError, Status::Overloaded] {
        database.faults().fail_next(1, Call::BulkUpsert, order(status));
        let error = Account::bulk_upsert(&samples::<Account>(2)).exec(&client).await.unwrap_err();
        assert!(error.to_string().contains(": bulk_upsert failed: "), "{error:?}");
        assert!(error.outcome() == Outcome::Unknown, "{status:?}");
        assert!(error.to_string().contains("some of the rows may be written"), "{error}");
    }
    // What is refused before anything is sent is known to be so.
    let relative = Account::bulk_upsert(&samples::<Account>(2)).exec(&client.table_client()).await.unwrap_err();
    assert!(relative.outcome() == Outcome::NotWritten, "{relative:?}");
}

#[tokio::test]
async fn many_reads_are_repeated() {
    let database = Database::embedded_with::<Account>().await;
    let mut q = database.q();
    let rows = samples::<Account>(2_500);
    Account::upsert_many(&rows).exec(&mut q).await.unwrap();
    for fault in
        [order(Status::Overloaded), order(Status::Undetermined), Fault::BreakStreamAfter(0), Fault::LoseSession]
    {
        fail_after(&database, 1, Call::ExecuteQuery, 2, fault.clone());
        let mut found = Account::get_many(0..2_500_u64).fetch(&mut q).await.unwrap();
        found.sort_by_key(|row| row.number);
        assert!(found == rows, "{fault:?}");
        assert_eq!(database.faults().pending(), 0, "{fault:?}");
        fail_after(&database, 1, Call::ReadRows, 2, fault.clone());
        let mut found = Account::read_rows(0..2_500_u64).fetch(database.client()).await.unwrap();
        found.sort_by_key(|row| row.number);
        assert!(found == rows, "{fault:?}");
        assert_eq!(database.faults().pending(), 0, "{fault:?}");
    }
}

/// Tests that a stream gives no row twice and leaves none out, although batches break half way and are read again.
#[tokio::test]
async fn a_stream_goes_on_after_faults() {
    let database = Database::embedded_with::<Document>().await;
    let mut q = database.q();
    let text = "x".repeat(10_000);
    let rows: Vec<_> = (0..300).map(|n| Document { document: 1, version: n, text: text.clone() }).collect();
    Document::upsert_many(&rows).exec(&mut q).await.unwrap();
    for fault in [
        order(Status::Aborted),
        order(Status::Unavailable),
        order(Status::Undetermined),
        Fault::LoseSession,
        Fault::BreakStreamAfter(0),
        Fault::BreakStreamAfter(1),
    ] {
        let mut versions = Vec::new();
        let mut stream = Document::scan().document(1).stream(&mut q).batch(120);
        while let Some(row) = stream.try_next().await.unwrap_or_else(|error| panic!("{fault:?}: {error}")) {
            if row.version == 100 {
                // The second batch is the next one.
                database.faults().fail_next(2, Call::ExecuteQuery, fault.clone());
            }
            versions.push(row.version);
        }
        assert_eq!(versions, (0..300).collect::<Vec<_>>(), "{fault:?}");
        assert_eq!(database.faults().pending(), 0, "{fault:?}");
    }
}

#[tokio::test]
async fn a_stream_ends_at_an_error() {
    let database = Database::embedded_with::<Document>().await;
    let mut q = database.q();
    let rows: Vec<_> = (0..10).map(|n| Document { document: 1, version: n, text: String::new() }).collect();
    Document::upsert_many(&rows).exec(&mut q).await.unwrap();
    fail_after(&database, 1, Call::ExecuteQuery, 1, order(Status::GenericError));
    let mut stream = Document::scan().document(1).stream(&mut q).batch(4);
    for row in &rows[..4] {
        assert_eq!(stream.try_next().await.unwrap().as_ref(), Some(row));
    }
    let error = stream.try_next().await.unwrap_err();
    assert_eq!(error.table(), Some("ydb_keys_e2e/documents"), "{error:?}");
    assert!(error.ydb_error().is_some(), "{error:?}");
    assert_eq!(stream.try_next().await.unwrap(), None);
}

/// Tests that the timeout counts for the whole operation, however many requests it has.
#[tokio::test]
async fn several_requests_share_their_time() {
    let database = Database::embedded_with::<Account>().await;
    let mut q = database.q();
    let keys = || 0..3_500_u64;
    // Each of the four requests is faster than the timeout, all together are not.
    database.faults().fail_next(4, Call::ExecuteQuery, Fault::Delay(Duration::from_millis(400)));
    let error = Account::get_many(keys()).fetch(&mut q).timeout(Duration::from_millis(900)).await.unwrap_err();
    assert!(error.to_string().contains(": get_many failed: "), "{error:?}");
    database.faults().clear();
    Account::get_many(keys()).fetch(&mut q).timeout(Duration::from_secs(60)).await.unwrap();
}

/// Tests that in a transaction the error of one request undoes all of them.
#[tokio::test]
async fn many_rows_in_a_transaction_are_written_whole_or_not_at_all() {
    let database = Database::embedded_with::<Account>().await;
    let rows = rows();
    let rows = &rows;
    fail_after(&database, 1, Call::ExecuteQuery, 1, order(Status::GenericError));
    let q = database.q();
    let result = q
        .retry_tx(closure!([&rows], async |tx: &mut Transaction| {
            Account::upsert_many(rows).exec(&mut *tx).await?;
            Ok(())
        }))
        .await;
    assert!(matches!(result, Err(YdbOrCustomerError::YDB(_))), "{:?}", result.err());
    assert_eq!(database.count(Account::TABLE).await, 0);
    // What can be tried again is, from the beginning.
    fail_after(&database, 1, Call::ExecuteQuery, 1, order(Status::Overloaded));
    q.retry_tx(closure!([&rows], async |tx: &mut Transaction| {
        Account::insert_many(rows).exec(&mut *tx).await?;
        Ok(())
    }))
    .await
    .unwrap();
    assert_eq!(database.count(Account::TABLE).await, 20_500);
}

/// Tests that an operation of each kind ends at its timeout; its work may be done nevertheless.
#[tokio::test]
async fn every_kind_of_call_ends_at_its_timeout() {
    let database = Database::timed_with::<Account>().await;
    let mut q = database.q();
    let rows = samples::<Account>(10);
    macro_rules! late {
        ($kind:ident, $call:expr) => {{
            database.faults().fail_next(1, Call::$kind, Fault::Delay(HOUR));
            let error = database.late(|time| $call.timeout(time)).await.unwrap_err();
            assert!(error.ydb_error().is_some(), "{}: {error:?}", stringify!($call));
            error
        }};
    }
    late!(ExecuteQuery, Account::get(1).fetch(&mut q));
    late!(ExecuteQuery, Account::exists(1).fetch(&mut q));
    late!(ExecuteQuery, Account::get_many([1_u64]).fetch(&mut q));
    late!(ExecuteQuery, Account::scan().full_scan().fetch(&mut q));
    late!(ExecuteQuery, Account::scan().number(1).first(&mut q));
    late!(ExecuteQuery, Account::scan().number(1).count().fetch(&mut q));
    late!(ExecuteQuery, Account::scan().number(1).page(5, None).fetch(&mut q));
    late!(ReadRows, Account::read_rows([1_u64]).fetch(database.client()));
    let unknown = [
        late!(ExecuteQuery, rows[1].insert().exec(&mut q)),
        late!(ExecuteQuery, rows[1].upsert().exec(&mut q)),
        late!(ExecuteQuery, Account::upsert_many(&rows).exec(&mut q)),
        late!(ExecuteQuery, Account::update(1).sum(1).exec(&mut q)),
        late!(ExecuteQuery, Account::delete(1).exec(&mut q)),
        late!(ExecuteQuery, Account::scan().number(1).delete().exec(&mut q)),
        late!(BulkUpsert, Account::bulk_upsert(&rows).exec(database.client())),
    ];
    for error in unknown {
        assert!(error.outcome() == Outcome::Unknown, "{error:?}");
    }
    database.faults().fail_next(1, Call::ExecuteQuery, Fault::Delay(HOUR));
    let read = async |time| Account::scan().full_scan().stream(&mut q).timeout(time).try_next().await;
    assert!(database.late(read).await.unwrap_err().ydb_error().is_some());
}

/// Tests that a statement in a transaction has its own timeout, which ends the transaction.
#[tokio::test]
async fn a_statement_in_a_transaction_ends_at_its_timeout() {
    let database = Database::timed_with::<Account>().await;
    database.faults().fail_next(1, Call::ExecuteQuery, Fault::Delay(HOUR));
    let q = database.q();
    let call = |time: Duration| {
        q.retry_tx(closure!([time], async |tx: &mut Transaction| {
            Account::sample(1).upsert().exec(&mut *tx).timeout(*time).await?;
            Ok(())
        }))
    };
    let result = database.late(call).await;
    assert!(matches!(result, Err(YdbOrCustomerError::YDB(_))), "{:?}", result.err());
    assert_eq!(database.count(Account::TABLE).await, 0);
}
