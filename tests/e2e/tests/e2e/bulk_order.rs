//! Tests loads and exports under many orders of their requests, while partitions split and merge, answers are lost,
//! connections break and the server restarts.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use e2e_tests::{Database, explore, polled};
use futures_util::TryStreamExt;
use futures_util::future::{join, try_join_all};
use ydb_embedded::check::Bank;
use ydb_keys::{Error, YdbTable as _, transact};
use ydb_keys_bulk::{Bulk as _, Connection, Export, LoadError, LoadReport, Loader};

use crate::bulk_export_snapshot::listed;
use crate::bulk_load_faults::agrees;
use crate::models::*;

const ROWS: u64 = 24;

/// Returns a loader for twelve requests of two rows.
fn loader(connection: &Connection) -> Loader<Account> {
    Account::loader(connection).rows_per_request(2).in_flight(4)
}

async fn accounts(database: &Database) {
    database.create::<Account>().await;
}

async fn stored(database: &Database) -> Vec<Account> {
    let mut found = Account::scan().full_scan().fetch(database.client()).await.unwrap();
    found.sort_by_key(|row| row.number);
    found
}

/// Tests a load that repeats nothing: its report on each row is true.
#[test]
fn what_a_load_says_of_each_row_is_so() {
    let (complete, written, possibly) = (Cell::new(0), Cell::new(0), Cell::new(0));
    explore(200, 3, accounts, async |database| {
        let connection = database.bulk().await;
        let loaded = loader(&connection).retry_for(Duration::ZERO).load(samples::<Account>(ROWS)).await;
        let rows = stored(database).await;
        match loaded {
            Ok(report) => {
                assert_eq!((report.rows, rows), (ROWS, samples::<Account>(ROWS)));
                complete.set(complete.get() + 1);
            }
            Err(LoadError::Failed(failure)) => {
                let numbers: BTreeSet<u64> = rows.iter().map(|row| row.number).collect();
                agrees(&numbers, &failure, "a load without repetition");
                written.set(written.get() + failure.report.rows);
                possibly.set(possibly.get() + failure.possibly_written.rows.len());
            }
            Err(error) => panic!("{error}"),
        }
    });
    let seen = (complete.get(), written.get(), possibly.get());
    assert!(seen.0 > 10 && seen.1 > 100 && seen.2 > 20, "{seen:?}");
}

/// Tests that futures of a load can be dropped half way: exactly the rows that the loader has taken are stored.
#[test]
fn cancelled_futures_lose_nothing() {
    explore(20, 3, accounts, async |database| {
        let connection = database.bulk().await;
        let mut loader = loader(&connection).in_flight(2);
        for row in samples::<Account>(ROWS) {
            if let Some(pushed) = polled(row.number % 3, loader.push(row)).await {
                pushed.unwrap();
            }
        }
        let mut times = 0;
        let report = loop {
            if let Some(finished) = polled(times % 3, loader.finish()).await {
                break finished.unwrap();
            }
            times += 1;
        };
        assert_eq!((report.rows, stored(database).await), (ROWS, samples::<Account>(ROWS)));
    });
}

/// Tests a loader that is dropped after some answers: the rows that it called acknowledged are stored.
#[test]
fn a_dropped_loader_has_claimed_nothing_more() {
    let dropped = Cell::new(0);
    explore(60, 2, accounts, async |database| {
        let connection = database.bulk().await;
        let acknowledged = Arc::new(AtomicU64::new(0));
        let seen = Arc::clone(&acknowledged);
        let on_progress = move |report: &LoadReport| seen.store(report.rows, Ordering::Relaxed);
        let mut first = loader(&connection).on_progress(on_progress);
        tokio::select! {
            biased;
            loaded = first.load(samples::<Account>(ROWS)) => assert_eq!(loaded.unwrap().rows, ROWS),
            () = async { for _ in 0..3 { stored(database).await; } } => dropped.set(dropped.get() + 1),
        }
        drop(first);
        assert!(stored(database).await.len() as u64 >= acknowledged.load(Ordering::Relaxed));
        // Another run, while requests of the first one may still arrive.
        assert_eq!(loader(&connection).load(samples::<Account>(ROWS)).await.unwrap().rows, ROWS);
        assert_eq!(stored(database).await, samples::<Account>(ROWS));
    });
    assert!(dropped.get() > 20, "{}", dropped.get());
}

async fn filled(database: &Database) {
    accounts(database).await;
    Account::upsert_many(&samples::<Account>(ROWS)).exec(database.client()).await.unwrap();
}

/// Tests parts of a table that are read at the same time, and streams that continue from their positions.
#[test]
fn each_row_is_exported_once() {
    explore(20, 3, filled, async |database| {
        let expected = Account::scan().full_scan().fetch(database.client()).await.unwrap();
        let connection = database.bulk().await;
        let export = || Account::export(&connection).batch(4);
        let parts = export().split(3).await.unwrap().into_iter().map(TryStreamExt::try_collect::<Vec<_>>);
        assert_eq!(try_join_all(parts).await.unwrap().concat(), expected);
        let (mut stream, mut seen) = (export().stream(), Vec::new());
        while seen.len() < 10 {
            seen.push(stream.try_next().await.unwrap().unwrap());
        }
        let position = stream.position().unwrap();
        seen.extend(export().resume(&position).unwrap().try_collect::<Vec<_>>().await.unwrap());
        assert_eq!(seen, expected);
    });
}

/// Tests a copy of a table that is read while money moves: the copy has the sum, and is dropped.
#[test]
fn a_copy_has_the_rows_of_one_moment() {
    explore(20, 2, filled, async |database| {
        let client = database.client();
        let connection = database.bulk().await;
        let total = samples::<Account>(ROWS).iter().map(|row| row.sum).sum();
        let moves = async {
            for number in 0..4 {
                // Whether a transfer is done or not, the sum stays.
                let _ = transact(client, async |tx| {
                    let from = Account::get(number).fetch(&tx).await?.unwrap();
                    let to = Account::get(ROWS - 1 - number).fetch(&tx).await?.unwrap();
                    Account { sum: from.sum - 5, ..from }.upsert().exec(&tx).await?;
                    Account { sum: to.sum + 5, ..to }.upsert().exec(&tx).await
                })
                .await;
            }
        };
        let exported = Account::export(&connection).snapshot(async |copy: Export<Account>| {
            let parts = copy.batch(8).split(2).await?.into_iter().map(TryStreamExt::try_collect::<Vec<_>>);
            Ok::<_, Error>(try_join_all(parts).await?.concat())
        });
        let (rows, ()) = join(exported, moves).await;
        let rows = rows.unwrap();
        assert_eq!(rows.len() as u64, ROWS);
        Bank::new(total).check(rows.iter().map(|row| row.sum)).unwrap();
        let left = loop {
            // What goes wrong may hit this call too, which the client does not repeat.
            if let Ok(left) = listed(database).await {
                break left;
            }
        };
        assert_eq!(left, [] as [String; 0]);
    });
}
