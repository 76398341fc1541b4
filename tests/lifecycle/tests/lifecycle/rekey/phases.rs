//! Tests dual writers and readers through a whole change of the key, under many orders of their requests, with faults,
//! and with runners that die or compete: each acknowledged write is there exactly once, and nothing else.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::Duration;

use e2e_tests::{Database, explore};
use futures_util::future::{join, join_all, join3, select};
use tokio::sync::Notify;
use ydb_keys::{DualWriter, Outcome, YdbTable, transact};
use ydb_keys_migrate::{Event, MigrateErrorKind, RekeyOptions, rekey};

use super::support::{end, plan, small};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "orders", primary_key(order_hash = xxh3(order_id), order_id))]
pub(super) struct ById {
    pub(super) order_id: u64,
    pub(super) customer_id: u64,
    pub(super) version: u64,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "orders", primary_key(customer_hash = numeric_hash(customer_id), customer_id, order_id))]
pub(super) struct ByCustomer {
    pub(super) order_id: u64,
    pub(super) customer_id: u64,
    pub(super) version: u64,
}

pub(super) type There = DualWriter<ById, ByCustomer>;
type Back = DualWriter<ByCustomer, ById>;

/// Number of rows that nobody changes, and of rows that writers change.
pub(super) const ROWS: u64 = 4;
pub(super) const WRITERS: u64 = 2;
/// Number of times that a request is repeated after a fault.
pub(super) const TRIES: u32 = 20;

pub(super) async fn fill(database: &Database) {
    database.create::<ById>().await;
    let rows: Vec<ById> =
        (0..2 * ROWS).map(|order_id| ById { order_id, customer_id: order_id % 3, version: 0 }).collect();
    ById::upsert_many(&rows).exec(database.client()).await.unwrap();
    // The control table and the row of the table are there.
    There::open(database.client()).await.unwrap();
}

/// Customer and version that may be stored for each order; `None` for no row. There are several if an answer was lost.
pub(super) type Known = BTreeMap<u64, Vec<Option<(u64, u64)>>>;

/// Changes, moves, adds and deletes its own orders; each `in_tx`th write is a part of a transaction. Repeats a failed
/// write; with `may_fail` it may fail for other reasons than faults.
async fn write(database: &Database, writer: u64, in_tx: u64, may_fail: bool) -> Known {
    let orders = patient(async || There::open(database.client()).await).await;
    let mut known: Known =
        (ROWS..2 * ROWS).filter(|id| id % WRITERS == writer).map(|id| (id, vec![Some((id % 3, 0))])).collect();
    for step in 1..=9 {
        let order_id = ROWS + step * 5 % (2 * ROWS) / WRITERS * WRITERS + writer;
        let row = ByCustomer { order_id, customer_id: step % 4, version: step };
        let stored = known.get(&order_id).cloned().unwrap_or_else(|| vec![None]);
        let [stored] = stored[..] else { continue };
        let earlier = stored.map(|(customer_id, version)| ByCustomer { order_id, customer_id, version });
        let deletes = step.is_multiple_of(3);
        let change = || match &earlier {
            _ if deletes => orders.delete(earlier.as_ref().unwrap_or(&row)),
            Some(earlier) => orders.upsert(&row).instead_of(earlier),
            None => orders.upsert(&row),
        };
        let after = (!deletes).then_some((row.customer_id, row.version));
        for attempt in 1.. {
            let written = match in_tx > 0 && step.is_multiple_of(in_tx) {
                true => transact(database.client(), async |tx| change().exec(&tx).await).await,
                false => change().exec(database.client()).await,
            };
            match written {
                Ok(_) => drop(known.insert(order_id, vec![after])),
                Err(error) if error.outcome() == Outcome::Unknown => drop(known.insert(order_id, vec![stored, after])),
                Err(error) => {
                    assert!((may_fail || error.is_retryable()) && attempt < TRIES, "{error}");
                    continue;
                }
            }
            break;
        }
    }
    known
}

/// Checks that the rows that nobody changes are found at every moment.
pub(super) async fn read(database: &Database) {
    let orders = patient(async || There::open(database.client()).await).await;
    for order_id in (0..ROWS).chain(0..ROWS) {
        let client = database.client();
        let old = async || ById::get(order_id).fetch(client).await.map(|row| row.is_some());
        let new = async || ByCustomer::get((order_id % 3, order_id)).fetch(client).await.map(|row| row.is_some());
        match orders.read(client, old, new).await {
            Ok(found) => assert!(found, "order {order_id} is not found"),
            Err(error) => assert!(error.is_retryable(), "{error}"),
        }
    }
}

pub(super) async fn patient<R>(call: impl AsyncFn() -> ydb_keys::Result<R>) -> R {
    for _ in 1..TRIES {
        if let Ok(answer) = call().await {
            return answer;
        }
    }
    call().await.unwrap()
}

/// Runs the change until it is done, despite faults.
pub(super) async fn change<T: YdbTable>(database: &Database, options: RekeyOptions) {
    for _ in 1..TRIES {
        match rekey(database.client(), &plan(T::TABLE), &options, &mut |_: Event<'_>| {}).await {
            Ok(_) => return,
            Err(error) if error.kind() == MigrateErrorKind::Obstacle => database.advance(options.lease / 2),
            Err(_) => {}
        }
    }
    rekey(database.client(), &plan(T::TABLE), &options, &mut |_: Event<'_>| {}).await.unwrap();
}

pub(super) fn options() -> RekeyOptions {
    small().passes(20)
}

/// Checks that each acknowledged write is there exactly once, under its own hash, and nothing else is.
pub(super) async fn check(database: &Database, written: Vec<Known>) {
    let rows = patient(async || ByCustomer::scan().full_scan().fetch(database.client()).await).await;
    let mut expected: Known = (0..ROWS).map(|id| (id, vec![Some((id % 3, 0))])).collect();
    written.into_iter().for_each(|known| expected.extend(known));
    let mut found: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
    for row in &rows {
        let again = found.insert(row.order_id, (row.customer_id, row.version));
        assert_eq!(again, None, "order {} is there twice", row.order_id);
        let key = (row.customer_id, row.order_id);
        let by_key = patient(async || ByCustomer::get(key).fetch(database.client()).await).await;
        assert_eq!(by_key.as_ref(), Some(row), "the row lies under another hash");
    }
    for (order_id, possible) in &expected {
        let stored = found.remove(order_id);
        assert!(possible.contains(&stored), "order {order_id}: {stored:?} is stored, {possible:?} was written");
    }
    assert!(found.is_empty(), "nobody wrote {found:?}");
}

pub(super) async fn writers(database: &Database, in_tx: u64, may_fail: bool) -> Vec<Known> {
    join_all((0..WRITERS).map(|writer| write(database, writer, in_tx, may_fail))).await
}

/// Runs ten seeds without faults, and ten with this many, for a kind of writers.
fn whole_change(in_tx: u64, faults: u32) {
    explore(10, faults, fill, async |database| {
        let change = change::<ByCustomer>(database, options());
        let (written, (), ()) = join3(writers(database, in_tx, faults > 0), read(database), change).await;
        check(database, written).await;
    });
}

#[test]
fn writers_on_the_client() {
    whole_change(0, 0);
}

#[test]
fn writers_in_transactions() {
    whole_change(2, 0);
}

#[test]
fn with_faults() {
    whole_change(2, 3);
}

/// Tests that dual writers wait while the name is taken away.
#[test]
fn behind_a_fence() {
    explore(20, 0, fill, async |database| {
        let options = RekeyOptions::fence().batch_rows(3);
        let (written, ()) = join(writers(database, 2, false), change::<ByCustomer>(database, options)).await;
        check(database, written).await;
    });
}

/// Tests a second change, back to the first key, while writers of that change write.
#[test]
fn there_and_back() {
    explore(20, 0, fill, async |database| {
        let (written, ()) = join(writers(database, 2, false), change::<ByCustomer>(database, options())).await;
        check(database, written).await;
        assert!(end(database, ByCustomer::TABLE).await);
        let back = async {
            let orders = Back::open(database.client()).await.unwrap();
            for order_id in 100..108 {
                let row = ById { order_id, customer_id: 1, version: 1 };
                orders.upsert(&row).exec(database.client()).await.unwrap();
            }
        };
        let before = ByCustomer::scan().full_scan().count().fetch(database.client()).await.unwrap();
        join(back, change::<ById>(database, options())).await;
        let rows = ById::scan().full_scan().fetch(database.client()).await.unwrap();
        assert_eq!(rows.len() as u64, before + 8);
        let found = ById::get_many((0..ROWS).chain(100..108)).fetch(database.client()).await.unwrap();
        assert_eq!(found.len() as u64, ROWS + 8);
    });
}

/// Tests a runner that dies at some event. Another one waits until the lease is over, and ends the change.
#[test]
fn a_runner_that_dies() {
    let (died, refused) = (Cell::new(0), Cell::new(0));
    let seed = Cell::new(0);
    explore(20, 0, fill, async |database| {
        seed.set(seed.get() + 1);
        let (die, mut events) = (Notify::new(), seed.get() % 23);
        let runners = async {
            let mut on = |_: Event<'_>| {
                if events == 0 {
                    die.notify_one();
                }
                events = u64::wrapping_sub(events, 1);
            };
            let plan = plan(ByCustomer::TABLE);
            let first = options().runner("the first");
            let first = std::pin::pin!(rekey(database.client(), &plan, &first, &mut on));
            let killed = std::pin::pin!(die.notified());
            let done = matches!(select(killed, first).await, futures_util::future::Either::Right(_));
            died.set(died.get() + u32::from(!done));
            let second = options().runner("the second");
            if let Err(error) = rekey(database.client(), &plan, &second, &mut |_: Event<'_>| {}).await {
                assert!(
                    error
                        .to_string()
                        .starts_with("table `orders`: the first is changing its key; its lease ends at 20"),
                    "{error}"
                );
                refused.set(refused.get() + 1);
            }
            change::<ByCustomer>(database, second).await;
        };
        let (written, (), ()) = join3(writers(database, 2, false), read(database), runners).await;
        check(database, written).await;
    });
    // One schedule alone shows one of them.
    let many = seed.get() >= 40;
    assert!(!many || died.get() > 5 && refused.get() > 5, "{} died, {} were refused", died.get(), refused.get());
}

/// Tests two runners that take the change over from each other at any time: the one that lost it does no harm.
#[test]
fn runners_that_compete() {
    explore(20, 0, fill, async |database| {
        let run = async |name: &str| {
            let options = options().runner(name).lease(Duration::ZERO);
            rekey(database.client(), &plan(ByCustomer::TABLE), &options, &mut |_: Event<'_>| {}).await.ok();
        };
        let runners = async {
            join(run("one"), run("two")).await;
            change::<ByCustomer>(database, options().lease(Duration::ZERO)).await;
        };
        // The rename of a runner that lost the change may still happen. Until somebody sees it, writes fail.
        let (written, ()) = join(writers(database, 2, true), runners).await;
        check(database, written).await;
    });
}
