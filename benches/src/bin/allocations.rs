//! Counts the client's allocations in each operation, with `ydb-keys` and by hand on the bare SDK. The server is
//! another process.
//!
//! `cargo run --release -p ydb-keys-benches --bin allocations`

#![recursion_limit = "256"]

use allocation_counter::measure;
use tokio::runtime::Builder;
use ydb_keys::YdbTable as _;
use ydb_keys_benches::model::{BULK, ELSEWHERE, Order, READ, prepare};
use ydb_keys_benches::server::{ServerProcess, hold, serve_if_asked, with_one_session};
use ydb_keys_benches::{Outcome, by_hand, by_keys, sized};
use ydb_keys_bulk::{BulkAt, Connection};

fn main() -> Outcome {
    if serve_if_asked()? {
        return Ok(());
    }
    // The median of these runs is printed: gRPC allocates now and then for reasons of its own.
    let (runs, few) = (sized(101, 1), sized(5, 1));
    // All of the client's work runs on this thread, the only one that is counted.
    let runtime = Builder::new_current_thread().enable_all().build()?;
    // A call with a timeout starts a timer, also where a request is only built.
    let _entered = runtime.enter();
    let server = ServerProcess::start()?;
    let client = runtime.block_on(server.connect())?;
    runtime.block_on(prepare(&client))?;
    let (mut q, mut p) = (client.query_client(), client.query_client());
    let busy = runtime.block_on(async { with_one_session(server.connect().await?).await })?;
    let (mut b, mut c, mut holder) = (busy.query_client(), busy.query_client(), busy.query_client());
    let _stream = runtime.block_on(hold(&mut holder))?;
    let row = Order::number(READ / 2);
    let rows = Order::first(BULK);

    println!("allocations of the client, median of {runs} runs");
    println!("{:<38} {:>9} {:>9}", "", "ydb-keys", "by hand");
    print(
        "upsert: until it is sent",
        1,
        [
            median(runs, || {
                by_keys::build_upsert(&mut b, &row);
                Ok(())
            })?,
            median(runs, || {
                by_hand::build_upsert(&mut c, &row);
                Ok(())
            })?,
        ],
    );
    print(
        "upsert: all of it",
        1,
        [
            median(runs, || runtime.block_on(by_keys::upsert(&mut q, &row)))?,
            median(runs, || runtime.block_on(by_hand::upsert(&mut p, &row)))?,
        ],
    );
    print(
        "get: until it is sent",
        1,
        [
            median(runs, || {
                by_keys::build_get(&mut b, 42);
                Ok(())
            })?,
            median(runs, || {
                by_hand::build_get(&mut c, 42);
                Ok(())
            })?,
        ],
    );
    print(
        "get: all of it",
        1,
        [
            median(runs, || runtime.block_on(by_keys::get(&mut q, 42)).map(drop))?,
            median(runs, || runtime.block_on(by_hand::get(&mut p, 42)).map(drop))?,
        ],
    );
    let received = median(few, || runtime.block_on(by_hand::receive(&mut p)).map(drop))?;
    let fetched = [
        median(few, || runtime.block_on(by_keys::fetch(&mut q)).map(drop))?,
        median(few, || runtime.block_on(by_hand::fetch(&mut p)).map(drop))?,
    ];
    print("fetch of 10,000 rows, a row", READ, fetched);
    print("    of it beyond receiving: decoding", READ, fetched.map(|fetched| fetched - received));
    let encoded = median(few, || {
        drop(by_hand::encode(&rows));
        Ok(())
    })?;
    let written = [
        median(few, || runtime.block_on(by_keys::bulk_upsert(&client, &rows)))?,
        median(few, || runtime.block_on(by_hand::bulk_upsert(&client, &rows)))?,
    ];
    let sent = written[1] - encoded;
    print("bulk upsert of 20,000 rows, a row", BULK, written);
    print("    of it beyond sending: encoding", BULK, written.map(|written| written - sent));
    let connection = runtime.block_on(Connection::open(server.connection_string()))?;
    // The rows are made before.
    let mut copies = vec![rows.clone(); few + 1].into_iter();
    let loaded = median(few, || {
        let rows = copies.next().unwrap_or_default();
        Ok(runtime.block_on(Order::in_directory(ELSEWHERE).loader(&connection).load(rows)).map(drop)?)
    })?;
    print("load of 20,000 rows, a row", BULK, [loaded, written[1]]);
    let exported = median(few, || runtime.block_on(by_keys::export(&connection)).map(drop))?;
    print("export of 10,000 rows, a row", READ, [exported, fetched[1]]);
    Ok(())
}

fn print(name: &str, count: u64, [ours, hand]: [f64; 2]) {
    let count = count as f64;
    let digits = if count > 1.0 { 2 } else { 0 };
    println!("{name:<38} {:>9.digits$} {:>9.digits$}", ours / count, hand / count);
}

/// Returns the median number of allocations of some runs, after one run to warm up.
fn median(runs: usize, mut operation: impl FnMut() -> Outcome) -> Outcome<f64> {
    let mut counts = Vec::new();
    operation()?;
    for _ in 0..runs {
        let mut outcome = Ok(());
        counts.push(measure(|| outcome = operation()).count_total);
        outcome?;
    }
    counts.sort_unstable();
    Ok(counts[counts.len() / 2] as f64)
}
