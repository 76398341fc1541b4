//! Tests stale reads: each way to read a model is sent in the mode Stale Read Only, outside of transactions.

use e2e_tests::{Database, is};
use ydb::{Transaction, YdbOrCustomerError, closure};
use ydb_keys::{Error, ErrorKind, YdbRow, YdbTable, transact};

use crate::models::*;

#[derive(YdbRow, Debug, PartialEq)]
#[ydb(of = AdEvent)]
struct Kind {
    event_type: Option<String>,
}

/// Checks that a read was sent in this mode: YDB refuses to read a column table in it.
#[track_caller]
fn arrived<R>(stale: Result<R, Error>, fresh: Result<R, Error>) {
    assert!(fresh.is_ok());
    let error = stale.err().unwrap();
    assert!(is(&error, ErrorKind::Database, &["PRECONDITION_FAILED", "or Stale Read-Only"]), "{error:?}");
}

#[tokio::test]
async fn each_read_is_sent_in_the_mode() {
    let database = Database::embedded_with::<AdEvent>().await;
    let (client, row) = (database.client(), AdEvent::sample(1));
    row.upsert().exec(client).await.unwrap();
    let key = || row.key().unwrap();
    let scan = || AdEvent::scan().event_timestamp(row.event_timestamp);
    let select = || scan().select::<Kind>();
    macro_rules! arrive {
        ($($read:expr),* $(,)?) => { $( arrived($read.stale().await.map(drop), $read.await.map(drop)); )* };
    }
    arrive!(
        AdEvent::get(key()).fetch(client),
        AdEvent::get(key()).select::<Kind>().fetch(client),
        AdEvent::get_many([key()]).fetch(client),
        AdEvent::exists(key()).fetch(client),
        scan().fetch(client),
        scan().first(client),
        scan().count().fetch(client),
        scan().exists().fetch(client),
        scan().page(5, None).fetch(client),
        select().fetch(client),
        select().first(client),
        select().page(5, None).fetch(client),
    );
    let (mut stale, mut fresh) = (scan().stream(client).stale(), scan().stream(client));
    arrived(stale.try_next().await, fresh.try_next().await);
}

#[tokio::test]
async fn rows_are_found() {
    let database = Database::with::<Account>().await;
    let (client, rows) = (database.client(), samples::<Account>(5));
    Account::upsert_many(&rows).exec(client).await.unwrap();
    let all = || Account::scan().full_scan();
    // A replica may be out of date, so only what does not depend on that is compared.
    if !database.is_embedded() {
        all().count().fetch(client).stale().await.unwrap();
        return;
    }
    let ordered = all().fetch(client).await.unwrap();
    assert_eq!(Account::get(rows[1].number).fetch(client).stale().await.unwrap(), Some(rows[1].clone()));
    assert_eq!(Account::get_many([rows[0].number, 99]).fetch(client).stale().await.unwrap(), rows[..1]);
    assert!(!Account::exists(99).fetch(client).stale().await.unwrap());
    assert_eq!(all().fetch(client).stale().await.unwrap(), ordered);
    assert_eq!(all().count().fetch(&mut database.q()).stale().await.unwrap(), 5);
    let (mut streamed, mut stream) = (Vec::new(), all().stream(client).batch(2).stale());
    while let Some(row) = stream.try_next().await.unwrap() {
        streamed.push(row);
    }
    assert_eq!(streamed, ordered);
}

/// Tests that a stale read in a transaction fails before anything is sent, so the transaction continues.
#[tokio::test]
async fn transactions_do_not_have_the_mode() {
    let database = Database::with::<Account>().await;
    let client = database.client();
    let refused = |error: &Error, operation: &str| {
        let text = format!("table `{}`: {operation} cannot be stale in a transaction\nhelp: ", Account::TABLE.name);
        assert!(is(error, ErrorKind::Usage, &[&text]), "{error:?}");
        assert_eq!((error.table(), error.operation()), (Some(Account::TABLE.name), Some(operation)));
    };
    let done = transact(client, async |tx| {
        refused(&Account::get(1).fetch(&tx).stale().await.unwrap_err(), "get");
        refused(&Account::get_many([1]).fetch(&tx).stale().await.unwrap_err(), "get_many");
        refused(&Account::scan().full_scan().stream(&tx).stale().try_next().await.unwrap_err(), "stream");
        Account::sample(1).insert().exec(&tx).await
    });
    done.await.unwrap();
    let q = database.q();
    let read = q.retry_tx(closure!(async |tx: &mut Transaction| {
        Account::scan().full_scan().count().fetch(&mut *tx).stale().await?;
        Ok(())
    }));
    let Err(YdbOrCustomerError::Customer(error)) = read.await else { panic!("a stale read in a transaction") };
    refused(error.downcast_ref::<Error>().unwrap(), "count");
    assert_eq!(database.count(Account::TABLE).await, 1);
}
