//! Helpers for all tests: servers with clients, single values, refusals, and the bare protocol.

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

/// Waits for a future that must end. The limit of a minute measures nothing; it only ends a test that hangs.
pub(crate) async fn soon<T>(happens: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(60), happens).await.unwrap_or_else(|_| panic!("this hangs"))
}

/// Largest size of a message in bytes that both sides accept.
pub(crate) const MAX_MESSAGE: usize = 64_000_000;

/// Starts a server and connects a client.
pub(crate) async fn start() -> (Server, Client) {
    let server = Server::start().await.unwrap();
    let client = connect(&server).await;
    (server, client)
}

/// Connects one more client.
pub(crate) async fn connect(server: &Server) -> Client {
    build(ClientBuilder::new_from_connection_string(server.connection_string()).unwrap()).await.unwrap()
}

/// Builds a client that waits for sessions as [`sessions`] says.
pub(crate) async fn build(builder: ClientBuilder) -> YdbResult<Client> {
    builder.build().await?.with_session_pool(sessions()).await
}

/// Returns the settings of sessions. On a busy machine a session may take longer than the default half second.
pub(crate) fn sessions() -> SessionPoolSettings {
    SessionPoolSettings::new().with_session_create_timeout(Duration::from_secs(60))
}

/// Returns the same client without retries, so that it returns errors that it would retry.
pub(crate) fn impatient(client: &Client) -> Client {
    client.clone_with_retry_settings(RetrySettings::dont_retry())
}

/// Runs a statement that must succeed.
pub(crate) async fn run(client: &Client, text: &str) {
    if let Err(error) = client.query_client().exec(text).await {
        panic!("{text}: {error:?}");
    }
}

/// Returns the only row of a query.
pub(crate) async fn row(client: &Client, text: &str) -> Row {
    client.query_client().query_row(text).await.unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// Returns the first column of the only row of a query.
pub(crate) async fn one<T: TryFrom<Value, Error = YdbError>>(client: &Client, text: &str) -> T {
    row(client, text).await.remove_field(0).unwrap().try_into().unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// Returns the first column of all rows of a query.
pub(crate) async fn all<T: TryFrom<Value, Error = YdbError>>(client: &Client, text: &str) -> Vec<T> {
    let set = client.query_client().query_result_set(text).await.unwrap_or_else(|error| panic!("{text}: {error:?}"));
    set.rows().map(|mut row| row.remove_field(0).unwrap().try_into().unwrap()).collect()
}

/// Returns the status and all messages of a refusal.
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

/// Checks that a call is refused with a status, and with a text among its messages.
#[track_caller]
pub(crate) fn refused<T>(result: YdbResult<T>, status: Status, text: &str) {
    let Err(error) = result else { panic!("is not refused with {status:?} {text:?}") };
    let (code, messages) = refusal(&error);
    assert!(code == status as i32 && messages.contains(text), "{status:?} {text:?}, but {code}:\n{messages}");
}

/// Checks that a transaction is refused with a status, and with a text among its messages.
#[track_caller]
pub(crate) fn tx_refused<T>(result: Result<T, YdbOrCustomerError>, status: Status, text: &str) {
    refused(result.map_err(YdbOrCustomerError::to_ydb_error), status, text);
}

/// Returns the gRPC code with which a call failed.
#[track_caller]
pub(crate) fn grpc_code<T>(result: YdbResult<T>) -> tonic::Code {
    match result.err() {
        Some(YdbError::TransportGRPCStatus(status)) => status.code(),
        other => panic!("not a status of gRPC's: {other:?}"),
    }
}

/// Opens a connection without an SDK.
pub(crate) async fn channel(server: &Server) -> Channel {
    let uri = server.endpoint().replace("grpc://", "http://");
    Channel::from_shared(uri).unwrap().connect().await.unwrap()
}

/// Returns a client of the Query service without the SDK.
pub(crate) async fn bare(server: &Server) -> QueryServiceClient<Channel> {
    let client = QueryServiceClient::new(channel(server).await);
    client.max_decoding_message_size(MAX_MESSAGE).max_encoding_message_size(MAX_MESSAGE)
}

/// Returns a query with an implicit session and an implicit transaction.
pub(crate) fn request(text: &str, params: &[(&str, TypedValue)]) -> ExecuteQueryRequest {
    ExecuteQueryRequest {
        exec_mode: ExecMode::Execute as i32,
        query: Some(Query::QueryContent(QueryContent { syntax: Syntax::YqlV1 as i32, text: text.to_owned() })),
        parameters: params.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
        ..Default::default()
    }
}

/// Returns all messages that answer a query.
pub(crate) async fn parts(server: &Server, request: ExecuteQueryRequest) -> Vec<ExecuteQueryResponsePart> {
    let mut stream = bare(server).await.execute_query(request).await.unwrap().into_inner();
    let mut parts = Vec::new();
    while let Some(part) = stream.message().await.unwrap() {
        parts.push(part);
    }
    parts
}
