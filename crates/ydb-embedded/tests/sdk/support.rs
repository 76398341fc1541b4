//! What all tests share: servers with clients, single values, refusals, and the bare protocol.

use std::time::Duration;

use tonic::transport::Channel;
use ydb::{
    Client, ClientBuilder, RetrySettings, Row, SessionPoolSettings, Value, YdbError, YdbIssue, YdbOrCustomerError,
    YdbResult,
};
use ydb_embedded::{Server, Status};
use ydb_grpc::ydb_proto::TypedValue;
use ydb_grpc::ydb_proto::query::execute_query_request::Query;
use ydb_grpc::ydb_proto::query::v1::query_service_client::QueryServiceClient;
use ydb_grpc::ydb_proto::query::{ExecMode, ExecuteQueryRequest, ExecuteQueryResponsePart, QueryContent, Syntax};

/// Awaits what must happen. A minute is no measure: it only keeps a test that hangs from hanging for ever.
pub(crate) async fn soon<T>(happens: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(60), happens).await.unwrap_or_else(|_| panic!("this hangs"))
}

/// The largest message that both sides accept.
pub(crate) const MAX_MESSAGE: usize = 64_000_000;

/// A server with a client.
pub(crate) async fn start() -> (Server, Client) {
    let server = Server::start().await.unwrap();
    let client = connect(&server).await;
    (server, client)
}

/// One more client.
pub(crate) async fn connect(server: &Server) -> Client {
    build(ClientBuilder::new_from_connection_string(server.connection_string()).unwrap()).await.unwrap()
}

/// The client of a builder, with the patience of [`sessions`].
pub(crate) async fn build(builder: ClientBuilder) -> YdbResult<Client> {
    builder.build().await?.with_session_pool(sessions()).await
}

/// Sessions that a client waits for: on a busy machine one may take longer than the half second of the default.
pub(crate) fn sessions() -> SessionPoolSettings {
    SessionPoolSettings::new().with_session_create_timeout(Duration::from_secs(60))
}

/// The same client, but it returns errors that it would retry.
pub(crate) fn impatient(client: &Client) -> Client {
    client.clone_with_retry_settings(RetrySettings::dont_retry())
}

/// Runs a statement that must succeed.
pub(crate) async fn run(client: &Client, text: &str) {
    if let Err(error) = client.query_client().exec(text).await {
        panic!("{text}: {error:?}");
    }
}

/// The only row of a query.
pub(crate) async fn row(client: &Client, text: &str) -> Row {
    client.query_client().query_row(text).await.unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// The first column of the only row of a query.
pub(crate) async fn one<T: TryFrom<Value, Error = YdbError>>(client: &Client, text: &str) -> T {
    row(client, text).await.remove_field(0).unwrap().try_into().unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// The first column of all rows of a query.
pub(crate) async fn all<T: TryFrom<Value, Error = YdbError>>(client: &Client, text: &str) -> Vec<T> {
    let set = client.query_client().query_result_set(text).await.unwrap_or_else(|error| panic!("{text}: {error:?}"));
    set.rows().map(|mut row| row.remove_field(0).unwrap().try_into().unwrap()).collect()
}

/// The status and all messages of a refusal.
#[track_caller]
pub(crate) fn refusal(error: &YdbError) -> (i32, String) {
    match error {
        YdbError::YdbStatusError(error) => (error.operation_status, messages(&error.issues)),
        other => panic!("not a status of YDB's: {other:?}"),
    }
}

fn messages(issues: &[YdbIssue]) -> String {
    issues
        .iter()
        .map(|issue| format!("{} ({})\n{}", issue.message, issue.issue_code, messages(&issue.issues)))
        .collect()
}

/// Asserts that a call is refused with a status, and a text somewhere among its messages.
#[track_caller]
pub(crate) fn refused<T>(result: YdbResult<T>, status: Status, text: &str) {
    let Err(error) = result else { panic!("is not refused with {status:?} {text:?}") };
    let (code, messages) = refusal(&error);
    assert!(code == status as i32 && messages.contains(text), "{status:?} {text:?}, but {code}:\n{messages}");
}

/// The same for a transaction's error.
#[track_caller]
pub(crate) fn tx_refused<T>(result: Result<T, YdbOrCustomerError>, status: Status, text: &str) {
    refused(result.map_err(YdbOrCustomerError::to_ydb_error), status, text);
}

/// The gRPC code that a call failed with.
#[track_caller]
pub(crate) fn grpc_code<T>(result: YdbResult<T>) -> tonic::Code {
    match result.err() {
        Some(YdbError::TransportGRPCStatus(status)) => status.code(),
        other => panic!("not a status of gRPC's: {other:?}"),
    }
}

/// A connection without any SDK.
pub(crate) async fn channel(server: &Server) -> Channel {
    let uri = server.endpoint().replace("grpc://", "http://");
    Channel::from_shared(uri).unwrap().connect().await.unwrap()
}

/// The Query service's bare client.
pub(crate) async fn bare(server: &Server) -> QueryServiceClient<Channel> {
    let client = QueryServiceClient::new(channel(server).await);
    client.max_decoding_message_size(MAX_MESSAGE).max_encoding_message_size(MAX_MESSAGE)
}

/// A query with an implicit session and transaction.
pub(crate) fn request(text: &str, params: &[(&str, TypedValue)]) -> ExecuteQueryRequest {
    ExecuteQueryRequest {
        exec_mode: ExecMode::Execute as i32,
        query: Some(Query::QueryContent(QueryContent { syntax: Syntax::YqlV1 as i32, text: text.to_owned() })),
        parameters: params.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
        ..Default::default()
    }
}

/// All messages that answer a query.
pub(crate) async fn parts(server: &Server, request: ExecuteQueryRequest) -> Vec<ExecuteQueryResponsePart> {
    let mut stream = bare(server).await.execute_query(request).await.unwrap().into_inner();
    let mut parts = Vec::new();
    while let Some(part) = stream.message().await.unwrap() {
        parts.push(part);
    }
    parts
}
