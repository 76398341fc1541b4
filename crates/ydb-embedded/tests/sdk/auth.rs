//! Clients that may connect, and the SDK's errors for the others.

use tonic::Code;
use ydb::{AccessTokenCredentials, Client, ClientBuilder, Credentials, StaticCredentials, YdbError, YdbResult};
use ydb_embedded::{Server, Status};
use ydb_grpc::ydb_proto::discovery::WhoAmIRequest;
use ydb_grpc::ydb_proto::discovery::v1::discovery_service_client::DiscoveryServiceClient;

use crate::support::{build, channel, connect, grpc_code, one, refused, run};

fn guarded() -> Server {
    Server::builder().user("root", "1234").token("secret").start_blocking().unwrap()
}

fn password(server: &Server, user: &str, password: &str) -> StaticCredentials {
    let uri = server.endpoint().replace("grpc://", "http://").parse().unwrap();
    StaticCredentials::new(user.to_owned(), password.to_owned(), uri, server.database().to_owned())
}

async fn enter(server: &Server, credentials: impl Credentials + 'static) -> YdbResult<Client> {
    let builder = ClientBuilder::new_from_connection_string(server.connection_string())?;
    build(builder.with_credentials(credentials)).await
}

#[tokio::test]
async fn a_user_enters_with_the_password() {
    let server = guarded();
    let client = enter(&server, password(&server, "root", "1234")).await.unwrap();
    assert_eq!(one::<i32>(&client, "SELECT 1").await, 1);
}

#[tokio::test]
async fn the_connection_string_may_have_user_and_password() {
    let server = guarded();
    let text = format!("{}?token_static_username=root&token_static_password=1234", server.connection_string());
    let client = build(ClientBuilder::new_from_connection_string(text).unwrap()).await.unwrap();
    assert_eq!(one::<i32>(&client, "SELECT 1").await, 1);
}

#[tokio::test]
async fn a_token_enters() {
    let server = guarded();
    let client = enter(&server, AccessTokenCredentials::from("secret")).await.unwrap();
    assert_eq!(one::<i32>(&client, "SELECT 1").await, 1);
}

#[tokio::test]
async fn a_client_without_token_enters_where_anonymous_ones_may() {
    let server = Server::builder().user("root", "1234").anonymous().start_blocking().unwrap();
    let client = connect(&server).await;
    assert_eq!(one::<i32>(&client, "SELECT 1").await, 1);
    enter(&server, password(&server, "root", "1234")).await.unwrap();
    refused(password(&server, "root", "12345").acquire_token().await, Status::Unauthorized, "Invalid password");
    let wrong = enter(&server, AccessTokenCredentials::from("guess")).await;
    assert_eq!(grpc_code(wrong), Code::Unauthenticated);
}

#[tokio::test]
async fn wrong_names_and_passwords_are_unauthorized() {
    let server = guarded();
    let wrong = password(&server, "root", "12345");
    refused(wrong.acquire_token().await, Status::Unauthorized, "Invalid password");
    let unknown = password(&server, "nobody", "1234");
    refused(unknown.acquire_token().await, Status::Unauthorized, "Cannot find user 'nobody'");
    refused(enter(&server, wrong).await, Status::Unauthorized, "Invalid password");
}

#[tokio::test]
async fn unknown_tokens_are_unauthenticated() {
    let server = guarded();
    let wrong = enter(&server, AccessTokenCredentials::from("guess")).await;
    assert_eq!(grpc_code(wrong), Code::Unauthenticated);
}

#[tokio::test]
async fn nobody_enters_without_a_name() {
    let server = guarded();
    let builder = ClientBuilder::new_from_connection_string(server.connection_string()).unwrap();
    match builder.build().await.err() {
        Some(YdbError::TransportGRPCStatus(status)) => {
            assert_eq!((status.code(), status.message()), (Code::Unauthenticated, "Access denied without user token"));
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_user_alone_shuts_out_tokens_and_a_token_alone_shuts_out_users() {
    let users = Server::builder().user("root", "1234").start_blocking().unwrap();
    assert_eq!(grpc_code(enter(&users, AccessTokenCredentials::from("secret")).await), Code::Unauthenticated);
    let tokens = Server::builder().token("secret").start_blocking().unwrap();
    refused(password(&tokens, "root", "1234").acquire_token().await, Status::Unauthorized, "");
    enter(&tokens, AccessTokenCredentials::from("secret")).await.unwrap();
}

#[tokio::test]
async fn an_open_server_takes_everyone() {
    let server = Server::start_blocking().unwrap();
    let client = enter(&server, AccessTokenCredentials::from("whatever")).await.unwrap();
    assert_eq!(one::<i32>(&client, "SELECT 1").await, 1);
}

#[tokio::test]
async fn another_database_is_not_this_one() {
    let server = Server::start_blocking().unwrap();
    let other = format!("{}/other", server.endpoint());
    let client = ClientBuilder::new_from_connection_string(other).unwrap().build().await;
    assert_eq!(grpc_code(client), Code::Unauthenticated);
}

#[tokio::test]
async fn who_am_i() {
    let server = guarded();
    let mut discovery = DiscoveryServiceClient::new(channel(&server).await);
    let mut request = tonic::Request::new(WhoAmIRequest::default());
    request.metadata_mut().insert("x-ydb-auth-ticket", "secret".parse().unwrap());
    let operation = discovery.who_am_i(request).await.unwrap().into_inner().operation.unwrap();
    assert_eq!(operation.status, 400_000);
    assert_eq!(discovery.who_am_i(WhoAmIRequest::default()).await.unwrap_err().code(), Code::Unauthenticated);
}

/// Statements without the necessary rights, on a server that checks rights. The user connects with name and password,
/// and with a name of YDB's own domain.
#[tokio::test]
async fn users_do_what_was_granted() {
    let behavior = ydb_embedded::Behavior::strict();
    let server =
        Server::builder().user("root", "1234").user("ann", "5678").behavior(behavior).start_blocking().unwrap();
    let root = enter(&server, password(&server, "root", "1234")).await.unwrap();
    let ann = enter(&server, password(&server, "ann", "5678")).await.unwrap();
    run(&root, "CREATE TABLE t (k Int32 NOT NULL, PRIMARY KEY (k))").await;
    refused(
        ann.query_client().exec("SELECT k FROM t").await,
        Status::SchemeError,
        "you do not have access permissions",
    );
    let created = ann.query_client().exec("CREATE TABLE u (k Int32 NOT NULL, PRIMARY KEY (k))").await;
    refused(created, Status::Unauthorized, "Access denied for ann on path /local with access CreateTable");
    let row = || vec![ydb::ydb_struct!("k" => 1)];
    let written = ann.table_client().bulk_upsert("/local/t", row()).await;
    refused(written, Status::Unauthorized, "Access denied for ann with access UpdateRow to table '/local/t'");
    refused(ann.table_client().describe_table("/local/t".to_owned()).await, Status::Unauthorized, "DescribeSchema");

    run(&root, "GRANT SELECT, UPDATE ROW ON t TO ann").await;
    ann.table_client().bulk_upsert("/local/t", row()).await.unwrap();
    assert_eq!(one::<i32>(&ann, "SELECT k FROM t").await, 1);
    let reply = ann.scheme_client().describe_path("/local/t".into()).await.unwrap();
    assert_eq!(reply.owner, "root");
    assert_eq!(reply.permissions[0].subject, "ann");
    assert_eq!(reply.permissions[0].permission_names, ["ydb.generic.read", "ydb.granular.update_row"]);
}

#[tokio::test]
async fn a_builtin_name_is_a_token_of_an_open_server() {
    let mut behavior = ydb_embedded::Behavior::default();
    behavior.access_rights = true;
    let server = Server::builder().behavior(behavior).start_blocking().unwrap();
    let root = enter(&server, AccessTokenCredentials::from("whatever")).await.unwrap();
    run(&root, "CREATE TABLE t (k Int32 NOT NULL, PRIMARY KEY (k))").await;
    let ann = enter(&server, AccessTokenCredentials::from("ann@builtin")).await.unwrap();
    refused(
        ann.query_client().exec("SELECT k FROM t").await,
        Status::SchemeError,
        "you do not have access permissions",
    );
    run(&root, "GRANT 'ydb.generic.read' ON `/local` TO `ann@builtin`").await;
    run(&ann, "SELECT k FROM t").await;
}
