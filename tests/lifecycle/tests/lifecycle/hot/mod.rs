//! `hot` on the engine: what it says of made workloads.

mod errors;
mod watched;
mod workloads;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

use serde_json::Value;
use ydb::{Client, ClientBuilder};
use ydb_embedded::{Server, Thresholds};
use ydb_keys::cli::{Status, Streams, run_without_models};

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }
}

/// A server whose partitions are over the limit with this many operations a second, and are looked at five times a
/// second.
fn server(limit: u64) -> Server {
    let thresholds =
        Thresholds { split_operations_per_second: limit, decision_interval_us: 200_000, ..Thresholds::default() };
    Server::builder().thresholds(thresholds).start_blocking().unwrap()
}

/// Writes until it is dropped: statements of eight rows, on a thread of its own.
struct Load {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Load {
    /// `row` gives the values of the next row, as they are written in a statement.
    fn start(server: &Server, into: &'static str, mut row: impl FnMut() -> String + Send + 'static) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (connection, stopped) = (server.connection_string().to_owned(), Arc::clone(&stop));
        let thread = spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let client = client(&connection).await;
                while !stopped.load(Ordering::Relaxed) {
                    let rows: Vec<String> = (0..8).map(|_| row()).collect();
                    let text = format!("UPSERT INTO {into} VALUES {}", rows.join(", "));
                    Box::pin(async { client.query_client().exec(text).await }).await.unwrap();
                }
            });
        });
        Self { stop, thread: Some(thread) }
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

async fn client(connection: &str) -> Client {
    Box::pin(ClientBuilder::new_from_connection_string(connection).unwrap().build()).await.unwrap()
}

/// Runs statements.
fn run(server: &Server, statements: &[&str]) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let client = client(server.connection_string()).await;
        for text in statements {
            let done = Box::pin(async { client.query_client().exec(*text).await }).await;
            done.unwrap_or_else(|error| panic!("{text}: {error}"));
        }
    });
}

/// The output, the errors and the status of `hot`.
fn hot(connection: &str, args: &[&str]) -> (String, String, Status) {
    let (mut input, mut out, mut err) = (io::empty(), Vec::new(), Vec::new());
    let streams = Streams::new(&mut input, &mut out, &mut err);
    let all = ["ydb-keys", "hot", "--connection", connection].into_iter().chain(args.iter().copied());
    let status = run_without_models(all, streams);
    (String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap(), status)
}

/// The report as JSON, and the status.
fn report(server: &Server, args: &[&str]) -> (Value, Status) {
    let (out, err, status) = hot(server.connection_string(), &[args, &["--json"]].concat());
    (serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}")), status)
}

/// The only table of a report about one table.
fn table(report: &Value, path: &str) -> Value {
    let tables = report["tables"].as_array().unwrap();
    tables.iter().find(|table| table["path"] == path).unwrap_or_else(|| panic!("{report:#}")).clone()
}

/// Time for the load to be seen, before the first sample.
fn settle() {
    std::thread::sleep(Duration::from_millis(700));
}
