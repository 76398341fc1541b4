//! Measures the cost of buckets for readers: the latest rows of all users, and a whole table in order, with and without
//! buckets. Also measures how evenly buckets spread the writes of one growing id.
//!
//! `cargo run --release -p ydb-keys-benches --bin buckets [-- ROWS]`. The server is another process. Each turn measures
//! all tables one after the other; the figures are medians.

#![recursion_limit = "256"]

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rustix::time::{ClockId, clock_gettime};
use ydb::{Client, FromYdbRow as _};
use ydb_keys::{YdbRow, YdbTable};
use ydb_keys_benches::server::{ServerProcess, serve_if_asked};
use ydb_keys_benches::{Outcome, sized};

const BATCH: u64 = 20_000;
const PAGE: u64 = 50;

/// Returns the number of turns, and the smaller number of turns for reading a whole table.
fn turns() -> (usize, usize) {
    sized((21, 3), (1, 1))
}

/// Declares a model for each number of buckets.
macro_rules! bucketed {
    ($($model:ident $table:literal $buckets:literal)*) => {$(
        #[derive(Clone, Debug, YdbTable)]
        #[ydb(table = $table, primary_key(shard = numeric_hash(event_id) % $buckets, at, event_id))]
        struct $model {
            at: SystemTime,
            event_id: u64,
            user: String,
            amount: Option<f64>,
        }

        impl Event for $model {
            fn number(event_id: u64) -> Self {
                let (at, user, amount) = parts(event_id);
                $model { at, event_id, user, amount }
            }

            async fn load(client: &Client, rows: &[Self]) -> Outcome {
                Ok(Self::bulk_upsert(rows).exec(client).await?)
            }
        }
    )*};
}

bucketed! { Of4 "of_4" 4  Of16 "of_16" 16  Of64 "of_64" 64 }

/// Model with the natural key alone, without buckets, for comparison.
#[derive(Clone, Debug, YdbTable)]
#[ydb(table = "plain", primary_key(at, event_id))]
#[ydb(allow(monotonic_leading_key, reason = "to be measured beside the tables with buckets"))]
struct Plain {
    at: SystemTime,
    event_id: u64,
    user: String,
    amount: Option<f64>,
}

/// Model with a hash in the key, and an index on the time.
#[derive(Clone, Debug, YdbTable)]
#[ydb(table = "indexed", primary_key(event_hash = numeric_hash(event_id), event_id))]
#[ydb(index(by_time, on(at), cover(user, amount), async))]
#[ydb(allow(hot_index, reason = "to be measured beside the tables with buckets"))]
struct Indexed {
    event_id: u64,
    at: SystemTime,
    user: String,
    amount: Option<f64>,
}

trait Event: YdbTable<Version = ()> + Send + Sync {
    fn number(event_id: u64) -> Self;

    /// Loads rows in bulk. Each model implements it: tables with a sync index have no bulk upserts.
    fn load(client: &Client, rows: &[Self]) -> impl Future<Output = Outcome>;
}

impl Event for Plain {
    fn number(event_id: u64) -> Self {
        let (at, user, amount) = parts(event_id);
        Plain { at, event_id, user, amount }
    }

    async fn load(client: &Client, rows: &[Self]) -> Outcome {
        Ok(Self::bulk_upsert(rows).exec(client).await?)
    }
}

impl Event for Indexed {
    fn number(event_id: u64) -> Self {
        let (at, user, amount) = parts(event_id);
        Indexed { event_id, at, user, amount }
    }

    async fn load(client: &Client, rows: &[Self]) -> Outcome {
        Ok(Self::bulk_upsert(rows).exec(client).await?)
    }
}

/// Returns the columns of event `event_id`; there is one event a second.
fn parts(event_id: u64) -> (SystemTime, String, Option<f64>) {
    let at = UNIX_EPOCH + Duration::from_secs(1_700_000_000 + event_id);
    (at, format!("user-{:08}", event_id % 1000), (!event_id.is_multiple_of(8)).then_some(event_id as f64 / 4.0))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome {
    if serve_if_asked()? {
        return Ok(());
    }
    let rows = std::env::args().nth(1).map_or(Ok(sized(1_000_000, 1000)), |rows| rows.parse())?;
    let server = ServerProcess::start()?;
    let client = server.connect().await?;
    fill::<Of4>(&client, rows).await?;
    fill::<Of16>(&client, rows).await?;
    fill::<Of64>(&client, rows).await?;
    fill::<Plain>(&client, rows).await?;
    fill::<Indexed>(&client, rows).await?;
    println!("{rows} rows in each table, written in the order of their ids\n");
    spread(&client).await?;
    pages(&client).await?;
    streams(&client, rows).await
}

/// Creates the table, and writes rows with one writer, in the order of the ids.
async fn fill<T: Event>(client: &Client, rows: u64) -> Outcome {
    T::TABLE.create_table().exec(client).await?;
    for first in (0..rows).step_by(BATCH as usize) {
        let batch: Vec<T> = (first..rows.min(first + BATCH)).map(T::number).collect();
        T::load(client, &batch).await?;
    }
    Ok(())
}

/// Number of a bucket, as a row of a query.
#[derive(YdbRow)]
struct Bucket {
    writes: u64,
}

/// Prints the number of rows in the fullest bucket, divided by the mean. Rows are counted instead of writes: each row
/// is written once, and a split resets the counters of writes.
async fn spread(client: &Client) -> Outcome {
    println!("max/mean of writes per bucket");
    for table in [Of4::TABLE, Of16::TABLE, Of64::TABLE] {
        let query = format!("SELECT COUNT(*) AS writes FROM `{}` GROUP BY shard", table.name);
        let set = client.query_client().query_result_set(query).await?;
        let writes: Vec<u64> =
            set.rows().map(|row| Bucket::from_row(row).map(|row| row.writes)).collect::<Result<_, _>>()?;
        let most = writes.iter().max().copied().unwrap_or(0) as f64;
        let mean = writes.iter().sum::<u64>() as f64 / writes.len() as f64;
        println!("  {:<32} {:>10.3} ({} buckets)", table.name, most / mean, writes.len());
    }
    Ok(())
}

/// Measures reads of a page of the latest rows.
async fn pages(client: &Client) -> Outcome {
    let mut times: [(&str, Vec<f64>); 5] =
        ["buckets: 4", "buckets: 16", "buckets: 64", "index on the time, covering", "full scan of a hashed table"]
            .map(|name| (name, Vec::new()));
    let (turns, whole) = turns();
    for turn in 0..turns {
        let measured = [
            timed(async { Ok(Of4::scan().full_scan().descending().page(PAGE, None).fetch(client).await?.rows.len()) })
                .await?,
            timed(async { Ok(Of16::scan().full_scan().descending().page(PAGE, None).fetch(client).await?.rows.len()) })
                .await?,
            timed(async { Ok(Of64::scan().full_scan().descending().page(PAGE, None).fetch(client).await?.rows.len()) })
                .await?,
            timed(async {
                let scan = Indexed::index::<IndexedByTime>().full_scan().descending();
                Ok(scan.page(PAGE, None).fetch(client).await?.rows.len())
            })
            .await?,
        ];
        for ((_, times), time) in times.iter_mut().zip(measured) {
            times.push(time);
        }
        if turn < whole {
            let query = format!("SELECT * FROM indexed ORDER BY `at` DESC, event_id DESC LIMIT {PAGE}");
            let full = timed(async { Ok(client.query_client().query_result_set(query).await?.rows().count()) }).await?;
            times[4].1.push(full);
        }
    }
    println!("\na page of {PAGE}, the latest of everyone [ms]");
    for (name, times) in times {
        println!("  {name:<32} {:>10.2}", median(times) * 1e3);
    }
    Ok(())
}

/// Measures reads of a whole table in order.
async fn streams(client: &Client, rows: u64) -> Outcome {
    let mut figures: [(&str, Vec<f64>, Vec<f64>); 4] =
        ["plain", "buckets: 4", "buckets: 16", "buckets: 64"].map(|name| (name, Vec::new(), Vec::new()));
    for _ in 0..turns().1 {
        for (table, (_, wall, cpu)) in figures.iter_mut().enumerate() {
            let (start, begun) = (Instant::now(), processor());
            let read = match table {
                0 => drain(Plain::scan().full_scan().stream(client)).await?,
                1 => drain(Of4::scan().full_scan().stream(client)).await?,
                2 => drain(Of16::scan().full_scan().stream(client)).await?,
                _ => drain(Of64::scan().full_scan().stream(client)).await?,
            };
            if read != rows {
                return Err(format!("{read} rows instead of {rows}").into());
            }
            wall.push(start.elapsed().as_secs_f64());
            cpu.push(processor() - begun);
        }
    }
    println!("\nall rows as a stream in the order of the time");
    println!("  {:<32} {:>10} {:>18} {:>8}", "", "seconds", "client ns a row", "ratio");
    let mut plain = None;
    for (name, wall, cpu) in figures {
        let (wall, cpu) = (median(wall), median(cpu) / rows as f64 * 1e9);
        let base = *plain.get_or_insert(cpu);
        println!("  {name:<32} {wall:>10.2} {cpu:>18.0} {:>8.3}", cpu / base);
    }
    Ok(())
}

async fn drain<T: YdbTable, R: YdbRow + Send>(mut stream: ydb_keys::Rows<'_, T, R>) -> Outcome<u64> {
    let mut rows = 0;
    while stream.try_next().await?.is_some() {
        rows += 1;
    }
    Ok(rows)
}

/// Returns the time of reading a page, which must be full.
async fn timed(page: impl Future<Output = Outcome<usize>>) -> Outcome<f64> {
    let start = Instant::now();
    match page.await? as u64 {
        PAGE => Ok(start.elapsed().as_secs_f64()),
        rows => Err(format!("a page of {rows} rows").into()),
    }
}

/// Returns the processor time of this process, in seconds.
fn processor() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
