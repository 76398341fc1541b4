//! Idle sessions, and sessions with an attached stream.

use std::time::Duration;

use prost::Message;
use tonic::transport::Channel;
use ydb_embedded::{Clock, Server};
use ydb_grpc::ydb_proto::query::v1::query_service_client::QueryServiceClient;
use ydb_grpc::ydb_proto::query::{AttachSessionRequest, CreateSessionRequest, DeleteSessionRequest, SessionState};
use ydb_grpc::ydb_proto::table::keep_alive_result::SessionStatus;
use ydb_grpc::ydb_proto::table::v1::table_service_client::TableServiceClient;
use ydb_grpc::ydb_proto::table::{
    CreateSessionRequest as CreateTableSession, CreateSessionResult, DeleteSessionRequest as DeleteTableSession,
    KeepAliveRequest, KeepAliveResult,
};

use crate::support::{bare, channel, connect, request, run, soon, start};

const IDLE: Duration = Duration::from_secs(1);

const SUCCESS: i32 = 400_000;
const BAD_REQUEST: i32 = 400_010;
const BAD_SESSION: i32 = 400_100;

async fn create(query: &mut QueryServiceClient<Channel>) -> String {
    query.create_session(CreateSessionRequest::default()).await.unwrap().into_inner().session_id
}

async fn attach(query: &mut QueryServiceClient<Channel>, id: &str) -> tonic::Streaming<SessionState> {
    let request = AttachSessionRequest { session_id: id.to_owned() };
    let mut stream = query.attach_session(request).await.unwrap().into_inner();
    assert_eq!(stream.message().await.unwrap().unwrap().status, SUCCESS);
    stream
}

/// Returns the status of `SELECT 1` in a session.
async fn select(query: &mut QueryServiceClient<Channel>, id: &str) -> i32 {
    let mut select = request("SELECT 1", &[]);
    id.clone_into(&mut select.session_id);
    query.execute_query(select).await.unwrap().into_inner().message().await.unwrap().unwrap().status
}

async fn keep_alive(server: &Server, id: &str) -> (i32, i32) {
    let mut tables = TableServiceClient::new(channel(server).await);
    let request = KeepAliveRequest { session_id: id.to_owned(), ..Default::default() };
    let operation = tables.keep_alive(request).await.unwrap().into_inner().operation.unwrap();
    let result = operation.result.map(|any| KeepAliveResult::decode(&*any.value).unwrap()).unwrap_or_default();
    (operation.status, result.session_status)
}

#[tokio::test]
async fn only_an_attached_session_outlives_the_idle_time() {
    let server = Server::builder().clock(Clock::manual()).session_idle_time(IDLE).start().await.unwrap();
    let mut query = bare(&server).await;
    let (attached, alone) = (create(&mut query).await, create(&mut query).await);
    let stream = attach(&mut query, &attached).await;
    server.advance(IDLE).unwrap();
    assert_eq!(select(&mut query, &alone).await, BAD_SESSION);
    assert_eq!(select(&mut query, &attached).await, SUCCESS);
    drop(stream);
    let ended = async {
        while select(&mut query, &attached).await != BAD_SESSION {
            tokio::task::yield_now().await;
        }
    };
    soon(ended).await;
}

#[tokio::test]
async fn an_expired_session_is_answered_like_an_unknown_one() {
    let server = Server::builder().clock(Clock::manual()).session_idle_time(IDLE).start().await.unwrap();
    let mut tables = TableServiceClient::new(channel(&server).await);
    let created = tables.create_session(CreateTableSession::default()).await.unwrap().into_inner().operation.unwrap();
    let id = CreateSessionResult::decode(&*created.result.unwrap().value).unwrap().session_id;
    assert_eq!(keep_alive(&server, &id).await, (SUCCESS, SessionStatus::Ready as i32));
    server.advance(IDLE).unwrap();
    assert_eq!(keep_alive(&server, &id).await.0, BAD_SESSION);
}

#[tokio::test]
async fn a_client_of_the_sdk_does_not_notice_the_idle_time() {
    let server = Server::builder().clock(Clock::manual()).session_idle_time(IDLE).start().await.unwrap();
    let client = connect(&server).await;
    run(&client, "SELECT 1").await;
    // The client returns the session to its pool in the background.
    let returned = async {
        while client.session_pool_stats().idle == 0 {
            tokio::task::yield_now().await;
        }
    };
    soon(returned).await;
    let before = client.session_pool_stats().sessions_created;
    server.advance(IDLE).unwrap();
    run(&client, "SELECT 1").await;
    assert_eq!(client.session_pool_stats().sessions_created, before);
}

#[tokio::test]
async fn the_query_service_runs_nothing_in_a_session_without_its_stream() {
    let (server, _client) = start().await;
    let mut query = bare(&server).await;
    let id = create(&mut query).await;
    assert_eq!(select(&mut query, &id).await, BAD_REQUEST);
    let _stream = attach(&mut query, &id).await;
    assert_eq!(select(&mut query, &id).await, SUCCESS);
}

#[tokio::test]
async fn a_session_under_a_query_is_busy_until_the_stream_is_dropped() {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, v Utf8, PRIMARY KEY (k))").await;
    let rows: Vec<String> = (0..2000).map(|k| format!("({k}, '{}'u)", "x".repeat(1000))).collect();
    run(&client, &format!("UPSERT INTO t (k, v) VALUES {}", rows.join(", "))).await;
    let mut query = bare(&server).await;
    let id = create(&mut query).await;
    let _stream = attach(&mut query, &id).await;
    let mut long = request("SELECT k, v FROM t", &[]);
    long.session_id.clone_from(&id);
    long.response_part_limit_bytes = 1000;
    let mut parts = query.execute_query(long).await.unwrap().into_inner();
    assert_eq!(parts.message().await.unwrap().unwrap().status, SUCCESS);
    assert_eq!(keep_alive(&server, &id).await, (SUCCESS, SessionStatus::Busy as i32));
    drop(parts);
    let free = async {
        while keep_alive(&server, &id).await != (SUCCESS, SessionStatus::Ready as i32) {
            tokio::task::yield_now().await;
        }
    };
    soon(free).await;
    assert_eq!(select(&mut query, &id).await, SUCCESS);
}

#[tokio::test]
async fn a_session_that_is_gone_is_deleted_with_success() {
    let (server, _client) = start().await;
    let mut query = bare(&server).await;
    let session_id = create(&mut query).await;
    for _ in 0..2 {
        let delete = DeleteSessionRequest { session_id: session_id.clone() };
        assert_eq!(query.delete_session(delete).await.unwrap().into_inner().status, SUCCESS);
    }
    let mut tables = TableServiceClient::new(channel(&server).await);
    for (session_id, status) in [(session_id, SUCCESS), ("nobody's".to_owned(), SUCCESS), (String::new(), BAD_REQUEST)]
    {
        let delete = DeleteTableSession { session_id, ..Default::default() };
        assert_eq!(tables.delete_session(delete).await.unwrap().into_inner().operation.unwrap().status, status);
    }
}
