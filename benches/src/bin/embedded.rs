//! Measures the embedded engine through the official SDK: the first answer, point operations, bulk load, scan and
//! memory, and the time of snapshots.
//!
//! `cargo run --release -p ydb-keys-benches --bin embedded [-- first | points | bulk | reset]`

#![recursion_limit = "256"]

use std::sync::Arc;
use std::time::{Duration, Instant};

use ydb::{Client, ClientBuilder, Value, ydb_struct};
use ydb_embedded::Server;
use ydb_keys_benches::{Outcome, sized};

/// Returns the time for which each rate is measured.
fn span() -> Duration {
    sized(Duration::from_secs(4), Duration::from_millis(1))
}

/// Returns the number of rows in the table that points are read from.
fn point_rows() -> u64 {
    sized(100_000, 1000)
}

/// Returns the number of runs, whose median is printed.
fn runs() -> usize {
    sized(21, 1)
}

const CREATE: &str = "CREATE TABLE orders (
    id Uint64 NOT NULL, amount Uint64, created_at Timestamp, note Utf8,
    PRIMARY KEY (id)
) WITH (AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4, UNIFORM_PARTITIONS = 4)";

#[tokio::main]
async fn main() -> Outcome {
    let only = std::env::args().nth(1);
    let wanted = |name: &str| only.as_deref().is_none_or(|only| only == name);
    if wanted("first") {
        first().await?;
    }
    if wanted("points") {
        points().await?;
    }
    if wanted("bulk") {
        bulk().await?;
    }
    if wanted("reset") {
        reset().await?;
    }
    Ok(())
}

/// Measures a snapshot, a reset, and the first write after it, of ten tables with these rows each. Prints medians.
async fn reset() -> Outcome {
    for rows in [100, sized(10_000, 200)] {
        let server = Server::start().await?;
        let client = connect(&server).await?;
        for table in 0..10 {
            client.query_client().exec(CREATE.replace("orders", &format!("t{table}"))).await?;
            let path = format!("/local/t{table}");
            client.table_client().bulk_upsert(path, (0..rows).map(row).collect()).await?;
        }
        let mut times: [Vec<Duration>; 3] = Default::default();
        for _ in 0..runs() {
            let begun = Instant::now();
            let saved = server.snapshot();
            times[0].push(begun.elapsed());
            for table in 0..10 {
                let begun = Instant::now();
                client.query_client().exec(format!("DELETE FROM t{table} WHERE id = 0")).await?;
                times[2].push(begun.elapsed());
            }
            let begun = Instant::now();
            server.reset(&saved)?;
            times[1].push(begun.elapsed());
        }
        for (what, mut times) in ["snapshot", "reset", "first write"].into_iter().zip(times) {
            times.sort();
            let what = format!("{what}, {rows} rows a table");
            println!("{what:<32} {:>8.3} ms", millis(times[times.len() / 2]));
        }
    }
    Ok(())
}

async fn connect(server: &Server) -> Outcome<Client> {
    Ok(ClientBuilder::new_from_connection_string(server.connection_string())?.build().await?)
}

/// Measures the time from `Server::start()` to the answer of the first query, as a median.
async fn first() -> Outcome {
    let mut times = Vec::new();
    for _ in 0..runs() {
        let begun = Instant::now();
        let server = Server::start().await?;
        let client = connect(&server).await?;
        client.query_client().query_row("SELECT 1 AS one").await?;
        times.push(begun.elapsed());
    }
    times.sort();
    println!("first answer          {:>10.2} ms (median of {})", millis(times[times.len() / 2]), times.len());
    Ok(())
}

/// Measures point reads and single-row upserts a second, with 1 and with 16 tasks.
async fn points() -> Outcome {
    let server = Server::start().await?;
    let client = Arc::new(connect(&server).await?);
    client.query_client().exec(CREATE).await?;
    load(&client, point_rows()).await?;
    for tasks in [1, 16] {
        // The cost of a query that reads nothing: the SDK, gRPC and the kernel, twice.
        let empty = rate(&client, tasks, |client, _| async move {
            client.query_client().query_row("SELECT 1 AS one").await.map(drop)
        })
        .await?;
        println!("SELECT 1,    {tasks:>2} tasks {empty:>10.0} / s");
        let reads = rate(&client, tasks, |client, id| async move {
            let mut queries = client.query_client();
            let text = "SELECT amount, note FROM orders WHERE id = $id";
            queries.query_row(text).param("$id", id).await.map(drop)
        })
        .await?;
        println!("point reads, {tasks:>2} tasks {reads:>10.0} / s");
        let upserts = rate(&client, tasks, |client, id| async move {
            let mut queries = client.query_client();
            let text = "UPSERT INTO orders (id, amount, note) VALUES ($id, $amount, $note)";
            queries.exec(text).param("$id", id).param("$amount", id / 2).param("$note", "changed").await.map(drop)
        })
        .await?;
        println!("upserts,     {tasks:>2} tasks {upserts:>10.0} / s");
    }
    Ok(())
}

/// Returns the operations a second of `tasks` tasks, each with its own keys.
async fn rate<F, R>(client: &Arc<Client>, tasks: u64, operation: F) -> Outcome<f64>
where
    F: Fn(Arc<Client>, u64) -> R + Copy + Send + 'static,
    R: Future<Output = ydb::YdbResult<()>> + Send,
{
    let (begun, span) = (Instant::now(), span());
    let mut running = Vec::new();
    for task in 0..tasks {
        let client = Arc::clone(client);
        running.push(tokio::spawn(async move {
            let mut count = 0_u64;
            while begun.elapsed() < span {
                // Consecutive operations use different partitions.
                let id = key((count * tasks + task) % point_rows());
                operation(Arc::clone(&client), id).await?;
                count += 1;
            }
            Ok::<u64, ydb::YdbError>(count)
        }));
    }
    let mut total = 0;
    for task in running {
        total += task.await??;
    }
    Ok(total as f64 / begun.elapsed().as_secs_f64())
}

/// Returns key `i`; keys are spread over the whole range, so all partitions are used.
fn key(i: u64) -> u64 {
    i.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

fn row(i: u64) -> Value {
    ydb_struct!(
        "id" => key(i),
        "amount" => i,
        "created_at" => Value::Timestamp(std::time::UNIX_EPOCH + Duration::from_micros(1_700_000_000_000_000 + i)),
        "note" => Value::Text(format!("{i:064}")),
    )
}

/// Writes rows by bulk upserts of 10,000 rows, and returns rows a second.
async fn load(client: &Client, rows: u64) -> Outcome<f64> {
    let table = client.table_client();
    let mut spent = Duration::ZERO;
    for first in (0..rows).step_by(10_000) {
        let batch: Vec<Value> = (first..(first + 10_000).min(rows)).map(row).collect();
        let begun = Instant::now();
        table.bulk_upsert("/local/orders", batch).await?;
        spent += begun.elapsed();
    }
    Ok(rows as f64 / spent.as_secs_f64())
}

/// Measures the rows a second of bulk upserts and of a full scan, and the memory of a million rows.
async fn bulk() -> Outcome {
    let rows = sized(1_000_000, 10_000);
    let server = Server::start().await?;
    let client = connect(&server).await?;
    client.query_client().exec(CREATE).await?;
    load(&client, 1000).await?;
    let before = resident()?;
    let loaded = load(&client, rows).await?;
    println!("bulk upsert           {loaded:>10.0} rows / s");
    println!(
        "memory                {:>10.0} bytes a row, the client's leftovers included",
        (resident()? - before) as f64 / rows as f64
    );
    let begun = Instant::now();
    let mut queries = client.query_client();
    let mut stream = queries.query("SELECT id, amount, created_at, note FROM orders").await?;
    let mut count = 0_u64;
    while let Some(set) = stream.next_result_set().await? {
        count += set.rows().count() as u64;
    }
    println!("full scan             {:>10.0} rows / s ({count} rows)", count as f64 / begun.elapsed().as_secs_f64());
    Ok(())
}

/// Returns the resident memory of the process in bytes.
fn resident() -> Outcome<u64> {
    let statm = std::fs::read_to_string("/proc/self/statm")?;
    let pages: u64 = statm.split_whitespace().nth(1).ok_or("no resident size in /proc/self/statm")?.parse()?;
    Ok(pages * 4096)
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}
