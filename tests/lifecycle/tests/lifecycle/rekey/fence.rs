//! Tests `--fence`: writers that do not know of the change fail while the name is taken away, and lose nothing. Under
//! many orders of their requests, with faults, with runners that die or compete.

use std::cell::Cell;
use std::time::Duration;

use e2e_tests::{Database, explore};
use futures_util::future::{Either, join, join_all, select};
use tokio::sync::Notify;
use ydb_keys::{Outcome, Result, YdbTable, schema, transact};
use ydb_keys_migrate::{Event, MigrateErrorKind, RekeyOptions, rekey};

use super::phases::{ByCustomer, ById, Known, ROWS, WRITERS, change};
use super::support::{exists, plan};

/// Number of attempts of a write: first as a program of the old model, then as one of the new one, and so on.
const TRIES: u32 = 12;

pub(crate) async fn fill(database: &Database) {
    database.create::<ById>().await;
    let rows: Vec<ById> =
        (0..2 * ROWS).map(|order_id| ById { order_id, customer_id: order_id % 3, version: 0 }).collect();
    ById::upsert_many(&rows).exec(database.client()).await.unwrap();
}

/// Changes that a writer makes to its rows.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Changes {
    /// Inserts and updates, deletions, and moves of rows to other customers.
    All,
    /// Inserts and updates; the customer of an order stays.
    Values,
}

/// Makes one write, as a program of the old or of the new model.
async fn put(
    database: &Database,
    id: u64,
    before: Option<(u64, u64)>,
    after: Option<(u64, u64)>,
    new: bool,
) -> Result<()> {
    let client = database.client();
    match (new, after) {
        (false, Some((customer_id, version))) => {
            ById { order_id: id, customer_id, version }.upsert().exec(client).await
        }
        (false, None) => ById::delete(id).exec(client).await,
        (true, _) => {
            transact(client, async |tx| {
                if let Some((customer_id, _)) = before {
                    ByCustomer::delete((customer_id, id)).exec(&tx).await?;
                }
                match after {
                    Some((customer_id, version)) => {
                        ByCustomer { order_id: id, customer_id, version }.upsert().exec(&tx).await
                    }
                    None => Ok(()),
                }
            })
            .await
        }
    }
}

async fn write(database: &Database, writer: u64, changes: Changes, failed: &Cell<u32>) -> Known {
    let mut known: Known =
        (ROWS..2 * ROWS).filter(|id| id % WRITERS == writer).map(|id| (id, vec![Some((id % 3, 0))])).collect();
    for step in 1..=9 {
        let id = ROWS + step * 5 % (2 * ROWS) / WRITERS * WRITERS + writer;
        let stored = known.get(&id).cloned().unwrap_or_else(|| vec![None]);
        let [stored] = stored[..] else { continue };
        let after = match changes {
            Changes::All if step.is_multiple_of(3) => None,
            Changes::All => Some((step % 4, step)),
            Changes::Values => Some((id % 3, step)),
        };
        for attempt in 0..TRIES {
            match put(database, id, stored, after, attempt % 2 == 1).await {
                Ok(()) => drop(known.insert(id, vec![after])),
                Err(error) if error.outcome() == Outcome::Unknown => drop(known.insert(id, vec![stored, after])),
                // No such table, or no such column.
                Err(_) => {
                    failed.set(failed.get() + 1);
                    continue;
                }
            }
            break;
        }
    }
    known
}

pub(crate) async fn writers(database: &Database, changes: Changes, failed: &Cell<u32>) -> Vec<Known> {
    join_all((0..WRITERS).map(|writer| write(database, writer, changes, failed))).await
}

fn options() -> RekeyOptions {
    RekeyOptions::fence().batch_rows(3).passes(3)
}

/// Checks that each acknowledged write is there exactly once, nothing else is, and the copy has the name.
pub(crate) async fn check(database: &Database, written: Vec<Known>) {
    super::phases::check(database, written).await;
    assert!(!exists(database, "orders__ydb_keys_new").await);
}

/// Runs half of the seeds without faults, and half with this many.
fn whole_change(faults: u32) {
    let failed = Cell::new(0);
    explore(10, faults, fill, async |database| {
        let (written, ()) =
            join(writers(database, Changes::All, &failed), change::<ByCustomer>(database, options())).await;
        check(database, written).await;
    });
    assert!(failed.get() > 0, "no write met the fence");
}

#[test]
fn writers_lose_nothing() {
    whole_change(0);
}

#[test]
fn with_faults() {
    whole_change(3);
}

/// Tests a runner that dies at some event, also while the name is taken away. The next one ends the change.
#[test]
fn a_runner_that_dies() {
    let (seed, died, away) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let failed = Cell::new(0);
    explore(20, 0, fill, async |database| {
        seed.set(seed.get() + 1);
        let (die, mut events) = (Notify::new(), seed.get() % 29);
        let runners = async {
            let mut on = |_: Event<'_>| {
                if events == 0 {
                    die.notify_one();
                }
                events = u64::wrapping_sub(events, 1);
            };
            let (plan, first) = (plan(ByCustomer::TABLE), options().runner("the first"));
            let first = std::pin::pin!(rekey(database.client(), &plan, &first, &mut on));
            let killed = std::pin::pin!(die.notified());
            let done = matches!(select(killed, first).await, Either::Right(_));
            died.set(died.get() + u32::from(!done));
            away.set(away.get() + u32::from(!exists(database, "orders").await));
            change::<ByCustomer>(database, options().runner("the second")).await;
        };
        let (written, ()) = join(writers(database, Changes::All, &failed), runners).await;
        check(database, written).await;
    });
    // One schedule alone shows one of them.
    let many = seed.get() >= 40;
    assert!(!many || died.get() > 5 && away.get() > 2, "{} died, {} with the name away", died.get(), away.get());
}

/// Tests two runners that take the change over from each other at any time: the one that lost it does no harm.
#[test]
fn runners_that_compete() {
    let failed = Cell::new(0);
    explore(20, 0, fill, async |database| {
        let run = async |name: &str| {
            let options = options().runner(name).lease(Duration::ZERO);
            rekey(database.client(), &plan(ByCustomer::TABLE), &options, &mut |_: Event<'_>| {}).await.ok();
        };
        let runners = async {
            join(run("one"), run("two")).await;
            change::<ByCustomer>(database, options().lease(Duration::ZERO)).await;
        };
        let (written, ()) = join(writers(database, Changes::All, &failed), runners).await;
        check(database, written).await;
    });
}

/// Tests a runner that has died with the name away: the plan does not create the table, and a table that somebody has
/// created is not mistaken for it.
#[test]
fn a_table_without_its_name() {
    explore(1, 0, fill, async |database| {
        let (die, client) = (Notify::new(), database.client());
        let mut on = |event: Event<'_>| {
            if let Event::Fence { .. } = event {
                die.notify_one();
            }
        };
        let (by_hand, options) = (plan(ByCustomer::TABLE), options().runner("one"));
        {
            let run = std::pin::pin!(rekey(client, &by_hand, &options, &mut on));
            let died = std::pin::pin!(async {
                die.notified().await;
                while exists(database, "orders").await {}
            });
            assert!(matches!(select(run, died).await, Either::Right(_)));
        }
        let planned = ydb_keys_migrate::plan(client, schema![ByCustomer], None).await.unwrap();
        assert!(planned.tables[0].rekey.is_some() && planned.tables[0].steps.is_empty(), "{planned}");
        database.create::<ById>().await;
        let error = rekey(client, &by_hand, &options, &mut |_: Event<'_>| {}).await.unwrap_err();
        assert_eq!(
            error.to_string(),
            "table `orders`: another table was created under this name while its key was being changed\n\
             the name was taken away for the last pass; the rows are in `orders__ydb_keys_old`\n\
             help: move the rows that you need out of the new table, drop it, then run `apply --rekey` again"
        );
        database.run("DROP TABLE orders").await;
        let report = rekey(client, &planned.tables[0], &options, &mut |_: Event<'_>| {}).await.unwrap();
        assert_eq!((report.rows, report.notes.len()), (2 * ROWS, 0));
        assert!(!report.away.is_zero());
    });
}

/// Tests a row that the new table cannot store and that arrives just before the name is taken away: the old table gets
/// its name back.
#[test]
fn the_old_table_gets_its_name_back() {
    #[derive(YdbTable)]
    #[ydb(table = "orders", primary_key(number_hash = numeric_hash(number), number))]
    struct ByNumber {
        number: u64,
        order_id: u64,
    }
    let prepare = async |database: &Database| {
        database.run("CREATE TABLE orders (order_id Uint64 NOT NULL, number Uint64, PRIMARY KEY (order_id))").await;
        database.run("UPSERT INTO orders (order_id, number) VALUES (1, 1), (2, 2), (3, 3)").await;
    };
    explore(10, 0, prepare, async |database| {
        let fenced = Notify::new();
        let mut on = |event: Event<'_>| {
            if let Event::Fence { .. } = event {
                fenced.notify_one();
            }
        };
        let write = async {
            fenced.notified().await;
            database.try_run("UPSERT INTO orders (order_id, number) VALUES (4, 3)").await
        };
        let plan = plan(ByNumber::TABLE);
        let options = options();
        let (copied, written) = join(rekey(database.client(), &plan, &options, &mut on), write).await;
        match written {
            Ok(()) => {
                assert_eq!(copied.unwrap_err().kind(), MigrateErrorKind::InvalidRows);
                assert_eq!(database.one::<u64>("SELECT COUNT(*) FROM orders WHERE order_id > 0").await, 4);
                assert!(!exists(database, "orders__ydb_keys_old").await);
            }
            Err(_) => assert_eq!(copied.unwrap().rows, 3),
        }
    });
}
