//! Methods that the engine lacks are refused by name.

use tonic::Code;
use ydb_grpc::ydb_proto::coordination::CreateNodeRequest;
use ydb_grpc::ydb_proto::coordination::v1::coordination_service_client::CoordinationServiceClient;
use ydb_grpc::ydb_proto::operation::v1::operation_service_client::OperationServiceClient;
use ydb_grpc::ydb_proto::operations::GetOperationRequest;
use ydb_grpc::ydb_proto::query::{ExecuteQueryRequest, ExecuteScriptRequest, Syntax};
use ydb_grpc::ydb_proto::table::v1::table_service_client::TableServiceClient;
use ydb_grpc::ydb_proto::table::{DescribeTableRequest, DescribeTableResult, ReadTableRequest};
use ydb_grpc::ydb_proto::topic::DropTopicRequest;
use ydb_grpc::ydb_proto::topic::v1::topic_service_client::TopicServiceClient;

use crate::support::{bare, channel, parts, request, run, start};

#[track_caller]
fn names(status: &tonic::Status, method: &str) {
    assert_eq!(status.code(), Code::Unimplemented);
    assert!(status.message().contains(method), "{}", status.message());
}

#[tokio::test]
async fn methods_that_are_not_served_are_named() {
    let (server, client) = start().await;
    let mut topics = TopicServiceClient::new(channel(&server).await);
    let answer = topics.drop_topic(DropTopicRequest::default()).await;
    names(&answer.unwrap_err(), "/Ydb.Topic.V1.TopicService/DropTopic");
    let mut nodes = CoordinationServiceClient::new(channel(&server).await);
    let answer = nodes.create_node(CreateNodeRequest::default()).await;
    names(&answer.unwrap_err(), "/Ydb.Coordination.V1.CoordinationService/CreateNode");
    let answer = bare(&server).await.execute_script(ExecuteScriptRequest::default()).await;
    names(&answer.unwrap_err(), "/Ydb.Query.V1.QueryService/ExecuteScript");
    let mut tables = TableServiceClient::new(channel(&server).await);
    let answer = tables.stream_read_table(ReadTableRequest::default()).await;
    names(&answer.unwrap_err(), "/Ydb.Table.V1.TableService/StreamReadTable");
    // The SDK reports the same error.
    let error = client.topic_client().drop_topic("/local/t".into()).await.unwrap_err();
    assert!(error.to_string().contains("DropTopic"), "{error}");
}

#[tokio::test]
async fn operations_are_none() {
    let (server, client) = start().await;
    let mut operations = OperationServiceClient::new(channel(&server).await);
    let request = GetOperationRequest { id: "ydb://operation/1".into() };
    let operation = operations.get_operation(request).await.unwrap().into_inner().operation.unwrap();
    assert_eq!((operation.ready, operation.status), (true, 400_140));
    let reply = client.operation_client().get_operation("ydb://operation/1").await.unwrap();
    assert_eq!((reply.ready, reply.status), (true, 400_140));
}

#[tokio::test]
async fn requests_that_say_nothing_are_bad() {
    let (server, _client) = start().await;
    let empty = parts(&server, ExecuteQueryRequest::default()).await;
    assert_eq!(empty[0].status, 400_010);
    let mut postgres = request("SELECT 1", &[]);
    if let Some(ydb_grpc::ydb_proto::query::execute_query_request::Query::QueryContent(content)) = &mut postgres.query {
        content.syntax = Syntax::Pg as i32;
    }
    assert_eq!(parts(&server, postgres).await[0].status, 400_180);
}

#[tokio::test]
async fn tables_are_described_with_bounds_and_statistics() {
    let (server, client) = start().await;
    let text = "CREATE TABLE t (k Uint64 NOT NULL, v Utf8, PRIMARY KEY (k)) WITH (PARTITION_AT_KEYS = (10, 20))";
    run(&client, text).await;
    run(&client, "UPSERT INTO t (k) VALUES (1), (15), (16), (30)").await;
    let mut tables = TableServiceClient::new(channel(&server).await);
    let request = DescribeTableRequest {
        path: "/local/t".into(),
        include_shard_key_bounds: true,
        include_table_stats: true,
        include_partition_stats: true,
        ..Default::default()
    };
    let operation = tables.describe_table(request.clone()).await.unwrap().into_inner().operation.unwrap();
    assert_eq!(operation.status, 400_000);
    let reply = <DescribeTableResult as prost::Message>::decode(&*operation.result.unwrap().value).unwrap();
    assert_eq!(reply.shard_key_bounds.len(), 2);
    let stats = reply.table_stats.unwrap();
    assert_eq!((stats.rows_estimate, stats.partitions), (4, 3));
    let rows: Vec<u64> = stats.partition_stats.iter().map(|partition| partition.rows_estimate).collect();
    assert_eq!(rows, [1, 2, 1]);

    let plain = DescribeTableRequest { path: "/local/t".into(), ..Default::default() };
    let operation = tables.describe_table(plain).await.unwrap().into_inner().operation.unwrap();
    let reply = <DescribeTableResult as prost::Message>::decode(&*operation.result.unwrap().value).unwrap();
    assert!(reply.shard_key_bounds.is_empty() && reply.table_stats.is_none());
}
