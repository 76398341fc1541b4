//! Tests dual writers that run while the key of their table changes: no row is lost or doubled.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use e2e_tests::{Database, until};
use ydb::{QueryClient, RenameTableItem};
use ydb_embedded::{Call, Fault, GrpcCode, Status};
use ydb_keys::__internal::Phase;
use ydb_keys::{DualWrite, DualWriter, Error, ErrorKind, Outcome, PageToken, YdbTable, transact};
use ydb_keys_migrate::{Event, RekeyOptions, rekey};

use super::support::{contents, exists, plan};

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "orders", primary_key(order_hash = xxh3(order_id), order_id))]
struct OldOrder {
    order_id: u64,
    customer_id: u64,
    version: Option<u64>,
}

#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "orders", primary_key(customer_hash = numeric_hash(customer_id), customer_id, order_id))]
struct Order {
    customer_id: u64,
    order_id: u64,
    version: Option<u64>,
}

type Orders = DualWriter<OldOrder, Order>;

/// Creates the old table with orders 0 to `n`.
async fn orders(database: Database, n: u64) -> Database {
    database.create::<OldOrder>().await;
    let rows: Vec<OldOrder> =
        (0..n).map(|order_id| OldOrder { order_id, customer_id: order_id % 7, version: None }).collect();
    OldOrder::upsert_many(&rows).exec(database.client()).await.unwrap();
    database
}

/// Signals between the test and the writers.
#[derive(Clone, Default)]
struct Flags {
    written: Arc<AtomicU64>,
    /// `true` when the names are swapped: write without a dual writer.
    off: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
}

/// Writes and deletes its own orders, each time of another customer, until it is told to stop. Returns the customer and
/// version of each order that exists.
async fn write(
    orders: Arc<Orders>,
    q: QueryClient,
    (writer, writers, of): (u64, u64, u64),
    Flags { written, stop, off }: Flags,
) -> BTreeMap<u64, (u64, Option<u64>)> {
    let mut own: BTreeMap<u64, _> =
        (0..of).filter(|id| id % writers == writer).map(|id| (id, (id % 7, None))).collect();
    let mut step = 0;
    while !stop.load(Ordering::Acquire) {
        step += 1;
        // Spread over the old rows and as many new ones.
        let order_id = step * 7919 % (2 * of) / writers * writers + writer;
        let order = Order { customer_id: step % 5, order_id, version: Some(step) };
        let stored = own.remove(&order_id).map(|(customer_id, version)| Order { customer_id, order_id, version });
        if off.load(Ordering::Acquire) {
            without_dual_writer(&q, stored.as_ref(), &order).await;
            own.insert(order_id, (order.customer_id, order.version));
        } else if step.is_multiple_of(3) {
            change(&orders, &q, step, |orders| orders.delete(stored.as_ref().unwrap_or(&order))).await;
        } else {
            change(&orders, &q, step, |orders| match &stored {
                Some(stored) => orders.upsert(&order).instead_of(stored),
                None => orders.upsert(&order),
            })
            .await;
            own.insert(order_id, (order.customer_id, order.version));
        }
        written.fetch_add(1, Ordering::AcqRel);
    }
    own
}

async fn without_dual_writer(q: &QueryClient, stored: Option<&Order>, order: &Order) {
    let written = transact(&mut q.clone(), async |tx| {
        if let Some(stored) = stored {
            Order::delete((stored.customer_id, stored.order_id)).exec(&tx).await?;
        }
        order.upsert().exec(&tx).await
    });
    written.await.unwrap();
}

/// Writes or deletes an order, every second time in a transaction. No write may fail.
async fn change<'m>(
    orders: &'m Orders,
    q: &QueryClient,
    step: u64,
    write: impl Fn(&'m Orders) -> DualWrite<'m, OldOrder, Order>,
) {
    if step.is_multiple_of(2) {
        write(orders).exec(&mut q.clone()).await.unwrap();
        return;
    }
    transact(&mut q.clone(), async |tx| write(orders).exec(&tx).await).await.unwrap();
}

/// Waits for this many more writes.
async fn more(written: &AtomicU64, count: u64) {
    let enough = written.load(Ordering::Acquire) + count;
    until(|| written.load(Ordering::Acquire) >= enough).await;
}

/// Tests writers from before the copy to after the swap. Of 520 acknowledged writes 37 used to be lost, because each
/// write looked for the copy before its transaction.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn from_before_the_copy_to_after_the_swap() {
    const ROWS: u64 = 2000;
    const WRITERS: u64 = 3;
    let database = orders(Database::own().await, ROWS).await;
    let table = Arc::new(Orders::open(database.client()).await.unwrap());
    let flags = Flags::default();
    let written = &flags.written;
    let writers: Vec<_> = (0..WRITERS)
        .map(|writer| tokio::spawn(write(table.clone(), database.q(), (writer, WRITERS, ROWS), flags.clone())))
        .collect();
    more(written, 30).await;
    let begun = written.load(Ordering::Acquire);
    let options = RekeyOptions::dual_writers().batch_rows(100).passes(50);
    rekey(database.client(), &plan(Order::TABLE), &options, &mut |_: Event<'_>| {}).await.unwrap();
    let during = written.load(Ordering::Acquire) - begun;
    assert!(during > 10, "{during} writes during the copy");
    more(written, 30).await;
    flags.off.store(true, Ordering::Release);
    more(written, 30).await;
    flags.stop.store(true, Ordering::Release);
    let mut expected = BTreeMap::new();
    for writer in writers {
        expected.extend(writer.await.unwrap());
    }
    let rows = Order::scan().full_scan().fetch(database.client()).await.unwrap();
    let found: BTreeMap<_, _> = rows.iter().map(|row| (row.order_id, (row.customer_id, row.version))).collect();
    assert_eq!(rows.len(), found.len(), "an order is there twice");
    assert_eq!(found, expected);
    // Each hash is that of the row's customer: the row is found by its key.
    for row in rows.iter().take(100) {
        assert_eq!(
            Order::get((row.customer_id, row.order_id)).fetch(database.client()).await.unwrap().as_ref(),
            Some(row)
        );
    }
}

/// Creates the new table beside the old one, with the same rows.
async fn beside(database: Database, n: u64) -> Database {
    let database = orders(database, n).await;
    let copy = Order::at_path("orders__ydb_keys_new");
    copy.create_table().exec(database.client()).await.unwrap();
    let rows: Vec<Order> =
        (0..n).map(|order_id| Order { order_id, customer_id: order_id % 7, version: None }).collect();
    copy.upsert_many(&rows).exec(database.client()).await.unwrap();
    database.enter::<OldOrder, Order>("orders", Phase::Both).await;
    database
}

const COLUMNS: [&str; 3] = ["order_id", "customer_id", "version"];

/// Checks that both tables have these orders.
async fn both_have(database: &Database, orders: &[&str], place: &str) {
    for path in ["orders", "orders__ydb_keys_new"] {
        assert_eq!(contents(database, path, &COLUMNS).await, orders, "{path}: {place}");
    }
}

const BEFORE: [&str; 2] = ["Uint64(0) | Uint64(0) | NULL", "Uint64(1) | Uint64(1) | NULL"];
const AFTER: [&str; 2] = ["Uint64(0) | Uint64(0) | NULL", "Uint64(1) | Uint64(5) | Uint64(9)"];

/// Tests an upsert at each request: it looks for the copy, reads the old row, deletes its copy, and writes both tables.
#[tokio::test]
async fn both_or_none_at_each_request() {
    let order = Order { customer_id: 5, order_id: 1, version: Some(9) };
    let faults = [
        Fault::Grpc(GrpcCode::Unavailable),
        Fault::Status(Status::Aborted, String::new()),
        Fault::Status(Status::Overloaded, String::new()),
        Fault::Status(Status::BadRequest, String::new()),
    ];
    for fault in faults {
        for position in 0..=5 {
            let database = beside(Database::embedded().await, 2).await;
            let place = format!("{fault:?} at {position}");
            let writer = Orders::open(database.client()).await.unwrap();
            database.faults().fail_next(position, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
            database.faults().fail_next(1, Call::ExecuteQuery, fault.clone());
            let written = writer.upsert(&order).exec(database.client()).await;
            assert_eq!(database.faults().pending() == 0, position < 5, "{place}");
            database.faults().clear();
            match written {
                Ok(_) => both_have(&database, &AFTER, &place).await,
                Err(error) => {
                    assert!(error.outcome() == Outcome::NotWritten || position == 4, "{place}: {error}");
                    both_have(&database, &BEFORE, &place).await;
                }
            }
        }
    }
}

#[tokio::test]
async fn a_part_of_a_larger_transaction() {
    let database = beside(Database::own().await, 2).await;
    let writer = Orders::open(database.client()).await.unwrap();
    let order = Order { customer_id: 5, order_id: 1, version: Some(9) };
    let refused = transact(database.client(), async |tx| {
        writer.upsert(&order).exec(&tx).await?;
        Err::<(), Error>("mine".parse::<PageToken>().unwrap_err())
    });
    assert_eq!(refused.await.unwrap_err().kind(), ErrorKind::PageToken);
    both_have(&database, &BEFORE, "refused").await;
    transact(database.client(), async |tx| writer.upsert(&order).exec(&tx).await).await.unwrap();
    both_have(&database, &AFTER, "written").await;
    transact(database.client(), async |tx| writer.delete(&order).exec(&tx).await).await.unwrap();
    both_have(&database, &BEFORE[..1], "deleted").await;
}

/// Tests that a transaction finds the phase of the copy, like a client.
#[tokio::test]
async fn in_a_transaction_before_the_copy_and_after_the_swap() {
    let database = orders(Database::own().await, 2).await;
    let writer = Orders::open(database.client()).await.unwrap();
    let moved = Order { customer_id: 5, order_id: 1, version: Some(9) };
    transact(database.client(), async |tx| writer.upsert(&moved).exec(&tx).await).await.unwrap();
    assert_eq!(contents(&database, "orders", &COLUMNS).await, AFTER);
    // A lease that never ends.
    let options = RekeyOptions::dual_writers().lease(Duration::MAX);
    rekey(database.client(), &plan(Order::TABLE), &options, &mut |_: Event<'_>| {}).await.unwrap();
    let again = Order { customer_id: 1, version: None, ..moved };
    let write = async |tx| writer.upsert(&again).instead_of(&moved).exec(&tx).await;
    transact(database.client(), write).await.unwrap();
    assert_eq!(contents(&database, "orders", &COLUMNS).await, BEFORE);
    // Until the change is finished.
    assert_eq!(contents(&database, "orders__ydb_keys_old", &COLUMNS).await, BEFORE);
    assert!(options.finish(database.client(), Order::TABLE, "orders", &mut |_| ()).await.unwrap().is_some());
    writer.upsert(&moved).instead_of(&again).exec(database.client()).await.unwrap();
    assert_eq!(contents(&database, "orders", &COLUMNS).await, AFTER);
    assert_eq!(contents(&database, "orders__ydb_keys_old", &COLUMNS).await, BEFORE);
}

/// Tests inserts of an existing row. The table of the readers decides: the old one by its key, and after the swap the
/// new one.
#[tokio::test]
async fn an_insert_of_a_row_that_exists() {
    let database = beside(Database::own().await, 2).await;
    let client = database.client();
    let writer = Orders::open(client).await.unwrap();
    let row = Order { customer_id: 5, order_id: 1, version: Some(9) };
    let error = writer.insert(&row).exec(client).await.unwrap_err();
    assert_eq!((error.kind(), error.outcome()), (ErrorKind::AlreadyExists, Outcome::NotWritten));
    let exists = |error: Error, key: &str| {
        let first = format!("table `orders`: dual_insert failed: the key already exists: {key}\n");
        assert!(error.to_string().starts_with(&first), "{error}");
    };
    exists(error, "(1)");
    // The transaction goes on without it.
    let other = Order { order_id: 7, ..row.clone() };
    let written = transact(client, async |tx| {
        let refused = writer.insert(&row).exec(&tx).await.unwrap_err();
        writer.insert(&other).exec(&tx).await?;
        Ok(refused.kind())
    });
    assert_eq!(written.await.unwrap(), ErrorKind::AlreadyExists);
    let inserted = "Uint64(7) | Uint64(5) | Uint64(9)";
    both_have(&database, &[&BEFORE[..], &[inserted]].concat(), "inserted").await;
    writer.delete_many(&[other]).exec(client).await.unwrap();
    let usage = writer.insert(&row).exec(client).idempotent(true).await.unwrap_err();
    assert_eq!(usage.kind(), ErrorKind::Usage);
    rekey(client, &plan(Order::TABLE), &RekeyOptions::dual_writers(), &mut |_: Event<'_>| {}).await.unwrap();
    writer.insert(&row).exec(client).await.unwrap();
    let error = writer.insert(&row).exec(client).await.unwrap_err();
    exists(error, "(5, 1)");
}

#[tokio::test]
async fn without_any_table_it_fails() {
    let database = Database::own().await;
    let error = Orders::open(database.client()).await.unwrap_err();
    assert!(error.to_string().starts_with("table `orders`: dual_open failed: SCHEME_ERROR"), "{error}");
    assert!(error.outcome() == Outcome::NotWritten);
    assert!(!exists(&database, "orders").await);
}

/// Model of the old table without a hash: its rows lack a key column of the new table.
#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "orders", primary_key(order_id), allow(undeclared_leading_key, reason = "the key that is changed"))]
struct Unhashed {
    order_id: u64,
    customer_id: u64,
    version: Option<u64>,
}

/// Model with a hash column of another name, which the other tables do not have.
#[derive(YdbTable, Clone, Debug)]
#[ydb(table = "orders", primary_key(customer_hash = xxh3(customer_id), customer_id, order_id))]
struct Renamed {
    customer_id: u64,
    order_id: u64,
    version: Option<u64>,
}

/// Changes order 1 of two, and swaps the names while the request at this position waits. Returns `true` if there was
/// such a request.
async fn swapped_at<Old, New>(position: usize, old: [Old; 2], new: [New; 2], changed: New) -> bool
where
    Old: YdbTable<Version = ()> + Send + Sync + 'static,
    New: YdbTable<Version = ()> + Send + Sync + 'static,
{
    let database = Arc::new(Database::timed_with::<Old>().await);
    let hour = Duration::from_secs(3600);
    let copy = New::at_path("orders__ydb_keys_new");
    copy.create_table().exec(database.client()).await.unwrap();
    for (old, new) in old.iter().zip(&new) {
        old.upsert().exec(database.client()).await.unwrap();
        copy.upsert(new).exec(database.client()).await.unwrap();
    }
    database.enter::<Old, New>("orders", Phase::Both).await;
    let writer = DualWriter::<Old, New>::open(database.client()).await.unwrap();
    database.faults().fail_next(position, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
    database.faults().fail_next(1, Call::ExecuteQuery, Fault::Delay(hour));
    let server = database.clone();
    let write = tokio::spawn(async move {
        writer.upsert(&changed).instead_of(&new[1]).exec(server.client()).await.unwrap();
    });
    until(|| database.faults().pending() == 0 || write.is_finished()).await;
    let waits = database.faults().pending() == 0;
    database.faults().clear();
    database.enter::<Old, New>("orders", Phase::Closing).await;
    let at = |suffix: &str| format!("{}/orders{suffix}", database.client().database());
    let names = vec![
        RenameTableItem::new(at(""), at("__ydb_keys_old"), false),
        RenameTableItem::new(at("__ydb_keys_new"), at(""), false),
    ];
    database.client().table_client().rename_tables(names).await.unwrap();
    database.enter::<Old, New>("orders", Phase::New).await;
    database.advance(hour);
    write.await.unwrap();
    assert_eq!(contents(&database, "orders", &COLUMNS).await, AFTER, "swapped at request {position}");
    waits
}

/// Tests a dual write that was decided before the swap and arrives after it. It used to store its row under the old
/// hash. Now its statement fails, and the write is decided again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn swapped_at_each_request() {
    let changed = Renamed { customer_id: 5, order_id: 1, version: Some(9) };
    let new = [0, 1].map(|id| Renamed { customer_id: id, order_id: id, version: None });
    let mut waited = [0, 0];
    for position in 0..=6 {
        let old = [0, 1].map(|id| OldOrder { customer_id: id, order_id: id, version: None });
        waited[0] += usize::from(swapped_at(position, old, new.clone(), changed.clone()).await);
        let old = [0, 1].map(|id| Unhashed { customer_id: id, order_id: id, version: None });
        waited[1] += usize::from(swapped_at(position, old, new.clone(), changed.clone()).await);
    }
    // The phase, the read of the old row, the deletion of its copy, and both writes.
    assert_eq!(waited, [5, 5]);
}

#[derive(YdbTable, Debug)]
#[ydb(table = "orders", primary_key(order_hash_2 = numeric_hash(order_id), order_id))]
struct Priced {
    order_id: u64,
    customer_id: u64,
    version: Option<u64>,
    price: Option<u32>,
}

#[tokio::test]
async fn models_with_other_columns() {
    let database = Database::own().await;
    let error = DualWriter::<OldOrder, Priced>::open(database.client()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "table `orders`: the other model of the dual writer has no column `price` of type Uint32\nhelp: give both models the same \
         columns, and add a column to the table before its key changes, or after it"
    );
    assert!(DualWriter::<Priced, OldOrder>::open(database.client()).await.is_err());
}
