//! Generates the server side of the gRPC services over the messages of `ydb-grpc`, whose releases contain only
//! clients. protoc is not needed.

use std::error::Error;
use std::path::Path;
use std::{env, fs};

use tonic_build::manual::{Builder, Method, Service};

/// A method: its name, its request's and its answer's message, and whether the answer is a stream.
type Rpc = (&'static str, &'static str, &'static str, bool);

const DISCOVERY: &[Rpc] = &[
    ("ListEndpoints", "discovery::ListEndpointsRequest", "discovery::ListEndpointsResponse", false),
    ("WhoAmI", "discovery::WhoAmIRequest", "discovery::WhoAmIResponse", false),
];

const AUTH: &[Rpc] = &[("Login", "auth::LoginRequest", "auth::LoginResponse", false)];

const OPERATION: &[Rpc] = &[
    ("GetOperation", "operations::GetOperationRequest", "operations::GetOperationResponse", false),
    ("CancelOperation", "operations::CancelOperationRequest", "operations::CancelOperationResponse", false),
    ("ForgetOperation", "operations::ForgetOperationRequest", "operations::ForgetOperationResponse", false),
    ("ListOperations", "operations::ListOperationsRequest", "operations::ListOperationsResponse", false),
];

const SCHEME: &[Rpc] = &[
    ("MakeDirectory", "scheme::MakeDirectoryRequest", "scheme::MakeDirectoryResponse", false),
    ("RemoveDirectory", "scheme::RemoveDirectoryRequest", "scheme::RemoveDirectoryResponse", false),
    ("ListDirectory", "scheme::ListDirectoryRequest", "scheme::ListDirectoryResponse", false),
    ("DescribePath", "scheme::DescribePathRequest", "scheme::DescribePathResponse", false),
    ("ModifyPermissions", "scheme::ModifyPermissionsRequest", "scheme::ModifyPermissionsResponse", false),
];

const QUERY: &[Rpc] = &[
    ("CreateSession", "query::CreateSessionRequest", "query::CreateSessionResponse", false),
    ("DeleteSession", "query::DeleteSessionRequest", "query::DeleteSessionResponse", false),
    ("AttachSession", "query::AttachSessionRequest", "query::SessionState", true),
    ("BeginTransaction", "query::BeginTransactionRequest", "query::BeginTransactionResponse", false),
    ("CommitTransaction", "query::CommitTransactionRequest", "query::CommitTransactionResponse", false),
    ("RollbackTransaction", "query::RollbackTransactionRequest", "query::RollbackTransactionResponse", false),
    ("ExecuteQuery", "query::ExecuteQueryRequest", "query::ExecuteQueryResponsePart", true),
];

const TABLE: &[Rpc] = &[
    ("CreateSession", "table::CreateSessionRequest", "table::CreateSessionResponse", false),
    ("DeleteSession", "table::DeleteSessionRequest", "table::DeleteSessionResponse", false),
    ("KeepAlive", "table::KeepAliveRequest", "table::KeepAliveResponse", false),
    ("CreateTable", "table::CreateTableRequest", "table::CreateTableResponse", false),
    ("DropTable", "table::DropTableRequest", "table::DropTableResponse", false),
    ("AlterTable", "table::AlterTableRequest", "table::AlterTableResponse", false),
    ("CopyTable", "table::CopyTableRequest", "table::CopyTableResponse", false),
    ("CopyTables", "table::CopyTablesRequest", "table::CopyTablesResponse", false),
    ("RenameTables", "table::RenameTablesRequest", "table::RenameTablesResponse", false),
    ("DescribeTable", "table::DescribeTableRequest", "table::DescribeTableResponse", false),
    ("DescribeTableOptions", "table::DescribeTableOptionsRequest", "table::DescribeTableOptionsResponse", false),
    ("ExplainDataQuery", "table::ExplainDataQueryRequest", "table::ExplainDataQueryResponse", false),
    ("PrepareDataQuery", "table::PrepareDataQueryRequest", "table::PrepareDataQueryResponse", false),
    ("ExecuteDataQuery", "table::ExecuteDataQueryRequest", "table::ExecuteDataQueryResponse", false),
    ("ExecuteSchemeQuery", "table::ExecuteSchemeQueryRequest", "table::ExecuteSchemeQueryResponse", false),
    ("BeginTransaction", "table::BeginTransactionRequest", "table::BeginTransactionResponse", false),
    ("CommitTransaction", "table::CommitTransactionRequest", "table::CommitTransactionResponse", false),
    ("RollbackTransaction", "table::RollbackTransactionRequest", "table::RollbackTransactionResponse", false),
    ("BulkUpsert", "table::BulkUpsertRequest", "table::BulkUpsertResponse", false),
    ("ReadRows", "table::ReadRowsRequest", "table::ReadRowsResponse", false),
];

/// StreamRead is a stream in both directions.
const TOPIC: &[Rpc] = &[
    ("AlterTopic", "topic::AlterTopicRequest", "topic::AlterTopicResponse", false),
    ("DescribeTopic", "topic::DescribeTopicRequest", "topic::DescribeTopicResponse", false),
    ("DescribeConsumer", "topic::DescribeConsumerRequest", "topic::DescribeConsumerResponse", false),
    ("CommitOffset", "topic::CommitOffsetRequest", "topic::CommitOffsetResponse", false),
    ("StreamRead", "topic::stream_read_message::FromClient", "topic::stream_read_message::FromServer", true),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    let services = [
        ("Ydb.Auth.V1", "AuthService", AUTH),
        ("Ydb.Discovery.V1", "DiscoveryService", DISCOVERY),
        ("Ydb.Operation.V1", "OperationService", OPERATION),
        ("Ydb.Query.V1", "QueryService", QUERY),
        ("Ydb.Scheme.V1", "SchemeService", SCHEME),
        ("Ydb.Table.V1", "TableService", TABLE),
        ("Ydb.Topic.V1", "TopicService", TOPIC),
    ];
    Builder::new().build_client(false).compile(&services.map(|(package, name, rpcs)| service(package, name, rpcs)));
    fs::write(Path::new(&env::var("OUT_DIR")?).join("methods.rs"), methods(&services))?;
    Ok(())
}

fn service(package: &str, name: &str, rpcs: &[Rpc]) -> Service {
    let builder = Service::builder().package(package).name(name);
    rpcs.iter().fold(builder, |builder, rpc| builder.method(method(*rpc))).build()
}

fn method((name, request, answer, streams): Rpc) -> Method {
    let builder = Method::builder()
        .name(snake_case(name))
        .route_name(name)
        .input_type(format!("ydb_grpc::ydb_proto::{request}"))
        .output_type(format!("ydb_grpc::ydb_proto::{answer}"))
        .codec_path("tonic_prost::ProstCodec");
    let builder = if request.ends_with("::FromClient") { builder.client_streaming() } else { builder };
    if streams { builder.server_streaming().build() } else { builder.build() }
}

/// The paths that are served, so that every other one can be refused by its name.
fn methods(services: &[(&str, &str, &[Rpc])]) -> String {
    let mut text =
        String::from("/// The paths of the methods that are served.\npub(crate) const METHODS: &[&str] = &[\n");
    for (package, service, rpcs) in services {
        for (name, ..) in *rpcs {
            text += &format!("    \"/{package}.{service}/{name}\",\n");
        }
    }
    text + "];\n"
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let mut before = false;
    for c in name.chars() {
        if c.is_uppercase() && before {
            snake.push('_');
        }
        before = c.is_lowercase();
        snake.extend(c.to_lowercase());
    }
    snake
}
