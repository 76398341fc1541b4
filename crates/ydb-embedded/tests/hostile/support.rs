//! Servers with tables for slow statements, and calls of the bare protocol.

use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use tokio::sync::watch;
use tonic::Streaming;
use tonic::transport::Channel;
use ydb_embedded::{Behavior, Clock, Server};
use ydb_grpc::ydb_proto::query::execute_query_request::Query;
use ydb_grpc::ydb_proto::query::v1::query_service_client::QueryServiceClient;
use ydb_grpc::ydb_proto::query::{
    AttachSessionRequest, CreateSessionRequest, ExecMode, ExecuteQueryRequest, QueryContent, SessionState, Syntax,
};
use ydb_grpc::ydb_proto::table::v1::table_service_client::TableServiceClient;
use ydb_grpc::ydb_proto::r#type::{PrimitiveTypeId, Type as Kind};
use ydb_grpc::ydb_proto::value::Value as Sent;
use ydb_grpc::ydb_proto::{ListType, StructMember, StructType, Type, TypedValue, Value};

/// Largest size of a message in bytes that both sides accept.
const MAX_MESSAGE: usize = 64_000_000;

/// Number of rows of the table `big` for statements that are stopped.
pub(crate) const BIG: i32 = 40_000;

/// Number of rows of the table `small`; a cross join with itself has 25,000,000 rows.
pub(crate) const SMALL: i32 = 5_000;

/// Waits for a future that must end. The limit of a minute measures nothing; it only ends a test that hangs.
pub(crate) async fn soon<T>(happens: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(60), happens).await.unwrap_or_else(|_| panic!("this hangs"))
}

/// Duration by which the clock moves with each piece of work.
pub(crate) const PIECE: Duration = Duration::from_millis(1);

/// A server with tables `big` and `small` of numbers `k` and `v`, and an empty table `target`. Work moves its clock.
pub(crate) struct Busy {
    pub(crate) server: Server,
    pub(crate) work: Arc<Work>,
}

/// Starts a server with this many rows in `big`.
pub(crate) async fn start(behavior: Behavior, big: i32) -> Busy {
    let work = Arc::new(Work { done: watch::Sender::new(0), allowed: Mutex::new(u64::MAX), more: Condvar::new() });
    let working = Arc::clone(&work);
    let clock = Clock::of_work(move || {
        working.piece();
        PIECE
    });
    let server = Server::builder().behavior(behavior).clock(clock).start().await.unwrap();
    for (table, rows) in [("big", big), ("small", SMALL), ("target", 0)] {
        let create = format!("CREATE TABLE {table} (k Int32 NOT NULL, v Int32, PRIMARY KEY (k))");
        assert_eq!(run(&server, &create).await, SUCCESS);
        if rows > 0 {
            let request = bulk(table, 0..rows);
            let answer = tables(&server).await.bulk_upsert(request).await.unwrap().into_inner();
            assert_eq!(answer.operation.unwrap().status, SUCCESS);
        }
    }
    Busy { server, work }
}

/// Counter of the pieces of work of all statements of a server, which can make statements wait.
pub(crate) struct Work {
    done: watch::Sender<u64>,
    /// Number of pieces that may be done before a statement waits.
    allowed: Mutex<u64>,
    more: Condvar,
}

impl Work {
    /// Counts a piece of work. Statements call it after each piece.
    fn piece(&self) {
        let mut done = 0;
        self.done.send_modify(|all| {
            *all += 1;
            done = *all;
        });
        drop(self.more.wait_while(self.allowed.lock().unwrap(), |allowed| done > *allowed).unwrap());
    }

    /// Returns the number of pieces that were done.
    pub(crate) fn done(&self) -> u64 {
        *self.done.borrow()
    }

    /// Makes statements wait after this many more pieces. A statement that waits already does its next piece now.
    pub(crate) fn hold_after(&self, pieces: u64) {
        *self.allowed.lock().unwrap() = self.done().saturating_add(pieces);
        self.more.notify_all();
    }

    /// Waits until this many more pieces are done.
    pub(crate) async fn goes_on(&self, pieces: u64) {
        let until = self.done() + pieces;
        self.done.subscribe().wait_for(|done| *done >= until).await.unwrap();
    }

    /// Waits until a statement is held.
    pub(crate) async fn held(&self) {
        let allowed = *self.allowed.lock().unwrap();
        self.done.subscribe().wait_for(|done| *done > allowed).await.unwrap();
    }
}

pub(crate) const SUCCESS: i32 = 400_000;

pub(crate) async fn channel(server: &Server) -> Channel {
    let uri = server.endpoint().replace("grpc://", "http://");
    Channel::from_shared(uri).unwrap().connect().await.unwrap()
}

/// Opens a new connection to the Query service.
pub(crate) async fn queries(server: &Server) -> QueryServiceClient<Channel> {
    let client = QueryServiceClient::new(channel(server).await);
    client.max_decoding_message_size(MAX_MESSAGE).max_encoding_message_size(MAX_MESSAGE)
}

/// Opens a new connection to the Table service.
pub(crate) async fn tables(server: &Server) -> TableServiceClient<Channel> {
    let client = TableServiceClient::new(channel(server).await);
    client.max_decoding_message_size(MAX_MESSAGE).max_encoding_message_size(MAX_MESSAGE)
}

/// A session of the Query service, which lives until this is dropped.
pub(crate) struct Session {
    pub(crate) id: String,
    _attached: Streaming<SessionState>,
}

pub(crate) async fn session(server: &Server) -> Session {
    let mut client = queries(server).await;
    let id = client.create_session(CreateSessionRequest::default()).await.unwrap().into_inner().session_id;
    let attach = AttachSessionRequest { session_id: id.clone() };
    let mut attached = client.attach_session(attach).await.unwrap().into_inner();
    assert_eq!(attached.message().await.unwrap().unwrap().status, SUCCESS);
    Session { id, _attached: attached }
}

/// Returns a query in an implicit transaction, in a session or without one.
pub(crate) fn query(text: impl Into<String>, session_id: impl Into<String>) -> ExecuteQueryRequest {
    ExecuteQueryRequest {
        session_id: session_id.into(),
        exec_mode: ExecMode::Execute as i32,
        query: Some(Query::QueryContent(QueryContent { syntax: Syntax::YqlV1 as i32, text: text.into() })),
        ..Default::default()
    }
}

/// Returns a query in an implicit transaction, with the parameter `$list` if the text names it.
pub(crate) fn with_list(text: &str, session_id: &str) -> ExecuteQueryRequest {
    let mut request = query(text, session_id);
    if text.contains("$list") {
        request.parameters.insert("$list".to_owned(), numbers(3_000));
    }
    request
}

/// Runs a query to its end. Returns its last status.
pub(crate) async fn run(server: &Server, text: &str) -> i32 {
    finish(&mut queries(server).await, query(text, "")).await
}

/// Runs a query to its end over an existing connection. Returns its last status.
pub(crate) async fn finish(client: &mut QueryServiceClient<Channel>, request: ExecuteQueryRequest) -> i32 {
    let mut parts = client.execute_query(request).await.unwrap().into_inner();
    let mut status = 0;
    while let Some(part) = parts.message().await.unwrap() {
        status = part.status;
    }
    status
}

fn int32() -> Type {
    Type { r#type: Some(Kind::TypeId(PrimitiveTypeId::Int32 as i32)) }
}

fn int(value: i32) -> Value {
    Value { value: Some(Sent::Int32Value(value)), ..Default::default() }
}

fn list_of(item: Type, items: Vec<Value>) -> TypedValue {
    let list = Kind::ListType(Box::new(ListType { item: Some(Box::new(item)) }));
    TypedValue { r#type: Some(Type { r#type: Some(list) }), value: Some(Value { items, ..Default::default() }) }
}

/// Returns a list of numbers.
pub(crate) fn numbers(count: i32) -> TypedValue {
    list_of(int32(), (0..count).map(int).collect())
}

/// Returns rows for a table, or only their keys.
pub(crate) fn rows(range: std::ops::Range<i32>, columns: &[&str]) -> TypedValue {
    let members = columns.iter().map(|name| StructMember { name: (*name).to_owned(), r#type: Some(int32()) });
    let item = Type { r#type: Some(Kind::StructType(StructType { members: members.collect() })) };
    let row = |number| Value { items: columns.iter().map(|_| int(number)).collect(), ..Default::default() };
    list_of(item, range.map(row).collect())
}

/// Returns a request that upserts rows at once.
pub(crate) fn bulk(table: &str, range: std::ops::Range<i32>) -> ydb_grpc::ydb_proto::table::BulkUpsertRequest {
    ydb_grpc::ydb_proto::table::BulkUpsertRequest {
        table: format!("/local/{table}"),
        rows: Some(rows(range, &["k", "v"])),
        ..Default::default()
    }
}
