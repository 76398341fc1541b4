//! Tests the service of the example `http`, on the test's own database.
#[path = "../../../../examples/http/service.rs"]
mod service;

use std::time::Duration;

use ::axum::Router;
use ::axum::body::{Body, to_bytes};
use ::axum::http::{Request, StatusCode};
use service::{Order, routes, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tower::ServiceExt;
use ydb::Client;
use ydb_keys::YdbTable;
use ydb_keys::testing::ydb_embedded::{Call, Fault, Server, Status};

/// Sends one request to the service without a port; returns the status and the body of the answer.
async fn send(service: &Router, method: &str, path: &str, json: &str) -> (StatusCode, String) {
    let request = Request::builder().method(method).uri(path).header("content-type", "application/json");
    let answer = service.clone().oneshot(request.body(Body::from(json.to_owned())).unwrap()).await.unwrap();
    let status = answer.status();
    let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

#[ydb_keys::test(Order)]
async fn an_order_is_placed_once(client: Client, server: &Server) {
    let service = routes(&client);
    let place = async |json| send(&service, "PUT", "/users/42/orders/1", json).await.0;
    assert_eq!(place(r#"{"amount":9.5}"#).await, StatusCode::CREATED);
    assert_eq!(place(r#"{"amount":9.5}"#).await, StatusCode::OK);
    assert_eq!(place(r#"{"amount":7.0}"#).await, StatusCode::CONFLICT);
    assert_eq!(place("{}").await, StatusCode::UNPROCESSABLE_ENTITY);

    // The order is stored, but the answer of the database is lost: the client is to ask again.
    let place = async || send(&service, "PUT", "/users/42/orders/2", r#"{"amount":1.0}"#).await.0;
    server.faults().fail_next(1, Call::ExecuteQuery, Fault::StatusAfterExecution(Status::Undetermined));
    assert_eq!(place().await, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(place().await, StatusCode::OK);
    assert_eq!(Order::scan().full_scan().count().fetch(&client).await.unwrap(), 2);
}

#[ydb_keys::test(Order)]
async fn an_overload_is_503(client: Client, server: &Server) {
    let overloaded = Fault::Status(Status::Overloaded, "try later".to_owned());
    server.faults().fail_next(usize::MAX, Call::ExecuteQuery, overloaded);
    let (status, body) = send(&routes(&client), "GET", "/users/42/orders", "").await;
    assert_eq!((status, body.as_str()), (StatusCode::SERVICE_UNAVAILABLE, "try again later"));
}

#[ydb_keys::test(Order, clock)]
async fn a_request_that_has_begun_is_answered(client: Client, server: &Server) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let request = async || {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = b"GET /users/42/orders HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n";
        stream.write_all(request).await.unwrap();
        stream
    };
    let answer = async |mut stream: TcpStream| {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    };
    let requests = async {
        // The first answer shows that the check at the start is over: the delay is that of the second request.
        let first = answer(request().await).await;
        let hour = Duration::from_secs(3600);
        server.faults().fail_next(1, Call::ExecuteQuery, Fault::Delay(hour));
        let second = request().await;
        while server.faults().pending() > 0 {
            tokio::task::yield_now().await;
        }
        stop.send(()).unwrap();
        server.advance(hour).unwrap();
        [first, answer(second).await]
    };
    let (served, answers) = tokio::join!(serve(&client, listener, async { _ = stopped.await }), requests);
    served.unwrap();
    for answer in answers {
        assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.ends_with(r#"{"rows":[],"next":null}"#), "{answer}");
    }
}

/// Model of the same table with another hash, like in another release of the program.
#[derive(YdbTable)]
#[ydb(table = "ydb_keys_examples/http/orders")]
#[ydb(primary_key(user_hash = xxh3(user_id), user_id, order_id))]
#[allow(dead_code, reason = "read as a schema")]
struct Rehashed {
    user_id: u64,
    order_id: u64,
    amount: f64,
}

#[ydb_keys::test(Rehashed)]
async fn it_does_not_start_on_a_table_with_another_key(client: Client) {
    // The engine's tables have no layout attribute before `apply`, so rows show the hash.
    let rows: Vec<Rehashed> = (0..50).map(|user_id| Rehashed { user_id, order_id: 1, amount: 1.0 }).collect();
    Rehashed::upsert_many(&rows).exec(&client).await.unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let error = serve(&client, listener, std::future::pending()).await.unwrap_err();
    assert!(error.to_string().contains("the database does not match the program's models"), "{error}");
}
