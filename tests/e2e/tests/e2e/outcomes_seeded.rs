//! Tests transactions and writes with a certain outcome, under many orders of their requests and with lost answers:
//! each effect is there exactly once, and no outcome is reported as unknown.

use std::cell::Cell;
use std::pin::pin;
use std::task::Poll;

use e2e_tests::{Database, explore};
use futures_util::future::{join, join_all};
use ydb_keys::{Error, ErrorKind, Outcome, Result, YdbTable, add, sub, transact};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "accounts", primary_key(number_hash = numeric_hash(number), number))]
struct Account {
    number: u64,
    cents: i64,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    writer: u64,
}

const ACCOUNTS: u64 = 3;
const WRITERS: u64 = 2;
/// Number of steps of each writer; `FAULTS` is the number of faults.
const STEPS: u64 = 4;
const FAULTS: u32 = 3;

async fn fill(database: &Database) {
    database.create::<Account>().await;
    database.create::<Order>().await;
    let accounts: Vec<Account> = (0..ACCOUNTS).map(|number| Account { number, cents: 100 }).collect();
    Account::upsert_many(&accounts).exec(database.client()).await.unwrap();
}

/// Returns the accounts between which a writer moves a cent in a step.
fn way(writer: u64, step: u64) -> (u64, u64) {
    ((writer + step) % ACCOUNTS, (2 * writer + step + 1) % ACCOUNTS)
}

async fn transfer(database: &Database, (from, to): (u64, u64)) -> Result<()> {
    transact(database.client(), async |tx| {
        Account::update(from).cents(sub(1)).exec(&tx).await?;
        Account::update(to).cents(add(1)).exec(&tx).await
    })
    .exactly_once()
    .await
}

/// Repeats a call that has certainly not been done.
async fn done<R>(call: impl AsyncFn() -> Result<R>) -> R {
    for _ in 0..20 {
        match call().await {
            Ok(done) => return done,
            Err(error) => assert_eq!(error.outcome(), Outcome::NotWritten, "{error}"),
        }
    }
    panic!("it is never done")
}

async fn balances(database: &Database) -> Vec<(u64, i64)> {
    let rows = done(async || Account::scan().full_scan().fetch(database.client()).await).await;
    let mut balances: Vec<_> = rows.into_iter().map(|account| (account.number, account.cents)).collect();
    balances.sort_unstable();
    balances
}

/// Returns the balances after all transfers of all writers.
fn expected() -> Vec<(u64, i64)> {
    let mut cents = [100; ACCOUNTS as usize];
    for (from, to) in (0..WRITERS).flat_map(|writer| (0..STEPS).map(move |step| way(writer, step))) {
        cents[from as usize] -= 1;
        cents[to as usize] += 1;
    }
    (0..ACCOUNTS).zip(cents).collect()
}

#[test]
fn transfers() {
    explore(20, FAULTS, fill, async |database| {
        let writer = async |writer| {
            for step in 0..STEPS {
                done(async || transfer(database, way(writer, step)).await).await;
            }
        };
        join_all((0..WRITERS).map(writer)).await;
        assert_eq!(balances(database).await, expected());
    });
}

/// Tests that the checks of this file find the faults of transfers without a marker.
#[test]
fn transfers_without_a_marker_are_unknown_or_done_twice() {
    let (unknown, wrong, runs) = (Cell::new(0), Cell::new(0), Cell::new(0));
    for idempotent in [false, true] {
        explore(20, FAULTS, fill, async |database| {
            runs.set(runs.get() + 1);
            let writer = async |writer| {
                for step in 0..STEPS {
                    let (from, to) = way(writer, step);
                    for _ in 0..20 {
                        let transfer = transact(database.client(), async |tx| {
                            Account::update(from).cents(sub(1)).exec(&tx).await?;
                            Account::update(to).cents(add(1)).exec(&tx).await
                        });
                        match transfer.idempotent(idempotent).await {
                            Ok(()) => break,
                            Err(error) if error.outcome() == Outcome::Unknown => {
                                unknown.set(unknown.get() + 1);
                                break;
                            }
                            Err(_) => {}
                        }
                    }
                }
            };
            join_all((0..WRITERS).map(writer)).await;
            if idempotent && balances(database).await != expected() {
                wrong.set(wrong.get() + 1);
            }
        });
    }
    // One schedule alone shows one of them.
    let many = runs.get() > 2;
    assert!(!many || unknown.get() > 0 && wrong.get() > 0, "{} unknown, {} wrong", unknown.get(), wrong.get());
}

/// Tests that an insert is done despite its own earlier attempt, and an insert of an existing row fails.
#[test]
fn inserts() {
    explore(20, FAULTS, fill, async |database| {
        let writer = async |writer: u64| {
            for order_id in (0..STEPS).map(|step| step * WRITERS + writer) {
                done(async || Order { order_id, writer }.insert().exec(database.client()).exactly_once().await).await;
                let again = Order { order_id, writer: 99 };
                let error = loop {
                    let again = again.insert().exec(database.client()).exactly_once().await.unwrap_err();
                    assert_eq!(again.outcome(), Outcome::NotWritten, "{again}");
                    if again.kind() == ErrorKind::AlreadyExists {
                        break again;
                    }
                };
                assert!(error.to_string().contains(&format!("the key already exists: ({order_id})")), "{error}");
            }
        };
        join_all((0..WRITERS).map(writer)).await;
        let rows = done(async || Order::scan().full_scan().fetch(database.client()).await).await;
        let mut found: Vec<_> = rows.into_iter().map(|order| (order.order_id, order.writer)).collect();
        found.sort_unstable();
        assert_eq!(found, (0..WRITERS * STEPS).map(|id| (id, id % WRITERS)).collect::<Vec<_>>());
    });
}

/// Tests other writes of one row: an update that adds, with and without its row, and `modify`.
#[test]
fn single_writes() {
    explore(20, FAULTS, fill, async |database| {
        let client = database.client();
        let writer = async |_| {
            done(async || Account::update(0).cents(add(1)).exec(client).exactly_once().await).await;
            let seen = done(async || Account::update(0).cents(add(1)).fetch(client).exactly_once().await).await;
            assert!(seen.row().unwrap().cents > 101);
            done(async || Account::modify(0, |row| row.cents += 1).fetch(client).exactly_once().await).await;
        };
        join_all((0..WRITERS).map(writer)).await;
        assert_eq!(balances(database).await[0], (0, 100 + 3 * WRITERS as i64));
    });
}

/// Makes a payment with an id, for a process that may be killed.
async fn pay(database: &Database, id: u64, process: u64) -> Result<(u64, i64)> {
    transact(database.client(), async |tx| {
        let paid = Account::update(id % ACCOUNTS).cents(sub(1)).fetch(&tx).await?.row();
        Ok((process, paid.map_or(0, |account| account.cents)))
    })
    .exactly_once_as(format!("payment {id}"))
    .await
}

/// Polls a future this often, and then drops it, like the death of its process.
async fn killed<F: Future>(future: F, mut polls: u32) -> Option<F::Output> {
    let mut future = pin!(future);
    std::future::poll_fn(move |context| match future.as_mut().poll(context) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending if polls == 0 => Poll::Ready(None),
        Poll::Pending => {
            polls -= 1;
            Poll::Pending
        }
    })
    .await
}

/// Tests a client that dies in the middle of a payment, which is then made again with its id.
#[test]
fn a_client_that_dies() {
    let (run, died, found) = (Cell::new(0), Cell::new(0), Cell::new(0));
    explore(20, FAULTS, fill, async |database| {
        run.set(run.get() + 1);
        for id in 0..STEPS {
            let first = killed(pay(database, id, 1), (run.get() * 7 + id as u32 * 5) % 23).await;
            died.set(died.get() + u32::from(first.is_none()));
            let (process, cents) = done(async || pay(database, id, 2).await).await;
            assert!(first.is_none_or(|first| first.is_err() || first.unwrap() == (process, cents)));
            found.set(found.get() + u32::from(process == 1));
            assert_eq!(done(async || pay(database, id, 3).await).await, (process, cents));
        }
        // The account 0 is charged twice, by the payments 0 and 3.
        assert_eq!(balances(database).await, [(0, 98), (1, 99), (2, 99)]);
    });
    let many = run.get() >= 40;
    assert!(!many || died.get() > 9 && found.get() > 9, "{} died, {} were found", died.get(), found.get());
}

/// Tests two processes that make the same payments at once: one of them makes each, and both get its result.
#[test]
fn one_id_in_two_processes() {
    let firsts = Cell::new([0, 0]);
    explore(20, FAULTS, fill, async |database| {
        for id in 0..STEPS {
            let both = join(done(async || pay(database, id, 0).await), done(async || pay(database, id, 1).await));
            let (left, right) = both.await;
            assert_eq!(left, right);
            let mut counts = firsts.get();
            counts[left.0 as usize] += 1;
            firsts.set(counts);
        }
        assert_eq!(balances(database).await, [(0, 98), (1, 99), (2, 99)]);
    });
    let [left, right] = firsts.get();
    assert!(left + right < 160 || left > 9 && right > 9, "{left} and {right}");
}

/// Tests two processes that insert the same rows at once: a row of the other process is no conflict.
#[test]
fn one_id_and_one_row_in_two_processes() {
    explore(20, FAULTS, fill, async |database| {
        let place = async |writer: u64| {
            done(async || {
                let placed: Result<u64, Error> = transact(database.client(), async |tx| {
                    Order { order_id: 7, writer }.insert().exec(&tx).await?;
                    Ok(writer)
                })
                .exactly_once_as("order 7")
                .await;
                assert!(!placed.as_ref().is_err_and(|error| error.kind() == ErrorKind::AlreadyExists), "{placed:?}");
                placed
            })
            .await
        };
        let (left, right) = join(place(0), place(1)).await;
        assert_eq!(left, right);
        let row = done(async || Order::get(7).fetch(database.client()).await).await;
        assert_eq!(row, Some(Order { order_id: 7, writer: left }));
    });
}
