//! Tests times too long for any clock: they are no limit, and an entry with such a lifetime is kept for ever.

use std::time::Duration;

use e2e_tests::Database;
use ydb_keys::{YdbTable as _, add, query, transact};
use ydb_keys_bulk::Bulk as _;

use crate::models::*;

/// Durations that no clock and no message can hold: among them the greatest number of seconds in a protobuf duration,
/// the next one, and the greatest signed one.
const ENDLESS: [Duration; 4] = [
    Duration::MAX,
    Duration::from_secs(315_576_000_000),
    Duration::from_secs(315_576_000_001),
    Duration::from_secs(i64::MAX as u64),
];

const YEAR: Duration = Duration::from_secs(365 * 86_400);

async fn accounts() -> Database {
    let database = Database::timed_with::<Account>().await;
    Account::upsert_many(&[Account { number: 1, sum: 0 }, Account { number: 2, sum: 0 }])
        .exec(database.client())
        .await
        .unwrap();
    database
}

async fn sums(database: &Database) -> Vec<i64> {
    database.column("SELECT sum FROM `ydb_keys_e2e/accounts` ORDER BY number").await
}

#[tokio::test]
async fn of_calls() {
    let database = accounts().await;
    let client = database.client();
    let rows = [Account { number: 1, sum: 7 }, Account { number: 2, sum: 8 }];
    for time in ENDLESS {
        Account::upsert_many(&rows).exec(client).timeout(time).await.unwrap();
        assert_eq!(Account::get(1).fetch(client).timeout(time).await.unwrap(), Some(rows[0].clone()));
        assert_eq!(Account::get_many([1_u64, 2]).fetch(client).timeout(time).await.unwrap().len(), 2);
        assert_eq!(Account::read_rows([1_u64]).fetch(client).timeout(time).await.unwrap().len(), 1);
        assert_eq!(Account::scan().full_scan().count().fetch(client).timeout(time).await.unwrap(), 2);
        Account::bulk_upsert(&rows).exec(client).timeout(time).await.unwrap();
        Account::update(1).sum(add(1)).exec(client).exactly_once().timeout(time).await.unwrap();
        Account::TABLE.create_table().if_not_exists().exec(client).timeout(time).await.unwrap();
        assert_eq!(sums(&database).await, [8, 8]);
    }
}

#[tokio::test]
async fn of_streams() {
    let database = accounts().await;
    for time in ENDLESS {
        let mut scan = Account::scan().full_scan().stream(database.client()).timeout(time);
        assert!(scan.try_next().await.unwrap().is_some());
        let mut own =
            query("SELECT number FROM `ydb_keys_e2e/accounts`").stream::<u64>(database.client()).timeout(time);
        assert!(own.try_next().await.unwrap().is_some());
    }
}

#[tokio::test]
async fn of_transactions() {
    let database = accounts().await;
    for (time, sum) in ENDLESS.into_iter().zip(1..) {
        let write = async |tx| Account { number: 1, sum }.upsert().exec(&tx).timeout(time).await;
        transact(database.client(), write).timeout(time).await.unwrap();
        let add = async |tx| Account::update(2).sum(add(1)).exec(&tx).await;
        transact(database.client(), add).exactly_once().timeout(time).await.unwrap();
        assert_eq!(sums(&database).await, [sum, sum]);
    }
}

#[tokio::test]
async fn of_loads_and_exports() {
    let database = accounts().await;
    let connection = database.bulk().await;
    for time in ENDLESS {
        let mut loader = Account::loader(&connection).timeout(time).retry_for(time);
        assert_eq!(loader.load((0..10).map(Account::sample)).await.unwrap().rows, 10);
        let mut rows = Account::export(&connection).timeout(time).stream();
        assert!(rows.try_next().await.unwrap().is_some());
        let parts = Account::export(&connection).timeout(time).split(2).await.unwrap();
        assert!(!parts.is_empty());
    }
}

/// Tests the lifetime of markers: at least an hour, at most the greatest Interval. From 2026 on, a century ends after
/// the last Timestamp.
#[tokio::test]
async fn of_markers() {
    for time in [Duration::MAX, Duration::from_secs(i64::MAX as u64), 137 * YEAR, 101 * YEAR] {
        let database = accounts().await;
        let place = async || {
            let add = async |tx| Account::update(1).sum(add(1)).exec(&tx).await;
            transact(database.client(), add).exactly_once_as("order").kept_for(time).await
        };
        place().await.unwrap();
        database.advance(50 * YEAR);
        place().await.unwrap();
        assert_eq!(sums(&database).await, [1, 0], "{time:?}");
        assert_eq!(database.one::<u64>("SELECT COUNT(*) FROM `ydb_keys/outcomes` WHERE kept_until IS NULL").await, 1);
    }
}
