//! Interrupts a run at each of its requests: the next run ends in the same state, and no row is lost.

use std::time::Duration;

use e2e_tests::Database;
use ydb_embedded::{Call, Fault, GrpcCode, Status};
use ydb_keys::YdbTable;
use ydb_keys_migrate::__internal::LiveTable;
use ydb_keys_migrate::plan;

use super::{ALL, run, state};
use crate::shop::{make_first, second, second_orders};

/// More requests than a run makes.
const MANY: usize = 1000;

/// The state after a run without interruptions.
async fn unbroken() -> Vec<LiveTable> {
    let database = Database::embedded().await;
    make_first(&database).await;
    run(database.client(), second::TABLES, &ALL).await.unwrap();
    state(&database, second::TABLES).await
}

/// Interrupts a run at each of its requests in turn, and runs it again.
async fn break_everywhere(fault: &Fault) {
    let end = unbroken().await;
    let mut broken = 0;
    for passed in 0..MANY {
        let database = Database::embedded().await;
        make_first(&database).await;
        database.faults().fail_next(passed, Call::Any, Fault::Delay(Duration::ZERO));
        database.faults().fail_next(1, Call::Any, fault.clone());
        let result = run(database.client(), second::TABLES, &ALL).await;
        let reached = database.faults().pending() == 0;
        database.faults().clear();
        broken += usize::from(result.is_err());

        let again = run(database.client(), second::TABLES, &ALL).await;
        assert!(again.is_ok(), "{fault:?} after {passed} requests: {again:?}");
        assert_eq!(state(&database, second::TABLES).await, end, "{fault:?} after {passed} requests");
        let left = plan(database.client(), second::TABLES, None).await.unwrap();
        assert!(left.is_in_step() && left.steps().count() == 0, "{fault:?} after {passed} requests: {left}");
        let mut rows = second::Order::scan().full_scan().fetch(&mut database.q()).await.unwrap();
        rows.sort_by_key(|row| row.order_id);
        assert_eq!(rows, second_orders(), "{fault:?} after {passed} requests");
        let by_index = "SELECT order_id FROM `shop/orders` VIEW by_customer ORDER BY order_id";
        assert_eq!(database.column::<u64>(by_index).await, [1, 2, 3], "{fault:?} after {passed} requests");
        if !reached {
            assert!(result.is_ok(), "{result:?}");
            eprintln!("{fault:?}: {passed} requests, {broken} runs broken");
            return;
        }
    }
    panic!("{MANY} requests are not enough");
}

#[tokio::test]
async fn by_a_refusal() {
    break_everywhere(&Fault::Status(Status::PreconditionFailed, "on order".into())).await;
}

#[tokio::test]
async fn by_a_status_that_passes() {
    break_everywhere(&Fault::Status(Status::Overloaded, "on order".into())).await;
}

#[tokio::test]
async fn by_a_code_of_grpc() {
    break_everywhere(&Fault::Grpc(GrpcCode::PermissionDenied)).await;
}

#[tokio::test]
async fn by_a_broken_connection() {
    break_everywhere(&Fault::Grpc(GrpcCode::Unavailable)).await;
}

#[tokio::test]
async fn by_a_lost_answer() {
    break_everywhere(&Fault::BreakStreamAfter(1)).await;
}

#[tokio::test]
async fn by_an_answer_that_says_nothing_of_what_was_done() {
    break_everywhere(&Fault::StatusAfterExecution(Status::Undetermined)).await;
}

#[tokio::test]
async fn by_a_refusal_of_what_was_done() {
    break_everywhere(&Fault::StatusAfterExecution(Status::PreconditionFailed)).await;
}
