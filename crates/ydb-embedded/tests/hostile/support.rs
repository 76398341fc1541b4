//! Servers with tables to be slow on, and calls of the bare protocol.

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

/// The largest message that both sides accept.
const MAX_MESSAGE: usize = 64_000_000;

/// The rows of the table `big` of statements that are stopped.
pub(crate) const BIG: i32 = 40_000;

/// The rows of the table `small`: joined with itself without a condition, it has 25,000,000.
pub(crate) const SMALL: i32 = 5_000;

/// Awaits what must happen. A minute measures nothing: it only ends a test that hangs.
pub(crate) async fn soon<T>(happens: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(60), happens).await.unwrap_or_else(|_| panic!("this hangs"))
}

/// How far the clock moves with each piece of work.
pub(crate) const PIECE: Duration = Duration::from_millis(1);

/// A server with tables `big` and `small` of numbers `k` and `v`, and an empty one `target`. Its clock is moved by work.
pub(crate) struct Busy {
    pub(crate) server: Server,
    pub(crate) work: Arc<Work>,
}

/// With this many rows in `big`.
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

/// The work of all statements of a server, in pieces: counted, and held where a test says so.
pub(crate) struct Work {
    done: watch::Sender<u64>,
    /// How many pieces may be done before a statement waits.
    allowed: Mutex<u64>,
    more: Condvar,
}

impl Work {
    /// Called by a statement after each piece.
    fn piece(&self) {
        let mut done = 0;
        self.done.send_modify(|all| {
            *all += 1;
            done = *all;
        });
        drop(self.more.wait_while(self.allowed.lock().unwrap(), |allowed| done > *allowed).unwrap());
    }

    /// How many pieces were done.
    pub(crate) fn done(&self) -> u64 {
        *self.done.borrow()
    }

    /// Lets statements wait after this many more pieces. One that waits does its next piece now.
    pub(crate) fn hold_after(&self, pieces: u64) {
        *self.allowed.lock().unwrap() = self.done().saturating_add(pieces);
        self.more.notify_all();
    }

    /// Until this many more pieces are done.
    pub(crate) async fn goes_on(&self, pieces: u64) {
        let until = self.done() + pieces;
        self.done.subscribe().wait_for(|done| *done >= until).await.unwrap();
    }

    /// Until a statement waits.
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

/// A connection of its own to the Query service.
pub(crate) async fn queries(server: &Server) -> QueryServiceClient<Channel> {
    let client = QueryServiceClient::new(channel(server).await);
    client.max_decoding_message_size(MAX_MESSAGE).max_encoding_message_size(MAX_MESSAGE)
}

/// A connection of its own to the Table service.
pub(crate) async fn tables(server: &Server) -> TableServiceClient<Channel> {
    let client = TableServiceClient::new(channel(server).await);
    client.max_decoding_message_size(MAX_MESSAGE).max_encoding_message_size(MAX_MESSAGE)
}

/// A session of the Query service, which lives as long as this.
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

/// A query in an implicit transaction, in a session or without one.
pub(crate) fn query(text: impl Into<String>, session_id: impl Into<String>) -> ExecuteQueryRequest {
    ExecuteQueryRequest {
        session_id: session_id.into(),
        exec_mode: ExecMode::Execute as i32,
        query: Some(Query::QueryContent(QueryContent { syntax: Syntax::YqlV1 as i32, text: text.into() })),
        ..Default::default()
    }
}

/// The same with the parameter `$list`, if the text names it.
pub(crate) fn with_list(text: &str, session_id: &str) -> ExecuteQueryRequest {
    let mut request = query(text, session_id);
    if text.contains("$list") {
        request.parameters.insert("$list".to_owned(), numbers(3_000));
    }
    request
}

/// Runs a query to its end, and returns its last status.
pub(crate) async fn run(server: &Server, text: &str) -> i32 {
    finish(&mut queries(server).await, query(text, "")).await
}

/// The same over a connection that is there already.
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

/// A list of numbers.
pub(crate) fn numbers(count: i32) -> TypedValue {
    list_of(int32(), (0..count).map(int).collect())
}

/// Rows for a table, or their keys only.
pub(crate) fn rows(range: std::ops::Range<i32>, columns: &[&str]) -> TypedValue {
    let members = columns.iter().map(|name| StructMember { name: (*name).to_owned(), r#type: Some(int32()) });
    let item = Type { r#type: Some(Kind::StructType(StructType { members: members.collect() })) };
    let row = |number| Value { items: columns.iter().map(|_| int(number)).collect(), ..Default::default() };
    list_of(item, range.map(row).collect())
}

/// Rows to be upserted at once.
pub(crate) fn bulk(table: &str, range: std::ops::Range<i32>) -> ydb_grpc::ydb_proto::table::BulkUpsertRequest {
    ydb_grpc::ydb_proto::table::BulkUpsertRequest {
        table: format!("/local/{table}"),
        rows: Some(rows(range, &["k", "v"])),
        ..Default::default()
    }
}
