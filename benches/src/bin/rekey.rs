//! Measures the speed of a copy into a table with a hash in front of its key, and its effect on readers and writers.
//!
//! `cargo run --release -p ydb-keys-benches --bin rekey [ROWS]`
//!
//! Orders keyed by `order_id` are copied to the key `(order_hash, order_id)`, while four readers read the table, and
//! two dual writers write it. Then the change is taken back and made again, while the writers continue. The embedded
//! engine is another process on the same machine.
#![recursion_limit = "256"]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ydb::{Client, QueryClient};
use ydb_keys::{DualWriter, YdbTable};
use ydb_keys_benches::server::{ServerProcess, serve_if_asked};
use ydb_keys_benches::{Outcome, sized};
use ydb_keys_migrate::{Event, RekeyOptions, RekeyPhase, plan, rekey};

const READERS: u64 = 4;
const WRITERS: u64 = 2;

/// Returns the pause of a task between two reads or writes. A small table has few pages, and each write stops the copy
/// of a page.
fn pause() -> Duration {
    Duration::from_millis(sized(2, 100))
}

/// Model of the old table.
#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_id))]
#[ydb(allow(monotonic_leading_key, reason = "the key that is to be cured"))]
struct Plain {
    #[ydb(monotonic)]
    order_id: u64,
    customer: String,
    amount: Option<f64>,
    created_s: i64,
}

/// Model of the new table.
#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id), partitioning(uniform = 16))]
struct Hashed {
    order_id: u64,
    customer: String,
    amount: Option<f64>,
    created_s: i64,
}

#[tokio::main]
async fn main() -> Outcome {
    if serve_if_asked()? {
        return Ok(());
    }
    let server = ServerProcess::start()?;
    let client = server.connect().await?;
    let orders = std::env::args().nth(1).map_or(Ok(sized(1_000_000, 5000)), |rows| rows.parse())?;
    fill(&client, orders).await?;

    let (swapped, over) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let errors = Arc::new(AtomicU64::new(0));
    let readers: Vec<_> = (0..READERS)
        .map(|seed| tokio::spawn(read(client.query_client(), orders, seed, swapped.clone(), errors.clone())))
        .collect();
    let client = Arc::new(client);
    let writers: Vec<_> =
        (0..WRITERS).map(|seed| tokio::spawn(write(client.clone(), orders, seed, over.clone()))).collect();
    tokio::time::sleep(Duration::from_millis(sized(3000, 10))).await;

    let plan = plan(&client, ydb_keys::schema![Hashed], None).await?;
    let begun = Instant::now();
    let mut show = |event: Event<'_>| {
        if let Event::Phase { phase, .. } = event {
            if phase == RekeyPhase::Settle {
                // Their query would read the whole table from now on.
                swapped.store(true, Ordering::Release);
            }
            println!("{:>8.2} s  {phase}", begun.elapsed().as_secs_f64());
        }
    };
    let report = rekey(&client, &plan.tables[0], &RekeyOptions::dual_writers(), &mut show).await?;
    let took = begun.elapsed();
    let options = RekeyOptions::dual_writers();
    let begun_back = Instant::now();
    if !options.back(&client, Hashed::TABLE, "orders", &mut |_| ()).await? {
        return Err("there was no change to take back".into());
    }
    let took_back = begun_back.elapsed();
    let begun_again = Instant::now();
    let again = rekey(&client, &plan.tables[0], &options, &mut |_| ()).await?;
    let took_again = begun_again.elapsed();
    over.store(true, Ordering::Release);
    swapped.store(true, Ordering::Release);
    let mut latencies = Vec::new();
    for reader in readers {
        latencies.extend(reader.await?);
    }

    let mut waits = Vec::new();
    for writer in writers {
        waits.extend(writer.await??);
    }

    let rate = |time: Duration| report.rows as f64 / time.as_secs_f64();
    println!("{} rows in {:.1} s, {} of them copied again", report.rows, took.as_secs_f64(), report.repaired);
    println!("taken back in {:.1} s", took_back.as_secs_f64());
    println!("made again in {:.1} s, {} rows copied again", took_again.as_secs_f64(), again.repaired);
    println!("copy    {:>9.0} rows/s", rate(report.copy));
    println!("verify  {:>9.0} rows/s", rate(report.verify));
    let (before, during): (Vec<_>, Vec<_>) = latencies.into_iter().partition(|(at, _)| *at < begun);
    for (name, side) in [("before", before), ("during", during)] {
        let mut times: Vec<Duration> = side.into_iter().map(|(_, time)| time).collect();
        times.sort_unstable();
        let at = |part: f64| times.get((times.len() as f64 * part) as usize).copied().unwrap_or_default();
        println!("reads {name} the copy: {:>7}, p50 {:?}, p99 {:?}", times.len(), at(0.5), at(0.99));
    }
    let longest = |during: bool| {
        waits.iter().filter(|(at, _)| (*at >= begun) == during).map(|(_, time)| *time).max().unwrap_or_default()
    };
    println!(
        "writes: {}, the longest before the copy {:?}, since then {:?}",
        waits.len(),
        longest(false),
        longest(true)
    );
    report.notes.iter().for_each(|note| println!("note: {note}"));
    println!("reads that failed: {}", errors.load(Ordering::Acquire));
    Ok(())
}

async fn fill(client: &Client, orders: u64) -> Outcome {
    Plain::TABLE.create_table().exec(&mut client.query_client()).await?;
    for first in (0..orders).step_by(10_000) {
        let order = |order_id: u64| Plain {
            order_id,
            customer: format!("customer {}", order_id % 10_007),
            amount: (!order_id.is_multiple_of(7)).then_some(order_id as f64 / 4.0),
            created_s: 1_700_000_000 + order_id as i64,
        };
        let orders: Vec<Plain> = (first..(first + 10_000).min(orders)).map(order).collect();
        Plain::bulk_upsert(&orders).exec(client).await?;
    }
    Ok(())
}

/// Reads one order after each [`pause`], until the swap.
async fn read(
    mut q: QueryClient,
    orders: u64,
    seed: u64,
    over: Arc<AtomicBool>,
    errors: Arc<AtomicU64>,
) -> Vec<(Instant, Duration)> {
    let mut latencies = Vec::new();
    let mut id = seed;
    while !over.load(Ordering::Acquire) {
        id = id.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let begun = Instant::now();
        let row = q.query_row("SELECT amount FROM orders WHERE order_id = $id").param("$id", (id >> 33) % orders).await;
        match row {
            Ok(_) => latencies.push((begun, begun.elapsed())),
            Err(_) => drop(errors.fetch_add(1, Ordering::AcqRel)),
        }
        tokio::time::sleep(pause()).await;
    }
    latencies
}

/// Writes one order after each [`pause`] with a dual writer, as long as the copy runs.
async fn write(
    client: Arc<Client>,
    orders: u64,
    seed: u64,
    over: Arc<AtomicBool>,
) -> ydb_keys::Result<Vec<(Instant, Duration)>> {
    let writer = DualWriter::<Plain, Hashed>::open(&client).await?;
    let mut waits = Vec::new();
    let mut id = seed;
    while !over.load(Ordering::Acquire) {
        id = id.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let order_id = (id >> 33) % orders;
        let order =
            Hashed { order_id, customer: "a customer".to_owned(), amount: Some(1.0), created_s: waits.len() as i64 };
        let begun = Instant::now();
        writer.upsert(&order).exec(&*client).await?;
        waits.push((begun, begun.elapsed()));
        tokio::time::sleep(pause()).await;
    }
    Ok(waits)
}
