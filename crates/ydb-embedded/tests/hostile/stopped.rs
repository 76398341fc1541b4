//! Work that nobody waits for any more stops, at whatever place it is.
//!
//! Time is work here: the server's clock moves with each piece of work. A deadline therefore comes in the middle of a
//! statement on every machine, and a statement that continues after it is seen to do more pieces. A loop that does not
//! count its work is seen, too: the statement is done before its deadline.

use prost::Message;
use tonic::transport::Channel;
use ydb_embedded::Behavior;
use ydb_grpc::ydb_proto::operations::OperationParams;
use ydb_grpc::ydb_proto::query::v1::query_service_client::QueryServiceClient;
use ydb_grpc::ydb_proto::table::keep_alive_result::SessionStatus;
use ydb_grpc::ydb_proto::table::query::Query;
use ydb_grpc::ydb_proto::table::transaction_control::TxSelector;
use ydb_grpc::ydb_proto::table::transaction_settings::TxMode;
use ydb_grpc::ydb_proto::table::v1::table_service_client::TableServiceClient;
use ydb_grpc::ydb_proto::table::{
    self, CopyTableRequest, ExecuteDataQueryRequest, ExecuteSchemeQueryRequest, KeepAliveRequest, KeepAliveResult,
    SerializableModeSettings, TransactionControl, TransactionSettings,
};

use crate::support::{BIG, Busy, PIECE, SUCCESS, Work, bulk, channel, run, session, soon, start, tables, with_list};

/// Numbers of pieces of work after which statements are stopped. Each statement of [`endless`] has more.
const PIECES: [u64; 5] = [1, 10, 50, 200, 400];

/// Largest number of pieces that a statement may do after it was stopped: if a loop cannot return an error, the code
/// after it detects the stop once more.
const MORE: u64 = 1;

const TIMEOUT: i32 = 400_090;
const CANCELLED: i32 = 400_160;

/// Returns a deadline after this much work.
fn params(pieces: u64) -> Option<OperationParams> {
    Some(OperationParams { operation_timeout: Some(lasting(pieces)), ..Default::default() })
}

/// Returns the time in which this much work is done.
fn lasting(pieces: u64) -> ydb_grpc::google_proto_workaround::protobuf::Duration {
    let duration = PIECE * u32::try_from(pieces).unwrap();
    let (seconds, nanos) = (duration.as_secs() as i64, duration.subsec_nanos() as i32);
    ydb_grpc::google_proto_workaround::protobuf::Duration { seconds, nanos }
}

/// Returns a query of the Table service in a transaction of its own.
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

/// Returns statements with much work, each in another part of the engine.
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
        ("the parser", format!("SELECT {}", chain("(1 + 2)", 60_000))),
        ("the compiler", format!("SELECT {} AS v FROM big", chain("v", 60_000))),
        ("a list of values", format!("UPSERT INTO target (k, v) VALUES {}", vec!["(1, 2)"; 60_000].join(", "))),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_ends_at_its_deadline() {
    let Busy { server, work } = start(Behavior::default(), BIG).await;
    let (mut client, session) = (tables(&server).await, session(&server).await);
    for (what, text) in endless() {
        for pieces in PIECES {
            let before = work.done();
            let request = data_query(&session.id, &text, params(pieces));
            let answer = soon(client.execute_data_query(request)).await.unwrap().into_inner();
            assert_eq!(answer.operation.unwrap().status, TIMEOUT, "{what}");
            let done = work.done() - before;
            assert!(done <= pieces + MORE, "{what}: {done} pieces of work, of {pieces}");
        }
    }
    // Stopped statements have changed nothing.
    assert_eq!(run(&server, "SELECT Ensure(0, COUNT(*) = 0) FROM target").await, SUCCESS);
    let untouched = format!("SELECT Ensure(0, COUNT(*) = {BIG}) FROM big WHERE k = v");
    assert_eq!(run(&server, &untouched).await, SUCCESS);
}

#[tokio::test]
async fn cancel_after_is_another_status() {
    let Busy { server, work } = start(Behavior::default(), BIG).await;
    let (mut client, session) = (tables(&server).await, session(&server).await);
    for pieces in PIECES {
        let before = work.done();
        let operation_params = Some(OperationParams { cancel_after: Some(lasting(pieces)), ..Default::default() });
        let text = "SELECT COUNT(*) FROM small AS a CROSS JOIN small AS b";
        let request = data_query(&session.id, text, operation_params);
        let answer = soon(client.execute_data_query(request)).await.unwrap().into_inner();
        assert_eq!(answer.operation.unwrap().status, CANCELLED);
        assert!(work.done() - before <= pieces + MORE);
    }
}

/// Repeats a call with later and later deadlines until it ends before its deadline. Returns its status then.
async fn later<F: Future<Output = i32>>(what: &str, work: &Work, mut call: impl FnMut(u64) -> F) -> i32 {
    let mut pieces = 1;
    loop {
        let before = work.done();
        let status = soon(call(pieces)).await;
        if status != TIMEOUT {
            assert!(pieces > 1, "{what}: no deadline was early enough");
            return status;
        }
        let done = work.done() - before;
        assert!(done <= pieces + MORE, "{what}: {done} pieces of work, of {pieces}");
        pieces *= 2;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_of_the_schema_and_loads_end_at_their_deadline() {
    let Busy { server, work } = start(Behavior::default(), BIG).await;
    let client = tables(&server).await;
    let session = session(&server).await;
    let columns: String = (0..20_000).map(|i| format!("c{i} Int32, ")).collect();
    for (what, text, accepted) in [
        ("an index", "ALTER TABLE big ADD INDEX by_v GLOBAL ON (v)".to_owned(), true),
        // A table may not have so many columns.
        ("many columns", format!("CREATE TABLE wide ({columns}PRIMARY KEY (c0))"), false),
    ] {
        let change = |pieces| {
            let (mut client, session_id) = (client.clone(), session.id.clone());
            let request =
                ExecuteSchemeQueryRequest { session_id, yql_text: text.clone(), operation_params: params(pieces) };
            async move { client.execute_scheme_query(request).await.unwrap().into_inner().operation.unwrap().status }
        };
        assert_eq!(later(what, &work, change).await == SUCCESS, accepted, "{what}");
    }
    let copy = |pieces| {
        let (mut client, operation_params) = (client.clone(), params(pieces));
        let (source_path, destination_path) = ("/local/big".to_owned(), "/local/copied".to_owned());
        let request = CopyTableRequest { source_path, destination_path, operation_params, ..Default::default() };
        async move { client.copy_table(request).await.unwrap().into_inner().operation.unwrap().status }
    };
    // A stopped copy leaves nothing behind; otherwise the next one would be refused.
    assert_eq!(later("a copy", &work, copy).await, SUCCESS);
    assert_eq!(run(&server, &format!("SELECT Ensure(0, COUNT(*) = {BIG}) FROM copied")).await, SUCCESS);
    let load = |pieces| {
        let (mut client, mut request) = (client.clone(), bulk("target", 0..BIG));
        request.operation_params = params(pieces);
        let empty = run(&server, "SELECT Ensure(0, COUNT(*) = 0) FROM target");
        async move {
            // The table has all of the rows or none.
            assert_eq!(empty.await, SUCCESS);
            client.bulk_upsert(request).await.unwrap().into_inner().operation.unwrap().status
        }
    };
    assert_eq!(later("a load", &work, load).await, SUCCESS);
    assert_eq!(run(&server, &format!("SELECT Ensure(0, COUNT(*) = {BIG}) FROM target")).await, SUCCESS);
}

/// Begins a query, leaves while it works, and returns how many pieces of work it did after that. The server answers a
/// request between two pieces, so it notices soon that the client has left.
async fn leave(Busy { server, work }: &Busy, session: &str, text: &str) -> u64 {
    // Both calls use one connection: the server reads that the call is gone before it reads the next request.
    let channel = channel(server).await;
    let (mut client, mut other) = (QueryServiceClient::new(channel.clone()), TableServiceClient::new(channel));
    let call = async {
        let mut parts = client.execute_query(with_list(text, session)).await.unwrap().into_inner();
        while parts.message().await.unwrap().is_some() {}
    };
    work.hold_after(PIECES[2]);
    tokio::select! {
        () = call => panic!("{text:.60}: done before its client left"),
        () = soon(work.held()) => {}
    }
    let left = work.done();
    while soon(is_busy(&mut other, session)).await {
        work.hold_after(if work.done() - left > SOON { u64::MAX } else { 0 });
    }
    work.hold_after(u64::MAX);
    work.done() - left
}

async fn is_busy(client: &mut TableServiceClient<Channel>, session_id: &str) -> bool {
    let request = KeepAliveRequest { session_id: session_id.to_owned(), ..Default::default() };
    let operation = client.keep_alive(request).await.unwrap().into_inner().operation.unwrap();
    KeepAliveResult::decode(&*operation.result.unwrap().value).unwrap().session_status == SessionStatus::Busy as i32
}

/// Largest number of pieces of work after the client has left. Each statement of [`endless`] has twice as many left.
const SOON: u64 = PIECES[3] - PIECES[2];

#[tokio::test(flavor = "multi_thread")]
async fn a_query_ends_when_its_client_goes_away() {
    let busy = start(Behavior::default(), BIG).await;
    let session = session(&busy.server).await;
    for (what, text) in endless() {
        let more = leave(&busy, &session.id, &text).await;
        assert!(more <= SOON, "{what}: {more} pieces of work after its client left");
    }
    let untouched = format!("SELECT Ensure(0, COUNT(*) = {BIG}) FROM big");
    assert_eq!(run(&busy.server, &untouched).await, SUCCESS);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_goes_on_without_its_client_if_the_behavior_says_so() {
    let mut behavior = Behavior::default();
    behavior.cancelled_statements_run = true;
    let busy = start(behavior, BIG).await;
    let session = session(&busy.server).await;
    let more = leave(&busy, &session.id, "UPSERT INTO target SELECT k, v FROM big").await;
    assert!(more > SOON, "{more}");
    assert_eq!(run(&busy.server, &format!("SELECT Ensure(0, COUNT(*) = {BIG}) FROM target")).await, SUCCESS);
    // A read is stopped nevertheless.
    let text = "SELECT COUNT(*) FROM small AS a CROSS JOIN small AS b";
    let more = leave(&busy, &session.id, text).await;
    assert!(more <= SOON, "{more} pieces of work after its client left");
}
