//! Tests connections for loads and exports: credentials, addresses, and the texts of errors.

use e2e_tests::until;
use ydb::{AccessTokenCredentials, AnonymousCredentials, StaticCredentials};
use ydb_embedded::{Call, Fault, Server, Status};
use ydb_keys::ConnectError;
use ydb_keys_bulk::Connection;

async fn secured() -> Server {
    Server::builder().user("loader", "secret pass").token("t0ken").start().await.unwrap()
}

#[tokio::test]
async fn a_database_without_users() {
    let server = Server::start().await.unwrap();
    for parameters in ["", "?use_discovery=false"] {
        let connection = Connection::open(&format!("{}{parameters}", server.connection_string())).await.unwrap();
        assert_eq!(connection.database(), "/local");
    }
    Connection::open_with(server.connection_string(), AnonymousCredentials::new()).await.unwrap();
}

#[tokio::test]
async fn credentials_are_those_of_the_client() {
    let server = secured().await;
    let string = server.connection_string();
    for parameters in ["token=t0ken", "token_static_username=loader&token_static_password=secret%20pass"] {
        for discovery in ["", "&use_discovery=false"] {
            Connection::open(&format!("{string}?{parameters}{discovery}")).await.unwrap();
        }
    }
    Connection::open_with(string, AccessTokenCredentials::from("t0ken")).await.unwrap();
    let endpoint = server.endpoint().parse().unwrap();
    let login = StaticCredentials::new("loader".to_owned(), "secret pass".to_owned(), endpoint, "/local".to_owned());
    let connection = Connection::open_with(string, login).await.unwrap();
    let shown = format!("{connection:?}");
    assert!(shown.contains("/local") && !shown.contains("secret"), "{shown}");
}

#[tokio::test]
async fn wrong_credentials_are_reported() {
    let server = secured().await;
    let string = server.connection_string();
    for (parameters, named) in [
        ("?token=wr0ng", "the parameter `token`"),
        ("?token_static_username=loader&token_static_password=wr0ng", "the parameter `token_static_password`"),
        ("?use_discovery=false", "no credentials"),
        ("", "no credentials"),
    ] {
        let error = Connection::open(&format!("{string}{parameters}")).await.unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, ConnectError::Unauthorized { .. }), "{parameters}: {error:?}");
        assert!(text.contains(named) && !text.contains("wr0ng"), "{text}");
    }
    let error = Connection::open_with(string, AccessTokenCredentials::from("wr0ng")).await.unwrap_err();
    let text = error.to_string();
    assert!(text.contains("with the credentials of the program: ") && !text.contains("wr0ng"), "{text}");
}

#[tokio::test]
async fn a_wrong_address_is_reported() {
    let error = Connection::open("localhost:2136").await.unwrap_err();
    assert!(matches!(error, ConnectError::Invalid { .. }), "{error:?}");
    let server = Server::start().await.unwrap();
    let other = server.connection_string().replace("/local", "/other");
    for parameters in ["", "?use_discovery=false"] {
        let string = format!("{other}{parameters}");
        let error = Connection::open(&string).await.unwrap_err();
        let Err(expected) = ydb_keys::connect(&string).await else { panic!("{string}") };
        assert_eq!(error.to_string(), expected.to_string());
        let cure = ": gRPC Unauthenticated: Unknown database; is the path of the database right?";
        assert!(matches!(error, ConnectError::Refused { .. }) && error.to_string().ends_with(cure), "{error}");
        assert!(error.to_string().contains("/other"), "{error}");
    }
}

/// Tests that after the last clone is dropped nothing runs on: no discovery, no port for tickets, no connections.
#[tokio::test]
async fn a_dropped_connection_leaves_nothing() {
    let server = secured().await;
    let string =
        format!("{}?token_static_username=loader&token_static_password=secret%20pass", server.connection_string());
    let other = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let tasks = || tokio::runtime::Handle::current().metrics().num_alive_tasks();
            let connection = Connection::open(&string).await.unwrap();
            let clone = connection.clone();
            drop(connection);
            let while_open = tasks();
            drop(clone);
            until(|| tasks() == 0).await;
            while_open
        })
    });
    let while_open = tokio::task::spawn_blocking(|| other.join().unwrap()).await.unwrap();
    assert!(while_open > 2, "{while_open}");
}

/// Tests that a connection waits for a database that is starting, like the client does.
#[tokio::test]
async fn a_database_that_is_not_there_yet_is_waited_for() {
    let server = Server::start().await.unwrap();
    server.faults().fail_next(3, Call::ListEndpoints, Fault::Status(Status::Unavailable, "starting".into()));
    server.faults().fail_next(2, Call::CreateSession, Fault::Status(Status::Overloaded, "starting".into()));
    Connection::open(server.connection_string()).await.unwrap();
    assert_eq!(server.faults().pending(), 0);

    let silent = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    // Timers are over as soon as nothing else happens.
    tokio::time::pause();
    let error = Connection::open(&format!("grpc://{}/local", silent.local_addr().unwrap())).await.unwrap_err();
    assert!(matches!(error, ConnectError::Silent { seconds: 10, .. }), "{error:?}");
}
