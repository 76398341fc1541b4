//! Work that nobody waits for any more stops, wherever it is.

use std::time::{Duration, Instant};

use ydb_embedded::{Behavior, Server};
use ydb_grpc::ydb_proto::operations::OperationParams;
use ydb_grpc::ydb_proto::table::query::Query;
use ydb_grpc::ydb_proto::table::transaction_control::TxSelector;
use ydb_grpc::ydb_proto::table::transaction_settings::TxMode;
use ydb_grpc::ydb_proto::table::{
    self, CopyTableRequest, ExecuteDataQueryRequest, ExecuteSchemeQueryRequest, SerializableModeSettings,
    TransactionControl, TransactionSettings,
};

use crate::support::{ALONE, BIG, SUCCESS, bulk, finish, queries, query, run, session, start, tables, with_list};

/// How soon work stops.
const SOON: Duration = Duration::from_millis(50);

/// How often a measurement is repeated, because other programs may take the processor for longer than that.
const TRIES: usize = 5;

const TIMEOUT: i32 = 400_090;
const CANCELLED: i32 = 400_160;
const SESSION_BUSY: i32 = 400_190;

fn params(timeout: Duration) -> Option<OperationParams> {
    let operation_timeout = Some(prost_duration(timeout));
    Some(OperationParams { operation_timeout, ..Default::default() })
}

fn prost_duration(duration: Duration) -> ydb_grpc::google_proto_workaround::protobuf::Duration {
    let (seconds, nanos) = (duration.as_secs() as i64, duration.subsec_nanos() as i32);
    ydb_grpc::google_proto_workaround::protobuf::Duration { seconds, nanos }
}

/// A query of the Table service, in a transaction of its own.
fn data_query(session_id: &str, text: &str, operation_params: Option<OperationParams>) -> ExecuteDataQueryRequest {
    let mode = TxMode::SerializableReadWrite(SerializableModeSettings {});
    let begin = TxSelector::BeginTx(TransactionSettings { tx_mode: Some(mode) });
    ExecuteDataQueryRequest {
        session_id: session_id.to_owned(),
        tx_control: Some(TransactionControl { commit_tx: true, tx_selector: Some(begin) }),
        query: Some(table::Query { query: Some(Query::YqlText(text.to_owned())) }),
        parameters: with_list(text, "").parameters,
        operation_params,
        ..Default::default()
    }
}

/// Statements that take seconds, each in another place.
fn endless() -> Vec<(&'static str, String)> {
    let small = "small AS a CROSS JOIN small AS b";
    let chain = |text: &str, count: usize| vec![text; count].join(" + ");
    vec![
        ("a join", format!("SELECT COUNT(*) FROM {small}")),
        ("a scan", "SELECT COUNT(*) FROM big WHERE v < 0 UNION ALL ".repeat(60) + "SELECT COUNT(*) FROM big"),
        ("a filter", format!("SELECT COUNT(*) FROM {small} WHERE a.v + b.v < 0")),
        (
            "groups",
            format!("SELECT COUNT(*) FROM (SELECT v, w FROM (SELECT a.v AS v, b.v AS w FROM {small}) GROUP BY v, w)"),
        ),
        ("distinct rows", format!("SELECT COUNT(*) FROM (SELECT DISTINCT a.v AS v, b.v AS w FROM {small})")),
        ("a sort", format!("SELECT b.v AS v, a.v AS w FROM {small} ORDER BY v, w")),
        ("a sort of few", format!("SELECT b.v AS v, a.v AS w FROM {small} ORDER BY v, w LIMIT 3")),
        ("a subquery", format!("SELECT 7 IN (SELECT a.v + b.v FROM {small}) AS v")),
        ("an aggregate of values", format!("SELECT COUNT(DISTINCT a.v * 10000 + b.v) FROM {small}")),
        (
            "a lambda",
            "SELECT ListMap($list, ($x) -> { RETURN ListFilter($list, ($y) -> { RETURN $x < $y }) })".to_owned(),
        ),
        ("a list", format!("SELECT {}", chain("ListLength(ListFromRange(0, 3999999))", 40))),
        ("lookups", "SELECT COUNT(*) FROM big AS a JOIN big AS b ON b.k = a.v JOIN big AS c ON c.k = b.v".to_owned()),
        (
            "a window",
            "SELECT SUM(v) OVER w AS s FROM big WINDOW w AS (ORDER BY k ROWS BETWEEN 9999 PRECEDING AND CURRENT ROW)"
                .to_owned(),
        ),
        ("a set of IN", format!("SELECT COUNT(*) FROM {small} WHERE (a.v, b.v) IN (SELECT (k, v) FROM big)")),
        ("an upsert", format!("UPSERT INTO target SELECT a.k * 10000 + b.k AS k, b.v AS v FROM {small}")),
        ("an insert", "INSERT INTO target SELECT k, v FROM big".to_owned()),
        ("an update", "UPDATE big SET v = v + 1 WHERE v >= 0".to_owned()),
        ("an update of a list", "UPDATE big ON SELECT k, v + 1 AS v FROM big".to_owned()),
        ("a delete", "DELETE FROM big WHERE v >= 0".to_owned()),
        ("the parser", format!("SELECT {}", chain("(1 + 2)", 300_000))),
        ("the compiler", format!("SELECT {} AS v FROM big", chain("v", 300_000))),
        ("a list of values", format!("UPSERT INTO target (k, v) VALUES {}", vec!["(1, 2)"; 300_000].join(", "))),
    ]
}

/// Measures how long after `patience` a call answers with a status, at best. A call may be faster than that on a fast
/// machine; then it is measured with less patience.
async fn stops<F: Future<Output = i32>>(what: &str, status: i32, mut call: impl FnMut(Duration) -> F) {
    let (mut patience, mut best) = (Duration::from_millis(100), Duration::MAX);
    for _ in 0..TRIES {
        let begun = Instant::now();
        let answer = call(patience).await;
        if answer == SUCCESS {
            patience /= 3;
            continue;
        }
        assert_eq!(answer, status, "{what}");
        best = best.min(begun.elapsed().saturating_sub(patience));
        if best < SOON {
            return;
        }
    }
    panic!("{what}: stopped {best:?} after its time");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_ends_at_its_deadline() {
    let _alone = ALONE.lock().await;
    let server = start(Behavior::default()).await;
    let (client, session) = (tables(&server).await, session(&server).await);
    for (what, text) in endless() {
        let call = |patience| {
            let (mut client, request) = (client.clone(), data_query(&session.id, &text, params(patience)));
            async move { client.execute_data_query(request).await.unwrap().into_inner().operation.unwrap().status }
        };
        stops(what, TIMEOUT, call).await;
    }
    // What was stopped has changed nothing.
    assert_eq!(run(&server, "SELECT Ensure(0, COUNT(*) = 0) FROM target").await, SUCCESS);
    let untouched = format!("SELECT Ensure(0, COUNT(*) = {BIG}) FROM big WHERE k = v");
    assert_eq!(run(&server, &untouched).await, SUCCESS);
}

#[tokio::test(flavor = "multi_thread")]
async fn cancel_after_is_another_status() {
    let _alone = ALONE.lock().await;
    let server = start(Behavior::default()).await;
    let (client, session) = (tables(&server).await, session(&server).await);
    let call = |patience| {
        let cancel_after = Some(prost_duration(patience));
        let operation_params = Some(OperationParams { cancel_after, ..Default::default() });
        let text = "SELECT COUNT(*) FROM small AS a CROSS JOIN small AS b";
        let (mut client, request) = (client.clone(), data_query(&session.id, text, operation_params));
        async move { client.execute_data_query(request).await.unwrap().into_inner().operation.unwrap().status }
    };
    stops("cancel_after", CANCELLED, call).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_of_the_schema_and_loads_end_at_their_deadline() {
    let _alone = ALONE.lock().await;
    let server = start(Behavior::default()).await;
    let client = tables(&server).await;
    let session = session(&server).await;
    let columns: String = (0..100_000).map(|i| format!("c{i} Int32, ")).collect();
    let scheme = [
        ("an index", "ALTER TABLE big ADD INDEX by_v GLOBAL ON (v)".to_owned()),
        ("many columns", format!("CREATE TABLE wide ({columns}PRIMARY KEY (c0))")),
    ];
    for (what, text) in scheme {
        let call = |patience| {
            let (mut client, session_id) = (client.clone(), session.id.clone());
            let request =
                ExecuteSchemeQueryRequest { session_id, yql_text: text.clone(), operation_params: params(patience) };
            async move { client.execute_scheme_query(request).await.unwrap().into_inner().operation.unwrap().status }
        };
        // It may be done, or refused, before its time: what counts is that it does not go on after it.
        let begun = Instant::now();
        let status = call(Duration::from_millis(20)).await;
        assert!(status != TIMEOUT || begun.elapsed() < Duration::from_secs(1), "{what}: {:?}", begun.elapsed());
    }
    let copy = |patience| {
        let (mut client, operation_params) = (client.clone(), params(patience));
        let (source_path, destination_path) = ("/local/big".to_owned(), "/local/copied".to_owned());
        let request = CopyTableRequest { source_path, destination_path, operation_params, ..Default::default() };
        async move { client.copy_table(request).await.unwrap().into_inner().operation.unwrap().status }
    };
    if copy(Duration::from_millis(10)).await != SUCCESS {
        // Nothing is left of it.
        assert_ne!(run(&server, "SELECT * FROM copied").await, SUCCESS);
        assert_eq!(copy(Duration::from_secs(60)).await, SUCCESS);
    }
    assert_eq!(run(&server, &format!("SELECT Ensure(0, COUNT(*) = {BIG}) FROM copied")).await, SUCCESS);
    let load = |patience| {
        let (mut client, mut request) = (client.clone(), bulk("target", 0..BIG));
        request.operation_params = params(patience);
        async move { client.bulk_upsert(request).await.unwrap().into_inner().operation.unwrap().status }
    };
    // All of it or nothing.
    let written = if load(Duration::from_millis(30)).await == SUCCESS { BIG } else { 0 };
    assert_eq!(run(&server, &format!("SELECT Ensure(0, COUNT(*) = {written}) FROM target")).await, SUCCESS);
}

/// Begins a query, goes away after `patience`, and returns when the session is free.
async fn leave(server: &Server, session: &str, text: &str, patience: Duration) -> Duration {
    let mut client = queries(server).await;
    let call = async {
        let mut parts = client.execute_query(with_list(text, session)).await.unwrap().into_inner();
        while parts.message().await.unwrap().is_some() {}
    };
    let finished = tokio::time::timeout(patience, call).await.is_ok();
    let (left, mut other) = (Instant::now(), queries(server).await);
    while finish(&mut other, query("SELECT 1", session)).await == SESSION_BUSY {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    if finished { Duration::ZERO } else { left.elapsed() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_ends_when_its_client_goes_away() {
    let _alone = ALONE.lock().await;
    let server = start(Behavior::default()).await;
    let session = session(&server).await;
    for (what, text) in endless() {
        let mut best = Duration::MAX;
        for _ in 0..TRIES {
            best = best.min(leave(&server, &session.id, &text, Duration::from_millis(100)).await);
            if best < SOON {
                break;
            }
        }
        assert!(best < SOON, "{what}: stopped {best:?} after its client");
    }
    let untouched = format!("SELECT Ensure(0, COUNT(*) = {BIG}) FROM big");
    assert_eq!(run(&server, &untouched).await, SUCCESS);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_goes_on_without_its_client_if_the_behavior_says_so() {
    let _alone = ALONE.lock().await;
    let mut behavior = Behavior::default();
    behavior.cancelled_statements_run = true;
    let server = start(behavior).await;
    let session = session(&server).await;
    leave(&server, &session.id, "UPSERT INTO target SELECT k, v FROM big", Duration::from_millis(20)).await;
    assert_eq!(run(&server, &format!("SELECT Ensure(0, COUNT(*) = {BIG}) FROM target")).await, SUCCESS);
    // A read is stopped all the same.
    let mut best = Duration::MAX;
    for _ in 0..TRIES {
        let text = "SELECT COUNT(*) FROM small AS a CROSS JOIN small AS b";
        best = best.min(leave(&server, &session.id, text, Duration::from_millis(100)).await);
    }
    assert!(best < SOON, "stopped {best:?} after its client");
}
