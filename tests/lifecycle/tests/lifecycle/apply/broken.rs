//! Tests runs that are interrupted at each request: the next run ends in the same state, and no row is lost.

use std::cell::Cell;
use std::time::Duration;

use e2e_tests::{Database, interrupt};
use tokio::runtime::Runtime;
use ydb_embedded::{Call, Fault, GrpcCode, Status};
use ydb_keys::YdbTable;
use ydb_keys_migrate::__internal::LiveTable;
use ydb_keys_migrate::plan;

use super::{ALL, run, state};
use crate::shop::{make_first, second, second_orders};

/// Returns the state after a run without interruptions.
async fn unbroken() -> Vec<LiveTable> {
    let database = Database::embedded().await;
    make_first(&database).await;
    run(database.client(), second::TABLES, &ALL).await.unwrap();
    state(&database, second::TABLES).await
}

/// Interrupts a run at each of its requests, and runs it again.
fn break_everywhere(first: usize, fault: &Fault) {
    let end = Runtime::new().unwrap().block_on(unbroken());
    let broken = Cell::new(0);
    let requests = interrupt(first, make_first, async |database, passed| {
        database.faults().fail_next(passed, Call::Any, Fault::Delay(Duration::ZERO));
        database.faults().fail_next(1, Call::Any, fault.clone());
        let result = run(database.client(), second::TABLES, &ALL).await;
        let reached = database.faults().pending() == 0;
        database.faults().clear();
        assert!(reached || result.is_ok(), "{result:?}");
        broken.set(broken.get() + usize::from(result.is_err()));

        let again = run(database.client(), second::TABLES, &ALL).await;
        assert!(again.is_ok(), "{fault:?} after {passed} requests: {again:?}");
        assert_eq!(state(database, second::TABLES).await, end, "{fault:?} after {passed} requests");
        let left = plan(database.client(), second::TABLES, None).await.unwrap();
        assert!(left.is_in_step() && left.steps().count() == 0, "{fault:?} after {passed} requests: {left}");
        let mut rows = second::Order::scan().full_scan().fetch(&mut database.q()).await.unwrap();
        rows.sort_by_key(|row| row.order_id);
        assert_eq!(rows, second_orders(), "{fault:?} after {passed} requests");
        let by_index = "SELECT order_id FROM `shop/orders` VIEW by_customer ORDER BY order_id";
        assert_eq!(database.column::<u64>(by_index).await, [1, 2, 3], "{fault:?} after {passed} requests");
        reached
    });
    println!("{fault:?}: {requests} requests, {} runs broken", broken.get());
}

#[test]
fn by_a_refusal() {
    break_everywhere(0, &Fault::Status(Status::PreconditionFailed, "on order".into()));
}

#[test]
fn by_a_status_that_passes() {
    break_everywhere(1, &Fault::Status(Status::Overloaded, "on order".into()));
}

#[test]
fn by_a_code_of_grpc() {
    break_everywhere(2, &Fault::Grpc(GrpcCode::PermissionDenied));
}

#[test]
fn by_a_broken_connection() {
    break_everywhere(0, &Fault::Grpc(GrpcCode::Unavailable));
}

#[test]
fn by_a_lost_answer() {
    break_everywhere(1, &Fault::BreakStreamAfter(1));
}

#[test]
fn by_an_answer_that_says_nothing_of_what_was_done() {
    break_everywhere(2, &Fault::StatusAfterExecution(Status::Undetermined));
}

#[test]
fn by_a_refusal_of_what_was_done() {
    break_everywhere(0, &Fault::StatusAfterExecution(Status::PreconditionFailed));
}
