//! Tests writers of the same rows, under many orders of their statements and with lost answers: acknowledged changes
//! are stored, and nothing is stored twice.

use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering};

use e2e_tests::{Database, explore, explore_or_run};
use futures_util::future::{join, join_all};
use ydb::{Transaction, YdbError, closure};
use ydb_embedded::check::Bank;
use ydb_keys::{Error, Executor, Outcome, YdbTable, add, transact};

use crate::models::*;

const WRITERS: u64 = 3;

/// Numbers of changes that were acknowledged to the writers, and of changes with an unknown outcome.
#[derive(Default)]
struct Tally {
    done: Cell<u64>,
    unknown: Cell<u64>,
    /// Number of attempts that conflicted, in all histories.
    again: Cell<u64>,
}

impl Tally {
    fn note<T>(&self, result: ydb_keys::Result<T>) {
        match result {
            Ok(_) => self.done.set(self.done.get() + 1),
            Err(error) if error.outcome() == Outcome::Unknown => self.unknown.set(self.unknown.get() + 1),
            Err(_) => {}
        }
    }

    fn conflict(&self, attempts: u32) {
        self.again.set(self.again.get() + u64::from(attempts));
    }

    /// Compares with the stored changes, and resets the numbers. Without faults every change must be done.
    fn check(&self, changes: u64, of: u64, faults: u32) {
        let (done, unknown) = (self.done.take(), self.unknown.take());
        assert!((done..=done + unknown).contains(&changes), "{changes} changes: {done} done, {unknown} unknown");
        assert!(faults > 0 || done == of, "{done} of {of} changes done");
    }
}

/// Runs this many changes of each writer.
async fn write(each: u64, change: impl AsyncFn(u64, u64)) {
    let writer = async |writer| {
        for step in 0..each {
            change(writer, step).await;
        }
    };
    join_all((0..WRITERS).map(writer)).await;
}

/// Runs a test under orders alone, where every change is done in the end, and then with faults: half of the seeds each.
fn contended(seeds: u64, prepare: impl AsyncFn(&Database) + Copy, test: impl AsyncFn(&Database, u32) + Copy) {
    explore_or_run(seeds / 2, 0, prepare, async |database| test(database, 0).await);
    explore(seeds / 2, 3, prepare, async |database| test(database, 3).await);
}

async fn add_to(number: u64, sum: i64, mut db: impl Executor) -> ydb_keys::Result<()> {
    let sum = sum + Account::get(number).fetch(&mut db).await?.map_or(0, |account| account.sum);
    Account { number, sum }.upsert().exec(&mut db).await
}

async fn accounts(database: &Database) {
    database.create::<Account>().await;
    let rows: Vec<_> = (0..4).map(|number| Account { number, sum: 1000 }).collect();
    Account::insert_many(&rows).exec(database.client()).await.unwrap();
}

/// Tests transfers: each reads two accounts and writes both, and counts in a row on which every two of them conflict.
#[test]
fn transfers_keep_the_sum_of_all_accounts() {
    let tally = Tally::default();
    contended(40, accounts, async |database, faults| {
        let client = database.client();
        let sums = async || {
            let rows = Account::scan().full_scan().fetch(client).await.unwrap();
            let (counter, accounts): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.number == 99);
            Bank::new(4000).check(accounts.iter().map(|row| row.sum)).unwrap();
            counter.first().map_or(0, |row| row.sum)
        };
        let transfers = write(2, async |writer, step| {
            let (from, to) = ((writer + step) % 4, (writer + step + 1 + step % 3) % 4);
            let result = transact(client, async |tx| {
                add_to(from, -7, &tx).await?;
                add_to(to, 7, &tx).await?;
                add_to(99, 1, &tx).await?;
                tally.conflict(tx.attempt() - 1);
                Ok(())
            });
            tally.note(result.await);
        });
        let reads = async {
            for _ in 0..3 {
                sums().await;
            }
        };
        join(transfers, reads).await;
        tally.check(sums().await as u64, WRITERS * 2, faults);
    });
    assert!(tally.again.get() > 50, "{} conflicts", tally.again.get());
}

#[test]
fn a_modified_counter_ends_exact() {
    let tally = Tally::default();
    contended(40, accounts, async |database, faults| {
        let client = database.client();
        let calls = AtomicU32::new(0);
        let one_more = |account: &mut Account| {
            account.sum += 1;
            calls.fetch_add(1, Ordering::Relaxed);
        };
        write(3, async |_, _| tally.note(Account::modify(1, one_more).fetch(client).await)).await;
        tally.conflict(calls.into_inner() - tally.done.get() as u32);
        let row = Account::get(1).fetch(client).await.unwrap().unwrap();
        tally.check(row.sum as u64 - 1000, WRITERS * 3, faults);
    });
    assert!(tally.again.get() > 50, "{} conflicts", tally.again.get());
}

/// Tests that expressions count within their statements, up to the limits of their type.
#[test]
fn added_numbers_end_exact() {
    let (tally, small) = (Tally::default(), Tally::default());
    let prepare = async |database: &Database| {
        database.create::<Wallet>().await;
        Wallet { balance: 0, small: Some(0), ..Wallet::of("alice") }.insert().exec(database.client()).await.unwrap();
    };
    contended(48, prepare, async |database, faults| {
        let client = database.client();
        let alice = || Wallet::update("alice".to_owned());
        write(2, async |_, _| {
            tally.note(alice().balance(add(1)).exec(client).await);
            let room = Wallet::COLUMNS.small.lt(4);
            match alice().small(add(1)).when(room).fetch(client).await {
                Ok(changed) if !changed.is_changed() => {}
                result => small.note(result),
            }
        })
        .await;
        let row = Wallet::get("alice".to_owned()).fetch(client).await.unwrap().unwrap();
        tally.check(row.balance as u64, WRITERS * 2, faults);
        small.check(u64::from(row.small.unwrap()), 4, faults);
    });
}

/// Tests rows that are read, changed and written without a transaction; after a conflict a writer begins again.
#[test]
fn a_version_loses_no_change() {
    let tally = Tally::default();
    let prepare = async |database: &Database| {
        database.create::<Page>().await;
        Page::of("first").insert().exec(database.client()).await.unwrap();
    };
    contended(24, prepare, async |database, faults| {
        let client = database.client();
        let first = Page::get(1).fetch(client).await.unwrap().unwrap().version;
        write(3, async |_, _| {
            loop {
                let page = Page::get(1).fetch(client).await.unwrap().unwrap();
                match (Page { views: page.views + 1, ..page }).upsert().exec(client).await {
                    Err(error) if error.to_string().contains(" conflicts with another change of the row ") => {
                        let versions = versions(&error);
                        assert!(versions[1] > versions[0], "{error}");
                    }
                    result => return tally.note(result),
                }
                tally.conflict(1);
            }
        })
        .await;
        let page = Page::get(1).fetch(client).await.unwrap().unwrap();
        assert_eq!(page.views, (page.version - first) as u64);
        tally.check(page.views, WRITERS * 3, faults);
    });
    assert!(tally.again.get() > 50, "{} conflicts", tally.again.get());
}

const ABORTED: i32 = 400_040;

/// Tests transactions of YDB's client. A conflict of the last statement is cured there; the client repeats no
/// transaction whose commit is refused.
#[test]
fn transactions_of_the_client_lose_no_update() {
    let attempts = AtomicU32::new(0);
    for with_commit in [true, false] {
        let explored = explore_or_run(20, 0, accounts, async |database| {
            let attempts = &attempts;
            write(3, async |_, _| {
                let q = database.q();
                let count = || {
                    q.retry_tx(closure!([&attempts, &with_commit], async |tx: &mut Transaction| {
                        attempts.fetch_add(1, Ordering::Relaxed);
                        let account = Account::get(1).fetch(&mut *tx).await?.unwrap();
                        let account = Account { sum: account.sum + 1, ..account };
                        let write = account.upsert().exec(&mut *tx);
                        let written = if *with_commit { write.with_commit().await } else { write.await };
                        Ok(written?)
                    }))
                };
                while let Err(error) = count().await {
                    let error = error.to_ydb_error();
                    let aborted = matches!(&error, YdbError::YdbStatusError(e) if e.operation_status == ABORTED);
                    assert!(aborted && !with_commit, "{error:?}");
                }
            })
            .await;
            let row = Account::get(1).fetch(database.client()).await.unwrap().unwrap();
            assert_eq!(row.sum as u64, 1000 + WRITERS * 3);
        });
        let attempts = u64::from(attempts.swap(0, Ordering::Relaxed));
        assert!(!explored || attempts > 20 * WRITERS * 3 + 25, "{attempts} attempts");
    }
}

/// Returns the version that was read and the stored version, from the error.
fn versions(error: &Error) -> Vec<i128> {
    let text = error.to_string();
    text.split("version ").skip(1).map(|rest| rest.split([',', '\n']).next().unwrap().parse().unwrap()).collect()
}
