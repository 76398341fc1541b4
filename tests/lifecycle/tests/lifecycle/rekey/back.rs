//! Tests a change of the key that is taken back, before the swap and after it, while a program writes with a dual
//! writer and reads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use e2e_tests::{Database, explore, until};
use futures_util::future::join;
use ydb::Client;
use ydb_embedded::{Call, Fault, Status};
use ydb_keys::{DualWriter, YdbTable};
use ydb_keys_migrate::{Event, RekeyOptions, RekeyPhase, rekey};

use super::support::{end, exists, plan, small};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "orders", primary_key(order_hash = xxh3(order_id), order_id))]
struct ById {
    order_id: u64,
    customer_id: u64,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "orders", primary_key(customer_hash = xxh3(customer_id), customer_id, order_id))]
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

async fn orders(database: &Database, rows: u64) {
    database.create::<ById>().await;
    ById::upsert_many(&(0..rows).map(by_id).collect::<Vec<_>>()).exec(database.client()).await.unwrap();
}

/// Checks that the table of `by_id` has exactly the orders before this one.
async fn complete(database: &Database, next: u64) {
    let rows = ById::scan().full_scan().count().fetch(database.client()).await.unwrap();
    assert_eq!(rows, next);
    assert_eq!(ById::get_many(0..next).fetch(database.client()).await.unwrap().len() as u64, next);
}

/// Dual writer of the program; its direction depends on the key that the table has.
enum Writer {
    There(DualWriter<ById, ByCustomer>),
    Back(DualWriter<ByCustomer, ById>),
}

impl Writer {
    async fn new(client: &Client, forth: bool) -> Self {
        match forth {
            true => Self::There(DualWriter::open(client).await.unwrap()),
            false => Self::Back(DualWriter::open(client).await.unwrap()),
        }
    }

    /// Writes an order, and reads it and an older one.
    async fn write(&self, client: &Client, next: u64, older: u64) {
        match self {
            Self::There(there) => there.upsert(&by_customer(next)).exec(client).await.unwrap(),
            Self::Back(back) => back.upsert(&by_id(next)).exec(client).await.unwrap(),
        };
        for id in [next, older] {
            let by_id = async || ById::get(id).fetch(client).await.map(|found| found.is_some());
            let by_customer = async || ByCustomer::get((id % 7, id)).fetch(client).await.map(|found| found.is_some());
            let found = match self {
                Self::There(there) => there.read(client, by_id, by_customer).await.unwrap(),
                Self::Back(back) => back.read(client, by_customer, by_id).await.unwrap(),
            };
            assert!(found, "order {id} is not found");
        }
    }
}

/// Running program that writes orders from a number on. When stopped, it returns the next number.
struct Program {
    running: tokio::task::JoinHandle<u64>,
    stop: Arc<AtomicBool>,
    written: Arc<AtomicU64>,
}

impl Program {
    fn start(database: &Arc<Database>, first: u64, forth: bool) -> Self {
        let (database, stop, written) = (database.clone(), Arc::<AtomicBool>::default(), Arc::<AtomicU64>::default());
        let (stopped, counted) = (stop.clone(), written.clone());
        let running = tokio::spawn(async move {
            let writer = Writer::new(database.client(), forth).await;
            let mut next = first;
            while !stopped.load(Ordering::Acquire) {
                writer.write(database.client(), next, next % ROWS).await;
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
    RekeyOptions::dual_writers().batch_rows(100).passes(50)
}

#[test]
fn before_the_swap_the_new_table_is_dropped() {
    const ROWS: u64 = 6;
    explore(
        20,
        0,
        async |database| orders(database, ROWS).await,
        async |database| {
            // The swap is refused, so the copy is complete when it stops.
            let refused = Fault::Status(Status::BadRequest, "not today".to_owned());
            let faults = database.faults();
            let mut on_event = |event: Event<'_>| {
                if let Event::Phase { phase: RekeyPhase::Swap, .. } = event {
                    faults.fail_next(1, Call::RenameTables, refused.clone());
                }
            };
            let copy = async {
                rekey(database.client(), &plan(ByCustomer::TABLE), &small().passes(20), &mut on_event)
                    .await
                    .unwrap_err();
                assert!(exists(database, "orders__ydb_keys_new").await);
                database.run("DROP TABLE orders__ydb_keys_new").await;
            };
            let program = async {
                let writer = Writer::new(database.client(), true).await;
                for next in ROWS..ROWS + 4 {
                    writer.write(database.client(), next, next % ROWS).await;
                }
            };
            join(program, copy).await;
            complete(database, ROWS + 4).await;
        },
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn after_the_swap_the_key_changes_back() {
    let database = Arc::new(Database::embedded().await);
    orders(&database, ROWS).await;
    let program = Program::start(&database, ROWS, true);
    program.more(10).await;
    let mut quiet = |_: Event<'_>| {};
    rekey(database.client(), &plan(ByCustomer::TABLE), &options(), &mut quiet).await.unwrap();
    program.more(10).await;
    let next = program.stop().await;
    assert!(end(&database, ByCustomer::TABLE).await);

    let program = Program::start(&database, next, false);
    program.more(10).await;
    rekey(database.client(), &plan(ById::TABLE), &options(), &mut quiet).await.unwrap();
    program.more(10).await;
    let next = program.stop().await;
    complete(&database, next).await;
}
