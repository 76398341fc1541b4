//! Tests `hot` on the engine, with made-up workloads.

mod errors;
mod locks;
mod watched;
mod workloads;

use std::io;
use std::time::Duration;

use e2e_tests::wait_until;
use serde_json::Value;
use tokio::runtime::Runtime;
use ydb::Client;
use ydb_embedded::{Call, Clock, Fault, Server, Thresholds};
use ydb_keys_cli::{Status, Streams, run_without_models};

/// Generator of random numbers, by SplitMix64.
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

/// Starts a server whose partitions are overloaded with this many operations a second. Its clock stands still until a
/// test moves it, by a [`WINDOW`] at a time.
fn server(limit: u64) -> Server {
    let decision_interval_us = WINDOW.as_micros().try_into().unwrap();
    started(Thresholds { split_operations_per_second: limit, decision_interval_us, ..Thresholds::default() })
}

fn started(thresholds: Thresholds) -> Server {
    Server::builder().thresholds(thresholds).clock(Clock::manual()).start_blocking().unwrap()
}

/// Time between two checks of the partitions by the server.
const WINDOW: Duration = Duration::from_millis(200);

/// Number of windows between two samples.
const WINDOWS: u32 = 10;

/// Workload of fifty statements of eight rows in each window.
struct Load<R> {
    runtime: Runtime,
    client: Client,
    into: &'static str,
    row: R,
}

impl<R: FnMut() -> String> Load<R> {
    /// Creates a workload. `row` returns the values of the next row, as they are written in a statement.
    fn new(server: &Server, into: &'static str, row: R) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let client = runtime.block_on(client(server.connection_string()));
        Self { runtime, client, into, row }
    }

    /// Writes the rows of one window.
    fn write(&mut self) {
        for _ in 0..50 {
            let rows: Vec<String> = (0..8).map(|_| (self.row)()).collect();
            let text = format!("UPSERT INTO {} VALUES {}", self.into, rows.join(", "));
            self.runtime.block_on(Box::pin(async { self.client.query_client().exec(text).await })).unwrap();
        }
    }

    /// Lets some windows pass.
    fn windows(&mut self, server: &Server, count: u32) {
        for _ in 0..count {
            self.write();
            server.advance(WINDOW).unwrap();
        }
    }
}

async fn client(connection: &str) -> Client {
    Box::pin(e2e_tests::connect(connection)).await
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

/// Returns the output, the errors and the status of `hot`.
fn hot(connection: &str, args: &[&str]) -> (String, String, Status) {
    let (mut input, mut out, mut err) = (io::empty(), Vec::new(), Vec::new());
    let streams = Streams::new(&mut input, &mut out, &mut err).clock(|| Duration::ZERO);
    let all = ["ydb-keys", "hot", "--connection", connection].into_iter().chain(args.iter().copied());
    let status = run_without_models(all, streams);
    (String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap(), status)
}

/// Returns the output, the errors and the status of `hot`, while windows pass between its samples. Each window begins
/// with a call of `passes`, with its number.
///
/// The first two requests of `hot` are a test whether the database answers, and its first sample. The next ones, among
/// them the second sample, wait on the server's clock until the middle of the last window: at its end partitions split,
/// and new partitions have counted nothing.
fn hot_during(
    server: &Server,
    args: &[&str],
    window: Duration,
    mut passes: impl FnMut(u32),
) -> (String, String, Status) {
    let faults = server.faults();
    let next = || faults.fail_next(1, Call::ExecuteQuery, Fault::Delay(window * WINDOWS - window / 2));
    faults.fail_next(2, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
    next();
    // The test may take any time for what it does while a question waits.
    let args = [args, &["--timeout", "3600"]].concat();
    std::thread::scope(|scope| {
        let hot = scope.spawn(|| hot(server.connection_string(), &args));
        loop {
            wait_until(|| faults.pending() == 0 || hot.is_finished());
            if hot.is_finished() {
                faults.clear();
                return hot.join().unwrap();
            }
            for number in 0..WINDOWS {
                passes(number);
                if number == WINDOWS - 1 {
                    next();
                    server.advance(window / 2).unwrap();
                } else {
                    server.advance(window).unwrap();
                }
            }
        }
    })
}

/// Returns the report as JSON, and the status, of `hot` under a workload.
fn report<R: FnMut() -> String>(server: &Server, args: &[&str], load: &mut Load<R>) -> (Value, Status) {
    // The load is seen before the first sample.
    load.windows(server, 4);
    json(hot_during(server, &[args, &["--json"]].concat(), WINDOW, |_| load.write()))
}

fn json((out, err, status): (String, String, Status)) -> (Value, Status) {
    (serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}{err}")), status)
}

/// Returns the only table of a report about one table.
fn table(report: &Value, path: &str) -> Value {
    let tables = report["tables"].as_array().unwrap();
    tables.iter().find(|table| table["path"] == path).unwrap_or_else(|| panic!("{report:#}")).clone()
}
