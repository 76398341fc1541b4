//! Tests transactions with one id in programs of different releases. The earlier release opens no row: it inserts the
//! row of its attempt when it commits, or to refuse an attempt.

use std::time::SystemTime;

use e2e_tests::Database;
use ydb::{Transaction, YdbOrCustomerError, closure};
use ydb_keys::{Result, Tx, YdbTable, add, transact};

use crate::models::*;

/// Model of the row in the earlier release.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys/outcomes", primary_key(id_hash = xxh3(id), id, attempt))]
struct Earlier {
    id: String,
    attempt: u32,
    committed: bool,
    #[ydb(type = "Json")]
    value: Option<String>,
    kept_until: Option<SystemTime>,
}

impl Earlier {
    fn row(attempt: u32, committed: bool) -> Self {
        let value = committed.then(|| "\"of the earlier release\"".to_owned());
        Earlier { id: "order".to_owned(), attempt, committed, value, kept_until: None }
    }
}

async fn accounts() -> Database {
    let database = Database::embedded_with::<Account>().await;
    Account { number: 1, sum: 0 }.insert().exec(database.client()).await.unwrap();
    // Makes the table.
    transact(database.client(), async |_| Ok(())).exactly_once_as("another id").await.unwrap();
    database
}

/// Runs the transaction of this release.
async fn order(database: &Database, meanwhile: impl AsyncFn()) -> Result<String> {
    let add = async |tx: Tx| {
        Account::update(1).sum(add(1)).exec(&tx).await?;
        meanwhile().await;
        Ok("of this release".to_owned())
    };
    transact(database.client(), add).exactly_once_as("order").await
}

async fn sum(database: &Database) -> i64 {
    database.one("SELECT sum FROM `ydb_keys_e2e/accounts` WHERE number = 1").await
}

#[tokio::test]
async fn what_the_earlier_one_has_committed_is_done() {
    let database = accounts().await;
    for row in [Earlier::row(0, false), Earlier::row(1, true)] {
        row.insert().exec(database.client()).await.unwrap();
    }
    assert_eq!(order(&database, async || {}).await.unwrap(), "of the earlier release");
    assert_eq!(sum(&database).await, 0);
}

/// Tests an earlier program that has refused two attempts and died.
#[tokio::test]
async fn what_the_earlier_one_has_refused_is_counted() {
    let database = accounts().await;
    for attempt in [0, 1] {
        Earlier::row(attempt, false).insert().exec(database.client()).await.unwrap();
    }
    for _ in 0..2 {
        assert_eq!(order(&database, async || {}).await.unwrap(), "of this release");
        assert_eq!(sum(&database).await, 1);
    }
    let rows = Earlier::scan().id("order".to_owned()).fetch(database.client()).await.unwrap();
    let rows: Vec<_> = rows.iter().map(|row| (row.attempt, row.committed)).collect();
    assert_eq!(rows, [(0, false), (1, false), (2, true)]);
}

/// Tests an earlier program that commits between the first statement of this one and its commit, whatever its number
/// is.
#[tokio::test]
async fn the_earlier_one_is_faster() {
    for attempt in [1, 2] {
        let database = accounts().await;
        let faster = async || {
            let row = Earlier::row(attempt, true);
            row.upsert().exec(database.client()).await.unwrap();
        };
        assert_eq!(order(&database, faster).await.unwrap(), "of the earlier release", "{attempt}");
        assert_eq!(sum(&database).await, 0);
    }
}

/// Tests an earlier program that has read all rows of the id when this one commits, and uses the next number.
#[tokio::test]
async fn the_earlier_one_is_slower() {
    let database = accounts().await;
    let slower = database.no_retry();
    let committed = slower
        .query_client()
        .retry_tx(closure!([&database], async |tx: &mut Transaction| {
            let rows = Earlier::scan().id("order".to_owned()).fetch(&mut *tx).await?;
            assert_eq!(rows, []);
            Account::update(1).sum(add(1)).exec(&mut *tx).await?;
            let other = Box::pin(order(database, async || {}));
            assert_eq!(other.await.map_err(YdbOrCustomerError::from)?, "of this release");
            Earlier::row(1, true).insert().exec(&mut *tx).with_commit().await?;
            Ok(())
        }))
        .await;
    assert!(committed.is_err());
    assert_eq!(sum(&database).await, 1);
}
