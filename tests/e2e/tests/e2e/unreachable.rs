//! Tests a database that is out of reach: its own kind of error, with a known outcome, for reads and writes alike.

use e2e_tests::{Database, is};
use ydb_embedded::Server;
use ydb_keys::{Error, ErrorKind, Outcome, YdbTable, transact};

use crate::models::*;

/// Returns a client whose server has gone. It repeats nothing, so no test waits.
async fn gone() -> ydb::Client {
    let server = Server::start().await.unwrap();
    let database = Database::on(server).await;
    database.create::<Account>().await;
    let client = database.no_retry();
    Account::sample(1).upsert().exec(&client).await.unwrap();
    drop(database);
    client
}

#[tokio::test]
async fn nothing_is_sent_and_that_is_known() {
    let client = gone().await;
    // The connections that were open break; the next ones cannot be opened.
    for _ in 0..3 {
        Account::get(1).fetch(&client).await.unwrap_err();
    }
    let committed = transact(&client, async |tx| Account::sample(2).upsert().exec(&tx).await).await;
    let errors: [(&str, Error); 5] = [
        ("get", Account::get(1).fetch(&client).await.unwrap_err()),
        ("upsert", Account::sample(2).upsert().exec(&client).await.unwrap_err()),
        ("insert", Account::sample(2).insert().exec(&client).await.unwrap_err()),
        ("upsert_many", Account::upsert_many(&samples::<Account>(2)).exec(&client).await.unwrap_err()),
        ("transact", committed.unwrap_err()),
    ];
    for (name, error) in errors {
        assert!(is(&error, ErrorKind::Unavailable, &["Connection refused"]), "{name}: {error:?}");
        assert!(error.is_unavailable() && error.is_retryable() && !error.is_overloaded(), "{name}: {error:?}");
        assert_eq!(error.outcome(), Outcome::NotWritten, "{name}: {error:?}");
        let first = error.to_string().lines().next().unwrap().to_owned();
        assert!(first.chars().count() <= 140, "{first}");
    }
}

/// Tests calls that may be repeated: an attempt before the last one may have been sent.
#[tokio::test]
async fn what_may_be_repeated_stays_unknown() {
    let client = gone().await;
    for _ in 0..3 {
        Account::get(1).fetch(&client).await.unwrap_err();
    }
    let error = Account::sample(2).upsert().exec(&client).idempotent(true).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::Unavailable, Outcome::Unknown), "{error:?}");
}
