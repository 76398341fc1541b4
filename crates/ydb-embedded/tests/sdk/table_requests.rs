//! Requests of the Table service with fields that the SDK does not send, and descriptions with all their fields.

use prost::Message;
use tonic::transport::Channel;
use ydb_embedded::Server;
use ydb_grpc::ydb_proto::feature_flag::Status as Flag;
use ydb_grpc::ydb_proto::operations::Operation;
use ydb_grpc::ydb_proto::query::ExecMode;
use ydb_grpc::ydb_proto::table::table_index_description::Type as IndexType;
use ydb_grpc::ydb_proto::table::v1::table_service_client::TableServiceClient;
use ydb_grpc::ydb_proto::table::{
    AlterTableRequest, BulkUpsertRequest, ColumnFamily, ColumnMeta, CreateTableRequest, DescribeTableRequest,
    DescribeTableResult, GlobalIndex, StoragePool, StorageSettings, TableIndex, column_family::Compression,
};
use ydb_grpc::ydb_proto::r#type::{PrimitiveTypeId, Type as Kind};
use ydb_grpc::ydb_proto::value::Value as Field;
use ydb_grpc::ydb_proto::{ListType, OptionalType, StructMember, StructType, Type, TypedValue, Value};

use crate::support::{all, channel, parts, request, run, start};

const SUCCESS: i32 = 400_000;
const BAD_REQUEST: i32 = 400_010;
const UNSUPPORTED: i32 = 400_180;

async fn tables(server: &Server) -> TableServiceClient<Channel> {
    TableServiceClient::new(channel(server).await)
}

/// Returns the status and the first message, if there is one.
fn answer(operation: Option<Operation>) -> (i32, String) {
    let operation = operation.unwrap();
    (operation.status, operation.issues.first().map(|issue| issue.message.clone()).unwrap_or_default())
}

async fn create(server: &Server, request: CreateTableRequest) -> (i32, String) {
    answer(tables(server).await.create_table(request).await.unwrap().into_inner().operation)
}

async fn describe(server: &Server, request: DescribeTableRequest) -> DescribeTableResult {
    let operation = tables(server).await.describe_table(request).await.unwrap().into_inner().operation.unwrap();
    DescribeTableResult::decode(&*operation.result.unwrap().value).unwrap()
}

fn of(path: &str) -> DescribeTableRequest {
    DescribeTableRequest { path: path.to_owned(), ..Default::default() }
}

fn int32() -> Type {
    Type { r#type: Some(Kind::TypeId(PrimitiveTypeId::Int32 as i32)) }
}

fn optional(item: Type) -> Type {
    Type { r#type: Some(Kind::OptionalType(Box::new(OptionalType { item: Some(Box::new(item)) }))) }
}

/// Returns a request for a table with the columns `k` and `v`.
fn table(path: &str) -> CreateTableRequest {
    let column = |name: &str, ty| ColumnMeta { name: name.to_owned(), r#type: Some(ty), ..Default::default() };
    CreateTableRequest {
        path: path.to_owned(),
        columns: vec![column("k", int32()), column("v", optional(int32()))],
        primary_key: vec!["k".to_owned()],
        ..Default::default()
    }
}

fn index(r#type: Option<ydb_grpc::ydb_proto::table::table_index::Type>) -> TableIndex {
    TableIndex { name: "by_v".into(), index_columns: vec!["v".into()], r#type, ..Default::default() }
}

#[tokio::test]
async fn a_row_table_says_by_its_types_what_may_be_null() {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE r (k Int32 NOT NULL, v Utf8, PRIMARY KEY (k))").await;
    let rows = describe(&server, of("/local/r")).await;
    assert_eq!((rows.store_type, rows.columns.len()), (0, 2));
    assert!(rows.columns.iter().all(|column| column.not_null.is_none()));
    assert_eq!(rows.columns[0].r#type, Some(int32()));

    let text = "CREATE TABLE c (k Int32 NOT NULL, v Utf8, PRIMARY KEY (k)) WITH (STORE = COLUMN)";
    run(&client, text).await;
    let columns = describe(&server, of("/local/c")).await;
    assert_eq!(columns.store_type, 2);
    assert_eq!(columns.columns.iter().map(|column| column.not_null).collect::<Vec<_>>(), [Some(true), None]);
    assert!(columns.column_families.is_empty());
}

#[tokio::test]
async fn the_default_family_is_described_even_if_nobody_named_it() {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, v Int32, PRIMARY KEY (k))").await;
    let default = ColumnFamily { name: "default".into(), compression: Compression::None as i32, ..Default::default() };
    let plain = describe(&server, of("/local/t")).await;
    assert_eq!(plain.column_families, std::slice::from_ref(&default));
    assert_eq!(plain.storage_settings.unwrap().store_external_blobs, Flag::Disabled as i32);
    let cold = ColumnFamily { name: "cold".into(), compression: Compression::Lz4 as i32, ..Default::default() };
    let named = ColumnFamily { data: Some(StoragePool { media: "ssd".into() }), ..default };
    let families = vec![cold.clone(), named.clone()];
    let request = CreateTableRequest { column_families: families, ..table("/local/u") };
    assert_eq!(create(&server, request).await.0, SUCCESS);
    assert_eq!(describe(&server, of("/local/u")).await.column_families, [cold, named]);
    let kept = ColumnFamily { name: "hot".into(), keep_in_memory: Flag::Enabled as i32, ..Default::default() };
    let request = CreateTableRequest { column_families: vec![kept], ..table("/local/w") };
    let message = "Setting keep_in_memory to ENABLED is not allowed".to_owned();
    assert_eq!(create(&server, request).await, (BAD_REQUEST, message));
}

#[tokio::test]
async fn statistics_of_partitions_come_with_those_of_the_table_only() {
    let (server, client) = start().await;
    run(&client, "CREATE TABLE t (k Int32 NOT NULL, PRIMARY KEY (k))").await;
    let partitions = DescribeTableRequest { include_partition_stats: true, ..of("/local/t") };
    assert_eq!(describe(&server, partitions.clone()).await.table_stats, None);
    let both = DescribeTableRequest { include_table_stats: true, ..partitions };
    assert_eq!(describe(&server, both).await.table_stats.unwrap().partition_stats.len(), 1);
}

#[tokio::test]
async fn an_index_without_a_type_is_global_in_a_new_table_only() {
    let (server, _client) = start().await;
    let request = CreateTableRequest { indexes: vec![index(None)], ..table("/local/t") };
    assert_eq!(create(&server, request).await.0, SUCCESS);
    let made = describe(&server, of("/local/t")).await.indexes.remove(0);
    assert_eq!((made.name.as_str(), made.r#type), ("by_v", Some(IndexType::GlobalIndex(GlobalIndex {}))));
    assert_eq!(create(&server, table("/local/u")).await.0, SUCCESS);
    let alter = AlterTableRequest { path: "/local/u".into(), add_indexes: vec![index(None)], ..Default::default() };
    let altered = tables(&server).await.alter_table(alter).await.unwrap().into_inner().operation;
    assert_eq!(answer(altered), (BAD_REQUEST, "Invalid or unset index type".to_owned()));
}

#[tokio::test]
async fn storage_settings_that_the_engine_lacks_are_named() {
    let (server, _client) = start().await;
    let with = |settings| CreateTableRequest { storage_settings: Some(settings), ..table("/local/t") };
    let log = StorageSettings { tablet_commit_log0: Some(StoragePool { media: "ssd".into() }), ..Default::default() };
    let message = "storage_settings is not supported by the embedded engine".to_owned();
    assert_eq!(create(&server, with(log)).await, (UNSUPPORTED, message));
    let blobs = |flag: Flag| StorageSettings { store_external_blobs: flag as i32, ..Default::default() };
    let message = "Setting store_external_blobs to ENABLED is not allowed".to_owned();
    assert_eq!(create(&server, with(blobs(Flag::Enabled))).await, (BAD_REQUEST, message));
    assert_eq!(create(&server, with(blobs(Flag::Disabled))).await.0, SUCCESS);
}

#[tokio::test]
async fn null_is_taken_in_bulk_before_its_type_is_looked_at() {
    let (server, client) = start().await;
    assert_eq!(create(&server, table("/local/t")).await.0, SUCCESS);
    let member = |name: &str| StructMember { name: name.to_owned(), r#type: Some(int32()) };
    let row = Type { r#type: Some(Kind::StructType(StructType { members: vec![member("k"), member("v")] })) };
    let list = Type { r#type: Some(Kind::ListType(Box::new(ListType { item: Some(Box::new(row)) }))) };
    let value = |value| Value { value: Some(value), ..Default::default() };
    let bulk = async |k: Field, v: Field| {
        let row = Value { items: vec![value(k), value(v)], ..Default::default() };
        let rows = Value { items: vec![row], ..Default::default() };
        let rows = Some(TypedValue { r#type: Some(list.clone()), value: Some(rows) });
        let request = BulkUpsertRequest { table: "/local/t".into(), rows, ..Default::default() };
        answer(tables(&server).await.bulk_upsert(request).await.unwrap().into_inner().operation)
    };
    assert_eq!(bulk(Field::Int32Value(1), Field::NullFlagValue(0)).await.0, SUCCESS);
    assert_eq!(all::<Option<i32>>(&client, "SELECT v FROM t").await, [None]);
    let message = "Received NULL value for not null column: k".to_owned();
    assert_eq!(bulk(Field::NullFlagValue(0), Field::Int32Value(1)).await, (BAD_REQUEST, message));
}

#[tokio::test]
async fn the_modes_of_execution_that_ydb_knows_and_does_not_serve() {
    let (server, _client) = start().await;
    for (mode, message) in [
        (ExecMode::Unspecified, "Unexpected query mode"),
        (ExecMode::Parse, "Unexpected query mode"),
        (ExecMode::Validate, "Unexpected query type."),
    ] {
        let mut select = request("SELECT 1", &[]);
        select.exec_mode = mode as i32;
        let part = parts(&server, select).await.remove(0);
        assert_eq!((part.status, part.issues[0].message.as_str()), (BAD_REQUEST, message));
    }
}
