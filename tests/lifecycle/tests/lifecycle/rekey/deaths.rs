//! Tests a copy that dies at any of its requests: the next run continues it, and ends in the same state.

use std::time::Duration;

use e2e_tests::{Database, interrupt};
use ydb_embedded::{Call, Fault, GrpcCode, Status};
use ydb_keys::YdbTable;
use ydb_keys_migrate::{Event, RekeyOptions, rekey};

use super::support::{attributes_of, contents, exists, key_of, layout_of, plan, rights_of, set_attribute, small};

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    #[ydb(serial)]
    number: i32,
    note: Option<String>,
}

const COLUMNS: [&str; 3] = ["order_id", "number", "note"];

async fn orders(database: &Database) {
    database
        .run("CREATE TABLE orders (order_id Uint64 NOT NULL, number Serial, note Utf8, PRIMARY KEY (order_id))")
        .await;
    database
        .run("UPSERT INTO orders (order_id, note) VALUES (3, 'a'u), (5, NULL), (7, 'c'u), (11, 'd'u), (13, ''u), (17, NULL), (19, 'g'u)")
        .await;
    // The numbers 6 and 7 are used, although no row has them.
    database.run("DELETE FROM orders WHERE number > 5").await;
    database.run("GRANT SELECT ON orders TO reader").await;
    database.run("GRANT 'ydb.tables.modify', SELECT ON orders TO `writer@builtin`").await;
    set_attribute(database, "orders", "team", "shop").await;
}

/// Returns the rights and attributes, which a copy must take over besides the rows.
async fn rights_and_attributes(database: &Database, path: &str) -> impl PartialEq + std::fmt::Debug + use<> {
    (rights_of(database.client(), path).await, attributes_of(database, path).await)
}

/// Runs a copy; lets the first `k` requests pass and the next `n` fail. Returns `true` if any failed.
async fn dies(database: &Database, k: usize, n: usize, fault: &Fault, options: &RekeyOptions) -> bool {
    let client = database.no_retry();
    database.faults().fail_next(k, Call::Any, Fault::Delay(Duration::ZERO));
    database.faults().fail_next(n, Call::Any, fault.clone());
    // It may succeed: after some faults, only an answer is lost, which can be found out in another way.
    let died = rekey(&client, &plan(Order::TABLE), options, &mut |_: Event<'_>| {}).await;
    let happened = database.faults().pending() < n;
    database.faults().clear();
    assert!(happened || died.is_ok(), "{died:?}");
    happened
}

fn at_its_requests(first: usize, n: usize, fault: Fault) {
    at_its_requests_with(first, n, fault, small(), false);
}

fn at_its_requests_with(first: usize, n: usize, fault: Fault, options: RekeyOptions, fence: bool) {
    let requests = interrupt(first, orders, async |database, k| {
        let before = contents(database, "orders", &COLUMNS).await;
        assert_eq!(before.len(), 5);
        let properties = rights_and_attributes(database, "orders").await;
        let happened = dies(database, k, n, &fault, &options).await;
        let place = format!("{fault:?} at request {k}");
        // Whatever happened, there is a table with the name and all rows.
        let name = if fence && !exists(database, "orders").await { "orders__ydb_keys_old" } else { "orders" };
        assert_eq!(contents(database, name, &COLUMNS).await, before, "{place}");
        let again = rekey(database.client(), &plan(Order::TABLE), &options, &mut |_: Event<'_>| {}).await;
        again.unwrap_or_else(|error| panic!("{place}: {error}"));
        assert_eq!(contents(database, "orders", &COLUMNS).await, before, "{place}");
        assert_eq!(contents(database, "orders__ydb_keys_old", &COLUMNS).await, before, "{place}");
        assert_eq!(key_of(database, "orders").await, ["order_hash", "order_id"], "{place}");
        assert!(layout_of(database, "orders").await.is_some(), "{place}");
        assert!(!exists(database, "orders__ydb_keys_new").await, "{place}");
        assert_eq!(rights_and_attributes(database, "orders").await, properties, "{place}");
        assert_eq!(rights_and_attributes(database, "orders__ydb_keys_old").await, properties, "{place}");
        database.run("UPSERT INTO orders (order_hash, order_id) VALUES (0, 1)").await;
        let numbers: Vec<i32> = database.column("SELECT number FROM orders WHERE order_id = 1").await;
        assert_eq!(numbers, [8], "{place}");
        happened
    });
    // Fewer requests would mean that some faults were not injected.
    assert!(requests > 20, "{requests}");
}

#[test]
fn the_connection_is_gone() {
    at_its_requests(0, 1000, Fault::Grpc(GrpcCode::Unavailable));
}

#[test]
fn the_work_is_done_and_its_outcome_unknown() {
    at_its_requests(1, 1, Fault::StatusAfterExecution(Status::Undetermined));
}

#[test]
fn the_work_is_done_and_everything_behind_it_fails() {
    at_its_requests(2, 1000, Fault::StatusAfterExecution(Status::Undetermined));
}

#[test]
fn the_answer_breaks_off() {
    at_its_requests(0, 1, Fault::BreakStreamAfter(1));
}

#[test]
fn the_stream_breaks_before_its_first_message() {
    at_its_requests(1, 1, Fault::BreakStreamAfter(0));
}

fn fenced() -> RekeyOptions {
    RekeyOptions::fence().batch_rows(3)
}

#[test]
fn the_connection_is_gone_behind_a_fence() {
    at_its_requests_with(2, 1000, Fault::Grpc(GrpcCode::Unavailable), fenced(), true);
}

#[test]
fn the_outcome_is_unknown_behind_a_fence() {
    at_its_requests_with(0, 1, Fault::StatusAfterExecution(Status::Undetermined), fenced(), true);
}
