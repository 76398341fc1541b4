//! Tests loads on a database of several nodes: they share the work, and a failing node is left alone for a while.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use e2e_tests::{Nodes, soon};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use ydb::MetadataUrlCredentials;
use ydb_keys::{ConnectError, Outcome, YdbTable};
use ydb_keys_bulk::{Bulk as _, Connection, LoadError};

use crate::models::*;

/// Starts nodes with the table of accounts, and connects to them.
async fn nodes(count: usize) -> (Nodes, Connection) {
    let nodes = Nodes::start(count).await;
    create(&nodes).await;
    let connection = Connection::open(&nodes.connection_string(0)).await.unwrap();
    (nodes, connection)
}

async fn create(nodes: &Nodes) {
    let client = ydb_keys::connect(nodes.engine()).await.unwrap_or_else(|error| panic!("{error}"));
    ydb_keys::query(Account::TABLE.create_table().to_string()).exec(&client).await.unwrap();
}

async fn count(nodes: &Nodes) -> u64 {
    let client = ydb_keys::connect(nodes.engine()).await.unwrap_or_else(|error| panic!("{error}"));
    Account::scan().full_scan().count().fetch(&client).await.unwrap()
}

#[tokio::test]
async fn nodes_share_the_work() {
    let (nodes, connection) = nodes(3).await;
    Account::loader(&connection).rows_per_request(1).load(samples::<Account>(60)).await.unwrap();
    let requests = nodes.requests("BulkUpsert");
    assert_eq!(requests.iter().sum::<u64>(), 60, "{requests:?}");
    assert!(requests.iter().all(|&requests| requests >= 10), "{requests:?}");
    assert_eq!(count(&nodes).await, 60);
}

/// Tests that without discovery only the node of the connection string is used.
#[tokio::test]
async fn one_node_without_discovery() {
    let nodes = Nodes::start(2).await;
    create(&nodes).await;
    let string = format!("{}?use_discovery=false", nodes.connection_string(1));
    let connection = Connection::open(&string).await.unwrap();
    Account::loader(&connection).rows_per_request(1).load(samples::<Account>(10)).await.unwrap();
    assert_eq!(nodes.requests("BulkUpsert"), [0, 10]);
    assert_eq!(nodes.requests("ListEndpoints"), [0, 0]);
}

/// Tests nodes that vanish and come back in the middle of loads, with requests on their way.
#[tokio::test]
async fn a_node_vanishes() {
    let (nodes, connection) = nodes(3).await;
    let mut loader = Account::loader(&connection).rows_per_request(1).in_flight(6);
    let rows: Vec<_> = samples::<Account>(300);
    for (n, row) in rows.iter().cloned().enumerate() {
        match n {
            50 => nodes.cut(0),
            100 => nodes.cut(1),
            200 => nodes.restore(0).await,
            _ => {}
        }
        loader.push(row).await.unwrap();
    }
    let report = loader.finish().await.unwrap();
    assert_eq!(report.rows, 300);
    assert!(report.retries > 0, "{report}");
    assert_eq!(count(&nodes).await, 300);

    // Node 0 is tried again, and node 1 is taken from the list.
    nodes.list(&[0, 2]);
    let before = nodes.requests("BulkUpsert");
    let loading = async {
        while nodes.requests("BulkUpsert")[0] == before[0] {
            Account::loader(&connection).rows_per_request(1).load(samples::<Account>(4)).await.unwrap();
        }
    };
    soon(loading).await;
}

/// Tests that nothing is sent when all nodes are gone, and the same connection works when they are back.
#[tokio::test]
async fn all_nodes_vanish() {
    let (nodes, connection) = nodes(2).await;
    let loader = || Account::loader(&connection).rows_per_request(5).retry_for(Duration::from_millis(300));
    loader().load(samples::<Account>(10)).await.unwrap();
    nodes.cut(0);
    nodes.cut(1);
    // Requests may learn of the broken connections only by being sent.
    let _ = loader().load(samples::<Account>(10)).await;
    let LoadError::Failed(failure) = loader().load(samples::<Account>(20)).await.unwrap_err() else { panic!() };
    assert_eq!((failure.possibly_written.rows.len(), failure.not_sent.rows.len()), (0, 20), "{failure:?}");
    assert!(failure.source.outcome() == Outcome::NotWritten && failure.source.is_unavailable(), "{failure:?}");
    nodes.restore(0).await;
    nodes.restore(1).await;
    let report = loader().retry_for(Duration::from_secs(30)).load(failure.into_rows()).await.unwrap();
    assert_eq!(report.rows, 20);
    assert_eq!(count(&nodes).await, 20);
}

/// Tests a node that says nothing: attempts end by their timeout, and other nodes take over.
#[tokio::test]
async fn a_node_falls_silent() {
    let (nodes, connection) = nodes(2).await;
    Account::loader(&connection).rows_per_request(1).load(samples::<Account>(4)).await.unwrap();
    nodes.silence(1).await;
    let loader = Account::loader(&connection).rows_per_request(1).in_flight(2).timeout(Duration::from_millis(200));
    let mut loader = loader;
    assert_eq!(loader.load(samples::<Account>(40)).await.unwrap().rows, 40);
    assert_eq!(count(&nodes).await, 40);
}

/// Tests credentials whose token changes: a rejected ticket is replaced in time for the same request.
#[tokio::test]
async fn tokens_change() {
    let nodes = Nodes::start(1).await;
    create(&nodes).await;
    let token = Arc::new(Mutex::new("one"));
    let url = metadata(Arc::clone(&token)).await;
    nodes.accept_ticket("Bearer one");
    let credentials = MetadataUrlCredentials::from_url(url).unwrap();
    let connection = Connection::open_with(&nodes.connection_string(0), credentials).await.unwrap();
    Account::loader(&connection).load(samples::<Account>(1)).await.unwrap();
    for (next, ticket) in [("two", "Bearer two"), ("three", "Bearer three")] {
        *token.lock().unwrap() = next;
        nodes.accept_ticket(ticket);
        let report = Account::loader(&connection).rows_per_request(1).load(samples::<Account>(5)).await.unwrap();
        assert_eq!((report.rows, report.retries), (5, 0), "{next}");
    }
    // A token that YDB does not accept ends the load.
    nodes.accept_ticket("Bearer four");
    let LoadError::Failed(failure) = Account::loader(&connection).load([Account::sample(9)]).await.unwrap_err() else {
        panic!()
    };
    let text = failure.to_string();
    assert!(text.contains("gRPC Unauthenticated: Unknown token") && !text.contains("three"), "{text}");
}

/// Tests that a token is renewed when it is due, with no request rejected.
#[tokio::test]
async fn tokens_are_renewed_in_time() {
    let nodes = Nodes::start(1).await;
    create(&nodes).await;
    let token = Arc::new(Mutex::new("one"));
    let credentials = MetadataUrlCredentials::from_url(metadata(Arc::clone(&token)).await).unwrap();
    let connection = Connection::open_with(&nodes.connection_string(0), credentials).await.unwrap();
    *token.lock().unwrap() = "two";
    let load = async || {
        Account::loader(&connection).load([Account::sample(1)]).await.unwrap();
        nodes.presented()
    };
    assert_eq!(load().await.as_deref(), Some("Bearer one"));
    let renewed = async {
        while load().await.as_deref() != Some("Bearer two") {
            assert_eq!(nodes.presented().as_deref(), Some("Bearer one"));
        }
    };
    soon(renewed).await;
}

/// Tests TLS by an authority that the connection string names, on every node.
#[tokio::test]
async fn encrypted_nodes() {
    let nodes = Nodes::start_tls(2).await;
    create(&nodes).await;
    let string = format!("{}?ca_certificate={}", nodes.connection_string(0), nodes.authority().display());
    for string in [string.clone(), format!("{string}&token=t0ken")] {
        let connection = Connection::open(&string).await.unwrap();
        Account::loader(&connection).rows_per_request(1).load(samples::<Account>(20)).await.unwrap();
    }
    assert!(nodes.requests("BulkUpsert").iter().all(|&requests| requests >= 10), "{:?}", nodes.requests("BulkUpsert"));
    assert_eq!(nodes.presented().as_deref(), Some("t0ken"));
    assert_eq!(count(&nodes).await, 20);
    // No system knows this authority.
    let error = Connection::open(&nodes.connection_string(0)).await.unwrap_err();
    assert!(matches!(error, ConnectError::Silent { .. }), "{error:?}");
}

/// Tests a node that is listed without TLS: it gets no ticket from a connection with TLS, and requests go to other
/// nodes.
#[tokio::test]
async fn no_ticket_without_tls() {
    let nodes = Nodes::start_tls(2).await;
    create(&nodes).await;
    let plain = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = plain.local_addr().unwrap().port();
    let string = format!("{}?ca_certificate={}&token=t0ken", nodes.connection_string(0), nodes.authority().display());
    for others in [vec![1], vec![]] {
        let others = others.into_iter().map(|node| ("127.0.0.1", nodes.port(node), true, ""));
        nodes.list_as([("127.0.0.1", port, false, "")].into_iter().chain(others));
        let loading = async {
            let connection = Connection::open(&string).await.unwrap();
            let loader = Account::loader(&connection).rows_per_request(1).timeout(Duration::from_secs(60));
            let mut loader = loader;
            loader.load(samples::<Account>(10)).await.unwrap();
        };
        tokio::select! {
            () = soon(loading) => {}
            accepted = plain.accept() => panic!("connected without TLS: {accepted:?}"),
        }
    }
    // First the other node, then that of the connection string alone.
    assert_eq!(nodes.requests("BulkUpsert"), [10, 10]);
}

/// Tests a node whose certificate names something else than its address.
#[tokio::test]
async fn the_name_in_a_certificate() {
    let nodes = Nodes::start_tls(2).await;
    create(&nodes).await;
    let string = format!("{}?ca_certificate={}", nodes.connection_string(0), nodes.authority().display());
    let connect = async |name: &str| {
        nodes.list_as([("localhost", nodes.port(1), true, name)]);
        Connection::open(&string).await
    };
    let error = connect("").await.unwrap_err();
    assert!(matches!(error, ConnectError::Silent { .. }), "{error:?}");
    let connection = connect("127.0.0.1").await.unwrap();
    Account::loader(&connection).load(samples::<Account>(5)).await.unwrap();
    assert_eq!(nodes.requests("BulkUpsert"), [0, 1]);
}

/// Starts a metadata service whose tokens must be renewed at once.
async fn metadata(token: Arc<Mutex<&'static str>>) -> String {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let url = format!("http://{}/token", listener.local_addr().unwrap());
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = [0; 1024];
            let _ = stream.read(&mut request).await;
            let token = *token.lock().unwrap();
            let body = format!(r#"{{"access_token":"{token}","expires_in":0,"token_type":"Bearer"}}"#);
            let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
            let _ = stream.write_all(format!("{head}{body}").as_bytes()).await;
        }
    });
    url
}
