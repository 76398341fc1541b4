//! Loads a million rows with the model's `bulk_upsert`, several requests at a time.
//!
//! `bulk_upsert` needs no other crate, and suits some thousand rows. For more rows, use the loader of the crate
//! `ydb-keys-bulk`: it sends Arrow batches, is faster, and costs the client less (see the example `copy_table`). For
//! files, use the command `ydb-keys load`; see the guide's page on loading.

use std::ops::Range;
use std::time::{Duration, Instant, SystemTime};

use clap::Parser;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use support::{Database, Result};
use ydb::Client;
use ydb_keys::YdbTable;

const BATCH: usize = 20_000;
const IN_FLIGHT: usize = 4;
const SENSORS: u64 = 1_000;

/// Reading of a sensor. The readings of one sensor lie together, in time order; the hash spreads the sensors over the
/// partitions.
#[derive(YdbTable)]
#[ydb(table = "ydb_keys_examples/bulk_load/readings")]
#[ydb(primary_key(sensor_hash = numeric_hash(sensor_id), sensor_id, measured_at))]
#[ydb(partitioning(uniform = 16))]
struct Reading {
    sensor_id: u64,
    measured_at: SystemTime,
    celsius: Option<f64>,
}

/// Loads many rows by `bulk_upsert`, outside of transactions
#[derive(Parser)]
struct Options {
    /// How many rows to load
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    rows: u64,
}

#[tokio::main]
async fn main() -> Result {
    let options = Options::parse();
    let database = Database::open(&[Reading::TABLE]).await?;
    load(&database.client, options.rows).await.and(database.close().await)
}

async fn load(client: &Client, rows: u64) -> Result {
    Reading::TABLE.create_table().exec(client).await?;
    println!("Loading {rows} rows in requests of {BATCH}, {IN_FLIGHT} at a time.");

    let (start, mut done) = (Instant::now(), 0);
    let batches = (0..rows).step_by(BATCH).map(|first| first..rows.min(first + BATCH as u64));
    let mut requests = stream::iter(batches).map(|numbers| send(client, numbers)).buffer_unordered(IN_FLIGHT);
    while let Some(written) = requests.try_next().await? {
        let tenths = done * 10 / rows;
        done += written;
        if done * 10 / rows > tenths {
            println!("{:>3} % {done:>9} rows", done * 100 / rows);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{rows} rows in {seconds:.1} s: {:.0} rows a second.", rows as f64 / seconds);

    let stored = Reading::scan().full_scan().count().fetch(client).await?;
    let of_one = Reading::scan().sensor_id(7).count().fetch(client).await?;
    println!("The table has {stored} rows, {of_one} of them from sensor 7.");
    Ok(())
}

/// Writes some rows, and returns their number.
async fn send(client: &Client, numbers: Range<u64>) -> ydb_keys::Result<u64> {
    let readings: Vec<Reading> = numbers.map(reading).collect();
    Reading::bulk_upsert(&readings).exec(client).await?;
    Ok(readings.len() as u64)
}

/// Returns reading `number`: every sensor reports once a minute.
fn reading(number: u64) -> Reading {
    let minute = Duration::from_secs(60 * (number / SENSORS));
    let measured_at = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000) + minute;
    Reading { sensor_id: number % SENSORS, measured_at, celsius: Some(15.0 + (number % 100) as f64 / 10.0) }
}
