//! Serves the orders of a user over HTTP, page by page. A damaged token is 400, an order that exists is 409, an
//! overload of the database is 503.

#[path = "http/service.rs"]
mod service;

use std::net::SocketAddr;

use clap::Parser;
use service::Order;
use support::{Database, Failure, Result};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use ydb_keys::YdbTable;

/// Lists orders over HTTP, and takes new ones: pages, a damaged token, an order that exists, an overload
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

    let listener = TcpListener::bind(address.unwrap_or(SocketAddr::from(([127, 0, 0, 1], 0)))).await?;
    let bound = listener.local_addr()?;
    if address.is_some() {
        println!("GET http://{bound}/users/42/orders?size=3");
        return served(service::serve(client, listener, stopped()).await);
    }
    let (stop, stopped) = oneshot::channel();
    let serving = service::serve(client, listener, async { _ = stopped.await });
    let tour = async {
        let toured = tour(database, bound).await;
        _ = stop.send(());
        toured
    };
    let (ended, toured) = tokio::join!(serving, tour);
    served(ended).and(toured)
}

/// Converts the service's error into the example's error.
fn served(ended: Result<(), Box<dyn std::error::Error>>) -> Result {
    ended.map_err(|error| Failure::new(error.to_string()))
}

/// Waits for Ctrl-C, or for the signal that stops a container.
async fn stopped() {
    #[cfg(unix)]
    if let Ok(mut terminate) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        tokio::select! {
            _ = terminate.recv() => return,
            _ = tokio::signal::ctrl_c() => return,
        }
    }
    _ = tokio::signal::ctrl_c().await;
}

/// Sends a few requests, and prints the answers.
async fn tour(database: &Database, address: SocketAddr) -> Result {
    println!("1. Page by page, the newest first:");
    let mut path = "/users/42/orders?size=3".to_owned();
    loop {
        let answer = ask(address, "GET", &path, "").await?;
        let Some(token) = answer.split("\"next\":\"").nth(1).and_then(|rest| rest.split('"').next()) else { break };
        path = format!("/users/42/orders?size=3&page={token}");
    }
    println!("\n2. One order, by a key in the query:");
    ask(address, "GET", "/orders?user_id=42&order_id=7", "").await?;
    ask(address, "GET", "/orders?user_id=42&order_id=70", "").await?;
    ask(address, "GET", "/orders?user_id=42", "").await?;

    println!("\n3. A search form, with some of its filters:");
    ask(address, "GET", "/users/42/search?least=20&most=50&sort=amount", "").await?;
    ask(address, "GET", "/users/42/search?most=20", "").await?;

    println!("\n4. A damaged token, and the token of another user:");
    let (start, last) = path.split_at(path.len() - 1);
    ask(address, "GET", &format!("{start}{}", if last == "A" { "B" } else { "A" }), "").await?;
    ask(address, "GET", &path.replace("/42/", "/43/"), "").await?;

    println!("\n5. A new order, the same request again, and another order with its key:");
    for amount in ["12.5", "12.5", "99"] {
        ask(address, "PUT", "/users/43/orders/9", &format!("{{\"amount\":{amount}}}")).await?;
    }

    println!("\n6. The database is overloaded for longer than the timeout, and then no longer:");
    if database.overload(true) {
        ask(address, "GET", "/users/43/orders", "").await?;
        database.overload(false);
    }
    ask(address, "GET", "/users/43/orders", "").await?;
    Ok(())
}

/// Prints the request and the answer: the status, the header that says when to come back, and the body.
async fn ask(address: SocketAddr, method: &str, path: &str, json: &str) -> Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    let length = json.len();
    let head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}");
    stream.write_all(format!("{head}\r\nContent-Type: application/json\r\n\r\n{json}").as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(|| Failure::new("the server sent half an answer"))?;
    let status = head.lines().next().and_then(|line| line.split_once(' ')).map_or("", |(_, status)| status);
    println!("   {}\n   {status}", [method, path, json].join(" ").trim_end());
    for line in head.lines().filter(|line| line.starts_with("retry-after")) {
        println!("   {line}");
    }
    if !body.is_empty() {
        println!("   {body}");
    }
    Ok(body.to_owned())
}
