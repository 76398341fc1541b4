//! What it costs the client to make the requests of a load of rows.
//!
//! `cargo run --release -p ydb-keys-benches --bin bulk [-- TURNS]`. Every turn encodes the same rows for a BulkUpsert, as
//! the loader does in Arrow, and by hand as the values of YDB's client. The figures are medians.

use std::time::Instant;

use ydb_keys::__private::tests::arrow_message;
use ydb_keys_benches::model::{BULK, Order};
use ydb_keys_benches::{Outcome, by_hand};

/// Turns, if the command line does not give a number.
const TURNS: usize = 21;

fn main() -> Outcome {
    let turns = std::env::args().nth(1).map_or(Ok(TURNS), |turns| turns.parse())?;
    let rows = Order::first(BULK);
    let (mut arrow, mut values) = (Vec::new(), Vec::new());
    for _ in 0..turns.max(1) {
        let start = Instant::now();
        arrow_message(&rows)?;
        arrow.push(start.elapsed().as_nanos() as u64 / BULK);
        let start = Instant::now();
        drop(by_hand::encode(&rows));
        values.push(start.elapsed().as_nanos() as u64 / BULK);
    }
    arrow.sort_unstable();
    values.sort_unstable();
    let (arrow, values) = (arrow[arrow.len() / 2], values[values.len() / 2]);
    println!("encoding a row of five columns: {arrow} ns in Arrow, {values} ns as values of the client");
    Ok(())
}
