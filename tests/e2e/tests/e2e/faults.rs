//! Tests faults between client and database: nothing is lost or done twice, and errors report the known outcome.

use std::env;
use std::pin::pin;
use std::process::Command;
use std::time::Duration;

use e2e_tests::{Database, jump};
use ydb::YdbError;
use ydb_embedded::{Call, Fault, GrpcCode, Status};
use ydb_keys::{Error, ErrorKind, Outcome, YdbTable};

use crate::models::*;

/// Statuses after which nothing was done, and YDB's client tries again.
const RETRYABLE: [Status; 6] = [
    Status::Aborted,
    Status::Overloaded,
    Status::Unavailable,
    Status::BadSession,
    Status::SessionExpired,
    Status::SessionBusy,
];

fn order(status: Status) -> Fault {
    Fault::Status(status, "on order".into())
}

/// Returns every fault that a client cures by itself, for every kind of call.
pub(crate) fn cured() -> Vec<Fault> {
    let mut faults: Vec<_> = RETRYABLE.into_iter().map(order).collect();
    faults.push(Fault::LoseSession);
    faults.push(Fault::Grpc(GrpcCode::ResourceExhausted));
    faults
}

/// Returns the faults after which it is unknown whether the work was done, so that only idempotent calls are repeated.
pub(crate) fn doubtful() -> Vec<Fault> {
    vec![
        order(Status::Undetermined),
        Fault::StatusAfterExecution(Status::Undetermined),
        Fault::BreakStreamAfter(0),
        Fault::BreakStreamAfter(1),
        Fault::Grpc(GrpcCode::Unavailable),
    ]
}

#[tokio::test]
async fn a_read_is_repeated_after_any_of_them() {
    let database = Database::embedded_with::<Account>().await;
    let mut q = database.q();
    let account = Account::sample(1);
    account.insert().exec(&mut q).await.unwrap();
    for fault in cured().into_iter().chain(doubtful()) {
        database.faults().fail_next(2, Call::ExecuteQuery, fault.clone());
        let read = Account::get(1).fetch(&mut q).await;
        assert_eq!(read.unwrap_or_else(|error| panic!("{fault:?}: {error}")), Some(account.clone()), "{fault:?}");
        assert_eq!(database.faults().pending(), 0, "{fault:?}");
    }
}

/// Tests that scans are repeated after any of these faults.
#[tokio::test]
async fn scans_are_repeated_after_any_of_them() {
    let database = Database::embedded_with::<Parcel>().await;
    let mut q = database.q();
    let rows: Vec<_> = (0..5).map(|n| Parcel { code: "a".repeat(n), receiver: None, grams: n as u32 }).collect();
    Parcel::upsert_many(&rows).exec(&mut q).await.unwrap();
    for fault in cured().into_iter().chain(doubtful()) {
        let order = || database.faults().fail_next(2, Call::ExecuteQuery, fault.clone());
        let fail = |error: Error| -> ! { panic!("{fault:?}: {error}") };
        order();
        assert_eq!(Parcel::scan().code("aa").fetch(&mut q).await.unwrap_or_else(|e| fail(e)), rows[2..3]);
        order();
        assert_eq!(Parcel::scan().code("aa").first(&mut q).await.unwrap_or_else(|e| fail(e)).as_ref(), Some(&rows[2]));
        order();
        assert_eq!(Parcel::scan().full_scan().count().fetch(&mut q).await.unwrap_or_else(|e| fail(e)), 5);
        order();
        assert!(Parcel::scan().code("aa").exists().fetch(&mut q).await.unwrap_or_else(|e| fail(e)));
        order();
        assert_eq!(
            Parcel::scan().full_scan().page(3, None).fetch(&mut q).await.unwrap_or_else(|e| fail(e)).rows.len(),
            3
        );
        order();
        let index = Parcel::index::<ParcelByReceiver>().receiver(None);
        assert_eq!(index.count().fetch(&mut q).await.unwrap_or_else(|e| fail(e)), 5);
        order();
        assert!(Parcel::exists("aa".to_owned()).fetch(&mut q).await.unwrap_or_else(|e| fail(e)));
        assert_eq!(database.faults().pending(), 0, "{fault:?}");
    }
}

#[tokio::test]
async fn a_write_is_repeated_when_nothing_was_done() {
    let database = Database::embedded_with::<Account>().await;
    let mut q = database.q();
    for (n, fault) in (0..).zip(cured()) {
        database.faults().fail_next(2, Call::ExecuteQuery, fault.clone());
        // An insert that was done twice would meet its own row.
        Account::sample(n).insert().exec(&mut q).await.unwrap_or_else(|error| panic!("{fault:?}: {error}"));
        database.faults().fail_next(2, Call::ExecuteQuery, fault.clone());
        Account::sample(n).upsert().exec(&mut q).await.unwrap_or_else(|error| panic!("{fault:?}: {error}"));
        assert_eq!(database.faults().pending(), 0, "{fault:?}");
        assert_eq!(database.count(Account::TABLE).await, n + 1, "{fault:?}");
    }
}

#[tokio::test]
async fn a_write_of_unknown_end_is_told_as_such() {
    let database = Database::embedded_with::<Account>().await;
    let mut q = database.q();
    for (n, fault) in (0..).zip(doubtful()) {
        database.faults().fail_next(1, Call::ExecuteQuery, fault.clone());
        let error = Account::sample(n).insert().exec(&mut q).await.unwrap_err();
        assert!(error.to_string().contains(": insert failed: "), "{fault:?}: {error:?}");
        assert!(error.outcome() == Outcome::Unknown, "{fault:?}: {error:?}");
        assert_eq!(database.faults().pending(), 0, "{fault:?}");
    }
    // Done were those whose answer alone was lost: the second and the fourth.
    let numbers = database.column::<u64>("SELECT number FROM `ydb_keys_e2e/accounts` ORDER BY number").await;
    assert_eq!(numbers, [1, 3]);
}

#[tokio::test]
async fn a_write_that_may_be_repeated_is() {
    let database = Database::embedded_with::<Account>().await;
    let mut q = database.q();
    for (n, fault) in (0..).zip(doubtful()) {
        database.faults().fail_next(2, Call::ExecuteQuery, fault.clone());
        let write = Account::sample(n).upsert().exec(&mut q).idempotent(true).await;
        write.unwrap_or_else(|error| panic!("{fault:?}: {error}"));
        assert_eq!(database.count(Account::TABLE).await, n + 1, "{fault:?}");
    }
}

#[tokio::test]
async fn a_refusal_is_told_at_once_and_its_outcome_is_known() {
    let database = Database::embedded_with::<Account>().await;
    let mut q = database.q();
    for status in [Status::GenericError, Status::BadRequest, Status::PreconditionFailed, Status::Unauthorized] {
        database.faults().fail_next(1, Call::ExecuteQuery, order(status));
        let error = Account::sample(1).insert().exec(&mut q).await.unwrap_err();
        assert!(error.ydb_error().is_some(), "{error:?}");
        assert!(error.outcome() == Outcome::NotWritten, "{status:?}");
        let message = error.to_string();
        assert!(message.contains("ydb_keys_e2e/accounts") && message.contains("on order"), "{message}");
    }
    assert_eq!(database.count(Account::TABLE).await, 0);
}

#[tokio::test]
async fn a_call_ends_at_its_timeout() {
    let database = Database::timed_with::<Account>().await;
    let mut q = database.q();
    // No answer, and a refusal that comes again and again.
    for fault in [Fault::Delay(Duration::from_secs(1)), order(Status::Overloaded)] {
        database.faults().fail_next(1_000_000, Call::ExecuteQuery, fault);
        let error = Account::get(1).fetch(&mut q).timeout(Duration::from_millis(200)).await.unwrap_err();
        assert!(error.to_string().contains(": get failed: "), "{error:?}");
        database.faults().clear();
    }
    assert_eq!(Account::get(1).fetch(&mut q).await.unwrap(), None);
}

/// Tests the default deadline in another process: other tests switch it off for this one.
#[test]
fn the_default_deadline_ends_a_read() {
    let output = Command::new(env::current_exe().unwrap())
        .args(["--ignored", "--exact", "faults::a_read_ends_at_the_default_deadline"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}

/// Tests that a read without its own timeout ends after 30 seconds, however long the server is silent.
#[tokio::test]
#[ignore = "`the_default_deadline_ends_a_read` runs it"]
async fn a_read_ends_at_the_default_deadline() {
    let database = Database::timed_with::<Account>().await;
    database.faults().fail_next(1, Call::ExecuteQuery, Fault::Delay(Duration::from_secs(3600)));
    let client = database.shared();
    let mut read = pin!(Account::get(1).fetch(&*client).into_future());
    let early = async {
        database.faulty().await;
        // Ten seconds less, as the time before is that of a machine which may be busy.
        jump(Duration::from_secs(20)).await;
        database.answers().await;
    };
    tokio::select! {
        end = &mut read => panic!("too early: {end:?}"),
        () = early => {}
    }
    let late = async {
        jump(Duration::from_secs(10)).await;
        std::future::pending::<()>().await;
    };
    let error = tokio::select! {
        end = read => end.unwrap_err(),
        () = late => unreachable!(),
    };
    assert_eq!(error.kind(), ErrorKind::Timeout, "{error:?}");
}

/// Tests a write without an answer: the client gives up waiting, so it cannot know the outcome.
#[tokio::test]
async fn a_write_that_did_not_answer_in_time_has_an_unknown_outcome() {
    let database = Database::timed_with::<Account>().await;
    let mut q = database.q();
    database.faults().fail_next(1, Call::ExecuteQuery, Fault::Delay(Duration::from_secs(1)));
    let call = Account::sample(1).upsert().exec(&mut q);
    let error = database.late(|time| call.timeout(time)).await.unwrap_err();
    assert!(error.outcome() == Outcome::Unknown, "{error:?}");
    assert!(
        matches!(error.ydb_error(), Some(YdbError::DeadlineExceeded | YdbError::TransportGRPCStatus(_))),
        "{error:?}"
    );
}

/// Tests that a call that is dropped before its answer leaves its client free.
#[tokio::test]
async fn a_call_is_given_up() {
    let database = Database::timed_with::<Account>().await;
    let mut q = database.q();
    Account::sample(1).insert().exec(&mut q).await.unwrap();
    for _ in 0..60 {
        database.faults().fail_next(1, Call::ExecuteQuery, Fault::Delay(Duration::from_secs(5)));
        database.give_up(Account::get(1).fetch(&mut q)).await;
    }
    // More of them than the client has sessions.
    assert_eq!(Account::get(1).fetch(&mut q).await.unwrap(), Some(Account::sample(1)));
}
