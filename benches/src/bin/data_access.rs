//! Measures the client's processor time for each operation, with `ydb-keys` and by hand on the bare SDK. The server is
//! another process.
//!
//! `cargo run --release -p ydb-keys-benches --bin data-access [-- TURNS]`. Every turn measures both, and the ratio is
//! the median of the turns' ratios, so a machine that is busy with something else disturbs it little.

#![recursion_limit = "256"]

use std::hint::black_box;

use tokio::runtime::{Builder, Runtime};
use ydb::Client;
use ydb_keys_benches::clock::{median, spent};
use ydb_keys_benches::model::{BULK, Order, READ, prepare};
use ydb_keys_benches::server::{ServerProcess, hold, serve_if_asked, with_one_session};
use ydb_keys_benches::{Outcome, by_hand, by_keys, sized};

/// Number of rows in one bulk upsert that `ydb-keys` does not split.
const REQUEST: u64 = 5_000;

/// Returns the number of operations on one row in a turn.
fn calls() -> u64 {
    sized(400, 10)
}

/// Returns the number of requests built in a turn.
fn builds() -> u64 {
    sized(20_000, 10)
}

fn main() -> Outcome {
    if serve_if_asked()? {
        return Ok(());
    }
    let turns = std::env::args().nth(1).map_or(Ok(sized(41, 1)), |turns| turns.parse())?;
    // One thread: more would spend time looking for work.
    let runtime = Builder::new_current_thread().enable_all().build()?;
    // A call with a timeout starts a timer, also where a request is only built.
    let _entered = runtime.enter();
    let server = ServerProcess::start()?;
    let client = runtime.block_on(server.connect())?;
    runtime.block_on(prepare(&client))?;
    println!("processor time of the client, median of {turns} turns");
    println!("{:<38} {:>9} {:>9} {:>7}", "", "ydb-keys", "by hand", "ratio");
    let busy = runtime.block_on(async { with_one_session(server.connect().await?).await })?;
    points(&runtime, &client, &busy, turns)?;
    many(&runtime, &client, turns)
}

/// Measures operations on one row. A call that waits for the session of `busy` has built its request without sending
/// it. A call without text and parameters shows the SDK's part of that time.
fn points(runtime: &Runtime, client: &Client, busy: &Client, turns: usize) -> Outcome {
    let (mut q, mut p) = (client.query_client(), client.query_client());
    let (mut b, mut c, mut n) = (busy.query_client(), busy.query_client(), busy.query_client());
    let mut holder = busy.query_client();
    let _stream = runtime.block_on(hold(&mut holder))?;
    let row = Order::number(READ / 2);

    let mut nothing = || spent(|| build(|_| by_hand::build_nothing(&mut n)));
    let [waiting, building] = compare_beyond(
        turns,
        || spent(|| build(|_| by_keys::build_upsert(&mut b, black_box(&row)))),
        || spent(|| build(|_| by_hand::build_upsert(&mut c, black_box(&row)))),
        &mut nothing,
    )?;
    waiting.print("upsert: until it is sent [ns]", builds(), 1e9);
    building.print("    of it beyond the SDK's: building", builds(), 1e9);
    let whole = compare(
        turns,
        || spent(|| repeat(calls(), |id| runtime.block_on(by_keys::upsert(&mut q, &Order::number(id))))),
        || spent(|| repeat(calls(), |id| runtime.block_on(by_hand::upsert(&mut p, &Order::number(id))))),
    )?;
    whole.print("upsert: all of it [us]", calls(), 1e6);

    let [waiting, building] = compare_beyond(
        turns,
        || spent(|| build(|id| by_keys::build_get(&mut b, black_box(id)))),
        || spent(|| build(|id| by_hand::build_get(&mut c, black_box(id)))),
        nothing,
    )?;
    waiting.print("get: until it is sent [ns]", builds(), 1e9);
    building.print("    of it beyond the SDK's: building", builds(), 1e9);
    let whole = compare(
        turns,
        || spent(|| repeat(calls(), |id| runtime.block_on(by_keys::get(&mut q, id)).map(drop))),
        || spent(|| repeat(calls(), |id| runtime.block_on(by_hand::get(&mut p, id)).map(drop))),
    )?;
    whole.print("get: all of it [us]", calls(), 1e6);
    Ok(())
}

/// Measures operations on many rows, with the SDK's part and without it.
fn many(runtime: &Runtime, client: &Client, turns: usize) -> Outcome {
    let (mut q, mut p, mut r) = (client.query_client(), client.query_client(), client.query_client());
    let (ours, hand) = (runtime.block_on(by_keys::fetch(&mut q))?, runtime.block_on(by_hand::fetch(&mut p))?);
    if ours != hand || ours.len() as u64 != READ {
        return Err("the two do not read the same".into());
    }
    let [whole, rest] = compare_beyond(
        turns,
        || spent(|| runtime.block_on(by_keys::fetch(&mut q)).map(drop)),
        || spent(|| runtime.block_on(by_hand::fetch(&mut p)).map(drop)),
        || spent(|| runtime.block_on(by_hand::receive(&mut r)).map(drop)),
    )?;
    whole.print("fetch of 10,000 rows [ns / row]", READ, 1e9);
    rest.print("    of it beyond receiving: decoding", READ, 1e9);

    let rows = Order::first(BULK);
    let whole = compare(
        turns,
        || spent(|| runtime.block_on(by_keys::bulk_upsert(client, &rows))),
        || spent(|| runtime.block_on(by_hand::bulk_upsert(client, &rows))),
    )?;
    whole.print("bulk upsert of 20,000 rows [ns / row]", BULK, 1e9);
    let rows = Order::first(REQUEST);
    let one = compare(
        turns,
        || spent(|| runtime.block_on(by_keys::bulk_upsert(client, &rows))),
        || spent(|| runtime.block_on(by_hand::bulk_upsert(client, &rows))),
    )?;
    one.print("    of 5,000 rows, one request on both", REQUEST, 1e9);
    let encoding = compare(
        turns,
        || spent(|| once(|| by_keys::prepare_bulk_upsert(client, &rows))),
        || spent(|| once(|| drop(black_box(by_hand::encode(&rows))))),
    )?;
    encoding.print("    of it encoding", REQUEST, 1e9);
    Ok(())
}

/// Seconds of both libraries, for each turn.
struct Comparison(Vec<(f64, f64)>);

impl Comparison {
    fn print(&self, name: &str, count: u64, unit: f64) {
        let per = unit / count as f64;
        println!(
            "{name:<38} {:>9.1} {:>9.1} {:>7.3}",
            median(self.0.iter().map(|(ours, _)| ours * per)),
            median(self.0.iter().map(|(_, hand)| hand * per)),
            median(self.0.iter().map(|(ours, hand)| ours / hand)),
        );
    }
}

/// Runs both operations in every turn, in alternating order, after one turn to warm up.
fn compare(
    turns: usize,
    ours: impl FnMut() -> Outcome<f64>,
    hand: impl FnMut() -> Outcome<f64>,
) -> Outcome<Comparison> {
    compare_beyond(turns, ours, hand, || Ok(0.0)).map(|[whole, _]| whole)
}

/// Compares two operations like `compare`, and also without the part that both have in common, which each turn
/// measures, too.
fn compare_beyond(
    turns: usize,
    mut ours: impl FnMut() -> Outcome<f64>,
    mut hand: impl FnMut() -> Outcome<f64>,
    mut common: impl FnMut() -> Outcome<f64>,
) -> Outcome<[Comparison; 2]> {
    let (mut times, mut commons) = (Vec::new(), Vec::new());
    for turn in 0..=turns {
        let pair = match turn % 2 {
            0 => (ours()?, hand()?),
            _ => {
                let hand = hand()?;
                (ours()?, hand)
            }
        };
        times.push(pair);
        commons.push(common()?);
    }
    times.remove(0);
    let common = median(commons.into_iter().skip(1));
    let rest = times.iter().map(|(ours, hand)| (ours - common, hand - common)).collect();
    Ok([Comparison(times), Comparison(rest)])
}

/// Builds the requests of a turn.
fn build(mut request: impl FnMut(u64)) -> Outcome {
    (0..builds()).for_each(&mut request);
    Ok(())
}

fn once(work: impl FnOnce()) -> Outcome {
    work();
    Ok(())
}

fn repeat(count: u64, mut operation: impl FnMut(u64) -> Outcome) -> Outcome {
    (0..count).try_for_each(&mut operation)
}
