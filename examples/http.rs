//! The orders of a user over HTTP, page by page. A damaged token is 400, an overload of the database is 503.

use std::future::IntoFuture;
use std::net::SocketAddr;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use clap::Parser;
use serde::{Deserialize, Serialize};
use support::{Database, Failure, Result};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use ydb::QueryClient;
use ydb_keys::{Error, Page, PageToken, YdbTable};

/// The orders of one user lie together, in order of their ids. A row is its own JSON.
#[derive(YdbTable, Serialize)]
#[ydb(table = "ydb_keys_examples/http/orders")]
#[ydb(primary_key(user_hash = numeric_hash(user_id), user_id, order_id))]
struct Order {
    user_id: u64,
    order_id: u64,
    amount: f64,
}

/// What follows the `?`. A token that is not a valid one is refused before the handler runs.
#[derive(Deserialize)]
struct Wanted {
    page: Option<PageToken>,
    #[serde(default = "ten")]
    size: u64,
}

fn ten() -> u64 {
    10
}

/// `GET /users/42/orders?size=10&page=TOKEN`: `{"rows":[..],"next":"TOKEN"}`, `"next":null` on the last page.
async fn orders(
    State(mut q): State<QueryClient>,
    Path(user): Path<u64>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Page<Order>>, Refused> {
    let page = Order::scan().user_id(user).descending().page(wanted.size.min(100), wanted.page.as_ref());
    // Without a timeout the client would repeat the request for as long as the database is overloaded.
    Ok(Json(page.fetch(&mut q).timeout(Duration::from_millis(500)).await?))
}

/// `GET /orders?user_id=42&order_id=7`: the key of a model is read from the query like any other struct.
async fn order(State(mut q): State<QueryClient>, Query(key): Query<OrderKey>) -> Result<Response, Refused> {
    let found = Order::get(key).fetch(&mut q).timeout(Duration::from_millis(500)).await?;
    Ok(found.map_or(StatusCode::NOT_FOUND.into_response(), |order| Json(order).into_response()))
}

/// An error of the library as an answer.
struct Refused(Error);

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Refused(error)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        match self.0 {
            // A token of another user or another list: the client's mistake.
            error @ Error::PageToken(_) => (StatusCode::BAD_REQUEST, error.to_string()).into_response(),
            error if error.is_overloaded() => {
                (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "1")], "try again later").into_response()
            }
            error => {
                eprintln!("{error}");
                StatusCode::INTERNAL_SERVER_ERROR.into_response()
            }
        }
    }
}

/// Lists orders over HTTP: pages, a damaged token, an overload
#[derive(Parser)]
struct Options {
    /// Serve at this address until the program is stopped, instead of asking for a few pages
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:8080")]
    serve: Option<SocketAddr>,
}

#[tokio::main]
async fn main() -> Result {
    let options = Options::parse();
    let database = Database::open(&[Order::TABLE]).await?;
    run(&database, options.serve).await.and(database.close().await)
}

async fn run(database: &Database, address: Option<SocketAddr>) -> Result {
    let client = &database.client;
    Order::TABLE.create_table().exec(client).await?;
    let rows: Vec<Order> = [(42, 1..=7), (43, 8..=8)]
        .into_iter()
        .flat_map(|(user_id, ids)| ids.map(move |order_id| Order { user_id, order_id, amount: 9.5 * order_id as f64 }))
        .collect();
    Order::upsert_many(&rows).exec(client).await?;

    let app = Router::new().route("/users/{user}/orders", get(orders)).route("/orders", get(order));
    let listener = TcpListener::bind(address.unwrap_or(SocketAddr::from(([127, 0, 0, 1], 0)))).await?;
    let bound = listener.local_addr()?;
    let server = axum::serve(listener, app.with_state(client.query_client()));
    if address.is_some() {
        println!("GET http://{bound}/users/42/orders?size=3");
        return Ok(server.await?);
    }
    let server = tokio::spawn(server.into_future());
    let told = tour(database, bound).await;
    server.abort();
    told
}

/// The answers to a few requests.
async fn tour(database: &Database, address: SocketAddr) -> Result {
    println!("1. Page by page, the newest first:");
    let mut path = "/users/42/orders?size=3".to_owned();
    loop {
        let answer = ask(address, &path).await?;
        let Some(token) = answer.split("\"next\":\"").nth(1).and_then(|rest| rest.split('"').next()) else { break };
        path = format!("/users/42/orders?size=3&page={token}");
    }
    println!("\n2. One order, by a key in the query:");
    ask(address, "/orders?user_id=42&order_id=7").await?;
    ask(address, "/orders?user_id=42&order_id=70").await?;
    ask(address, "/orders?user_id=42").await?;

    println!("\n3. A damaged token, and the token of another user:");
    let (start, last) = path.split_at(path.len() - 1);
    ask(address, &format!("{start}{}", if last == "A" { "B" } else { "A" })).await?;
    ask(address, &path.replace("/42/", "/43/")).await?;

    println!("\n4. The database is overloaded for longer than the timeout, and then no longer:");
    if database.overload(true) {
        ask(address, "/users/43/orders").await?;
        database.overload(false);
    }
    ask(address, "/users/43/orders").await?;
    Ok(())
}

/// Prints the request and the answer: the status, the header that says when to come back, and the body.
async fn ask(address: SocketAddr, path: &str) -> Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(|| Failure::new("the server sent half an answer"))?;
    let status = head.lines().next().and_then(|line| line.split_once(' ')).map_or("", |(_, status)| status);
    println!("   GET {path}\n   {status}");
    for line in head.lines().filter(|line| line.starts_with("retry-after")) {
        println!("   {line}");
    }
    if !body.is_empty() {
        println!("   {body}");
    }
    Ok(body.to_owned())
}
