//! Tests futures that are polled again after they have returned their result, and streams after their end.

use std::panic::{AssertUnwindSafe, catch_unwind};

use e2e_tests::Database;
use futures_util::{FutureExt as _, Stream, StreamExt as _};
use ydb::TxMode;
use ydb_embedded::{Call, Fault, Status};
use ydb_keys::{ErrorKind, Result, YdbTable as _, query, transact};
use ydb_keys_bulk::{Bulk as _, LoadError};

use crate::models::*;

/// Returns the panic of a future that is polled once more. A pending future would never be woken.
fn says(future: impl Future + Unpin) -> String {
    let mut future = future;
    let polled = catch_unwind(AssertUnwindSafe(|| (&mut future).now_or_never().is_some()));
    *polled.map(|ready| panic!("it is ready: {ready}")).unwrap_err().downcast::<String>().unwrap()
}

const AGAIN: &str = "was polled again after it had returned its result\n\
                     help: do not poll a finished call again: end the loop around `select!`, or make a new call in it";

#[tokio::test]
async fn a_call_that_was_done() {
    let database = Database::embedded_with::<Account>().await;
    let client = database.client();
    let mut call = Account::get(1).fetch(client);
    assert_eq!((&mut call).await.unwrap(), None);
    assert_eq!(says(call), format!("`get ydb_keys_e2e/accounts` {AGAIN}"));
    let mut call = Account::upsert_many(&[Account { number: 1, sum: 1 }]).exec(client);
    (&mut call).await.unwrap();
    assert_eq!(says(call), format!("`upsert_many ydb_keys_e2e/accounts` {AGAIN}"));
}

/// Tests calls that were refused before anything was sent, or by YDB.
#[tokio::test]
async fn a_call_that_has_failed() {
    let database = Database::embedded_with::<Account>().await;
    let client = database.client();
    let mut call = Account::get(1).fetch(client).exactly_once();
    assert_eq!((&mut call).await.unwrap_err().kind(), ErrorKind::Usage);
    assert_eq!(says(call), format!("`get ydb_keys_e2e/accounts` {AGAIN}"));
    database.faults().fail_next(1, Call::ExecuteQuery, Fault::Status(Status::BadRequest, "no".to_owned()));
    let mut call = Account::delete(1).exec(client);
    (&mut call).await.unwrap_err();
    assert_eq!(says(call), format!("`delete ydb_keys_e2e/accounts` {AGAIN}"));
}

#[tokio::test]
async fn a_transaction() {
    let database = Database::embedded_with::<Account>().await;
    let again = format!("the transaction of `transact` {AGAIN}");
    let mut done = transact(database.client(), async |tx| Account::get(1).fetch(&tx).await);
    assert_eq!((&mut done).await.unwrap(), None);
    assert_eq!(says(done), again);
    let write = async |tx| Account { number: 1, sum: 1 }.upsert().exec(&tx).await;
    let mut refused = transact(database.client(), write).exactly_once().with_tx_mode(TxMode::SnapshotReadOnly);
    assert_eq!((&mut refused).await.unwrap_err().kind(), ErrorKind::Usage);
    assert_eq!(says(refused), again);
}

/// Tests pushes that are ready at once, wait for room, or reject their row.
#[tokio::test]
async fn the_push_of_a_row() {
    let database = Database::embedded_with::<Account>().await;
    let connection = database.bulk().await;
    let again = format!("the push of a row {AGAIN}");
    let mut loader = Account::loader(&connection).rows_per_request(1).in_flight(1);
    for number in 0..3 {
        let mut push = loader.push(Account { number, sum: 1 });
        (&mut push).await.unwrap();
        assert_eq!(says(push), again);
    }
    loader.finish().await.unwrap();
    assert_eq!(database.count(Account::TABLE).await, 3);
    let database = Database::embedded_with::<Member>().await;
    let connection = database.bulk().await;
    let mut loader = Member::loader(&connection);
    let mut push = loader.push(Member { email: "x".repeat(3_000), ..Member::sample(1) });
    assert!(matches!((&mut push).await, Err(LoadError::Rejected(_))));
    assert_eq!(says(push), again);
}

/// Returns the number of items of a stream, and `true` if it ends with an error. Polls twice more, and expects nothing.
async fn ends<T>(mut stream: impl Stream<Item = Result<T>> + Unpin) -> (usize, bool) {
    let (mut items, mut failed) = (0, false);
    while let Some(item) = stream.next().await {
        assert!(!failed, "an item after an error");
        match item {
            Ok(_) => items += 1,
            Err(_) => failed = true,
        }
    }
    for _ in 0..2 {
        assert!(stream.next().now_or_never().unwrap().is_none());
    }
    (items, failed)
}

#[tokio::test]
async fn streams_end_for_ever() {
    let database = Database::embedded_with::<Account>().await;
    let (client, connection) = (database.client(), database.bulk().await);
    Account::upsert_many(&[Account::sample(1), Account::sample(2)]).exec(client).await.unwrap();
    let wrong = || {
        let refusal = Fault::Status(Status::BadRequest, "no".to_owned());
        database.faults().fail_next(1, Call::ExecuteQuery, refusal);
    };
    let scan = || Account::scan().full_scan().stream(client);
    let own = || query("SELECT number, sum FROM `ydb_keys_e2e/accounts`").stream::<Account>(client);
    let export = || Account::export(&connection).stream();
    assert_eq!(ends(scan()).await, (2, false));
    assert_eq!(ends(own()).await, (2, false));
    assert_eq!(ends(export()).await, (2, false));
    assert_eq!(ends(export().record_batches()).await, (1, false));
    let failed = (0, true);
    wrong();
    assert_eq!(ends(scan()).await, failed);
    wrong();
    assert_eq!(ends(own()).await, failed);
    wrong();
    assert_eq!(ends(export()).await, failed);
    wrong();
    assert_eq!(ends(export().record_batches()).await, failed);
}

/// Tests an export outside of a runtime, where its reading task cannot begin.
#[test]
fn an_export_without_a_runtime_ends_for_ever() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (_database, stream) = runtime.block_on(async {
        let database = Database::embedded_with::<Account>().await;
        let stream = Account::export(&database.bulk().await).stream();
        (database, stream)
    });
    assert_eq!(ends(stream).now_or_never().unwrap(), (0, true));
}
