//! A change of the key that is taken back, before the swap and after it, while a program writes with a mirror and reads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use e2e_tests::{Database, until};
use ydb_embedded::{Call, Fault, Status};
use ydb_keys::migrate::{Event, RekeyOptions, RekeyPhase, drop_old, rekey};
use ydb_keys::{Mirror, YdbTable};

use super::support::{exists, plan};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "orders", primary_key(order_hash = xxh3(order_id), order_id))]
struct ById {
    order_id: u64,
    customer_id: u64,
}

/// The hash has the name of the other one, so a read with the wrong model finds nothing, and does not fail.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "orders", primary_key(order_hash = xxh3(customer_id), customer_id, order_id))]
struct ByCustomer {
    order_id: u64,
    customer_id: u64,
}

const ROWS: u64 = 1000;

fn by_id(order_id: u64) -> ById {
    ById { order_id, customer_id: order_id % 7 }
}

fn by_customer(order_id: u64) -> ByCustomer {
    ByCustomer { order_id, customer_id: order_id % 7 }
}

async fn orders() -> Arc<Database> {
    let database = Database::embedded_with::<ById>().await;
    ById::upsert_many(&(0..ROWS).map(by_id).collect::<Vec<_>>()).exec(database.client()).await.unwrap();
    Arc::new(database)
}

/// A program that writes orders from a number on, and reads each and an older one. Stopped, it returns the next number.
struct Program {
    running: tokio::task::JoinHandle<u64>,
    stop: Arc<AtomicBool>,
    written: Arc<AtomicU64>,
}

impl Program {
    /// Before the swap the table is that of `by_id`, or it is the other way round.
    fn start(database: &Arc<Database>, first: u64, forth: bool) -> Self {
        let (database, stop, written) = (database.clone(), Arc::<AtomicBool>::default(), Arc::<AtomicU64>::default());
        let (stopped, counted) = (stop.clone(), written.clone());
        let running = tokio::spawn(async move {
            let there = Mirror::<ById, ByCustomer>::new().unwrap();
            let back = Mirror::<ByCustomer, ById>::new().unwrap();
            let client = database.client();
            let mut next = first;
            while !stopped.load(Ordering::Acquire) {
                match forth {
                    true => there.upsert(&by_customer(next)).exec(client).await.unwrap(),
                    false => back.upsert(&by_id(next)).exec(client).await.unwrap(),
                }
                for id in [next, next % ROWS] {
                    let old = async || ById::get(id).fetch(client).await.map(|found| found.is_some());
                    let new = async || ByCustomer::get((id % 7, id)).fetch(client).await.map(|found| found.is_some());
                    let found = match forth {
                        true => {
                            let before = old().await;
                            if there.swapped(client).await.unwrap() { new().await } else { before }
                        }
                        false => {
                            let before = new().await;
                            if back.swapped(client).await.unwrap() { old().await } else { before }
                        }
                    };
                    assert!(found.unwrap(), "order {id} is not found");
                }
                next += 1;
                counted.fetch_add(1, Ordering::AcqRel);
            }
            next
        });
        Program { running, stop, written }
    }

    async fn more(&self, count: u64) {
        let enough = self.written.load(Ordering::Acquire) + count;
        until(|| {
            assert!(!self.running.is_finished(), "the program has failed");
            self.written.load(Ordering::Acquire) >= enough
        })
        .await;
    }

    async fn stop(self) -> u64 {
        self.stop.store(true, Ordering::Release);
        self.running.await.unwrap()
    }
}

fn options() -> RekeyOptions {
    RekeyOptions::default().batch_rows(100).passes(50)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn before_the_swap_the_new_table_is_dropped() {
    let database = orders().await;
    let program = Program::start(&database, ROWS, true);
    program.more(10).await;
    // The swap is refused, so the copy is complete when it stops.
    let refused = Fault::Status(Status::BadRequest, "not today".to_owned());
    let server = database.clone();
    let mut on_event = move |event: Event<'_>| {
        if let Event::Phase { phase: RekeyPhase::Swap, .. } = event {
            server.faults().fail_next(1, Call::RenameTables, refused.clone());
        }
    };
    rekey(database.client(), &plan(ByCustomer::TABLE), &options(), &mut on_event).await.unwrap_err();
    program.more(10).await;
    assert!(exists(&database, "orders__ydb_keys_new").await);
    database.run("DROP TABLE orders__ydb_keys_new").await;
    program.more(10).await;
    let next = program.stop().await;
    let rows = ById::scan().full_scan().count().fetch(database.client()).await.unwrap();
    assert_eq!(rows, next);
    assert_eq!(ById::get_many(0..next).fetch(database.client()).await.unwrap().len() as u64, next);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn after_the_swap_the_key_changes_back() {
    let database = orders().await;
    let program = Program::start(&database, ROWS, true);
    program.more(10).await;
    let mut quiet = |_: Event<'_>| {};
    rekey(database.client(), &plan(ByCustomer::TABLE), &options(), &mut quiet).await.unwrap();
    program.more(10).await;
    let next = program.stop().await;
    assert!(drop_old(database.client(), ByCustomer::TABLE, "orders", &mut quiet).await.unwrap());

    let program = Program::start(&database, next, false);
    program.more(10).await;
    rekey(database.client(), &plan(ById::TABLE), &options(), &mut quiet).await.unwrap();
    program.more(10).await;
    let next = program.stop().await;
    assert_eq!(ById::get_many(0..next).fetch(database.client()).await.unwrap().len() as u64, next);
    assert_eq!(ById::scan().full_scan().count().fetch(database.client()).await.unwrap(), next);
}
